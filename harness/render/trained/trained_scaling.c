/* SPDX-License-Identifier: MIT
 * How much compute an arm saves or wastes, at each size and beyond: what the page of a question
 * says of its `scaling`. */
#include "harness/render/answers.h"
#include "harness/render/trained/scaling_words.h"

#include <math.h>

/* ---- sentences ---- */

/* Of an arm's largest size what is said among these, of others what is said among all sizes. */
static const struct saving *said_of(const struct page *p, const struct scaling_point *at)
{
    return at == largest_size(p->a, &p->a->scaling_fits[at->fit]) ? &at->last : &at->each;
}

/* "it saves", of a size that nobody trained, if it goes on so; "whether it saves is open". */
static const char *saving_words(const struct page *p, const struct scaling_point *at)
{
    enum outcome outcome = said_of(p, at)->outcome;
    const char *shut = saving_shut(p->a, at);
    if (shut) return words(p, "not assessable, since %s", shut);
    bool said = outcome == OUTCOME_BETTER || outcome == OUTCOME_WORSE;
    if (!said && outcome != OUTCOME_SUGGESTIVE) return "whether it saves is open";
    return words(p, "%sit %s", at->entry < 0 ? "if the trend goes on, " : "",
                 scaling_does_words(at->multiplier, outcome));
}

static void say_saving(const struct page *p, const struct scaling_fit *f,
                       const struct scaling_point *at)
{
    if (isnan(at->multiplier.at)) return;
    note(p, "%s with %s parameters%s: for the same loss %s needs %s times its %s: %s",
         scaling_fit_name(p, f), count_words(p->d, at->parameters),
         at->entry < 0 ? " (beyond what was measured)" : "", p->a->entries[f->reference].label,
         scaled_text(p, at->multiplier), scaling_cost_word(f), saving_words(p, at));
}

/* Nobody can use more of a guess. */
static const double widest_told = 100;

/* Whether an interval beyond what was measured is so wide that it says nothing. */
static bool says_nothing(const struct scaling_point *at)
{
    return !(at->multiplier.high < widest_told * at->multiplier.low);
}

/* Of an arm its largest size and those beyond it; how many of those are left to the table. */
static int say_fit(const struct page *p, const struct scaling_fit *f)
{
    int untold = 0;
    const struct scaling_point *largest = largest_size(p->a, f), *points = p->a->scaling_points;
    if (f->fault)
        note(p, "%s: %s (%s, %s; %d and %d are needed), no fit by %s", scaling_fit_name(p, f),
             f->fault, things(p, f->sizes, "size that counts", "sizes that count"),
             things(p, f->seeds, "seed", "seeds"), LEAST_SIZES, LEAST_SEEDS, scaling_cost_word(f));
    if (largest) say_saving(p, f, largest);
    for (int i = f->points.first; i < f->points.last && largest; i++)
        if (points[i].entry >= 0 || isnan(points[i].multiplier.at))
            continue;
        else if (says_nothing(&points[i]))
            untold++;
        else
            say_saving(p, f, &points[i]);
    return untold;
}

/* Each size that is left out, once. */
static void say_left_out(const struct page *p)
{
    const struct scaling_fit *first = p->a->scaling_fits + p->q->scaling.first;
    for_each_fit(f, p)
    {
        if (f->cost != first->cost || f->entry != f->reference) continue;
        for (int i = f->points.first; i < f->points.last; i++) {
            const struct scaling_point *at = &p->a->scaling_points[i];
            if (at->left_out)
                note(p, "Left out of the fits: %s, since %s", name_of(p, at->entry), at->left_out);
        }
    }
}

/* ---- tables ---- */

static void fit_table(const struct page *p)
{
    table(p, "ttrrrr", "arm", "compute", "E", "A", "alpha", "ten times the parameters");
    doc_caption(p->d,
                "loss = E + A / compute^alpha, E being the same for all arms; at the right the "
                "factor of the compute multiplier");
    for_each_fit(f, p) if (!f->fault)
        row(p, scaling_fit_name(p, f), scaling_cost_word(f), scaled_text(p, f->floor),
            scaled_text(p, f->scale), scaled_text(p, f->exponent), scaled_text(p, f->slope));
}

static const char *remark_of(const struct scaling_point *at)
{
    return at->entry < 0  ? "beyond what was measured"
           : at->left_out ? "left out of the fits"
           : at->each.outcome == OUTCOME_NOT_ASSESSABLE
               ? "its rate or a gate: see the verdicts of loss"
               : "";
}

static void multiplier_table(const struct page *p)
{
    table(p, "ttrrrrtt", "arm", "compute", "parameters", "of a training", "loss", "multiplier",
          "verdict", "remark");
    doc_caption(p->d, "What the baseline needs for an arm's loss over what the arm needs; above 1 "
                      "the arm saves");
    for_each_fit(f, p) for (int i = f->points.first; i < f->points.last; i++)
    {
        const struct scaling_point *at = &p->a->scaling_points[i];
        row(p, scaling_fit_name(p, f), scaling_cost_word(f),
            isnan(at->parameters) ? "" : count_words(p->d, at->parameters),
            at->entry < 0 ? "" : significant(p->d, 3, at->cost),
            at->entry < 0 ? "" : significant(p->d, 4, at->loss), scaled_text(p, at->multiplier),
            saving_names[at->each.outcome], remark_of(at));
    }
}

/* What all of it stands on. */
static void say_how(const struct page *p)
{
    say(p,
        "Fitted to the loss on the split that judges by least squares of its logarithm, all arms "
        "at once. The compute multiplier is what the baseline needs, by its fitted law, for the "
        "loss that the arm has, over what the arm needs, in declared FLOP and in measured "
        "seconds of training. Of a size that was trained it is over what the same comes to for the "
        "baseline of that size, which so has 1: where the law is off for both alike, nothing is "
        "saved. "
        "An E of 0 says that these sizes do not tell how far the loss can fall. The trend of the "
        "multiplier is a straight line against the logarithm of the parameters, and where it is "
        "carried to nothing was measured.");
    say(p,
        "Intervals: bootstrap over seeds and, of more than three sizes, over sizes%s; no bound "
        "where "
        "too many draws have no answer. Saves and wastes: the interval leaves 1 outside, and so "
        "does Holm's "
        "correction: in the list above of an arm's largest size over the arms at their largest "
        "sizes, by one cost; of those beyond, and in the table, over all arms and sizes of one "
        "cost. "
        "Suggestive: the interval alone.",
        p->q->spec->tune_apart ? ", with what other tuning seeds might have chosen" : "");
}

void scaling_tables(const struct page *p)
{
    bool any = false;
    int untold = 0;
    if (p->q->scaling.first == p->q->scaling.last) return;
    heading(p, 3, "How much compute is saved?");
    for_each_fit(f, p)
    {
        untold += say_fit(p, f);
        any |= !f->fault;
    }
    if (untold)
        note(p,
             "Beyond what was measured %s wider than a factor of %d, so that these sizes foretell "
             "nothing there: they stand in the table alone.",
             things(p, untold, "interval is", "intervals are"), (int)widest_told);
    say_left_out(p);
    if (any) fit_table(p);
    multiplier_table(p);
    say_how(p);
}
