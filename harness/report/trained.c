/* SPDX-License-Identifier: MIT
 * What only trained questions have: changes of a metric, factors, interactions, compute saved. */
#define _GNU_SOURCE /* qsort_r */
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

/* "1.5 million parameters, 16.4 million tokens of WikiText-2": the model and its data. */
static void say_size(const struct page *p, const struct effect *e)
{
    const struct standing s = standing_of(p->a, e->reference);
    if (isnan(s.parameters) && isnan(s.tokens)) return;
    say(p, "Scale: %s parameters, %s tokens of %s.", count_text(p, s.parameters),
        count_text(p, s.tokens), data_words(p, e->entry));
}

/* "; claim of arXiv 2310.11398: opposite direction". */
static const char *word_of(const struct page *p, const struct answer *a)
{
    const char *paper = paper_of(p, a->judged);
    if (!a->effect || a->of_all) return "";
    if (a->judged && a->judged->claim->published)
        return words(p, "; claim%s%s: %s", *paper ? " of " : "", paper, a->word);
    bool said = a->effect->outcome == OUTCOME_BETTER || a->effect->outcome == OUTCOME_WORSE;
    return said ? "" : words(p, ": %s", a->word);
}

void trained_answer(const struct page *p)
{
    const struct answer a = answer_of(p);
    const struct counts n = counts_of(p, p->q->conditions);
    const char *found = capital(p, a.found);
    if (*a.why) {
        say(p, "**Not judged: %s.**", a.why);
        say(p, "Measured: %s.", found);
    } else {
        say(p, "**%s%s.**", found, word_of(p, &a));
    }
    if (n.all > 1 && !a.of_all && n.of[OUTCOME_NOT_JUDGED] < n.all)
        say(p, "Of %d comparisons of proposals: %s.", n.all, counts_text(p, n.of, outcome_names));
    if (a.effect) say_size(p, a.effect);
}

/* ---- the table ---- */

static const char *value_text(const struct page *p, int entry)
{
    const struct candidate *k = entry_winner(p->a, entry);
    if (!k || !k->n) return k && k->diverged ? entry_lost_word(p->a, entry) : "not measured";
    const char *four = words(p, "%#.4g", k->mean); /* 1.640 under 1.636 */
    size_t length = strlen(four);
    return words(p, "%.*s", (int)(length - (four[length - 1] == '.')), four);
}

static bool holds_seeds_alone(const struct page *p, const struct effect *e)
{
    return p->q->metric->records && e->gain.n > 1 && isnan(e->records_variance);
}

/* Where some intervals hold the sample of records, those that do not are marked. */
static bool seeds_alone(const struct page *p, const struct effect *e)
{
    bool all = true;
    for_each_effect(other, p) all &= other->gain.n < 2 || holds_seeds_alone(p, other);
    return !all && holds_seeds_alone(p, e);
}

static const char *change_cell(const struct page *p, const struct effect *e)
{
    const char *gain = gain_text(p, p->q->metric, &e->gain);
    return words(p, "%s%s", *gain ? gain : no_gain_words(p, e),
                 seeds_alone(p, e) ? " (seeds and tuning only)" : "");
}

static void baseline_row(const struct page *p, int entry)
{
    double flops = winner_measured(p->a, entry, FLOP_PER_TOKEN),
           size = winner_measured(p->a, entry, PARAMETERS),
           rate = winner_measured(p->a, entry, TOKENS_PER_S);
    row(p, "%s | %s | %s | %s | %s | %s | %s", label_of(p, entry), value_text(p, entry),
        p->a->entries[entry].reference == entry ? "baseline" : "",
        isnan(rate) ? "" : words(p, "%.0f tokens/s", rate),
        isnan(flops) ? "" : count_text(p, flops),
        bytes_text(p, winner_measured(p->a, entry, PEAK_RSS_BYTES)),
        isnan(size) ? "" : count_text(p, size));
}

static void main_row(const struct page *p, int entry)
{
    const struct effect *e = entry_effect(p->a, entry, COMPARE_STEPS);
    if (!e) {
        baseline_row(p, entry);
        return;
    }
    const struct cost *c = &e->cost;
    const char *control = is_proposal(p->a, e)                    ? ""
                          : p->a->entries[entry].negative_control ? " (negative control)"
                                                                  : " (control)";
    row(p, "%s%s | %s | %s | %s%s | %s | %s | %s", label_of(p, entry), control, change_cell(p, e),
        verdict_text(p, e), ratio_text(p, exp(c->log_time.centre)),
        c->by_formula ? " (by formula)" : "", ratio_text(p, c->flops), ratio_text(p, c->memory),
        ratio_text(p, c->parameters));
}

/* Against the control of the same size; what is not judged is in effects.csv alone. */
static void control_row(const struct page *p, int entry)
{
    const struct effect *e = entry_effect(p->a, entry, COMPARE_PARAMETERS);
    if (e && !e->failed_check)
        row(p, "%s, against %s of its size | %s | %s | | | |", label_of(p, e->entry),
            label_of(p, e->reference), change_cell(p, e), verdict_text(p, e));
}

/* In a condition: its baseline, proposals, controls, what was not measured. */
static int rank_of(const struct analysis *a, const struct effect *e)
{
    return !e ? 0 : !e->gain.n ? 3 : is_proposal(a, e) ? 1 : 2;
}

/* Arms from the best to the worst, behind their baseline. */
static int by_gain(const void *x, const void *y, void *analysis)
{
    const struct analysis *a = analysis;
    int i = *(const int *)x, j = *(const int *)y;
    const struct effect *e = entry_effect(a, i, COMPARE_STEPS),
                        *f = entry_effect(a, j, COMPARE_STEPS);
    int condition = a->entries[i].condition - a->entries[j].condition;
    if (condition) return condition;
    if (rank_of(a, e) != rank_of(a, f)) return rank_of(a, e) - rank_of(a, f);
    if (e && e->gain.n && e->gain.centre > f->gain.centre) return -1;
    if (e && e->gain.n && e->gain.centre < f->gain.centre) return 1;
    return i - j;
}

static void condition_table(const struct page *p, const int *order, int count)
{
    md_table(p->w, words(p, "arm | change in %s | verdict | time | FLOPs | memory | parameters",
                         plain(p, metric_said(p->q->metric))));
    for (int i = 0; i < count; i++) main_row(p, order[i]);
    for (int i = 0; i < count; i++) control_row(p, order[i]);
}

/* One table, or one per condition. */
static void main_table(const struct page *p)
{
    int count = p->q->entries.last - p->q->entries.first;
    int *order = xarray((size_t)count, sizeof *order);
    for (int i = 0; i < count; i++) order[i] = p->q->entries.first + i;
    qsort_r(order, (size_t)count, sizeof *order, by_gain, (void *)p->a);
    for (int first = 0, last; first < count; first = last) {
        int condition = p->a->entries[order[first]].condition;
        const char *label = p->a->conditions[condition].label;
        for (last = first; last < count; last++)
            if (p->a->entries[order[last]].condition != condition) break;
        if (*label) say(p, "**%s**", plain(p, label));
        condition_table(p, order + first, last - first);
    }
    free(order);
    say(p,
        "Change against the baseline at equal steps%s; + is better; brackets: %g %% intervals or "
        "wider. Costs are ratios to the baseline: time and FLOPs per token, peak memory.",
        p->q->metric->higher_is_better ? "" : ", as a share of its value", 100 * p->a->level);
}

static void factor_table(const struct page *p)
{
    const struct question *q = p->q;
    if (q->factors.first == q->factors.last && !q->factor_fault) return;
    heading(p, p->level + 1, "Factors");
    if (q->factor_fault) say(p, "Not formed: %s.", plain(p, q->factor_fault));
    if (q->factors.first == q->factors.last) return;
    md_table(p->w, "change | kind | effect | p, uncorrected");
    for (int i = q->factors.first; i < q->factors.last; i++) {
        const struct factor_effect *f = &p->a->factors[i];
        const char *shape = p->a->conditions[f->condition].label;
        row(p, "%s%s%s%s | %s | %s | %s", plain(p, f->said), *shape ? " (" : "", plain(p, shape),
            *shape ? ")" : "", f->order == 1 ? "mean over the others" : "interaction",
            f->gain.n ? gain_text(p, q->metric, &f->gain) : "a combination is missing",
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
        heading(p, p->level + 1, "Does the %s change the effect?",
                plain(p, keep(p->w, axes_label(&p->a->run->axes, axis))));
        for (int i = p->q->interactions.first; i < p->q->interactions.last; i++) {
            const struct interaction *x = &p->a->interactions[i];
            if (x->axis != axis) continue;
            if (!begun)
                md_table(p->w, "arm | from, to | change of its effect | verdict | effect there");
            begun = true;
            const struct effect *here = &p->a->effects[x->effect];
            row(p, "%s | %s, %s | %s | %s | %s", name_of(p, here->entry), level_words(p, x, true),
                level_words(p, x, false),
                x->gain.n ? gain_text(p, p->q->metric, &x->gain) : "not measured",
                change_names[x->outcome], verdict_text(p, here));
        }
        if (!begun) say(p, "Not formed: no arm has an effect at two levels of it in this run.");
    }
}

/* ---- scaling ---- */

static const char *multiplier_text(const struct page *p, const struct estimate *e)
{
    if (isnan(e->centre)) return "";
    return words(p, "%.3g [%.3g, %.3g]", exp(e->centre), exp(e->interval.low),
                 exp(e->interval.high));
}

/* Of a fit at the size that is a condition. */
static const char *size_cell(const struct page *p, const struct scaling_fit *f, int condition)
{
    for (int i = f->points.first; i < f->points.last; i++) {
        const struct scaling_point *at = &p->a->scaling_points[i];
        if (p->a->entries[at->entry].condition == condition)
            return at->left_out ? "left out" : multiplier_text(p, &at->multiplier);
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
    heading(p, p->level + 1, "How much compute is saved?");
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
    say(p, "FLOPs that the baseline needs for the arm's loss, by its fitted law, over the arm's; "
           "above 1 the arm saves. Sizes are left out where a validity check failed; one test per "
           "arm, over all sizes. The laws: scaling_fits.csv.");
}

void trained_tables(const struct page *p)
{
    main_table(p);
    factor_table(p);
    interaction_table(p);
    scaling_table(p);
}
