/* SPDX-License-Identifier: MIT
 * Minimises a function by L-BFGS. The search direction is -H g, with H from the last MEMORY steps.
 * The step is halved until the value decreases by at least a fraction of the predicted decrease
 * (Armijo). Steps along which the curvature is not positive are not used for H. */
#include "models/simple_baselines/lbfgs.h"

#include "base/mem.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MEMORY = 8, MOST_HALVINGS = 40 };
/* Armijo constant: required fraction of the decrease that the gradient predicts */
static const double required_share = 1e-4;

struct search {
    size_t count;
    double *x, *gradient, *direction, *next_x, *next_gradient;
    /* changes in x and in the gradient, one pair per step */
    double *x_change[MEMORY], *gradient_change[MEMORY];
    double curvature[MEMORY]; /* 1 / (x_change . gradient_change) */
    int pairs;                /* number of pairs stored in total; the ring keeps the newest */
};

static double dot(const double *a, const double *b, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += a[i] * b[i];
    return sum;
}

static void add(double *to, double factor, const double *what, size_t count)
{
    for (size_t i = 0; i < count; i++) to[i] += factor * what[i];
}

/* Computes direction = -H gradient (algorithm 7.4). */
static void choose_direction(struct search *s)
{
    double weight[MEMORY], *d = s->direction;
    int oldest = s->pairs > MEMORY ? s->pairs - MEMORY : 0, newest = (s->pairs - 1) % MEMORY;
    for (size_t i = 0; i < s->count; i++) d[i] = -s->gradient[i];
    for (int p = s->pairs - 1; p >= oldest; p--) {
        int i = p % MEMORY;
        weight[i] = s->curvature[i] * dot(s->x_change[i], d, s->count);
        add(d, -weight[i], s->gradient_change[i], s->count);
    }
    double scale = s->pairs ? 1 / (s->curvature[newest] * dot(s->gradient_change[newest],
                                                              s->gradient_change[newest], s->count))
                            : 1;
    for (size_t i = 0; i < s->count; i++) d[i] *= scale;
    for (int p = oldest; p < s->pairs; p++) {
        int i = p % MEMORY;
        double back = s->curvature[i] * dot(s->gradient_change[i], d, s->count);
        add(d, weight[i] - back, s->x_change[i], s->count);
    }
}

/* Returns the change in the gradient along the last step. */
static double step_curvature(const struct search *s)
{
    double sum = 0;
    for (size_t k = 0; k < s->count; k++)
        sum += (s->next_x[k] - s->x[k]) * (s->next_gradient[k] - s->gradient[k]);
    return sum;
}

/* Replaces the oldest pair of the ring with the new pair, if the curvature of the new pair is
 * positive. */
static void keep_pair(struct search *s)
{
    int i = s->pairs % MEMORY;
    double bend = step_curvature(s);
    if (!(bend > 0)) return;
    for (size_t k = 0; k < s->count; k++) {
        s->x_change[i][k] = s->next_x[k] - s->x[k];
        s->gradient_change[i][k] = s->next_gradient[k] - s->gradient[k];
    }
    s->curvature[i] = 1 / bend;
    s->pairs++;
}

/* Makes one step. Returns false if no step along the direction decreases the value, because the
 * value has reached the limit of double precision. */
static bool step(struct search *s, objective *value_at, void *of, double *value)
{
    double slope = dot(s->gradient, s->direction, s->count), length = 1;
    for (int i = 0; i < MOST_HALVINGS; i++, length /= 2) {
        memcpy(s->next_x, s->x, s->count * sizeof *s->x);
        add(s->next_x, length, s->direction, s->count);
        double next = value_at(of, s->next_x, s->next_gradient);
        if (!(next <= *value + required_share * length * slope)) continue;
        keep_pair(s);
        memcpy(s->x, s->next_x, s->count * sizeof *s->x);
        memcpy(s->gradient, s->next_gradient, s->count * sizeof *s->x);
        *value = next;
        return true;
    }
    return false;
}

static double largest(const double *values, size_t count)
{
    double most = 0;
    for (size_t i = 0; i < count; i++) most = fmax(most, fabs(values[i]));
    return most;
}

static void open(struct search *s, double *x, size_t count)
{
    *s = (struct search){.count = count, .x = x};
    double **arrays[] = {&s->gradient, &s->direction, &s->next_x, &s->next_gradient};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        *arrays[i] = xarray(count, sizeof **arrays[i]);
    for (int i = 0; i < MEMORY; i++) {
        s->x_change[i] = xarray(count, sizeof *s->x_change[i]);
        s->gradient_change[i] = xarray(count, sizeof *s->gradient_change[i]);
    }
}

static void close(struct search *s)
{
    double *arrays[] = {s->gradient, s->direction, s->next_x, s->next_gradient};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) free(arrays[i]);
    for (int i = 0; i < MEMORY; i++) free(s->x_change[i]), free(s->gradient_change[i]);
}

int lbfgs(objective *value_at, void *of, double *x, size_t count, double tolerance, int most)
{
    struct search s;
    int steps = 0;
    open(&s, x, count);
    double value = value_at(of, x, s.gradient);
    for (; steps < most && largest(s.gradient, count) > tolerance; steps++) {
        choose_direction(&s);
        if (!step(&s, value_at, of, &value)) break;
    }
    close(&s);
    return steps;
}
