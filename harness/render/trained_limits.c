/* SPDX-License-Identifier: MIT
 * What the run of a question of quality cannot say. */
#include "harness/render/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    double next = INFINITY;
    if (e->winner < 0) return false;
    const struct candidate *winner = &a->candidates[e->winner];
    for (int k = e->first; k < e->last; k++)
        if (k != e->winner) next = fmin(next, a->candidates[k].tuning);
    return next - winner->tuning < scatter_of(a, winner) / sqrt(winner->tuning_seeds);
}

static void say_tuning(struct document *d, const struct analysis *a, const struct question *q)
{
    const char *axis = q->tuned < 0 ? "" : a->run->axes.list[q->tuned].name;
    struct text edges = {0};
    int arms = 0, close = 0;
    for (int i = q->entries.first; i < q->entries.last; i++) {
        const struct entry *e = &a->entries[i];
        arms += e->winner >= 0 && e->last - e->first > 1;
        close += is_close_call(a, e);
        if (e->at_edge) text_add(&edges, "%s%s", edges.length ? "; " : "", name_of(d, a, i));
    }
    if (close)
        doc_item(
            d,
            "For %d of %d arms another %s came, in the mean over the tuning seeds, nearer to the "
            "best than one standard error of such a mean: which was taken is partly chance, and "
            "intervals over seeds do not hold that. More tuning seeds would.",
            close, arms, axis);
    if (edges.length)
        doc_item(d,
                 "The best %s lies at an edge of the sweep for: %s. A better one may lie outside; "
                 "widen the sweep before believing the comparison.",
                 axis, edges.data);
    text_free(&edges);
}

/* What the comparisons of a question have in common. */
struct comparisons {
    int count, least, most;  /* of pairs */
    int apart;               /* unresolved but by their own interval */
    int *needed, unresolved; /* of those: pairs that would narrow the interval to the margin */
    double parameters;       /* the ratio that is farthest from 1 */
    bool control;
};

static int by_size(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* needed is to be freed. */
static struct comparisons compare(const struct analysis *a, const struct question *q)
{
    struct comparisons c = {.parameters = 1};
    c.needed = xarray((size_t)(q->effects.last - q->effects.first), sizeof *c.needed);
    for (int i = q->effects.first; i < q->effects.last; i++) {
        const struct effect *e = &a->effects[i];
        const struct estimate *g = &e->gain;
        c.control |= e->reading == READ_PARAMETERS;
        if (e->reading != READ_STEPS) continue;
        if (!c.count++ || g->n < c.least) c.least = g->n;
        if (g->n > c.most) c.most = g->n;
        if (fabs(log(e->cost.parameters)) > fabs(log(c.parameters)))
            c.parameters = e->cost.parameters;
        if (e->outcome != OUTCOME_UNRESOLVED) continue;
        c.apart += g->p <= 1 - a->level;
        if (g->n > 1) c.needed[c.unresolved++] = stats_pairs_needed(g->sd, q->margin, a->level);
    }
    if (c.unresolved) qsort(c.needed, (size_t)c.unresolved, sizeof *c.needed, by_size);
    return c;
}

static void say_pairs(struct document *d, const struct comparisons *c)
{
    if (!c->count) return;
    doc_item(
        d,
        "Few seeds: %s pairs for each comparison. Student's interval assumes that differences are "
        "normal, which so few cannot show; the sign-flip test assumes only symmetry, but no "
        "p below %.2g exists at n = %d.",
        c->least == c->most ? doc_text(d, "%d", c->most)
                            : doc_text(d, "%d to %d", c->least, c->most),
        c->most ? ldexp(2, -c->most) : 1, c->most);
    if (c->apart)
        doc_item(d,
                 "%d of %d arms differ%s by %s interval alone, but not after correction for %d "
                 "comparisons.",
                 c->apart, c->count, c->apart == 1 ? "s" : "", c->apart == 1 ? "its" : "their",
                 c->count);
}

/* How many seeds would narrow intervals to the margin: for half of the comparisons, and for all. */
static void say_needed(struct document *d, const struct comparisons *c)
{
    if (!c->unresolved || !c->needed[0]) return; /* 0: a number that is beyond all means */
    int half = c->needed[(c->unresolved - 1) / 2], all = c->needed[c->unresolved - 1];
    doc_item(d,
             "What it would take: %d comparison%s unresolved. If differences scatter as here, an "
             "interval that reaches no farther than the margin takes %d seeds%s; %d were run. "
             "Correction for many comparisons asks for more.",
             c->unresolved, c->unresolved == 1 ? " is" : "s are", half,
             half < all ? doc_text(d, " for half of them, %d for all", all) : "", c->most);
}

static void say_parameters(struct document *d, const struct comparisons *c)
{
    if (fabs(c->parameters - 1) > 0.01)
        doc_item(d,
                 "At equal steps parameters are not equal (up to %.2f times the baseline's): a "
                 "gain there may be one of size. %s",
                 c->parameters,
                 c->control ? "The reading at equal parameters is against a control of equal size."
                            : "No control of equal size was run.");
}

/* Of the winners, how many still improved by more than the margin between the last two points. */
static void say_unfinished(struct document *d, const struct analysis *a, const struct question *q)
{
    long metric = q->metric - metrics;
    int runs = 0, moving = 0;
    for (int i = q->entries.first; i < q->entries.last; i++) {
        const struct entry *e = &a->entries[i];
        const struct candidate *c = e->winner < 0 ? NULL : &a->candidates[e->winner];
        for (int k = c ? c->first : 0; c && k < c->last; k++) {
            const struct trial *t = a->members[k];
            if (t->state != TRIAL_OK || t->point_count < 2) continue;
            const struct point *last = &t->points[t->point_count - 1];
            runs++;
            moving += gain_of(q->metric, last->valid[metric], last[-1].valid[metric]) > q->margin;
        }
    }
    if (moving)
        doc_item(
            d,
            "%d of %d winning runs still improved by more than the margin between the last two "
            "points of their curves: longer training may change the order.",
            moving, runs);
}

static void say_selection(struct document *d, const struct analysis *a, const struct question *q)
{
    int conditions = q->conditions.last - q->conditions.first;
    int data = axes_find(&a->run->axes, "data");
    if (q->split == SPLIT_VALID)
        doc_item(d, "The validation split both chose the tuned values and is what arms are "
                    "compared by, the tuning seeds among the others: levels are a little "
                    "flattered, of every arm alike.");
    if (!strcmp(entry_value(a, q->entries.first, data), "text:builtin"))
        doc_item(d, "The text is generated from a small grammar: it says whether the machinery "
                    "works and how arms learn such structure, nothing of natural language.");
    doc_item(d,
             "%d condition%s of data and size: other sizes, data and longer training may "
             "differ.",
             conditions, conditions == 1 ? "" : "s");
    doc_item(d, "Rows were trained side by side, one a core: their times are those of a shared "
                "machine. Overhead is for a specification of kind overhead.");
}

void trained_limits(struct document *d, const struct report *r, const struct question *q)
{
    const struct analysis *a = &r->analysis;
    const struct comparisons c = compare(a, q);
    say_pairs(d, &c);
    say_needed(d, &c);
    say_tuning(d, a, q);
    say_parameters(d, &c);
    say_unfinished(d, a, q);
    say_selection(d, a, q);
    free(c.needed);
}
