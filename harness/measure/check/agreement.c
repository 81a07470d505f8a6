/* SPDX-License-Identifier: MIT
 * Rows in float against their formula, and how far right ones may lie apart. */
#include "harness/measure/check/agreement.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

const double compare_safety = 40, compare_floor = 1e-30;

static double row_tolerance(const double *want, const double *moved, int count, double terms)
{
    double most = 0, distance = 0;
    for (int c = 0; c < count; c++) {
        most = fmax(most, fabs(want[c]));
        distance = fmax(distance, fabs(moved[c] - want[c]));
    }
    return compare_safety * sqrt(terms) * distance +
           (double)FLT_EPSILON * (8 + 2 * sqrt(terms)) * most + compare_floor;
}

static void add_nmse(struct comparison *all, const float *got, const double *want, int count)
{
    double error = 0, size = 0;
    for (int c = 0; c < count; c++) {
        double off = (double)got[c] - want[c];
        error += off * off;
        size += want[c] * want[c];
    }
    if (!(size > 0) || !isfinite(error)) return;
    all->nmse_sum += error / size;
    all->nmse_rows++;
}

static void note_worst(struct comparison *all, const struct row_place *at, int c, double got,
                       double want, double tolerance)
{
    double error = fabs(got - want);
    if (!isfinite(error)) error = (double)INFINITY;
    double ratio = error / tolerance;
    if (isnan(ratio)) ratio = (double)INFINITY; /* a tolerance that is none lets nothing pass */
    if (all->worst[0] && ratio <= all->worst_ratio) return;
    all->worst_ratio = ratio;
    all->error = error;
    all->tolerance = tolerance;
    snprintf(all->worst, sizeof all->worst, "%s[%d,%d,%d]: %.9g for %.9g", at->stage, at->b, at->i,
             at->column + c, got, want);
}

void compare_row(struct comparison *all, const struct row_place *at, const float *got,
                 const double *want, const double *moved, int count, double terms, double known)
{
    double tolerance = row_tolerance(want, moved, count, terms) + known;
    for (int c = 0; c < count; c++) note_worst(all, at, c, (double)got[c], want[c], tolerance);
    add_nmse(all, got, want, count);
    all->rows++;
}
