/* SPDX-License-Identifier: MIT
 * Compares the gradient of a whole model in the double build with central differences of the loss.
 */
#ifndef ATTNLAB_NET_GRADIENT_H
#define ATTNLAB_NET_GRADIENT_H

#include "net_case.h"

/* Tolerance of a gradient entry, relative to the largest entry of its tensor. Central differences
 * with a step of 1e-5 have errors of about 1e-9. */
static const double gradient_tolerance = 1e-6;
/* Lower limit of the scale for relative errors, as a fraction of the model's largest gradient.
 * Smaller gradients consist only of rounding errors. */
static const double gradient_floor = 1e-4;
enum { GRADIENT_SAMPLES = 5 };

struct gradient_case {
    struct model *model;
    const struct net_batch *batch;
    uint64_t step;
};

static inline double slope_at(const struct gradient_case *g, double *w, double h)
{
    const struct model_build *build = double_build();
    double was = *w;
    *w = was + h;
    double right = loss_of(build, g->model, g->batch, g->step);
    *w = was - h;
    double left = loss_of(build, g->model, g->batch, g->step);
    *w = was;
    return (right - left) / (2 * h);
}

/* Returns the smallest error over several step sizes. Differences across a kink of ReLU are wrong,
 * so one step size is not enough. */
static inline double slope_error(const struct gradient_case *g, double *w, double want)
{
    double least = (double)INFINITY;
    for (double h = 1e-4; h > 1e-7 && !(least < 1e-9); h /= 10)
        least = fmin(least, fabs(slope_at(g, w, h) - want));
    return least;
}

/* Checks the largest gradient of a tensor and a few random entries. */
static inline void check_tensor(const struct gradient_case *g, const struct model_tensor *t,
                                double scale, const char *what)
{
    const struct model_build *build = double_build();
    double *w = (double *)build->parameters(g->model) + t->at;
    const double *gradient = (const double *)build->gradients(g->model) + t->at;
    size_t largest = 0;
    for (size_t i = 0; i < t->count; i++)
        if (fabs(gradient[i]) > fabs(gradient[largest])) largest = i;
    for (int s = 0; s < GRADIENT_SAMPLES; s++) {
        size_t i = s ? (size_t)rng_below(3, rng_stream(t->name), (uint64_t)s, t->count) : largest;
        double error = slope_error(g, &w[i], gradient[i]);
        if (!(error <= gradient_tolerance * scale))
            fail_msg("%s: %s[%zu]: gradient %g is off by %g (largest entry of the tensor: %g)",
                     what, t->name, i, gradient[i], error, scale);
    }
}

/* Adds random numbers to all parameters. A bias of 0 could lie exactly on the kink of a ReLU. */
static inline void disturb(struct model *m)
{
    const struct model_build *build = double_build();
    double *w = build->parameters(m);
    size_t reals = build->memory(m).parameters / sizeof *w;
    for (size_t i = 0; i < reals; i++) w[i] += 0.1 * rng_normal(11, rng_stream("disturb"), i);
}

/* Checks the gradient of every trained tensor. dropout_step 0 means no dropout. */
static inline void check_model(struct model *m, const struct net_batch *b, uint64_t dropout_step,
                               const char *what)
{
    const struct model_build *build = double_build();
    struct gradient_case g = {m, b, dropout_step};
    int count;
    const struct model_tensor *t = build->tensors(m, &count);
    build->zero_gradients(m);
    loss_of(build, m, b, dropout_step);
    build->backward(m, &b->batch, 1);
    double all = largest_of(build, m, build->gradients(m), -1);
    assert_true(all > 0.01);
    for (int i = 0; i < count; i++) {
        double own = largest_of(build, m, build->gradients(m), i);
        if (!t[i].fixed) check_tensor(&g, &t[i], fmax(own, gradient_floor * all), what);
    }
}

static inline void check_gradients(const struct model_config *c, const struct net_batch *b,
                                   uint64_t dropout_step, const char *what)
{
    struct model *m = open_checked(double_build(), c, true);
    disturb(m);
    check_model(m, b, dropout_step, what);
}

#endif
