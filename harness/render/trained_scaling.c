/* SPDX-License-Identifier: MIT
 * How much compute an arm saves or wastes, at each size and beyond: what a question of quality says
 * of its `scaling`. */
#include "harness/render/answers.h"
#include "harness/analysis/scaling/savings.h"
#include "harness/render/report.h"

#include <math.h>
#include <string.h>

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

/* Of an arm's largest size what is said among these, of others what is said among all sizes. */
static const struct saving *said_of(const struct page *p, const struct scaling_point *at)
{
    return at == largest_size(p->a, &p->a->scaling_fits[at->fit]) ? &at->last : &at->each;
}

/* "saves compute", "may waste compute (suggestive)" */
static const char *does_words(struct scaled multiplier, enum outcome outcome)
{
    if (outcome == OUTCOME_BETTER) return "saves compute";
    if (outcome == OUTCOME_WORSE) return "wastes compute";
    if (outcome == OUTCOME_NOT_ASSESSABLE) return "may not be judged (not assessable)";
    if (outcome != OUTCOME_SUGGESTIVE) return "may save or waste compute";
    return multiplier.at > 1 ? "may save compute (suggestive)" : "may waste compute (suggestive)";
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
                 does_words(at->multiplier, outcome));
}

static void say_saving(const struct page *p, const struct scaling_fit *f,
                       const struct scaling_point *at)
{
    if (isnan(at->multiplier.at)) return;
    note(p, "%s with %s parameters%s: for the same loss %s needs %s times its %s: %s",
         fit_name(p, f), count_words(p->d, at->parameters),
         at->entry < 0 ? " (beyond what was measured)" : "", p->a->entries[f->reference].label,
         scaled_text(p, at->multiplier), cost_words(f), saving_words(p, at));
}

/* Nobody can use more of a guess. */
enum { WIDEST_TOLD = 100 };

/* Whether an interval beyond what was measured is so wide that it says nothing. */
static bool says_nothing(const struct scaling_point *at)
{
    return !(at->multiplier.high < WIDEST_TOLD * at->multiplier.low);
}

/* Of an arm its largest size and those beyond it; how many of those are left to the table. */
static int say_fit(const struct page *p, const struct scaling_fit *f)
{
    int untold = 0;
    const struct scaling_point *largest = largest_size(p->a, f), *points = p->a->scaling_points;
    if (f->fault)
        note(p, "%s: %s (%s, %s; %d and %d are needed), no fit by %s", fit_name(p, f), f->fault,
             things(p, f->sizes, "size that counts", "sizes that count"),
             things(p, f->seeds, "seed", "seeds"), LEAST_SIZES, LEAST_SEEDS, cost_words(f));
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

/* "neural score of 1.5 million parameters wastes compute: for its loss softmax of dot products
 * needs 0.17 [0.06, 0.43] times its FLOP". */
static const char *one_saving(const struct page *p, const struct scaling_point *at)
{
    const struct scaling_fit *f = &p->a->scaling_fits[at->fit];
    return words(p, "%s of %s parameters %s: for its loss %s needs %s times its %s", fit_name(p, f),
                 count_words(p->d, at->parameters), does_words(at->multiplier, at->last.outcome),
                 p->a->entries[f->reference].label, scaled_text(p, at->multiplier), cost_words(f));
}

/* The arms at their largest sizes: the clearest of each kind, and how many there are. */
enum kind { SAVES, WASTES, SUGGESTIVE, OPEN, UNSAID, KINDS };
struct savings {
    const struct scaling_point *clearest[KINDS];
    int count[KINDS];
};

static enum kind kind_of(enum outcome o)
{
    return o == OUTCOME_BETTER           ? SAVES
           : o == OUTCOME_WORSE          ? WASTES
           : o == OUTCOME_SUGGESTIVE     ? SUGGESTIVE
           : o == OUTCOME_NOT_ASSESSABLE ? UNSAID
                                         : OPEN;
}

/* Whether some arm names this one as its control: what that shows is read beside the other. */
static bool is_control(const struct page *p, const struct scaling_point *at)
{
    const struct entry *e = &p->a->entries[at->entry];
    const struct spec *s = p->q->spec;
    for (int i = 0; i < s->control_count; i++)
        if (!strcmp(s->controls[i].control, s->arms[e->arm].name)) return true;
    return false;
}

/* What is proposed before what is run beside it; then the one less likely by chance. */
static bool is_clearer(const struct page *p, const struct scaling_point *at,
                       const struct scaling_point *than)
{
    bool control = is_control(p, at), other = is_control(p, than);
    return control != other ? other : at->multiplier.p < than->multiplier.p;
}

static void take_saving(const struct page *p, struct savings *s, const struct scaling_point *at)
{
    enum kind kind = kind_of(at->last.outcome);
    const struct scaling_point **clearest = &s->clearest[kind];
    s->count[kind]++;
    if (!*clearest || is_clearer(p, at, *clearest)) *clearest = at;
}

/* "of the others 1 is suggestive, 1 open, and of 2 nothing can be said"; "". */
static const char *others_words(const struct page *p, const int left[KINDS])
{
    static const char *const names[KINDS] = {[SUGGESTIVE] = "suggestive", [OPEN] = "open"};
    const char *told = "";
    for (int k = SUGGESTIVE; k <= OPEN; k++)
        if (left[k]) {
            const char *are = *told ? "" : left[k] == 1 ? "is " : "are ";
            told = words(p, "%s%s%d %s%s", told, *told ? ", " : "", left[k], are, names[k]);
        }
    if (left[UNSAID])
        told = words(p, "%s%sof %d nothing can be said", told, *told ? ", and " : "", left[UNSAID]);
    return *told ? words(p, "; of the others %s", told) : "";
}

/* What saves and what wastes, else the clearest of the rest; and how many others there are of which
 * neither can be said. */
static const char *savings_words(const struct page *p, const struct savings *s)
{
    const char *told = "";
    int left[KINDS];
    memcpy(left, s->count, sizeof left);
    for (int k = SAVES; k <= WASTES; k++)
        if (s->clearest[k])
            told = words(p, "%s%s%s", told, *told ? "; " : "", one_saving(p, s->clearest[k]));
    if (!*told) {
        enum kind kind = left[SUGGESTIVE] ? SUGGESTIVE : left[OPEN] ? OPEN : UNSAID;
        told = one_saving(p, s->clearest[kind]);
        left[kind]--;
    }
    return words(p, "%s%s", told, others_words(p, left));
}

/* "1 saves, 2 suggestive, 1 open" */
static const char *counts_words(const struct page *p, const struct savings *s)
{
    static const char *const names[KINDS][2] = {{"saves", "save"},
                                                {"wastes", "waste"},
                                                {"suggestive", "suggestive"},
                                                {"open", "open"},
                                                {"not assessable", "not assessable"}};
    const char *word = "";
    for (int k = 0; k < KINDS; k++)
        if (s->count[k])
            word = words(p, "%s%s%d %s", word, *word ? ", " : "", s->count[k],
                         names[k][s->count[k] != 1]);
    return word;
}

bool scaling_answers(const struct page *p, struct answer *answer)
{
    struct savings s = {0};
    for_each_fit(f, p)
    {
        const struct scaling_point *at = f->cost == CURVE_FLOP ? largest_size(p->a, f) : NULL;
        if (at) take_saving(p, &s, at);
    }
    const struct scaling_point *told = NULL;
    for (int k = KINDS - 1; k >= 0; k--)
        if (s.clearest[k]) told = s.clearest[k];
    const struct effect *effect = told ? entry_effect(p->a, told->entry, READ_STEPS) : NULL;
    if (!effect) return false;
    answer->effect = effect;
    answer->found = savings_words(p, &s);
    answer->word = counts_words(p, &s);
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
        row(p, fit_name(p, f), cost_words(f),
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
        p->q->spec->tune_race ? ", with what other tuning seeds might have chosen" : "");
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
             things(p, untold, "interval is", "intervals are"), WIDEST_TOLD);
    say_left_out(p);
    if (any) fit_table(p);
    multiplier_table(p);
    say_how(p);
}
