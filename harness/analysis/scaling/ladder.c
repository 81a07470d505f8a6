/* SPDX-License-Identifier: MIT
 * A ladder of sizes, solved once as measured and then for each draw of the bootstrap. */
#include "harness/analysis/scaling/ladder.h"
#include "base/mem.h"
#include "harness/analysis/scaling/ladder_draw.h"
#include "harness/analysis/scaling/law.h"

#include <math.h>
#include <stdlib.h>

/* What is asked of an arm, all as logarithms but the exponent and the floor; a multiplier of each
 * size and of each size that is carried to stands behind. */
enum answer { FLOOR, SCALE, EXPONENT, SLOPE, MULTIPLIERS };

/* What is made of a draw; allocated once. */
struct solver {
    const struct ladder *l;
    const struct ladder_arm *arms; /* those with a fault have no part in it */
    int answers;                   /* of an arm */
    struct draw draw;
    double *moved;            /* (arms, sizes) by which a draw moves the losses there */
    struct law_point *points; /* (arms, sizes) */
    struct law_arm *laws;
};

static double *answer_of(const struct solver *s, double *answers, int arm)
{
    return answers + arm * s->answers;
}

/* ---- what there is ---- */

static bool ended_at(const struct ladder *l, int arm, int size, int seed)
{
    int at = (arm * l->sizes + size) * l->seeds + seed;
    return !isnan(l->loss[at]) && !isnan(l->cost[at]);
}

static int seeds_at(const struct ladder *l, int arm, int size)
{
    int n = 0;
    for (int i = 0; i < l->seeds; i++) n += ended_at(l, arm, size, i);
    return n;
}

/* Those that ended with its reference too. */
static int seeds_of_both(const struct ladder *l, int arm, int size)
{
    int n = 0;
    for (int i = 0; i < l->seeds; i++)
        n += ended_at(l, arm, size, i) && ended_at(l, l->reference[arm], size, i);
    return n;
}

/* ---- one draw ---- */

/* By the choice of a value, which is one for all seeds. What draws_of() does to the spread of n
 * seeds, (n - 1) / n of that of their mean, it must find here too. */
static void move_losses(struct solver *s, struct draw_stream *from)
{
    const struct ladder *l = s->l;
    for (int i = 0; i < l->arms * l->sizes; i++) {
        int n = seeds_at(l, i / l->sizes, i % l->sizes);
        double variance = n ? l->tuning[i] * (n - 1) / n : 0;
        s->moved[i] = variance > 0 ? sqrt(variance) * draw_normal(from) : 0;
    }
}

/* The mean of an arm's values over the seeds that were drawn and ended with another too, which may
 * be the arm itself; NaN: none did. */
static double mean_of(const struct solver *s, const double *values, int arm, int other, int size)
{
    const struct ladder *l = s->l;
    const int *seeds = s->draw.seeds + size * l->seeds;
    double sum = 0;
    int n = 0;
    for (int i = 0; i < l->seeds; i++) {
        if (!ended_at(l, arm, size, seeds[i]) || !ended_at(l, other, size, seeds[i])) continue;
        sum += values[(arm * l->sizes + size) * l->seeds + seeds[i]];
        n++;
    }
    return n ? sum / n : (double)NAN;
}

static double loss_of(const struct solver *s, int arm, int other, int size)
{
    return mean_of(s, s->l->loss, arm, other, size) + s->moved[arm * s->l->sizes + size];
}

static void take_points(struct solver *s)
{
    const struct ladder *l = s->l;
    for (int i = 0; i < l->arms * l->sizes; i++) {
        int arm = i / l->sizes, size = i % l->sizes;
        struct law_point *p = &s->points[i];
        *p = (struct law_point){arm, mean_of(s, l->cost, arm, arm, size),
                                loss_of(s, arm, arm, size), s->draw.times[size]};
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

/* How much cheaper, as a logarithm, an arm had its loss than by the law of the reference, over the
 * seeds that ended with another arm too. */
static double beside_law(const struct solver *s, double floor, int reference, int arm, int other,
                         int size)
{
    double loss = loss_of(s, arm, other, size);
    double cost = mean_of(s, s->l->cost, arm, other, size);
    return law_log_cost(floor, &s->laws[reference], loss) - cost;
}

static void compare(const struct solver *s, double floor, int arm, double *answers)
{
    const struct ladder *l = s->l;
    int reference = l->reference[arm];
    for (int i = 0; i < l->sizes && reference != arm; i++)
        if (seeds_of_both(l, arm, i) >= LEAST_SEEDS)
            answers[MULTIPLIERS + i] = beside_law(s, floor, reference, arm, reference, i) -
                                       beside_law(s, floor, reference, reference, arm, i);
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

/* ---- intervals ---- */

static struct scaled exp_of(struct scaled s)
{
    return (struct scaled){exp(s.at), exp(s.low), exp(s.high), s.p};
}

/* The least loss that was measured, of the means over all seeds. */
static double least_loss(const struct solver *s)
{
    double least = INFINITY;
    for (int i = 0; i < s->l->arms * s->l->sizes; i++)
        if (isfinite(s->points[i].log_loss)) least = fmin(least, exp(s->points[i].log_loss));
    return least;
}

static void fill_arm(const struct ladder *l, const struct scaled *answers, double least,
                     struct ladder_arm *arm)
{
    arm->floor = answers[FLOOR];
    if (!isnan(arm->floor.low)) arm->floor.low = fmax(0, arm->floor.low);
    if (!isnan(arm->floor.high)) arm->floor.high = fmin(least, arm->floor.high);
    arm->scale = exp_of(answers[SCALE]);
    arm->exponent = answers[EXPONENT];
    arm->slope = exp_of(answers[SLOPE]);
    for (int i = 0; i < l->sizes + l->carries; i++)
        arm->multiplier[i] = exp_of(answers[MULTIPLIERS + i]);
}

static bool is_of_one_size(const struct ladder *l, int answer)
{
    return answer >= MULTIPLIERS && answer < MULTIPLIERS + l->sizes;
}

/* Seeds that an answer stands on, at the size that has the fewest: of multipliers and what comes of
 * them, those that ended with both arms. */
static int seeds_of(const struct ladder *l, const struct ladder_arm *own, int arm, int answer)
{
    int least = own->seeds;
    for (int i = 0; i < l->sizes && answer >= SLOPE; i++) {
        bool part = is_of_one_size(l, answer) ? i == answer - MULTIPLIERS : !l->left_out[i];
        int both = seeds_of_both(l, arm, i);
        if (part && both >= LEAST_SEEDS && both < least) least = both;
    }
    return least;
}

/* Student's freedom: of the seeds about their means at the sizes that an answer stands on. A
 * multiplier of a measured size hangs on the differences of two arms there and little else: the law
 * only turns them into compute. Where the draws leave no size out the seeds of one are all that
 * they tell of. */
static double freedom_of(const struct ladder *l, const struct ladder_arm *own, int answer,
                         int seeds)
{
    bool one = is_of_one_size(l, answer) || own->sizes <= LEAST_SIZES;
    return (one ? 1 : own->sizes) * (seeds - 1);
}

/* drawn (draws, arms, answers). */
static void fill_arms(const struct solver *s, double level, double least, double *measured,
                      const double *drawn, struct ladder_arm *arms)
{
    int all = s->l->arms * s->answers, count = s->l->draws;
    double *column = xarray((size_t)count, sizeof *column);
    struct scaled *answers = xarray((size_t)s->answers, sizeof *answers);
    for (int arm = 0; arm < s->l->arms; arm++) {
        const double *at = answer_of(s, measured, arm); /* NaN where there is no law */
        for (int k = 0; k < s->answers; k++) {
            const double *from = drawn + arm * s->answers + k;
            for (int i = 0; i < count; i++) column[i] = from[(size_t)i * (size_t)all];
            int seeds = seeds_of(s->l, &arms[arm], arm, k);
            struct draws d = draws_of(column, count, seeds, freedom_of(s->l, &arms[arm], k, seeds));
            answers[k] = draws_interval(&d, at[k], level);
            if (k >= MULTIPLIERS) answers[k].p = draws_p(&d, at[k]);
        }
        fill_arm(s->l, answers, least, &arms[arm]);
    }
    free(column);
    free(answers);
}

/* ---- the whole ---- */

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

/* The sizes that are drawn: those at which something was trained, since a law needs three that
 * differ. */
static void find_sizes(struct solver *s)
{
    for (int i = 0; i < s->l->arms * s->l->sizes; i++) {
        int arm = i / s->l->sizes, size = i % s->l->sizes;
        if (!s->l->left_out[size] && !s->arms[arm].fault && seeds_at(s->l, arm, size))
            s->draw.counts[size] = true;
    }
}

static struct solver solver_of(const struct ladder *l, struct ladder_arm *arms)
{
    struct solver s = {.l = l, .arms = arms, .answers = MULTIPLIERS + l->sizes + l->carries};
    for (int arm = 0; arm < l->arms; arm++) count_arm(l, arm, &arms[arm]);
    s.draw = draw_of(l->sizes, l->seeds);
    s.moved = xarray((size_t)(l->arms * l->sizes), sizeof *s.moved);
    s.points = xarray((size_t)(l->arms * l->sizes), sizeof *s.points);
    s.laws = xarray((size_t)l->arms, sizeof *s.laws);
    find_sizes(&s);
    return s;
}

static void solver_free(struct solver *s)
{
    draw_free(&s->draw);
    free(s->moved);
    free(s->points);
    free(s->laws);
}

void ladder_solve(const struct ladder *l, double level, struct ladder_arm *arms)
{
    struct solver s = solver_of(l, arms);
    struct draw_stream from = draw_stream_of(l->stream), choices = draw_stream_of(LADDER_CHOICES);
    size_t all = (size_t)(l->arms * s.answers);
    double *measured = xarray(all, sizeof *measured);
    double *drawn = xarray(all * (size_t)l->draws, sizeof *drawn);
    draw_all(&s.draw);
    solve(&s, measured);
    double least = least_loss(&s);
    for (int i = 0; i < l->draws; i++) {
        draw_again(&s.draw, LEAST_SIZES, &from);
        move_losses(&s, &choices);
        solve(&s, drawn + (size_t)i * all);
    }
    fill_arms(&s, level, least, measured, drawn, arms);
    solver_free(&s);
    free(measured);
    free(drawn);
}
