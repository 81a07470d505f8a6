/* SPDX-License-Identifier: MIT
 * Tables of a question of quality: arms, readings, costs and factors. */
#define _GNU_SOURCE /* qsort_r */
#include "harness/render/answers.h"
#include "harness/render/report.h"

#include <stdlib.h>
#include <string.h>

static const char *value_mark(const struct entry *e)
{
    return e->at_edge ? " (edge of the sweep)" : "";
}

static void arm_table(const struct page *p)
{
    static const struct candidate none = {.value = ""};
    struct document *d = p->d;
    heading(p, 3, "Table: arms");
    table(p, "ttrrrrrr", "arm", tuned_axis(p), metric_said(p->q->metric), "seeds", "parameters",
          "FLOP/token", "tokens/s", "peak memory");
    for (int i = p->q->entries.first; i < p->q->entries.last; i++) {
        const struct entry *e = &p->a->entries[i];
        const struct candidate *k = e->winner < 0 ? &none : &p->a->candidates[e->winner];
        const char *sd = k->n > 1 ? words(p, ", sd %.4f", k->sd) : "";
        row(p, name_of(p, i), words(p, "%s%s", k->value, value_mark(e)),
            k->n ? words(p, "%.4f%s", k->mean, sd) : "not measured",
            words(p, "%d%s", k->n,
                  k->diverged ? words(p, " (others %s)", entry_lost_word(p->a, i)) : ""),
            number(d, 0, winner_measured(p->a, i, PARAMETERS)),
            number(d, 0, winner_measured(p->a, i, FLOP_PER_TOKEN)),
            words(p, "%s%s", number(d, 0, winner_measured(p->a, i, TOKENS_PER_S)),
                  by_formula_mark(e)),
            bytes_text(d, winner_measured(p->a, i, PEAK_RSS_BYTES)));
    }
}

static void reading_cell(const struct page *p, int entry, enum reading reading)
{
    const struct effect *e = entry_effect(p->a, entry, reading);
    const char *gain = e ? gain_text(p->d, p->q->metric, &e->gain) : "";
    const char *missing = e ? no_gain_words(p, e) : "no control";
    row(p, *gain ? words(p, "%s%s", gain, e ? seeds_alone_mark(p, e) : "") : missing);
    if (!e) return;
    enum tone tone = tone_of(e);
    doc_tone(p->d, tone, e->shut ? e->shut : tone_looks[tone].name);
}

static void effect_tables(const struct page *p)
{
    heading(p, 3, "Table: gain at equal steps and parameters");
    table(p, "ttt", "arm", "equal steps", "equal parameters");
    for_each_effect(e, p)
    {
        row(p, name_of(p, e->entry));
        for (enum reading r = 0; r < READINGS; r++) reading_cell(p, e->entry, r);
    }
    say(p, "Equal steps: as run, against the baseline. Equal parameters: against the control arm "
           "that the specification names, which has as many (the next table has the ratio). Each "
           "reading is corrected for itself.");
    heading(p, 3, "Table: cost as a ratio");
    table(p, "ttrrtr", "arm", "against", "parameters", "FLOP per token", "time per token",
          "peak memory");
    for (int i = p->q->effects.first; i < p->q->effects.last; i++) {
        const struct effect *e = &p->a->effects[i];
        row(p, name_of(p, e->entry), p->a->entries[e->reference].label,
            ratio_text(p->d, e->cost.parameters), ratio_text(p->d, e->cost.flop_per_token),
            time_ratio_text(p->d, &e->cost), ratio_text(p->d, e->cost.memory));
    }
}

static void factor_table(const struct page *p)
{
    const struct question *q = p->q;
    if (q->factors.first == q->factors.last && !q->factor_fault) return;
    heading(p, 3, "Table: main effects and interactions");
    if (q->factor_fault) say(p, "Not formed: %s.", q->factor_fault);
    if (q->factors.first == q->factors.last) return;
    table(p, "tttrr", "change", "effect", "gain", "n", "p");
    for (int i = q->factors.first; i < q->factors.last; i++) {
        const struct factor_effect *f = &p->a->factors[i];
        const char *shape = p->a->conditions[f->condition].label;
        row(p, *shape ? words(p, "%s (%s)", f->said, shape) : f->said,
            f->order == 1 ? "main effect" : "interaction",
            f->gain.n ? gain_text(p->d, q->metric, &f->gain) : "a combination is missing",
            words(p, "%d", f->gain.n), significant(p->d, 4, f->gain.p));
    }
    say(p, "A main effect is the mean gain of the change over all combinations of the other "
           "factors; an interaction is how much more the one change gains where the other has been "
           "made too. p is not corrected here.");
}

/* ---- what everybody reads ---- */

static bool has_controls(const struct page *p)
{
    for (int i = p->q->effects.first; i < p->q->effects.last; i++)
        if (p->a->effects[i].reading == READ_PARAMETERS) return true;
    return false;
}

static const char *value_text(const struct page *p, int entry)
{
    const struct candidate *k = entry_winner(p->a, entry);
    if (!k || !k->n) return k && k->diverged ? entry_lost_word(p->a, entry) : "not measured";
    const char *four = words(p, "%#.4g", k->mean); /* 1.640 under 1.636 */
    size_t length = strlen(four);
    return words(p, "%.*s", (int)(length - (four[length - 1] == '.')), four);
}

static void main_row(const struct page *p, int entry, bool controls)
{
    const struct effect *e = entry_effect(p->a, entry, READ_STEPS);
    const struct candidate *k = entry_winner(p->a, entry);
    row(p, name_of(p, entry), value_text(p, entry));
    if (e)
        reading_cell(p, entry, READ_STEPS);
    else
        row(p, p->a->entries[entry].reference == entry ? "the baseline" : "");
    if (controls && entry_effect(p->a, entry, READ_PARAMETERS))
        reading_cell(p, entry, READ_PARAMETERS);
    else if (controls)
        row(p, "");
    row(p, k ? words(p, "%d", k->n) : "", e ? time_ratio_text(p->d, &e->cost) : "",
        e ? ratio_text(p->d, e->cost.parameters) : "");
}

/* In a condition: its baseline, what was measured, what was not. */
static int rank_of(const struct effect *e) { return !e ? 0 : e->gain.n ? 1 : 2; }

/* Arms from the best to the worst in each condition, behind their baseline. */
static int by_gain(const void *x, const void *y, void *analysis)
{
    const struct analysis *a = analysis;
    int i = *(const int *)x, j = *(const int *)y;
    const struct effect *e = entry_effect(a, i, READ_STEPS), *f = entry_effect(a, j, READ_STEPS);
    int condition = a->entries[i].condition - a->entries[j].condition;
    if (condition) return condition;
    if (rank_of(e) != rank_of(f)) return rank_of(e) - rank_of(f);
    if (rank_of(e) == 1 && e->gain.centre > f->gain.centre) return -1;
    if (rank_of(e) == 1 && e->gain.centre < f->gain.centre) return 1;
    return i - j;
}

/* Whether some arm ended with fewer seeds than what it is compared with: a training was lost or
 * left out. */
static bool seeds_differ(const struct page *p)
{
    for_each_effect(e, p)
    {
        const struct candidate *own = entry_winner(p->a, e->entry),
                               *its = entry_winner(p->a, e->reference);
        if (own && its && own->n && its->n && own->n != its->n) return true;
    }
    return false;
}

/* Which pairs no gain has, though they ended. */
static void say_noughts(const struct page *p)
{
    struct text arms = {0};
    for_each_effect(e, p) if (e->noughts)
        list_add(&arms, ", ",
                 words(p, "%s in %d of %s", name_of(p, e->entry), e->noughts,
                       things(p, e->pairs, "pair", "pairs")));
    if (arms.length)
        say(p,
            "Gains are ratios, and a loss of exactly 0 has none to another. So pairs that ended "
            "with it on either side are in no gain, and no verdict is given on their arms: %s.",
            arms.data);
    text_free(&arms);
}

static void main_table(const struct page *p)
{
    bool controls = has_controls(p);
    int count = p->q->entries.last - p->q->entries.first;
    int *order = xarray((size_t)count, sizeof *order);
    for (int i = 0; i < count; i++) order[i] = p->q->entries.first + i;
    qsort_r(order, (size_t)count, sizeof *order, by_gain, (void *)p->a);
    doc_begin_table(p->d, controls ? "trttrtr" : "trtrtr");
    row(p, "arm", metric_said(p->q->metric), "gain at equal steps");
    if (controls) row(p, "gain at equal parameters");
    row(p, "seeds", "time per token", "parameters");
    doc_caption(p->d, "What each arm gains over its baseline, above 0 being better, with what it "
                      "costs as a ratio to the baseline");
    for (int i = 0; i < count; i++) main_row(p, order[i], controls);
    free(order);
    say(p, "%s", legend_of_tones(p->d));
    if (seeds_differ(p))
        say(p, "Means are over each row's own seeds, gains over the pairs that both sides have, so "
               "that a gain need not be the difference of two means.");
    say_noughts(p);
}

void trained_tables(const struct page *p)
{
    main_table(p);
    factor_table(p);
    interaction_tables(p);
    scaling_tables(p);
}

void trained_statistics(const struct page *p)
{
    arm_table(p);
    effect_tables(p);
}
