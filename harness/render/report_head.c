/* SPDX-License-Identifier: MIT
 * The first screen of the report: what was run where, and every answer in one table. */
#include "harness/render/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* "name: value; " when there is a value. */
static void add_fact(struct text *t, const char *name, const char *value)
{
    if (value && *value) text_add(t, "%s%s %s", t->length ? "; " : "", name, value);
}

static void facts(struct document *d, const struct report *r)
{
    const json_t *session = json_array_get(json_object_get(r->manifest, "sessions"), 0);
    struct text line = {0};
    add_fact(&line, "Machine:", manifest_text(r, "machine", "cpu_model"));
    add_fact(&line, "started", json_string_value(json_object_get(session, "started_utc")));
    add_fact(&line, "commit", manifest_text(r, "program", "commit"));
    add_fact(&line, "tier", manifest_text(r, "plan", "tier"));
    if (line.length) doc_paragraph(d, "%s.", line.data);
    text_free(&line);
}

static void counts(struct document *d, const struct report *r)
{
    const json_t *plan = json_object_get(r->manifest, "plan");
    int planned = (int)json_integer_value(json_object_get(plan, "rows"));
    int measured = 0, unstable = 0, timed = 0, trained = 0, ended = 0;
    for (int row = 0; row < r->rows.rows; row++) {
        const char *status = table_text(&r->rows, row, "status");
        bool trains = row_trains(&r->rows, row);
        timed += !trains;
        trained += trains && strcmp(status, "skipped") != 0;
        ended += trains && !strcmp(status, "ok");
        measured += row_measured(&r->rows, row);
        unstable += !strcmp(table_text(&r->rows, row, "status"), "unstable");
    }
    if (timed || !r->rows.rows)
        doc_paragraph(
            d, "%d rows, one worker process each: %d measured (%d of them unstable), %d not.",
            timed, measured, unstable, timed - measured);
    if (trained) doc_paragraph(d, "%d models trained: %d to their end.", trained, ended);
    if (planned > r->rows.rows)
        doc_paragraph(d, "The plan has %d rows: %d were not run.", planned, planned - r->rows.rows);
    if (r->figures.fault) doc_paragraph(d, "No figures: %s.", r->figures.fault);
}

/* ---- answers in short ---- */

static void answer_cell(struct document *d, const struct view *v, const struct tally *t)
{
    const struct family f = family_of(v);
    struct text answer = {0};
    char *names = tally_names(v, t);
    text_add(&answer, "%s", names);
    if (*v->shape) text_add(&answer, " At %s%s", v->shape, t->count ? "" : ".");
    if (t->count) text_add(&answer, "%s %s.", *v->shape ? ", against" : " Against", t->baseline);
    if (f.standing < f.apart)
        text_add(
            &answer, " After correction for all %d comparisons of this question %d of %d stand%s.",
            f.compared, f.standing, f.apart, f.rounds < f.rounds_needed ? ": too few rounds" : "");
    doc_cell(d, "%s", answer.data);
    text_free(&answer);
    free(names);
}

static void effect_cell(struct document *d, const struct report *r, int cell)
{
    const struct summary_cell *c = cell < 0 ? NULL : &r->summary.cells[cell];
    char *ratio = c ? ratio_interval_text(&c->log_ratio) : xstrdup("");
    doc_cell(d, "%s%s%s", ratio, c ? " " : "", c ? r->labels[cell].label : "");
    free(ratio);
}

char *tally_memory_text(const struct tally *t)
{
    char *least = ratio_text(t->least_memory), *most = ratio_text(t->most_memory);
    char *text = xformat("%s%s%s", least, strcmp(least, most) ? " to " : "",
                         strcmp(least, most) ? most : "");
    free(least);
    free(most);
    return text;
}

static void answer_row(struct document *d, const struct view *v)
{
    const struct table *q = &v->report->questions;
    const char *question = v->question < 0 ? "" : table_text(q, v->question, "question");
    struct tally t = tally_of(v);
    doc_cell(d, "%s", *question ? question : v->ablation);
    doc_cell(d, "%s", v->pass);
    answer_cell(d, v, &t);
    effect_cell(d, v->report, t.least);
    effect_cell(d, v->report, t.greatest);
    if (t.least_pairs == t.most_pairs)
        doc_cell(d, "%d", t.most_pairs);
    else
        doc_cell(d, "%d-%d", t.least_pairs, t.most_pairs);
    char *memory = tally_memory_text(&t);
    doc_cell(d, "%s", memory);
    free(memory);
}

static void answers(struct document *d, const struct report *r)
{
    static const char *const heads[] = {
        "question", "pass",           "answer", "least time ratio", "greatest time ratio",
        "n",        "working memory", NULL};
    doc_heading(d, 2, "Answers in short");
    doc_table(d, "tltttrr", heads);
    for (int first = 0; first < r->summary.count;) {
        struct view v = view_of_pass(r, first);
        answer_row(d, &v);
        first = v.last;
    }
    doc_paragraph(
        d,
        "A time ratio is that of one pass to the same pass of the baseline, paired by round: the "
        "exponential of the Hodges-Lehmann estimate of the log-ratios, with the interval "
        "that inverts the exact signed-rank test. n is the number of pairs of processes; working "
        "memory is the ratio of bytes, least to greatest. "
        "Equivalent: the interval lies within 1/%.3g to %.3g. Unresolved: the interval "
        "allows either. Too few rounds: no interval of %.0f %% exists at that n. Each verdict is "
        "for itself; a large grid asks so much of Holm's correction that with few rounds no "
        "effect, "
        "however large, could stand it.",
        1 + r->summary.margin, 1 + r->summary.margin, 100 * r->summary.level);
}

void report_head(struct document *d, const struct report *r)
{
    const char *folder = strrchr(r->run, '/');
    const char *id = table_text(&r->rows, 0, "run_id");
    doc_heading(d, 1, "attnlab: %s", r->rows.rows && *id ? id : folder ? folder + 1 : r->run);
    facts(d, r);
    counts(d, r);
    report_verdicts(d, r);
    if (r->summary.count || !r->study.question_count) answers(d, r);
}
