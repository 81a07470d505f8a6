/* SPDX-License-Identifier: MIT
 * What figures of trained models show, in sentences made from their data: how many comparisons came
 * to which verdict, and the best and the worst of what is drawn. */
#include "harness/render/figures/figure_kinds.h"
#include "harness/analysis/scaling/savings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- gains ---- */

/* The comparisons that a figure shows; controls that are damaged on purpose are no findings. */
struct compared {
    int count, outcomes[OUTCOMES];
    bool damaged;    /* such controls are drawn too */
    bool one_reason; /* shut, if they are, by the same figure */
    const struct effect *best, *worst, *first;
};

static struct compared compare(const struct request *r)
{
    struct compared n = {.one_reason = true};
    for (int i = 0; i < r->count; i++) {
        const struct effect *e = entry_effect(r->analysis, r->entries[i], r->reading);
        if (!e || !e->gain.n || e->reference == e->entry) continue;
        if (r->analysis->entries[e->entry].damaged) {
            n.damaged = true;
            continue;
        }
        if (!n.count++) n.first = n.best = n.worst = e;
        n.outcomes[e->outcome]++;
        n.one_reason &= e->shut && n.first->shut && !strcmp(e->shut, n.first->shut);
        if (e->gain.centre > n.best->gain.centre) n.best = e;
        if (e->gain.centre < n.worst->gain.centre) n.worst = e;
    }
    return n;
}

char *how_many(int count, const char *what)
{
    if (!count) return xformat("none is %s", what);
    return xformat("%d %s %s", count, count == 1 ? "is" : "are", what);
}

void say_other_outcomes(struct text *out, const int *outcomes)
{
    for (int i = OUTCOME_NONE + 1; i < OUTCOMES; i++) {
        if (i == OUTCOME_BETTER || i == OUTCOME_WORSE || !outcomes[i]) continue;
        char *others = how_many(outcomes[i], outcome_names[i]);
        sentence(out, "%s.", others);
        free(others);
    }
}

static void say_verdicts(struct text *out, const struct compared *n)
{
    char *better = how_many(n->outcomes[OUTCOME_BETTER], "better"),
         *worse = how_many(n->outcomes[OUTCOME_WORSE], "worse");
    sentence(out, "Of %d comparison%s%s %s and %s.", n->count, n->count == 1 ? "" : "s",
             n->damaged ? ", damaged controls apart," : "", better, worse);
    free(better);
    free(worse);
    say_other_outcomes(out, n->outcomes);
}

static void say_gain(struct text *out, const struct request *r, const char *what,
                     const struct effect *e)
{
    const struct metric *m = r->question->metric;
    char *name = entry_name(r->analysis, e->entry);
    char *gain =
        value_with_interval(drawn_gain(m, &e->gain), m->higher_is_better ? UNIT_GAIN : UNIT_CHANGE);
    sentence(out, "%s: %s, %s.", what, name, gain);
    free(name);
    free(gain);
}

void find_gains(struct text *out, const struct chart *c, const struct request *r)
{
    struct compared n = compare(r);
    (void)c;
    if (!n.count) return;
    if (n.outcomes[OUTCOME_NOT_ASSESSABLE] == n.count && n.first->shut)
        sentence(out, "No verdict can be given here%s: %s.", n.one_reason ? "" : "; one reason",
                 n.first->shut);
    else
        say_verdicts(out, &n);
    if (n.count > 1) say_gain(out, r, "Highest estimate", n.best);
    say_gain(out, r, n.count > 1 ? "Lowest" : "The estimate", n.worst);
}

/* ---- curves ---- */

/* The series with the greatest (sign 1) or least last point in a panel; NULL: the panel is empty.
 */
static const struct chart_point *extreme_end(const struct chart *c, int panel, int sign)
{
    const struct chart_point *most = NULL;
    for (int i = 0; i < c->series_count; i++) {
        const struct chart_point *p = chart_last(c, panel, c->series[i].id);
        if (p && (!most || sign * (p->y.at - most->y.at) > 0)) most = p;
    }
    return most;
}

/* "linear (d_model = 32) 2.31": whose point it is. */
static char *value_words(const struct chart *c, const struct chart_point *p, struct value y)
{
    char *value = value_with_interval(y, c->y.unit),
         *panel = xstrdup(c->panels.list[p->panel].text);
    for (char *end; (end = strchr(panel, '\n'));) *end = ' ';
    char *words = xformat("%s%s%s%s, %s", chart_series_of(c, p->series)->label, *panel ? " (" : "",
                          panel, *panel ? ")" : "", value);
    free(value);
    free(panel);
    return words;
}

static char *point_words(const struct chart *c, const struct chart_point *p)
{
    return value_words(c, p, p->y);
}

void find_last_gains(struct text *out, const struct chart *c, const struct request *r)
{
    const struct chart_point *best = NULL, *worst = NULL;
    (void)r;
    for (int p = 0; p < c->panels.count; p++) {
        const struct chart_point *high = extreme_end(c, p, 1), *low = extreme_end(c, p, -1);
        if (high && (!best || high->y.at > best->y.at)) best = high;
        if (low && (!worst || low->y.at < worst->y.at)) worst = low;
    }
    if (!best) return;
    char *high = point_words(c, best), *low = point_words(c, worst);
    sentence(out, "Highest at the end of training: %s.", high);
    if (best != worst) sentence(out, "Lowest: %s.", low);
    free(high);
    free(low);
}

/* The end of the baseline in a panel; NULL. */
static const struct chart_point *baseline_end(const struct chart *c, int panel)
{
    for (int i = 0; i < c->series_count; i++)
        if (c->series[i].style == 0) return chart_last(c, panel, c->series[i].id);
    return NULL;
}

void find_curves(struct text *out, const struct chart *c, const struct request *r)
{
    const char *label = NULL;
    int better = 0, panels = 0, last = 0, sign = r->question->metric->higher_is_better ? 1 : -1;
    for (int p = 0; p < c->panels.count; p++) {
        const struct chart_point *base = baseline_end(c, p), *best = extreme_end(c, p, sign);
        if (!base) continue;
        label = chart_series_of(c, base->series)->label;
        better += sign * (best->y.at - base->y.at) > 0;
        panels++;
        last = p;
    }
    if (panels > 1 && c->series_count > 1)
        sentence(out, "In %d of %d panels some arm ends better than %s.", better, panels, label);
    if (panels != 1) return;
    /* The band is the least and the greatest of the seeds, which is no interval. */
    const struct chart_point *end = extreme_end(c, last, sign), *plain = baseline_end(c, last);
    char *best = value_words(c, end, exactly(end->y.at)),
         *base = value_words(c, plain, exactly(plain->y.at));
    sentence(out, "Best at the end, on the records that curves are scored on: %s.", best);
    if (better) sentence(out, "The baseline: %s.", base);
    free(best);
    free(base);
}

/* ---- the sweep of the tuned axis ---- */

/* Of the entries whose chosen value is drawn, how many have it at an edge; and how many values the
 * axis has no place for. */
static void count_chosen(const struct request *r, int *edges, int *without_place)
{
    for (int i = 0; i < r->count; i++) {
        const struct entry *e = &r->analysis->entries[r->entries[i]];
        const struct candidate *all = r->analysis->candidates;
        for (int k = e->first; k < e->last; k++) *without_place += !sweep_has_place(&all[k]);
        *edges += e->at_edge && sweep_has_place(&all[e->winner]) && isfinite(all[e->winner].tuning);
    }
}

void find_best_values(struct text *out, const struct chart *c, const struct request *r)
{
    int winners = 0, edges = 0, diverged = 0, without_place = 0;
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < c->point_count; i++) {
        if (!strcmp(c->points[i].mark, "diverged")) diverged++;
        if (strcmp(c->points[i].mark, "winner")) continue;
        low = fmin(low, c->points[i].x.at);
        high = fmax(high, c->points[i].x.at);
        winners++;
    }
    count_chosen(r, &edges, &without_place);
    if (!winners) return;
    if (low < high)
        sentence(out, "The values chosen reach from %.4g to %.4g.", low, high);
    else
        sentence(out, "The value chosen is %.4g of every arm.", low);
    sentence(out, "%d of %d %s at an edge of %s sweep.", edges, winners,
             edges == 1 ? "stands" : "stand", edges == 1 ? "its" : "their");
    if (diverged)
        sentence(out, "Runs diverged or learned nothing at %d of the points tried.", diverged);
    if (without_place)
        sentence(out, "%d of the points tried %s not drawn: a logarithmic axis has no 0.",
                 without_place, without_place == 1 ? "is" : "are");
}

/* ---- scaling ---- */

static void say_multiplier(struct text *out, const struct analysis *a, const struct scaling_fit *f)
{
    const struct scaling_point *p = largest_size(a, f);
    if (f->fault) sentence(out, "%s: %s for a fit.", a->entries[f->entry].label, f->fault);
    if (!p) return;
    const struct scaled m = p->multiplier; /* bounds lie decades apart: digits by size */
    char *size = count_text(p->parameters), bounds[64] = ", no interval";
    if (!isnan(m.low) && !isnan(m.high))
        snprintf(bounds, sizeof bounds, " [%.3g, %.3g]", m.low, m.high);
    sentence(out, "%s of %s parameters: compute multiplier %.3g%s.", a->entries[f->entry].label,
             size, m.at, bounds);
    free(size);
}

void find_multipliers(struct text *out, const struct chart *c, const struct request *r)
{
    const struct analysis *a = r->analysis;
    (void)c;
    for (int i = r->question->scaling.first; i < r->question->scaling.last; i++) {
        const struct scaling_fit *f = &a->scaling_fits[i];
        if (f->cost == (r->choice ? CURVE_SECONDS : CURVE_FLOP)) say_multiplier(out, a, f);
    }
}
