/* SPDX-License-Identifier: MIT
 * What the run of a question of quality cannot say. */
#include "harness/render/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int by_size(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* The variance of the choice of a value and of the sample of records stays whatever the seeds. */
static int seeds_needed(const struct page *p, const struct effect *e)
{
    double records = isnan(e->records_variance) ? 0 : e->records_variance;
    return stats_pairs_needed(e->gain.sd, e->tuning_variance + records, p->q->margin,
                              fmax(p->a->level, e->gain.interval.level));
}

/* What more seeds leave as it is. */
static const char *wider_words(const struct page *p)
{
    return p->q->spec->tune_apart
               ? ": by these tuning seeds the choice of a value, with the sample "
                 "of records, leaves "
                 "more open than that"
               : ": the sample of records leaves more open than that";
}

/* needed: in order, of those for which a number of seeds is enough; beyond: the others. */
static const char *needed_words(const struct page *p, const int *needed, int count, int beyond)
{
    const char *margin = "an interval that reaches no farther than the margin";
    int half = count ? needed[(count - 1) / 2] : 0, all = count ? needed[count - 1] : 0;
    if (!beyond)
        return words(p, "If differences scatter as here, %s takes %d seeds%s", margin, half,
                     half < all ? words(p, " for half of them, %d for all", all) : "");
    if (!count) return words(p, "No number of seeds gives %s%s", margin, wider_words(p));
    return words(
        p,
        "For %d of them no number of seeds gives %s%s. For the others it takes up to %d, if "
        "differences scatter as here",
        beyond, margin, wider_words(p), all);
}

/* Of those whose interval has become as narrow as that, and that are open all the same. */
static const char *near_words(const struct page *p, int near, int all)
{
    return words(p,
                 " %s as narrow as the margin and %s within it: how many seeds decide that "
                 "hangs on where the effect lies.",
                 near < all  ? words(p, "The interval of %d of them is", near)
                 : near == 1 ? "Its interval is"
                             : "Their intervals are",
                 near < all || near == 1 ? "does not lie" : "do not lie");
}

/* The side that is ahead lost more runs: nothing is said in its favour, however many seeds ran. */
static bool is_ahead_by_losses(const struct effect *e)
{
    return (e->lost_runs - e->reference_lost_runs) * e->gain.centre > 0;
}

static bool is_open(const struct page *p, const struct effect *e)
{
    bool open = e->ungated == OUTCOME_UNRESOLVED || e->ungated == OUTCOME_SUGGESTIVE;
    return open && e->gain.n > 1 && !p->a->entries[e->entry].damaged;
}

static void say_losing(const struct page *p)
{
    int held = 0;
    for_each_effect(e, p) held += is_open(p, e) && is_ahead_by_losses(e);
    if (held)
        note(p,
             "More seeds do not answer %s: the side that is ahead has more runs that "
             "diverged or learned nothing, and nothing is said in its favour.",
             things(p, held, "comparison that is open", "comparisons that are open"));
}

/* How many seeds would narrow the interval of what is open to the margin: for half of the
 * comparisons, and for all. It is asked of what a gate shuts, too: gates aside, that may be open. A
 * control that is damaged on purpose is no comparison. */
static void say_needed(const struct page *p, const struct comparisons *c)
{
    int *needed = xarray((size_t)c->all, sizeof *needed), count = 0, beyond = 0, shut = 0, near = 0;
    for_each_effect(e, p)
    {
        if (!is_open(p, e) || is_ahead_by_losses(e)) continue;
        int seeds = seeds_needed(p, e);
        shut += e->outcome == OUTCOME_NOT_ASSESSABLE;
        if (seeds && seeds <= e->gain.n)
            near++;
        else if (seeds)
            needed[count++] = seeds;
        else
            beyond++;
    }
    if (count) qsort(needed, (size_t)count, sizeof *needed, by_size);
    int all = count + beyond + near;
    const char *more = words(p, " %s; %d were run. Correction for many comparisons asks for more.",
                             needed_words(p, needed, count, beyond), c->most_pairs);
    if (all)
        note(p, "What it would take: %s open%s.%s%s",
             things(p, all, "comparison is", "comparisons are"), shut ? ", gates aside" : "",
             near ? near_words(p, near, all) : "", all > near ? more : "");
    free(needed);
}

static void say_pairs(const struct page *p, const struct comparisons *c)
{
    if (!c->all || !c->most_pairs) return;
    note(p,
         "Few seeds: %s %s for each comparison. Student's interval assumes that differences are "
         "normal, which so few cannot show; the sign-flip test assumes only symmetry, "
         "but no p below %.2g exists at n = %d.",
         pairs_text(p->d, c, " to "), c->most_pairs == 1 ? "pair" : "pairs",
         fmin(1, ldexp(2, -c->most_pairs)), c->most_pairs);
}

/* Of the comparisons that are corrected together, those that this costs their verdict. A primary
 * claim that falls with those of other questions stands by its own. */
static void say_lost(const struct page *p, enum family family, const char *what)
{
    int lost = 0, all = 0;
    for_each_effect(e, p)
    {
        if (effect_family(p->a, e) != family || isnan(e->gain.p)) continue;
        all++;
        lost += e->ungated == OUTCOME_SUGGESTIVE && !stats_stands(e->p_corrected, p->a->level);
    }
    if (lost)
        note(p, "%d of %s%s differ%s by %s interval alone, but not after correction for %s.", lost,
             things(p, all, "comparison", "comparisons"), what, lost == 1 ? "s" : "",
             lost == 1 ? "its" : "their", all == 1 ? "this one" : words(p, "these %d", all));
}

static void say_size(const struct page *p)
{
    double least = 1, most = 1;
    bool control = false;
    for_each_effect(e, p)
    {
        control |= entry_effect(p->a, e->entry, READ_PARAMETERS) != NULL;
        if (p->a->entries[e->entry].damaged) continue;
        least = fmin(least, e->cost.parameters);
        most = fmax(most, e->cost.parameters);
    }
    if (most > 1.01 || least < 0.99)
        note(p,
             "At equal steps parameters are not equal (%.2f to %.2f times the baseline's): a "
             "difference there may be one of size. %s",
             least, most,
             control ? "The reading at equal parameters is against a control of equal size."
                     : "No control of equal size was run.");
}

/* A baseline that makes no mistakes leaves nothing to gain. */
static void say_ceiling(const struct page *p)
{
    int at_top = 0, all = 0;
    for_each_effect(e, p)
    {
        if (!e->gain.n || p->a->entries[e->entry].damaged) continue;
        all++;
        at_top += stands_at_top(p->a, e->reference);
    }
    if (at_top)
        note(p,
             "%d of %s %s with a baseline that has %s of nearly %g: there nothing can "
             "be better by the margin, and \"equivalent\" says that both can do it, not that they "
             "learn it equally fast.",
             at_top, things(p, all, "comparison", "comparisons"), at_top == 1 ? "is" : "are",
             metric_said(p->q->metric), metric_top(p->q->metric));
}

/* Over the seeds, of the validation loss; NaN for fewer than two. */
static double scatter_of(const struct analysis *a, const struct candidate *c)
{
    long loss = metric_find("loss") - metrics;
    double *losses = xarray((size_t)(c->last - c->first), sizeof *losses);
    int count = 0;
    for (int i = c->first; i < c->last; i++) {
        double value = a->members[i]->metric[SPLIT_VALID][loss];
        if (a->members[i]->state != TRIAL_DIVERGED && isfinite(value)) losses[count++] = value;
    }
    double sd = stats_paired(losses, count, a->level).sd;
    free(losses);
    return sd;
}

/* Whether another value came nearer to the winner than one standard error of a mean over as many
 * seeds as tuned. */
static bool is_close_call(const struct analysis *a, const struct entry *e)
{
    const struct candidate *winner = &a->candidates[e->winner];
    double next = INFINITY;
    for (int k = e->first; k < e->last; k++)
        if (k != e->winner && a->candidates[k].tuning_seeds == winner->tuning_seeds)
            next = fmin(next, a->candidates[k].tuning);
    return next - winner->tuning < scatter_of(a, winner) / sqrt(winner->tuning_seeds);
}

/* Of the runs of a winner, how many still improved by more than the margin between the last two
 * points of their curves. */
static void count_moving(const struct page *p, const struct candidate *c, int *runs, int *moving)
{
    long metric = p->q->metric - metrics;
    for (int k = c->first; k < c->last; k++) {
        const struct trial *t = p->a->members[k];
        if (t->state != TRIAL_OK || t->point_count < 2) continue;
        const struct point *last = &t->points[t->point_count - 1];
        ++*runs;
        *moving +=
            gain_of(p->q->metric, last->valid[metric], last[-1].valid[metric]) > p->q->margin;
    }
}

static void say_tuning(const struct page *p)
{
    struct text edges = {0};
    int arms = 0, close = 0, runs = 0, moving = 0;
    for (int i = p->q->entries.first; i < p->q->entries.last; i++) {
        const struct entry *e = &p->a->entries[i];
        if (e->winner < 0) continue;
        arms += e->last - e->first > 1;
        close += is_close_call(p->a, e);
        count_moving(p, &p->a->candidates[e->winner], &runs, &moving);
        if (e->at_edge && !isinf(p->a->candidates[e->winner].tuning))
            list_add(&edges, "; ", name_of(p, i));
    }
    if (close)
        note(p,
             "For %d of %s another %s came, in the mean over the tuning seeds, nearer to the "
             "best than one standard error of such a mean: which was taken is partly chance, and "
             "intervals over seeds %s.",
             close, things(p, arms, "arm", "arms"), tuned_axis(p),
             p->q->spec->tune_apart ? "hold that, so that they are wide; more tuning seeds would "
                                      "narrow them"
                                    : "do not hold that. More tuning seeds would");
    if (edges.length)
        note(p,
             "The best %s lies at an edge of the sweep for: %s. A better one may lie outside; "
             "widen the sweep before believing the comparison.",
             tuned_axis(p), edges.data);
    if (moving)
        note(p,
             "%d of %d winning runs still improved by more than the margin between the last two "
             "points of their curves: longer training may change the order.",
             moving, runs);
    text_free(&edges);
}

/* Each arm's, where they differ: "plain 0.02; slow 0.0005". */
static const char *rates_words(const struct page *p, int axis)
{
    const char *first = entry_value(p->a, p->q->entries.first, axis);
    bool differ = false;
    struct text all = {0};
    for (int i = p->q->entries.first; i < p->q->entries.last; i++) {
        const char *own = entry_value(p->a, i, axis);
        differ |= strcmp(own, first) != 0;
        text_add(&all, "%s%s %s", all.length ? "; " : "", name_of(p, i), own);
    }
    const char *said = words(p, "%s", differ ? all.data : first);
    text_free(&all);
    return said;
}

/* A rate that suits one arm better than another makes a difference of its own, larger than most. */
static void say_untuned(const struct page *p)
{
    int axis = axes_find(&p->a->run->axes, "lr");
    if (p->q->tuned >= 0 || axis < 0) return;
    note(p,
         "No learning rate was tuned; the arms ran at one that was given (%s). A difference may be "
         "of the rate, not of the arm.",
         rates_words(p, axis));
}

/* Whether what judges had chosen before. */
static void say_judge(const struct page *p)
{
    bool tuned = p->q->tuned >= 0, selects = !strcmp(first_text(p, "select"), "best");
    if (p->q->split != SPLIT_VALID || (!tuned && !selects)) return;
    note(p,
         "The validation split both chose the %s and is what arms are compared by%s: levels are a "
         "little flattered, of every arm alike. %s would judge by a half of it that chose nothing.",
         !tuned    ? "step whose parameters are scored"
         : selects ? "tuned values (and the step whose parameters are scored)"
                   : "tuned values",
         !tuned                   ? ""
         : p->q->spec->tune_apart ? ", though with other seeds"
                                  : ", the tuning seeds among the others",
         doc_command(p->d, "held_out: yes, split: held_out"));
}

void trained_limits(const struct page *p)
{
    const struct comparisons c = comparisons_of(p, p->q->conditions);
    say_pairs(p, &c);
    say_lost(p, FAMILY_PRIMARY, " of the primary claim");
    say_lost(p, FAMILY_OTHERS, primary_claim(p->q->spec) ? " beside the primary claim" : "");
    say_needed(p, &c);
    say_losing(p);
    say_ceiling(p);
    say_size(p);
    say_tuning(p);
    say_untuned(p);
    say_judge(p);
    records_limits(p);
    if (!strcmp(data_of(p), "text:builtin"))
        note(p, "The text is generated from a small grammar: it says whether the machinery works "
                "and how arms learn such structure, nothing of natural language.");
    note(p, "%s of data and size: other sizes, data and longer training may differ.",
         things(p, p->q->conditions.last - p->q->conditions.first, "condition", "conditions"));
    note(p, "Trainings share the machine, one a core, and their times are those of a shared one. "
            "What a "
            "variant costs is asked by questions that time layers and steps.");
}
