/* SPDX-License-Identifier: MIT
 * One section of the report: a question of quality, what was trained for it, and what came out. */
#include "harness/render/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *asked(const struct report *r, const struct study_question *q, const char *column)
{
    return table_text(&r->questions, q->row, column);
}

/* ---- what was claimed ---- */

static void say_claims(struct document *d, const struct report *r, const struct study_question *q)
{
    for (int row = 0; row < r->claims.rows; row++) {
        if (strcmp(table_text(&r->claims, row, "ablation"), q->name)) continue;
        const char *where = table_text(&r->claims, row, "where");
        const char *published = table_text(&r->claims, row, "published");
        doc_item(d, "Published of %s%s%s%s, expected %s: %s", table_text(&r->claims, row, "arm"),
                 *where ? " (" : "", where, *where ? ")" : "",
                 table_text(&r->claims, row, "expects"),
                 *published ? published : "no number given");
    }
}

/* ---- what was run ---- */

/* "n = 64, batch = 16": the axes of the condition that are the same in all. */
static char *constants(const struct report *r, const struct study_question *q)
{
    const struct study *s = &r->study;
    struct text out = {0};
    text_add(&out, "%s", "");
    for (int c = 0; c < s->rows->columns; c++) {
        if (q->part[c] != PART_CONDITION || !strcmp(s->rows->name[c], "kind")) continue;
        const char *value = contender_text(s, q->first, s->rows->name[c]);
        bool same = *value;
        for (int i = q->first; i < q->last && same; i++)
            same = !strcmp(contender_text(s, i, s->rows->name[c]), value);
        if (same) text_add(&out, "%s%s = %s", out.length ? ", " : "", s->rows->name[c], value);
    }
    return out.data;
}

/* The row of the condition's first run that ended with this seed; -1: none. */
static int first_of_seed(const struct study *s, const struct study_question *q, int condition,
                         const char *seed)
{
    for (int i = q->first; i < q->last; i++)
        for (int k = s->contenders[i].first; k < s->contenders[i].last; k++)
            for (int t = s->candidates[k].first; t < s->candidates[k].last; t++)
                if (s->contenders[i].condition == condition && s->trials[t].state == TRIAL_OK &&
                    !strcmp(s->trials[t].seed, seed))
                    return s->trials[t].row;
    return -1;
}

/* Whether all runs of each condition and seed that ended have the same value in a column. Seeds
 * may differ among each other: records of other lengths are other tokens. */
static bool same_in_conditions(const struct study *s, const struct study_question *q,
                               const char *column)
{
    for (int i = q->first; i < q->last; i++)
        for (int k = s->contenders[i].first; k < s->contenders[i].last; k++)
            for (int t = s->candidates[k].first; t < s->candidates[k].last; t++) {
                const struct trial *trial = &s->trials[t];
                if (trial->state != TRIAL_OK) continue;
                int first = first_of_seed(s, q, s->contenders[i].condition, trial->seed);
                if (strcmp(table_text(s->rows, trial->row, column),
                           table_text(s->rows, first, column)))
                    return false;
            }
    return true;
}

/* What no axis says but must be equal all the same. */
static void say_equal(struct document *d, const struct study *s, const struct study_question *q)
{
    static const struct {
        const char *column, *name;
    } checked[] = {{"corpus_hash", "data (by hash)"},
                   {"tokenizer_hash", "tokenizer (by hash)"},
                   {"steps_done", "optimiser steps"},
                   {"tokens", "tokens seen"},
                   {"isa_used", "vector build"},
                   {"host", "machine"},
                   {"commit", "commit"}};
    struct text same = {0}, differ = {0};
    for (size_t i = 0; i < sizeof checked / sizeof *checked; i++) {
        struct text *t = same_in_conditions(s, q, checked[i].column) ? &same : &differ;
        text_add(t, "%s%s", t->length ? ", " : "", checked[i].name);
    }
    if (same.length)
        doc_paragraph(d, "Checked, and equal for all arms of a condition and seed: %s.", same.data);
    if (differ.length)
        doc_paragraph(d, "Not equal within a condition, so comparisons are in doubt: %s.",
                      differ.data);
    text_free(&same);
    text_free(&differ);
}

struct count {
    int runs, ended, diverged, skipped, failed;
};

static struct count count_runs(const struct study *s, const struct study_question *q)
{
    struct count n = {0};
    for (int i = q->first; i < q->last; i++)
        for (int k = s->contenders[i].first; k < s->contenders[i].last; k++) {
            const struct candidate *c = &s->candidates[k];
            n.runs += c->last - c->first;
            n.ended += c->n;
            n.diverged += c->diverged;
            n.skipped += c->skipped;
            n.failed += c->failed;
        }
    return n;
}

static void what_was_run(struct document *d, const struct report *r, const struct study_question *q)
{
    const struct study *s = &r->study;
    const struct count n = count_runs(s, q);
    char *same = constants(r, q);
    const char *tuned = asked(r, q, "tune_axis"), *seeds = asked(r, q, "tune_seeds");
    doc_paragraph(d,
                  "Run: %d trainings of %d arms in %d condition%s: %d ended, %d diverged, %d were "
                  "left out because another value of the tuned axis had won, %d failed. Compared "
                  "by %s (%s) of the %s split, margin of equivalence %g. The same in all: %s.",
                  n.runs, (q->last - q->first) / q->conditions, q->conditions,
                  q->conditions == 1 ? "" : "s", n.ended, n.diverged, n.skipped, n.failed,
                  q->metric->title, q->metric->unit, q->test ? "test" : "validation", q->margin,
                  same);
    if (*tuned)
        doc_paragraph(d,
                      "Each arm has its own sweep of %s in each condition: all values with seed "
                      "%s; the one of least mean validation loss there speaks for the arm with "
                      "all seeds.",
                      tuned, seeds);
    const char *notes = contender_text(s, q->first, "input_notes");
    if (*notes) doc_paragraph(d, "Data: %s. %s", contender_text(s, q->first, "data"), notes);
    say_equal(d, s, q);
    free(same);
}

/* ---- the answer in words ---- */

static void say_effect(struct document *d, const struct report *r, const struct study_question *q,
                       const struct effect *e)
{
    const struct study *s = &r->study;
    char *name = contender_name(s, e->contender), *gain = gain_words(q->metric, &e->gain);
    const char *other = s->contenders[e->reference].label;
    if (!e->gain.n)
        doc_item(d, "%s: no pair with %s ended: %s", name, other,
                 e->pairs ? outcome_names[e->outcome] : "not measured");
    else if (!e->gain.interval.enough)
        doc_item(d, "%s: %s than %s (n = %d: no interval): %s", name, gain, other, e->gain.n,
                 outcome_names[e->outcome]);
    else
        doc_item(d,
                 "%s: %s than %s (n = %d; p = %.2g, after correction %.2g; sign-flip p = %.2g, "
                 "the least possible being %.2g; won %g of %d pairs, so the probability of "
                 "improvement lies in [%.2f, %.2f]): %s",
                 name, gain, other, e->gain.n, e->gain.p, e->p_corrected, e->gain.p_flip,
                 ldexp(2, -e->gain.n), e->wins, e->pairs, e->share.low, e->share.high,
                 outcome_names[e->outcome]);
    free(name);
    free(gain);
}

static void say_judged(struct document *d, const struct report *r, const struct study_question *q)
{
    const struct study *s = &r->study;
    for (int i = 0; i < s->judged_count; i++) {
        const struct judged *j = &s->judged[i];
        if (strcmp(table_text(s->claims, j->claim, "ablation"), q->name)) continue;
        const struct effect *e = j->effect < 0 ? NULL : &s->effects[j->effect];
        char *name =
            e ? contender_name(s, e->contender) : xstrdup(table_text(s->claims, j->claim, "arm"));
        char *gain = e && e->gain.n ? gain_words(q->metric, &e->gain)
                                    : xstrdup(e ? "not measured" : "no such arm was run");
        doc_item(d, "Claim that %s is %s: %s (%s)", name,
                 table_text(s->claims, j->claim, "expects"), judgement_names[j->judgement], gain);
        free(gain);
        free(name);
    }
}

static void say_answer(struct document *d, const struct report *r, const struct study_question *q)
{
    int outcomes[OUTCOMES] = {0};
    doc_heading(d, 3, "Answer");
    for (int i = q->effect_first; i < q->effect_last; i++)
        if (r->study.effects[i].reading == READ_STEPS) outcomes[r->study.effects[i].outcome]++;
    doc_paragraph(d,
                  "At equal steps and data, against the baseline: %d better, %d equivalent, %d "
                  "worse, %d unresolved%s.",
                  outcomes[OUTCOME_BETTER], outcomes[OUTCOME_EQUIVALENT], outcomes[OUTCOME_WORSE],
                  outcomes[OUTCOME_UNRESOLVED],
                  outcomes[OUTCOME_NONE] ? ", the rest not measured" : "");
    say_judged(d, r, q);
    for (int i = q->effect_first; i < q->effect_last; i++)
        if (r->study.effects[i].reading == READ_STEPS) say_effect(d, r, q, &r->study.effects[i]);
    say_sensitivity(d, r, q);
}

void report_quality(struct document *d, const struct report *r, const struct study_question *q)
{
    const char *question = asked(r, q, "question"), *source = asked(r, q, "source");
    const char *claim = asked(r, q, "claim");
    doc_heading(d, 2, "%s", *question ? question : q->name);
    if (*source) doc_paragraph(d, "Source: %s.", source);
    if (*claim) doc_paragraph(d, "Claim: %s", claim);
    say_claims(d, r, q);
    what_was_run(d, r, q);
    say_answer(d, r, q);
    report_figures(d, r, q->name);
    report_quality_tables(d, r, q);
    report_quality_limits(d, r, q);
    doc_heading(d, 3, "Again");
    report_command(d, r, q->name, asked(r, q, "path"));
}
