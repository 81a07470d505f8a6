/* SPDX-License-Identifier: MIT
 * What only a question of time has: an answer and a table for each pass. */
#include "harness/render/report.h"

#include <stdlib.h>

static void what_was_run(struct document *d, const struct report *r, const struct question *q)
{
    const struct analysis *a = &r->analysis;
    const struct span entries = q->entries, trials = trials_of(a, q->entries);
    int rows = 0, measured = 0, pass_count = 0;
    for_each_pass(p, a, q) pass_count++;
    for (int i = trials.first; i < trials.last; i++) {
        rows += a->members[i]->state != TRIAL_MISSING;
        measured += a->members[i]->state == TRIAL_OK;
    }
    doc_paragraph(
        d,
        "Run: %d cells (%d arms or settings, %d shape%s, %d pass%s), %d rows, %d measured. "
        "The same in all: %s.",
        entries.last - entries.first, q->rows, q->columns, q->columns == 1 ? "" : "s", pass_count,
        pass_count == 1 ? "" : "es", rows, measured, constants_of(d, a, q));
    const char *source = first_text(r, q, "input_source");
    if (*source) doc_paragraph(d, "Input: %s.", source);
}

/* ---- the answer in words ---- */

/* "n = 6, exact 96.9 % interval" */
static const char *support(struct document *d, int n, struct interval interval, double wanted,
                           bool exact)
{
    if (n == 1) return "n = 1: no interval";
    return doc_text(d, "n = %d, %s %.1f %% interval%s", n, exact ? "exact" : "approximate",
                    100 * interval.level,
                    interval.enough ? "" : doc_text(d, "; too few for %.0f %%", 100 * wanted));
}

static void say_ratio(struct document *d, const struct analysis *a, const struct effect *e)
{
    const struct estimate *g = &e->gain;
    const struct entry *own = &a->entries[e->entry], *other = &a->entries[e->reference];
    doc_item(d, "%s takes %s times %s (%s): %s", own->label, time_gain_text(d, g),
             own->condition == other->condition ? other->label : name_of(d, a, e->reference),
             support(d, g->n, g->interval, a->level, g->n <= EXACT_RANKS),
             outcome_names_of_time[e->outcome]);
}

static void say_time(struct document *d, const struct analysis *a, const struct entry *e)
{
    int n = a->candidates[e->first].n;
    const char *range =
        n == 1 ? ""
               : doc_text(d, " [%s, %s]", time_text(d, e->time.low), time_text(d, e->time.high));
    doc_item(d, "%s takes %s%s (%s)", e->label, time_text(d, e->median), range,
             support(d, n, e->time, a->level, true));
}

enum { SPOKEN = 20 }; /* more comparisons than that: the extremes in words, all in the table */

static void answer(struct document *d, const struct report *r, const struct question *q)
{
    const struct analysis *a = &r->analysis;
    for_each_pass(p, a, q)
    {
        const struct condition *c = &a->conditions[p.told];
        doc_heading(d, 3, "Answer: %s", p.words);
        doc_paragraph(d, "%s%s%s%s%s", *c->label ? "At " : "", c->label, *c->label ? ": " : "",
                      outcomes_text(d, &p.n),
                      p.n.compared > SPOKEN ? ". The least and the greatest ratio:" : ".");
        for (int i = c->first; i < c->last; i++) {
            const struct effect *e = entry_effect(a, i, READ_STEPS);
            if (!e || !e->gain.n) {
                if (a->candidates[a->entries[i].first].n) say_time(d, a, &a->entries[i]);
            } else if (p.n.compared <= SPOKEN || e == p.n.least || e == p.n.greatest)
                say_ratio(d, a, e);
        }
    }
}

/* ---- the table: a row for each label, a column for each shape ---- */

static const char *cell_text(struct document *d, const struct report *r, int entry)
{
    const struct analysis *a = &r->analysis;
    const struct effect *e = entry_effect(a, entry, READ_STEPS);
    if (e && e->gain.n)
        return doc_text(d, "%s %s", time_gain_text(d, &e->gain), outcome_names_of_time[e->outcome]);
    if (a->candidates[a->entries[entry].first].n) return time_text(d, a->entries[entry].median);
    return failures_text(d, r, entry);
}

/* Fills a row for the conditions of a pass; false: none of its entries stands in it. */
static bool fill_row(struct document *d, const struct report *r, struct span conditions, int row,
                     const char **cells)
{
    const struct analysis *a = &r->analysis;
    bool any = false;
    for (int c = conditions.first; c < conditions.last; c++) {
        const char **cell = &cells[1 + c - conditions.first];
        *cell = "";
        for (int i = a->conditions[c].first; i < a->conditions[c].last; i++) {
            if (a->entries[i].row != row) continue;
            cells[0] = a->entries[i].label;
            *cell = cell_text(d, r, i);
            any = true;
        }
    }
    return any;
}

static void table_of_pass(struct document *d, const struct report *r, const struct question *q,
                          const struct pass *p)
{
    int columns = 1 + p->conditions.last - p->conditions.first;
    const char **cells = xarray((size_t)columns, sizeof *cells);
    struct text align = {0};
    text_add(&align, "l");
    cells[0] = "";
    for (int c = 1; c < columns; c++) {
        const char *shape = r->analysis.conditions[p->conditions.first + c - 1].label;
        text_add(&align, "t");
        cells[c] = *shape ? shape : "time or ratio";
    }
    doc_heading(d, 3, "Table: %s", p->words);
    doc_add(d, BLOCK_TABLE, doc_keep(d, align.data));
    doc_cells(d, cells, columns);
    for (int row = 0; row < q->rows; row++)
        if (fill_row(d, r, p->conditions, row, cells)) doc_cells(d, cells, columns);
    free(cells);
    doc_paragraph(d,
                  "Baselines: median time of one %s. Others: time ratio to the baseline of the "
                  "same pass with its interval. Everything is in effects.csv.",
                  p->words);
}

static void tables(struct document *d, const struct report *r, const struct question *q)
{
    for_each_pass(p, &r->analysis, q) table_of_pass(d, r, q, &p);
}

/* ---- what this cannot say ---- */

static void say_corrected(struct document *d, const struct analysis *a, const struct question *q)
{
    const struct correction c = correction_of(a, q);
    if (!c.compared) return;
    doc_item(d,
             "%d of %d comparisons differ from 1 by themselves, %d after Holm's correction for "
             "asking %d questions at once. The least p that n = %d can give is %.2g. Both p are "
             "in effects.csv.",
             c.apart, c.compared, c.standing, c.compared, c.rounds, c.least_p);
    if (c.rounds < c.rounds_needed)
        doc_item(d,
                 "At n = %d none can stand: for %d comparisons the correction asks for at least %d "
                 "rounds, whatever the effect.",
                 c.rounds, c.compared, c.rounds_needed);
}

static void say_missing(struct document *d, const struct analysis *a, const struct question *q)
{
    const struct span trials = trials_of(a, q->entries);
    int failed = 0, unstable = 0, few = 0, unpaired = 0;
    for (int i = trials.first; i < trials.last; i++) {
        enum trial_state state = a->members[i]->state;
        failed += state != TRIAL_OK && state != TRIAL_MISSING;
        unstable += a->members[i]->unstable;
    }
    for (int i = q->effects.first; i < q->effects.last; i++) {
        unpaired += a->effects[i].unpaired;
        few += a->effects[i].gain.n && !a->effects[i].gain.interval.enough;
    }
    const char *one = few == 1 ? "ratio has" : "ratios have", *them = few == 1 ? "it" : "them";
    if (few)
        doc_item(d, "%d %s too few rounds for a %.0f %% interval: no verdict is drawn from %s.",
                 few, one, 100 * a->level, them);
    one = failed == 1 ? "row was" : "rows were";
    if (failed) doc_item(d, "%d %s not measured; see Failures.", failed, one);
    one = unpaired == 1 ? "round had no partner and is" : "rounds had no partner and are";
    if (unpaired) doc_item(d, "%d %s in no ratio.", unpaired, one);
    one = unstable == 1 ? "row was" : "rows were";
    if (unstable)
        doc_item(d, "%d %s unstable: measured, but the machine was not quiet.", unstable, one);
}

static void limits(struct document *d, const struct report *r, const struct question *q)
{
    const char *counters = counters_remark(r);
    doc_item(d, "One machine, one layer: nothing about quality.");
    say_corrected(d, &r->analysis, q);
    say_missing(d, &r->analysis, q);
    if (*counters) doc_item(d, "%s", counters);
}

const struct question_parts timed_parts = {what_was_run, answer, tables, limits};
