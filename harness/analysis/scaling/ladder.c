/* SPDX-License-Identifier: MIT
 * A ladder of sizes, solved once as measured and then for each draw of the bootstrap. */
#include "harness/analysis/scaling/ladder.h"
#include "base/mem.h"
#include "base/paired.h"
#include "base/rng.h"
#include "harness/analysis/scaling/law.h"

#include <math.h>
#include <stdlib.h>

/* What is asked of an arm, all as logarithms but the exponent and the floor; a multiplier of each
 * size and of each size that is carried to stands behind. */
enum answer { FLOOR, SCALE, EXPONENT, SLOPE, MULTIPLIERS };

/* Which trainings are looked at. */
struct draw {
    int *times; /* (sizes) that each one was drawn */
    int *seeds; /* (sizes, seeds) */
};
/* What is made of a draw; allocated once. */
struct solver {
    const struct ladder *l;
    const struct ladder_arm *arms; /* those with a fault have no part in it */
    int answers;                   /* of an arm */
    struct draw draw;
    struct law_point *points; /* (arms, sizes) */
    struct law_arm *laws;
};

static double *answer_of(const struct solver *s, double *answers, int arm)
{
    return answers + arm * s->answers;
}

/* ---- one draw ---- */

/* The mean over the seeds that were drawn; NaN: none of them ended. */
static double mean_of(const struct solver *s, const double *values, int arm, int size)
{
    const int *seeds = s->draw.seeds + size * s->l->seeds;
    double sum = 0;
    int n = 0;
    for (int i = 0; i < s->l->seeds; i++) {
        double value = values[(arm * s->l->sizes + size) * s->l->seeds + seeds[i]];
        if (!isnan(value)) sum += value, n++;
    }
    return n ? sum / n : (double)NAN;
}

static void take_points(struct solver *s)
{
    const struct ladder *l = s->l;
    for (int i = 0; i < l->arms * l->sizes; i++) {
        int arm = i / l->sizes, size = i % l->sizes;
        struct law_point *p = &s->points[i];
        *p = (struct law_point){arm, mean_of(s, l->cost, arm, size), mean_of(s, l->loss, arm, size),
                                s->draw.times[size]};
        if (s->arms[arm].fault || isnan(p->log_cost) || isnan(p->log_loss)) p->weight = 0;
    }
}

/* A straight line through the multipliers, weighted as the points of the fit: its slope, and what
 * it says of the sizes that are carried to. */
static void find_trend(const struct solver *s, int arm, double *answers)
{
    const struct ladder *l = s->l;
    const double *size = l->parameters + arm * l->sizes, *multiplier = answers + MULTIPLIERS;
    double w = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < l->sizes; i++) {
            double weight = s->points[arm * l->sizes + i].weight;
            if (!(weight > 0) || isnan(multiplier[i])) continue;
            if (!pass) {
                x += (size[i] - x) * weight / (w + weight);
                y += (multiplier[i] - y) * weight / (w + weight);
                w += weight;
            } else {
                xx += weight * (size[i] - x) * (size[i] - x);
                xy += weight * (size[i] - x) * (multiplier[i] - y);
            }
        }
    answers[SLOPE] = xx > 0 ? xy / xx : (double)NAN;
    for (int i = 0; i < l->carries; i++)
        answers[MULTIPLIERS + l->sizes + i] = y + answers[SLOPE] * (l->carry_to[i] - x);
}

static void compare(const struct solver *s, double floor, int arm, double *answers)
{
    const struct ladder *l = s->l;
    int reference = l->reference[arm];
    for (int i = 0; i < l->sizes && reference != arm; i++) {
        const struct law_point *p = &s->points[arm * l->sizes + i];
        answers[MULTIPLIERS + i] =
            law_log_cost(floor, &s->laws[reference], p->log_loss) - p->log_cost;
    }
    if (reference != arm) find_trend(s, arm, answers);
}

/* NaN where there is no answer. */
static void solve(struct solver *s, double *answers)
{
    const struct ladder *l = s->l;
    for (int i = 0; i < l->arms * s->answers; i++) answers[i] = NAN;
    take_points(s);
    double floor = law_fit(s->points, l->arms * l->sizes, s->laws, l->arms);
    for (int arm = 0; arm < l->arms; arm++) {
        double *own = answer_of(s, answers, arm);
        if (s->arms[arm].fault) continue;
        own[FLOOR] = floor;
        own[SCALE] = s->laws[arm].log_scale;
        own[EXPONENT] = s->laws[arm].exponent;
        compare(s, floor, arm, own);
    }
}

/* ---- drawing ---- */

static void draw_all(struct solver *s)
{
    const struct ladder *l = s->l;
    for (int i = 0; i < l->sizes; i++) s->draw.times[i] = !l->left_out[i];
    for (int i = 0; i < l->sizes * l->seeds; i++) s->draw.seeds[i] = i % l->seeds;
}

/* Random numbers, one after the other, the same in every run. */
struct stream {
    uint64_t name, next;
};
static int below(struct stream *from, int bound)
{
    return (int)rng_below(1, from->name, from->next++, (uint64_t)bound);
}

/* Draws until there are enough different ones. */
static void draw_sizes(struct solver *s, struct stream *from)
{
    const struct ladder *l = s->l;
    int kept = 0, different = 0;
    for (int i = 0; i < l->sizes; i++) kept += !l->left_out[i];
    while (kept > LEAST_SIZES && different < LEAST_SIZES) {
        different = 0;
        for (int i = 0; i < l->sizes; i++) s->draw.times[i] = 0;
        for (int n = 0; n < kept;) {
            int size = below(from, l->sizes);
            if (l->left_out[size]) continue;
            different += !s->draw.times[size]++;
            n++;
        }
    }
}

static void draw_again(struct solver *s, struct stream *from)
{
    draw_sizes(s, from);
    for (int i = 0; i < s->l->sizes * s->l->seeds; i++) s->draw.seeds[i] = below(from, s->l->seeds);
}

/* ---- intervals ---- */

/* How much further out Student's interval lies than the normal one with the spread over n, which is
 * what percentiles of means of n seeds come to. Freedom: of the seeds about their means, at one
 * size where the draws leave no size out and the seeds are all that they tell of. */
static double stretch_of(const struct ladder_arm *arm, double level)
{
    enum { NORMAL = 1000000 };
    double p = (1 + level) / 2, n = arm->seeds;
    double freedom = (arm->sizes > LEAST_SIZES ? arm->sizes : 1) * (n - 1);
    double student = stats_t_quantile(p, freedom);
    return sqrt(n / (n - 1)) * student / stats_t_quantile(p, NORMAL);
}

/* Draws without an answer lie beyond every other one, on either side. drawn: is sorted. */
static struct scaled interval_of(double at, double *drawn, int count, double level, double stretch)
{
    struct scaled found = {at, NAN, NAN};
    int known = 0;
    for (int i = 0; i < count; i++)
        if (isfinite(drawn[i])) drawn[known++] = drawn[i];
    double tail = (1 - level) / 2, lost = (double)(count - known) / count;
    if (isnan(at) || lost >= tail) return found;
    stats_sort(drawn, known);
    double beyond = (tail - lost / 2) / (1 - lost);
    found.low = fmin(at, at + stretch * (stats_quantile(drawn, known, beyond) - at));
    found.high = fmax(at, at + stretch * (stats_quantile(drawn, known, 1 - beyond) - at));
    return found;
}

static struct scaled exp_of(struct scaled s)
{
    return (struct scaled){exp(s.at), exp(s.low), exp(s.high)};
}

static void fill_arm(const struct ladder *l, const struct scaled *answers, struct ladder_arm *arm)
{
    arm->floor = answers[FLOOR];
    arm->floor.low = isnan(arm->floor.low) ? (double)NAN : fmax(0, arm->floor.low);
    arm->scale = exp_of(answers[SCALE]);
    arm->exponent = answers[EXPONENT];
    arm->slope = exp_of(answers[SLOPE]);
    for (int i = 0; i < l->sizes + l->carries; i++)
        arm->multiplier[i] = exp_of(answers[MULTIPLIERS + i]);
}

/* drawn (LADDER_DRAWS, arms, answers). */
static void fill_arms(const struct solver *s, double level, double *measured, const double *drawn,
                      struct ladder_arm *arms)
{
    int all = s->l->arms * s->answers;
    double *column = xarray(LADDER_DRAWS, sizeof *column);
    struct scaled *answers = xarray((size_t)s->answers, sizeof *answers);
    for (int arm = 0; arm < s->l->arms; arm++) {
        const double *at = answer_of(s, measured, arm); /* NaN where there is no law */
        double stretch = arms[arm].fault ? (double)NAN : stretch_of(&arms[arm], level);
        for (int k = 0; k < s->answers; k++) {
            for (int i = 0; i < LADDER_DRAWS; i++)
                column[i] = drawn[i * all + arm * s->answers + k];
            answers[k] = interval_of(at[k], column, LADDER_DRAWS, level, stretch);
        }
        fill_arm(s->l, answers, &arms[arm]);
    }
    free(column);
    free(answers);
}

/* ---- what there is ---- */

/* Seeds that ended at a size. */
static int seeds_at(const struct ladder *l, int arm, int size)
{
    int n = 0;
    for (int i = 0; i < l->seeds; i++) {
        int at = (arm * l->sizes + size) * l->seeds + i;
        n += !isnan(l->loss[at]) && !isnan(l->cost[at]);
    }
    return n;
}

/* Whether an arm has what a law needs. */
static void count_arm(const struct ladder *l, int arm, struct ladder_arm *own)
{
    *own = (struct ladder_arm){
        .multiplier = xarray((size_t)(l->sizes + l->carries) + 1, sizeof *own->multiplier)};
    for (int i = 0; i < l->sizes; i++) {
        int seeds = seeds_at(l, arm, i);
        if (l->left_out[i] || !seeds) continue;
        own->seeds = own->sizes++ && own->seeds < seeds ? own->seeds : seeds;
    }
    if (own->sizes < LEAST_SIZES)
        own->fault = "not enough sizes";
    else if (own->seeds < LEAST_SEEDS)
        own->fault = "not enough seeds";
}

void ladder_solve(const struct ladder *l, double level, struct ladder_arm *arms)
{
    struct solver s = {.l = l, .arms = arms, .answers = MULTIPLIERS + l->sizes + l->carries};
    struct stream from = {rng_stream("scaling"), 0};
    size_t all = (size_t)(l->arms * s.answers);
    for (int arm = 0; arm < l->arms; arm++) count_arm(l, arm, &arms[arm]);
    s.draw.times = xarray((size_t)l->sizes, sizeof *s.draw.times);
    s.draw.seeds = xarray((size_t)(l->sizes * l->seeds), sizeof *s.draw.seeds);
    s.points = xarray((size_t)(l->arms * l->sizes), sizeof *s.points);
    s.laws = xarray((size_t)l->arms, sizeof *s.laws);
    double *measured = xarray(all, sizeof *measured);
    double *drawn = xarray(all * LADDER_DRAWS, sizeof *drawn);
    draw_all(&s);
    solve(&s, measured);
    for (int i = 0; i < LADDER_DRAWS; i++) {
        draw_again(&s, &from);
        solve(&s, drawn + (size_t)i * all);
    }
    fill_arms(&s, level, measured, drawn, arms);
    free(s.draw.times);
    free(s.draw.seeds);
    free(s.points);
    free(s.laws);
    free(measured);
    free(drawn);
}
