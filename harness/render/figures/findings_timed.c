/* SPDX-License-Identifier: MIT
 * What figures of timed layers show, in sentences made from their data. */
#include "harness/render/figures/figure_kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- times over a baseline's ---- */

static const struct effect *effect_at(const struct request *r, int i)
{
    const struct effect *e = entry_effect(r->analysis, r->entries[i], READ_STEPS);
    return e && e->gain.n && e->reference != e->entry ? e : NULL;
}

static int condition_at(const struct request *r, int i)
{
    return r->analysis->entries[r->entries[i]].condition;
}

/* The last condition of the first pass that has a ratio: the largest shape. -1: none has. */
static int told_condition(const struct request *r)
{
    const struct condition *all = r->analysis->conditions;
    int told = -1;
    for (int i = 0; i < r->count; i++) {
        bool first_pass = !strcmp(all[condition_at(r, i)].pass, all[condition_at(r, 0)].pass);
        if (effect_at(r, i) && first_pass && condition_at(r, i) > told) told = condition_at(r, i);
    }
    return told;
}

static void say_ratio(struct text *out, const struct request *r, const char *what,
                      const struct effect *e)
{
    char *ratio = value_with_interval(ratio_of(r, e->entry), UNIT_RATIO);
    sentence(out, "The %s, %s, takes %s times as long.", what, r->analysis->entries[e->entry].label,
             ratio);
    free(ratio);
}

/* "At n = 2048, forward pass: o", "Forward pass: o", "O". */
static void say_shape(struct text *out, const struct condition *at)
{
    const char *pass = *at->pass ? pass_title(at->pass) : "";
    if (*at->label)
        sentence(out, "At %s%s%s: o", at->label, *pass ? ", " : "", pass);
    else if (*pass)
        sentence(out, "%c%s: o", *pass - 'a' + 'A', pass + 1);
    else
        sentence(out, "%s", "O");
}

/* "At n = 2048, forward pass: of 18 variants 3 are faster than dot product, 6 are slower." */
static void say_ratios(struct text *out, const struct request *r)
{
    int told = told_condition(r), all = 0, outcomes[OUTCOMES] = {0};
    const struct effect *fastest = NULL, *slowest = NULL;
    const struct condition *at = told < 0 ? NULL : &r->analysis->conditions[told];
    for (int i = 0; i < r->count && at; i++) {
        const struct effect *e = effect_at(r, i);
        if (!e || condition_at(r, i) != told) continue;
        all++;
        outcomes[e->outcome]++;
        if (!fastest || e->gain.centre > fastest->gain.centre) fastest = e;
        if (!slowest || e->gain.centre < slowest->gain.centre) slowest = e;
    }
    if (!all) return;
    if (outcomes[OUTCOME_BY_FORMULA] == all) {
        sentence(out, "What is compared ran by formula, so nothing is said of its times.");
        return;
    }
    char *faster = how_many(outcomes[OUTCOME_BETTER], "faster"),
         *slower = how_many(outcomes[OUTCOME_WORSE], "slower");
    say_shape(out, at);
    text_add(out, "f %d variant%s %s than %s, %s.", all, all == 1 ? "" : "s", faster,
             request_baseline(r), slower);
    free(faster);
    free(slower);
    say_other_outcomes(out, outcomes);
    say_ratio(out, r, "slowest", slowest);
    if (fastest != slowest) say_ratio(out, r, "fastest", fastest);
}

/* Why points have no bar (kinds_timed.c). */
static void say_few(struct text *out, const struct request *r)
{
    int few = 0;
    for (int i = 0; i < r->count; i++) few += !r->analysis->entries[r->entries[i]].time.enough;
    if (few)
        sentence(out, "%s: too few rounds for an interval of %g %%.",
                 few == r->count ? "No bars" : "Some points have no bar", 100 * r->analysis->level);
}

void find_ratios(struct text *out, const struct chart *c, const struct request *r)
{
    (void)c;
    say_ratios(out, r);
    say_few(out, r);
}

/* ---- memory ---- */

void find_memory(struct text *out, const struct chart *c, const struct request *r)
{
    const struct effect *most = NULL, *least = NULL;
    (void)c;
    for (int i = 0; i < r->count; i++) {
        const struct effect *e = effect_at(r, i);
        if (!e || isnan(e->cost.memory)) continue;
        if (!most || e->cost.memory > most->cost.memory) most = e;
        if (!least || e->cost.memory < least->cost.memory) least = e;
    }
    if (!most) return;
    char *high = entry_name(r->analysis, most->entry), *low = entry_name(r->analysis, least->entry);
    sentence(out, "The kernel of %s works in %.3g times the baseline's memory, the most of all.",
             high, most->cost.memory);
    sentence(out, "The least is %.3g times, of %s.", least->cost.memory, low);
    free(high);
    free(low);
}

/* ---- points ---- */

/* The point with the greatest (sign 1) or the least number; at: of a point, NaN: does not count. */
static const struct chart_point *extreme(const struct chart *c, int sign,
                                         double at(const struct chart *,
                                                   const struct chart_point *))
{
    const struct chart_point *most = NULL;
    for (int i = 0; i < c->point_count; i++) {
        double own = at(c, &c->points[i]);
        if (!isnan(own) && (!most || sign * (own - at(c, most)) > 0)) most = &c->points[i];
    }
    return most;
}

/* Of series that were measured; not where x is least: there a speed-up is 1. */
static double speed_up_at(const struct chart *c, const struct chart_point *p)
{
    double least = INFINITY;
    for (int i = 0; i < c->point_count; i++) least = fmin(least, c->points[i].x.at);
    return p->series >= 0 && p->x.at > least ? p->y.at : (double)NAN;
}

static double rate_at(const struct chart *c, const struct chart_point *p)
{
    (void)c;
    return p->series >= 0 ? p->y.at : (double)NAN;
}

static double cell_at(const struct chart *c, const struct chart_point *p)
{
    (void)c;
    return p->value.at;
}

/* "MLP: speed-up 1.90; threads 2 (forward pass, n = 1024)". */
static void say_point(struct text *out, const struct chart *c, const char *what,
                      const struct chart_point *p)
{
    if (!p) return;
    char *says = chart_says(c, p), *panel = xstrdup(c->panels.list[p->panel].text);
    for (char *end; (end = strchr(panel, '\n'));) *end = ' ';
    sentence(out, "%s: %s%s%s%s.", what, says, *panel ? " (" : "", panel, *panel ? ")" : "");
    free(says);
    free(panel);
}

void find_speed_ups(struct text *out, const struct chart *c, const struct request *r)
{
    (void)r;
    say_point(out, c, "Highest", extreme(c, 1, speed_up_at));
    say_point(out, c, "Lowest", extreme(c, -1, speed_up_at));
}

void find_rates(struct text *out, const struct chart *c, const struct request *r)
{
    (void)r;
    say_point(out, c, "Highest rate", extreme(c, 1, rate_at));
    say_point(out, c, "Lowest", extreme(c, -1, rate_at));
}

void find_cells(struct text *out, const struct chart *c, const struct request *r)
{
    (void)r;
    say_point(out, c, "Least", extreme(c, -1, cell_at));
    say_point(out, c, "Most", extreme(c, 1, cell_at));
}

/* ---- phases ---- */

static double width_of(const struct chart_point *p) { return p->x.high - p->x.low; }

/* The series of the widest piece of a bar. */
static int widest_piece(const struct chart *c, int panel, const char *row)
{
    const struct chart_point *most = NULL;
    for (int i = 0; i < c->point_count; i++) {
        const struct chart_point *p = &c->points[i];
        if (p->panel != panel || p->series < 0 || strcmp(p->y_name, row)) continue;
        if (!most || width_of(p) > width_of(most)) most = p;
    }
    return most ? most->series : -1;
}

/* The phase that takes most of the time most often. */
void find_phases(struct text *out, const struct chart *c, const struct request *r)
{
    int bars = 0, most = 0, phase = -1;
    int *counts = xarray((size_t)c->series_count + 1, sizeof *counts);
    (void)r;
    for (int p = 0; p < c->panels.count; p++)
        for (int i = 0; i < c->rows.count; i++) {
            int own = widest_piece(c, p, c->rows.list[i].text);
            if (own < 0) continue;
            bars++;
            if (++counts[own] > most) most = counts[own], phase = own;
        }
    if (bars)
        sentence(out, "Of %d bar%s the phase %s is the longest part of %d.", bars,
                 bars == 1 ? "" : "s", chart_series_of(c, phase)->label, most);
    if (bars)
        sentence(out, "Phases are timed in passes of their own, so the whole of a bar is not the "
                      "time that tables give.");
    free(counts);
}
