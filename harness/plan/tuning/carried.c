/* SPDX-License-Identifier: MIT
 * The fitted power, its value on the grid, and the contest of that value with its neighbours
 * (carried.h). */
#include "harness/plan/tuning/carried.h"
#include "base/mem.h"
#include "harness/plan/tuning/tuned_value.h"

#include <math.h>
#include <stdlib.h>

/* ---- the power ---- */

/* False: all points are of one size. */
static bool fit(const struct carry_point *points, int count, double *exponent, double *at_one)
{
    double x = 0, y = 0, xx = 0, xy = 0;
    for (int i = 0; i < count; i++) x += log2(points[i].size) / count;
    for (int i = 0; i < count; i++) y += log2(points[i].value) / count;
    for (int i = 0; i < count; i++) {
        double off = log2(points[i].size) - x;
        xx += off * off;
        xy += off * (log2(points[i].value) - y);
    }
    if (count < CARRY_LEAST_SIZES || !(xx > 0)) return false;
    *exponent = xy / xx;
    *at_one = y - *exponent * x;
    return true;
}

/* ---- the grid ---- */

/* Sums of logarithms are off by some 1e-15: a tie is a tie, and goes to the first. */
static const double rounding = 1e-9;

static int nearest(double exact, const double *grid, int values)
{
    int best = 0;
    for (int v = 1; v < values; v++)
        if (fabs(log2(exact / grid[v])) < fabs(log2(exact / grid[best])) - rounding) best = v;
    return best;
}

/* Whether the end is farther than half of the step that leads to it. */
static bool is_outside(double exact, const double *grid, int values)
{
    if (values < 2) return false;
    double low = log2(grid[0] / exact), high = log2(exact / grid[values - 1]);
    return low > log2(grid[1] / grid[0]) / 2 + rounding ||
           high > log2(grid[values - 1] / grid[values - 2]) / 2 + rounding;
}

struct foretold carry_foretell(const struct carry_point *points, int count, double size,
                               const double *grid, int values)
{
    struct foretold f = {.place = -1, .exponent = NAN, .exact = NAN};
    double at_one;
    if (!fit(points, count, &f.exponent, &at_one)) return f;
    f.exact = exp2(at_one + f.exponent * log2(size));
    f.place = nearest(f.exact, grid, values);
    f.outside = is_outside(f.exact, grid, values);
    return f;
}

/* ---- the value and its neighbours ---- */

struct race carry_judge(struct race_trial *trials, int count, const struct foretold *f,
                        enum carry_role role)
{
    struct race race = {true, f->place, f->place, HUGE_VAL};
    struct choice_trial *called = xarray((size_t)count, sizeof *called);
    int n = 0;
    for (int i = 0; i < count; i++) {
        struct race_trial *t = &trials[i];
        t->called = role == CARRY_NEIGHBOURS && f->place >= 0 && abs(carry_step(f, t->value)) <= 1;
        if (t->called) called[n++] = (struct choice_trial){t->value, !isnan(t->loss), t->loss};
    }
    struct choice choice = choose_value(called, n);
    if (n) race = (struct race){!choice.waiting, choice.winner, f->place, choice.loss};
    free(called);
    return race;
}

int carry_step(const struct foretold *f, int winner) { return winner - f->place; }

struct race_cost carry_cost(int values, int seeds, enum carry_role role)
{
    if (role != CARRY_NEIGHBOURS || values < 2) return (struct race_cost){0, 0, 0};
    int most = (values < 3 ? values : 3) * seeds;
    return (struct race_cost){2 * seeds, most, most};
}
