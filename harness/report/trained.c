/* SPDX-License-Identifier: MIT
 * Writes answers and tables of trained questions: changes of the metric, factor effects,
 * interactions, and compute multipliers. */
#define _GNU_SOURCE /* for qsort_r() */
#include "harness/analysis/scaling.h"
#include "harness/report/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- answer ---- */

static const char *data_words(const struct page *p, int entry)
{
    char *data = entry_data(p->a, entry), *said = axes_data_label(&p->a->run->axes, data);
    free(data);
    return plain(p, keep(p->w, said));
}

/* Prints the size of the model and of its training data. */
static void say_size(const struct page *p, const struct effect *e)
{
    const struct standing s = standing_of(p->a, e->reference);
    if (isnan(s.parameters) && isnan(s.tokens)) return;
    say(p, "Scale: %s parameters, %s tokens of %s.", count_text(p, s.parameters),
        count_text(p, s.tokens), data_words(p, e->entry));
}

/* Returns a sentence about the verdict on a claim, such as ". Verdict on the claim of arXiv
 * 2310.11398: opposite direction". */
static const char *word_of(const struct page *p, const struct answer *a)
{
    const char *paper = paper_of(p, a->judged);
    if (!a->effect || a->of_all) return "";
    if (a->judged && a->judged->claim->published)
        return words(p, ". Verdict on the claim%s%s: %s", *paper ? " of " : "", paper, a->word);
    bool said = a->effect->outcome == OUTCOME_BETTER || a->effect->outcome == OUTCOME_WORSE;
    return said ? "" : words(p, " (%s)", a->word);
}

void trained_answer(const struct page *p)
{
    const struct answer a = answer_of(p);
    const struct counts n = counts_of(p, p->q->conditions);
    if (*a.why) {
        say(p, "**Not judged: %s.**", a.why);
        say(p, "Measured: %s.", a.found);
    } else {
        say(p, "**%s%s.**", capital(p, a.found), word_of(p, &a));
    }
    if (n.all > 1 && n.least && !a.of_all && n.of[OUTCOME_NOT_JUDGED] < n.all)
        say(p, "%d comparisons of proposals: %s.", n.all, counts_text(p, n.of, outcome_names));
    if (a.effect) say_size(p, a.effect);
}

/* ---- the table ---- */

static const char *value_text(const struct page *p, int entry)
{
    const struct candidate *k = entry_winner(p->a, entry);
    if (!k || !k->n) return k && k->diverged ? entry_lost_word(p->a, entry) : "not measured";
    const char *four =
        words(p, "%#.4g", k->mean); /* four significant digits, keeping trailing zeros */
    size_t length = strlen(four);
    return words(p, "%.*s", (int)(length - (four[length - 1] == '.')), four);
}

static const char *change_cell(const struct page *p, const struct effect *e)
{
    const char *gain = gain_text(p, p->q->metric, &e->gain);
    return *gain ? gain : no_gain_words(p, e);
}

/* Returns the metric of a baseline. For other arms, returns the change of the metric. */
static const char *result_cell(const struct page *p, int entry)
{
    const struct effect *e = entry < 0 ? NULL : entry_effect(p->a, entry, COMPARE_STEPS);
    return entry < 0 ? "" : e ? change_cell(p, e) : value_text(p, entry);
}

static const char *arm_cell(const struct page *p, int entry)
{
    const struct effect *e = entry_effect(p->a, entry, COMPARE_STEPS);
    const char *control = !e || is_proposal(p->a, e)              ? ""
                          : p->a->entries[entry].negative_control ? " (negative control)"
                                                                  : " (control)";
    return words(p, "%s%s", label_of(p, entry), control);
}

/* Returns the sort rank of a row: baseline, proposals, controls, then arms without a result. */
static int rank_of(const struct analysis *a, const struct effect *e)
{
    return !e ? 0 : !e->gain.n ? 3 : is_proposal(a, e) ? 1 : 2;
}

/* Sorts arms from best to worst, after their baseline. */
static int by_gain(const void *x, const void *y, void *analysis)
{
    const struct analysis *a = analysis;
    int i = *(const int *)x, j = *(const int *)y;
    const struct effect *e = entry_effect(a, i, COMPARE_STEPS),
                        *f = entry_effect(a, j, COMPARE_STEPS);
    if (rank_of(a, e) != rank_of(a, f)) return rank_of(a, e) - rank_of(a, f);
    if (e && e->gain.n && e->gain.centre > f->gain.centre) return -1;
    if (e && e->gain.n && e->gain.centre < f->gain.centre) return 1;
    return i - j;
}

/* Writes one row per arm and one column per condition. The order of an arm depends on the last
 * condition in which it occurs. */
static void change_rows(const struct page *p)
{
    const struct span c = p->q->conditions;
    bool one = c.last - c.first == 1;
    int *entries = xarray((size_t)p->q->rows + 1, sizeof *entries), count = 0;
    for (int label = 0; label < p->q->rows; label++) {
        int entry = -1;
        for (int i = c.last - 1; i >= c.first && entry < 0; i--) entry = entry_at(p, i, label);
        if (entry >= 0) entries[count++] = entry;
    }
    qsort_r(entries, (size_t)count, sizeof *entries, by_gain, (void *)p->a);
    for (int k = 0; k < count; k++) {
        struct text cells = {0};
        for (int i = c.first; i < c.last; i++) {
            int entry = entry_at(p, i, p->a->entries[entries[k]].row);
            const struct effect *e = entry < 0 ? NULL : entry_effect(p->a, entry, COMPARE_STEPS);
            const char *mark = e && !one ? outcome_mark(e->outcome, e->gain.centre) : "";
            text_add(&cells, " | %s%s%s", mark, *mark ? " " : "", result_cell(p, entry));
            if (one)
                text_add(&cells, " | %s",
                         e                                         ? verdict_text(p, e)
                         : p->a->entries[entry].reference == entry ? "baseline"
                                                                   : "");
        }
        row(p, "%s%s | %s", arm_cell(p, entries[k]), cells.data, cost_cells(p, entries[k]));
        text_free(&cells);
    }
    free(entries);
}

static void main_table(const struct page *p)
{
    const struct span c = p->q->conditions;
    const char *metric = plain(p, metric_said(p->q->metric));
    struct text heads = {0};
    if (c.last - c.first == 1)
        text_add(&heads, "arm | change in %s | verdict", metric);
    else
        text_add(&heads, "arm (change in %s)", metric);
    for (int i = c.first; i < c.last && c.last - c.first > 1; i++)
        text_add(&heads, " | %s", plain(p, p->a->conditions[i].label));
    text_add(&heads, " | %s", cost_heads(p));
    md_table(p->w, heads.data);
    text_free(&heads);
    change_rows(p);
    say(p,
        "The table shows the %s from the baseline at equal steps. Positive values are better. "
        "Brackets are confidence intervals of at least %g %%. FLOPs per token, peak memory and "
        "parameters are ratios to the baseline.%s%s",
        p->q->metric->higher_is_better ? "change" : "relative change", 100 * p->a->level,
        c.last - c.first > 1 ? " " : "", c.last - c.first > 1 ? marks_legend : "");
}

/* Writes the table that compares arms with controls of the same size. Results that are not judged
 * are omitted; effects.csv has them. */
static void control_table(const struct page *p)
{
    bool begun = false;
    for (int i = p->q->entries.first; i < p->q->entries.last; i++) {
        const struct effect *e = entry_effect(p->a, i, COMPARE_PARAMETERS);
        if (!e || e->failed_check) continue;
        if (!begun) md_table(p->w, "arm, at equal parameters | control | change | verdict");
        begun = true;
        row(p, "%s | %s | %s | %s", name_of(p, i), label_of(p, e->reference), change_cell(p, e),
            verdict_text(p, e));
    }
}

static void factor_table(const struct page *p)
{
    const struct question *q = p->q;
    if (!q->spec->factorial_count) return;
    heading(p, 2, "Factors");
    if (q->factors.first == q->factors.last)
        say(p, "Not computed: no two arms of this run differ in only one of these axes.");
    else
        md_table(p->w, "change | kind | effect | p, uncorrected");
    for (int i = q->factors.first; i < q->factors.last; i++) {
        const struct factor_effect *f = &p->a->factors[i];
        const char *shape = p->a->conditions[f->condition].label;
        row(p, "%s%s%s%s | %s | %s | %s", plain(p, f->text), *shape ? " (" : "", plain(p, shape),
            *shape ? ")" : "", f->order == 1 ? "main effect" : "interaction",
            f->gain.n ? gain_text(p, q->metric, &f->gain) : "not measured",
            isnan(f->gain.p) ? "" : words(p, "%.2g", f->gain.p));
    }
}

/* ---- interactions ---- */

static const char *level_words(const struct page *p, const struct interaction *x, bool first)
{
    const struct effect *e = &p->a->effects[first ? x->first : x->effect];
    const struct candidate *c = &p->a->candidates[p->a->entries[e->entry].first];
    char *const *values = p->a->members[c->first]->cell->values;
    return plain(p, keep(p->w, axes_value_label(&p->a->run->axes, x->axis, values,
                                                interaction_value(p->a, x, first))));
}

static void interaction_table(const struct page *p)
{
    for (int k = 0; k < p->q->spec->interaction_count; k++) {
        int axis = p->q->spec->interactions[k].axis;
        bool begun = false;
        heading(p, 2, "Does the %s change the effect?",
                plain(p, keep(p->w, axes_label(&p->a->run->axes, axis))));
        for (int i = p->q->interactions.first; i < p->q->interactions.last; i++) {
            const struct interaction *x = &p->a->interactions[i];
            if (x->axis != axis) continue;
            if (!begun)
                md_table(
                    p->w,
                    "arm | from, to | change of the gain | verdict | verdict at the second level");
            begun = true;
            const struct effect *here = &p->a->effects[x->effect];
            row(p, "%s | %s, %s | %s | %s | %s", name_of(p, here->entry), level_words(p, x, true),
                level_words(p, x, false),
                x->gain.n ? gain_text(p, p->q->metric, &x->gain) : "not measured",
                change_names[x->outcome], verdict_text(p, here));
        }
        if (!begun)
            say(p, "Not computed: in this run, no arm has effects at two levels of the axis.");
    }
}

/* ---- scaling ---- */

static const char *multiplier_text(const struct page *p, const struct estimate *e)
{
    if (isnan(e->centre)) return "";
    return words(p, "%.3g [%.3g, %.3g]", exp(e->centre), exp(e->interval.low),
                 exp(e->interval.high));
}

/* Returns the compute multiplier for the model size of a condition. */
static const char *size_cell(const struct page *p, const struct scaling_fit *f, int condition)
{
    for (int i = f->points.first; i < f->points.last; i++) {
        const struct scaling_point *at = &p->a->scaling_points[i];
        if (p->a->entries[at->entry].condition == condition)
            return at->left_out ? "excluded" : multiplier_text(p, &at->multiplier);
    }
    return "";
}

static void scaling_row(const struct page *p, const struct scaling_fit *f)
{
    struct text cells = {0};
    for (int c = p->q->conditions.first; c < p->q->conditions.last; c++)
        text_add(&cells, "%s | ", size_cell(p, f, c));
    row(p, "%s%s%s | %s%s | %s", label_of(p, f->entry), *f->ladder ? ", " : "", plain(p, f->ladder),
        cells.data, f->fault ? f->fault : multiplier_text(p, &f->pooled), saving_names[f->outcome]);
    text_free(&cells);
}

static void scaling_table(const struct page *p)
{
    struct text heads = {0};
    if (p->q->scaling.first == p->q->scaling.last) return;
    heading(p, 2, "How much compute is saved?");
    text_add(&heads, "arm");
    for (int c = p->q->conditions.first; c < p->q->conditions.last; c++)
        text_add(&heads, " | %s", plain(p, p->a->conditions[c].label));
    text_add(&heads, " | all sizes | verdict");
    md_table(p->w, heads.data);
    text_free(&heads);
    for (int k = p->q->scaling.first; k < p->q->scaling.last; k++) {
        const struct scaling_fit *f = &p->a->scaling_fits[k];
        if (f->entry != f->reference) scaling_row(p, f);
    }
    say(p,
        "A compute multiplier is a ratio: the FLOPs that the baseline needs for the arm's loss, "
        "divided by the arm's FLOPs. The fitted law predicts the FLOPs of the baseline. If the "
        "ratio is above 1, the arm saves compute. Sizes with a failed validity check are excluded. "
        "Each arm gets one test over all sizes. The fitted laws are in scaling_fits.csv.");
}

void trained_tables(const struct page *p)
{
    main_table(p);
    control_table(p);
    factor_table(p);
    interaction_table(p);
    scaling_table(p);
}
