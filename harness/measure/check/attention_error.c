/* SPDX-License-Identifier: MIT
 * How far a right row of attention may be off because of its scores and weights. */
#include "harness/measure/check/attention_error.h"

#include <float.h>
#include <math.h>
#include <stddef.h>

const double attention_unit = 4 * (double)FLT_EPSILON;

struct element {
    double sum, spread, mass, error; /* sum_j of a v, |a| |v - mean|, |a v|, weight_errors |v| */
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

/* The factor outside the normaliser is read off the result. */
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
