/* SPDX-License-Identifier: MIT
 * How much compute an arm saves or wastes, at each size and beyond: what a question of quality says
 * of its `scaling`. */
#include "harness/render/answers.h"
#include "harness/render/report.h"

#include <math.h>

#define for_each_fit(f, p)                                                                         \
    for (const struct scaling_fit *f = (p)->a->scaling_fits + (p)->q->scaling.first;               \
         f < (p)->a->scaling_fits + (p)->q->scaling.last; f++)

static const char *cost_words(const struct scaling_fit *f)
{
    return f->cost == CURVE_FLOP ? "FLOP" : "seconds";
}

/* "1.32 [1.10, 1.60]"; without an end "1.32, no bound". */
static const char *scaled_text(const struct page *p, struct scaled s)
{
    if (!isfinite(s.at)) return "";
    const char *at = significant(p->d, 3, s.at);
    if (!isfinite(s.low) || !isfinite(s.high)) return words(p, "%s, no bound", at);
    return words(p, "%s [%s, %s]", at, significant(p->d, 3, s.low), significant(p->d, 3, s.high));
}

/* "MLP, data = trec" */
static const char *fit_name(const struct page *p, const struct scaling_fit *f)
{
    const char *label = p->a->entries[f->entry].label;
    return *f->ladder ? words(p, "%s, %s", label, f->ladder) : label;
}

/* ---- sentences ---- */

/* "it saves" where the interval allows no other; of a size that nobody trained, if it goes on so.
 */
static const char *saving_words(const struct scaling_point *at)
{
    bool foretold = at->entry < 0;
    if (at->multiplier.low > 1) return foretold ? "if the trend goes on, it saves" : "it saves";
    if (at->multiplier.high < 1) return foretold ? "if the trend goes on, it wastes" : "it wastes";
    return "whether it saves is open";
}

/* The largest size of an arm that was trained and counts; NULL: none does. */
static const struct scaling_point *largest_of(const struct page *p, const struct scaling_fit *f)
{
    const struct scaling_point *largest = NULL, *points = p->a->scaling_points;
    for (int i = f->points.first; i < f->points.last; i++)
        if (points[i].entry >= 0 && !points[i].left_out && !isnan(points[i].multiplier.at))
            largest = &points[i];
    return largest;
}

static void say_saving(const struct page *p, const struct scaling_fit *f,
                       const struct scaling_point *at)
{
    if (isnan(at->multiplier.at)) return;
    note(p, "%s with %s parameters%s: for the same loss %s needs %s times its %s: %s",
         fit_name(p, f), count_words(p->d, at->parameters),
         at->entry < 0 ? " (beyond what was measured)" : "", p->a->entries[f->reference].label,
         scaled_text(p, at->multiplier), cost_words(f), saving_words(at));
}

/* Of an arm its largest size and those beyond it. */
static void say_fit(const struct page *p, const struct scaling_fit *f)
{
    const struct scaling_point *largest = largest_of(p, f), *points = p->a->scaling_points;
    if (f->fault)
        note(p, "%s: %s (%d sizes that count, %d seeds; %d and %d are needed), no fit by %s",
             fit_name(p, f), f->fault, f->sizes, f->seeds, LEAST_SIZES, LEAST_SEEDS, cost_words(f));
    if (largest) say_saving(p, f, largest);
    for (int i = f->points.first; i < f->points.last && largest; i++)
        if (points[i].entry < 0) say_saving(p, f, &points[i]);
}

/* "neural score of 1.5 million parameters wastes compute: for its loss softmax of dot products
 * needs 0.17 [0.06, 0.43] times its FLOP". */
static const char *one_saving(const struct page *p, const struct scaling_point *at)
{
    const struct scaling_fit *f = &p->a->scaling_fits[at->fit];
    const char *does = at->multiplier.low > 1    ? "saves compute"
                       : at->multiplier.high < 1 ? "wastes compute"
                                                 : "may save or waste compute";
    return words(p, "%s of %s parameters %s: for its loss %s needs %s times its %s", fit_name(p, f),
                 count_words(p->d, at->parameters), does, p->a->entries[f->reference].label,
                 scaled_text(p, at->multiplier), cost_words(f));
}

/* The arms at their largest sizes: what saves or wastes for sure, and how many do. */
struct savings {
    const struct scaling_point *saves, *wastes, *any; /* the clearest; any: one that is open */
    int save, waste, open;
};

static void take_saving(struct savings *s, const struct scaling_point *at)
{
    bool saves = at->multiplier.low > 1, wastes = at->multiplier.high < 1;
    s->save += saves, s->waste += wastes, s->open += !saves && !wastes;
    if (saves && (!s->saves || at->multiplier.low > s->saves->multiplier.low)) s->saves = at;
    if (wastes && (!s->wastes || at->multiplier.high < s->wastes->multiplier.high)) s->wastes = at;
    if (!saves && !wastes) s->any = at;
}

static const char *savings_words(const struct page *p, const struct savings *s)
{
    if (!s->saves && !s->wastes) return one_saving(p, s->any);
    const char *told = s->saves ? one_saving(p, s->saves) : one_saving(p, s->wastes);
    if (s->saves && s->wastes) told = words(p, "%s; %s", told, one_saving(p, s->wastes));
    if (!s->open) return told;
    return words(p, "%s; of %s it is open", told, things(p, s->open, "other arm", "other arms"));
}

bool scaling_answers(const struct page *p, struct answer *answer)
{
    struct savings s = {0};
    for_each_fit(f, p)
    {
        const struct scaling_point *at = f->cost == CURVE_FLOP ? largest_of(p, f) : NULL;
        if (at) take_saving(&s, at);
    }
    const struct scaling_point *told = s.saves ? s.saves : s.wastes ? s.wastes : s.any;
    const struct effect *effect = told ? entry_effect(p->a, told->entry, READ_STEPS) : NULL;
    if (!effect) return false;
    answer->effect = effect;
    answer->found = savings_words(p, &s);
    const char *word = s.save ? words(p, "%d %s, ", s.save, s.save == 1 ? "saves" : "save") : "";
    if (s.waste) word = words(p, "%s%d %s, ", word, s.waste, s.waste == 1 ? "wastes" : "waste");
    answer->word = words(p, "%s%d open", word, s.open);
    return true;
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
        row(p, fit_name(p, f), cost_words(f), scaled_text(p, f->floor), scaled_text(p, f->scale),
            scaled_text(p, f->exponent), scaled_text(p, f->slope));
}

static void multiplier_table(const struct page *p)
{
    table(p, "ttrrrrt", "arm", "compute", "parameters", "of a training", "loss", "multiplier",
          "remark");
    doc_caption(p->d, "What the baseline needs for an arm's loss over what the arm needs; above 1 "
                      "the arm saves");
    for_each_fit(f, p) for (int i = f->points.first; i < f->points.last; i++)
    {
        const struct scaling_point *at = &p->a->scaling_points[i];
        row(p, fit_name(p, f), cost_words(f),
            isnan(at->parameters) ? "" : count_words(p->d, at->parameters),
            at->entry < 0 ? "" : significant(p->d, 3, at->cost),
            at->entry < 0 ? "" : significant(p->d, 4, at->loss), scaled_text(p, at->multiplier),
            at->entry < 0  ? "beyond what was measured"
            : at->left_out ? "left out of the fits"
                           : "");
    }
}

void scaling_tables(const struct page *p)
{
    bool any = false;
    if (p->q->scaling.first == p->q->scaling.last) return;
    heading(p, 3, "How much compute is saved?");
    for_each_fit(f, p)
    {
        say_fit(p, f);
        any |= !f->fault;
    }
    say_left_out(p);
    if (any) fit_table(p);
    multiplier_table(p);
    say(p,
        "Fitted to the loss on the split that judges by least squares of its logarithm, all arms "
        "at once. The compute multiplier is what the baseline needs, by its fitted law, for the "
        "loss that the arm has, over what the arm needs, in declared FLOP and in measured "
        "seconds of training. An E of 0 says that these sizes do not tell how far the loss can "
        "fall. The "
        "trend of the multiplier is a straight line against the logarithm of the "
        "parameters, and where it is carried to nothing was measured. Intervals: bootstrap over "
        "seeds and, of more than three sizes, over sizes.");
}
