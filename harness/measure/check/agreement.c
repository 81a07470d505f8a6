/* SPDX-License-Identifier: MIT
 * Computes the tolerance of each element of a row, and finds the element with the largest ratio of
 * error to tolerance. */
#include "harness/measure/check/stages.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

const double compare_safety = 40, compare_floor = 1e-30;
/* The factor 4 allows for rounding errors in the hidden layers of a formula, which the condition
 * number does not include. */
const double attention_unit = 4 * (double)FLT_EPSILON;

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
    /* a NaN ratio is a failure */
    if (isnan(ratio)) ratio = (double)INFINITY;
    if (all->worst[0] && ratio <= all->worst_ratio) return;
    all->worst_ratio = ratio;
    all->error = error;
    all->tolerance = tolerance;
    snprintf(all->worst, sizeof all->worst, "%s[%d,%d,%d]: %.9g (expected %.9g)", at->stage, at->b,
             at->i, at->column + c, got, want);
}

void compare_row(struct comparison *all, const struct row_place *at, const float *got,
                 const double *want, const double *moved, int count, double terms, double known)
{
    double tolerance = row_tolerance(want, moved, count, terms) + known;
    for (int c = 0; c < count; c++) note_worst(all, at, c, (double)got[c], want[c], tolerance);
    add_nmse(all, got, want, count);
    all->rows++;
}

/* ---- rows of attention ---- */

struct element {
    /* sums over keys j: `a * v`, `|a| * |v - mean|`, `|a * v|`, `weight_error * |v|` */
    double sum, spread, mass, error;
};

static struct element add_up(const struct attention_row *r, int c, double total)
{
    struct element e = {0};
    for (int j = 0; j < r->m; j++)
        e.sum += r->weights[j] * r->v[(size_t)j * (size_t)r->d + (size_t)c];
    double mean = total > 0 ? e.sum / total : 0;
    for (int j = 0; j < r->m; j++) {
        double a = fabs(r->weights[j]), v = r->v[(size_t)j * (size_t)r->d + (size_t)c];
        e.spread += a * fabs(v - mean);
        e.mass += a * fabs(v);
        e.error += r->weight_errors[j] * fabs(v);
    }
    return e;
}

/* `factor` is `o / sum_j a_j v_j`, computed at the element whose sum has the largest magnitude,
 * where the quotient is most accurate. */
double attention_error(const struct attention_row *r, double condition)
{
    double total = 0, most = 0, error = 0, largest = 0, factor = 0;
    for (int j = 0; j < r->m; j++) total += fabs(r->weights[j]);
    for (int c = 0; c < r->d; c++) {
        struct element e = add_up(r, c, total);
        most = fmax(most, condition * e.spread + e.mass);
        error = fmax(error, e.error);
        if (fabs(e.sum) > largest) factor = fabs(r->o[c] / e.sum);
        largest = fmax(largest, fabs(e.sum));
    }
    return attention_unit * most * factor + error;
}
