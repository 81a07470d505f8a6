/* SPDX-License-Identifier: MIT
 * One section of the report: a question, what was run for it, and what came out. */
#include "harness/render/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *asked(const struct view *v, const char *column)
{
    return v->question < 0 ? "" : table_text(&v->report->questions, v->question, column);
}

/* ---- what was run ---- */

/* "batch = 1, heads = 8": the axes that are the same in every cell. */
static char *constants(const struct view *v)
{
    const struct summary *s = &v->report->summary;
    struct text out = {0};
    text_add(&out, "%s", "");
    for (int x = 0; x < s->axis_count; x++) {
        const char *value = table_at(s->rows, s->order[s->cells[v->first].first], s->axes[x]);
        bool same = *value;
        for (int i = v->first; i < v->last && same; i++)
            same = !strcmp(table_at(s->rows, s->order[s->cells[i].first], s->axes[x]), value);
        if (same)
            text_add(&out, "%s%s = %s", out.length ? ", " : "", s->rows->name[s->axes[x]], value);
    }
    return out.data;
}

static void what_was_run(struct document *d, const struct view *v)
{
    const struct summary *s = &v->report->summary;
    int rows = 0, measured = 0, passes = 1;
    for (int i = v->first; i < v->last; i++) {
        passes += i > v->first && strcmp(s->cells[i].pass, s->cells[i - 1].pass) != 0;
        rows += s->cells[i].last - s->cells[i].first;
        measured += s->cells[i].n;
    }
    char *same = constants(v);
    doc_paragraph(
        d,
        "Run: %d cells (%d arms or settings, %d shape%s, %d pass%s), %d rows, %d measured. "
        "The same in all: %s.",
        v->last - v->first, v->rows, v->columns, v->columns == 1 ? "" : "s", passes,
        passes == 1 ? "" : "es", rows, measured, *same ? same : "nothing");
    free(same);
    const char *source = summary_text(s, &s->cells[v->first], "input_source");
    if (*source) doc_paragraph(d, "Input: %s.", source);
}

/* ---- figures ---- */

void report_figures(struct document *d, const struct report *r, const char *ablation)
{
    const struct figures *f = &r->figures;
    for (int i = 0; i < f->count; i++) {
        if (strcmp(f->list[i].ablation, ablation)) continue;
        if (!f->list[i].fault)
            doc_figure(d, f->list[i].stem, f->list[i].caption);
        else
            doc_paragraph(d, "Figure %s could not be drawn: %s", f->list[i].stem, f->list[i].fault);
    }
}

/* ---- the answer in words ---- */

/* "n = 6, exact 96.9 % interval" */
static char *support(int n, struct interval interval, double wanted, bool exact)
{
    if (n == 1) return xstrdup("n = 1: no interval");
    char *few = interval.enough ? xstrdup("") : xformat("; too few for %.0f %%", 100 * wanted);
    char *text = xformat("n = %d, %s %.1f %% interval%s", n, exact ? "exact" : "approximate",
                         100 * interval.level, few);
    free(few);
    return text;
}

static void say_ratio(struct document *d, const struct view *v, int cell)
{
    const struct summary *s = &v->report->summary;
    const struct summary_cell *c = &s->cells[cell];
    const struct estimate *e = &c->log_ratio;
    char *ratio = ratio_interval_text(e);
    char *basis = support(e->n, e->interval, s->level, e->n <= EXACT_RANKS);
    doc_item(d, "%s takes %s times %s (%s): %s", v->report->labels[cell].label, ratio,
             v->report->labels[c->reference].label, basis, verdict_names[c->verdict]);
    free(ratio);
    free(basis);
}

static void say_time(struct document *d, const struct view *v, int cell)
{
    const struct summary *s = &v->report->summary;
    const struct summary_cell *c = &s->cells[cell];
    char *median = time_text(c->median), *low = time_text(c->time.low),
         *high = time_text(c->time.high), *basis = support(c->n, c->time, s->level, true);
    if (c->n == 1)
        doc_item(d, "%s takes %s (%s)", v->report->labels[cell].label, median, basis);
    else
        doc_item(d, "%s takes %s [%s, %s] (%s)", v->report->labels[cell].label, median, low, high,
                 basis);
    free(median);
    free(low);
    free(high);
    free(basis);
}

enum { SPOKEN = 20 }; /* more comparisons than that: the extremes in words, all in the table */

static void say_each(struct document *d, const struct view *v, const struct tally *t)
{
    const struct report *r = v->report;
    for (int i = v->first; i < v->last; i++) {
        const struct summary_cell *c = &r->summary.cells[i];
        if (r->labels[i].column != v->column || !c->n) continue;
        if (!c->log_ratio.n)
            say_time(d, v, i);
        else if (t->count <= SPOKEN || i == t->least || i == t->greatest)
            say_ratio(d, v, i);
    }
}

static void say_answer(struct document *d, const struct view *v)
{
    struct tally t = tally_of(v);
    char *verdicts = tally_text(&t);
    doc_heading(d, 3, "Answer: %s", v->pass);
    doc_paragraph(d, "%s%s%s%s%s", *v->shape ? "At " : "", v->shape, *v->shape ? ": " : "",
                  verdicts, t.count > SPOKEN ? ". The least and the greatest ratio:" : ".");
    say_each(d, v, &t);
    free(verdicts);
}

/* ---- the table: a row for each label, a column for each shape ---- */

static int cell_at(const struct view *v, int row, int column)
{
    for (int i = v->first; i < v->last; i++)
        if (v->report->labels[i].row == row && v->report->labels[i].column == column) return i;
    return -1;
}

static void table_cell(struct document *d, const struct view *v, int cell)
{
    const struct summary_cell *c = cell < 0 ? NULL : &v->report->summary.cells[cell];
    char *text = !c               ? xstrdup("")
                 : c->log_ratio.n ? ratio_interval_text(&c->log_ratio)
                 : c->n           ? time_text(c->median)
                                  : failures_text(v->report, c);
    doc_cell(d, "%s%s%s", text, c && c->verdict ? " " : "", c ? verdict_names[c->verdict] : "");
    free(text);
}

/* NULL: the row, or the column, belongs to another pass. */
static const char *label_of_row(const struct view *v, int row)
{
    for (int i = v->first; i < v->last; i++)
        if (v->report->labels[i].row == row) return v->report->labels[i].label;
    return NULL;
}

static const char *shape_of_column(const struct view *v, int column)
{
    for (int i = v->first; i < v->last; i++)
        if (v->report->labels[i].column == column) return v->report->labels[i].shape;
    return NULL;
}

static void head_of_table(struct document *d, const struct view *v)
{
    const char **heads = xarray((size_t)v->columns + 2, sizeof *heads);
    char *align = xalloc((size_t)v->columns + 2);
    heads[0] = "";
    align[0] = 'l';
    int columns = 0;
    for (int c = 0; c < v->columns; c++) {
        const char *shape = shape_of_column(v, c);
        if (!shape) continue;
        heads[1 + columns] = *shape ? shape : "time or ratio";
        align[1 + columns++] = 't';
    }
    doc_table(d, align, heads);
    free(heads);
    free(align);
}

static void ratio_table(struct document *d, const struct view *v)
{
    doc_heading(d, 3, "Table: %s", v->pass);
    head_of_table(d, v);
    for (int row = 0; row < v->rows; row++) {
        const char *label = label_of_row(v, row);
        if (!label) continue;
        doc_cell(d, "%s", label);
        for (int column = 0; column < v->columns; column++)
            if (shape_of_column(v, column)) table_cell(d, v, cell_at(v, row, column));
    }
    doc_paragraph(d,
                  "Baselines: median time of one %s. Others: time ratio to the baseline of the "
                  "same pass with its interval. Everything is in summary.csv.",
                  v->pass);
}

/* ---- how to do it again ---- */

static void add_options(struct text *t, const struct report *r, const char *list)
{
    size_t i;
    json_t *value;
    json_array_foreach(json_object_get(json_object_get(r->manifest, "plan"), list), i, value)
        text_add(t, " --%s '%s'", list, json_string_value(value));
}

void report_command(struct document *d, const struct report *r, const char *ablation,
                    const char *path)
{
    struct text line = {0};
    const char *tier = manifest_text(r, "plan", "tier");
    if (*path)
        text_add(&line, "./attnlab run %s", path);
    else
        text_add(&line, "./attnlab run ablations/%s.yaml", ablation);
    if (*tier) text_add(&line, " --tier %s", tier);
    add_options(&line, r, "set");
    add_options(&line, r, "filter");
    doc_code(d, line.data);
    text_free(&line);
}

static void each_pass(struct document *d, const struct view *all,
                      void (*say)(struct document *, const struct view *))
{
    for (int first = all->first; first < all->last;) {
        struct view pass = view_of_pass(all->report, first);
        say(d, &pass);
        first = pass.last;
    }
}

void report_question(struct document *d, const struct view *v)
{
    const char *question = asked(v, "question"), *source = asked(v, "source");
    const char *claim = asked(v, "claim");
    doc_heading(d, 2, "%s", *question ? question : v->ablation);
    if (*source) doc_paragraph(d, "Source: %s.", source);
    if (*claim) doc_paragraph(d, "Claim: %s", claim);
    what_was_run(d, v);
    each_pass(d, v, say_answer);
    report_figures(d, v->report, v->ablation);
    each_pass(d, v, ratio_table);
    report_limits(d, v);
    doc_heading(d, 3, "Again");
    report_command(d, v->report, v->ablation, asked(v, "path"));
}
