/* SPDX-License-Identifier: MIT
 * Implements tanh attention: a = tanh(scale * s) / (number of keys). Unlike ReLU attention
 * (relu.c), weights may be negative. */
#include "elementwise.h"

static const struct param params[] = {{"norm_divide", "divide the weights by the number of keys",
                                       PARAM_CHOICE, 0, 1, 1, divide_names, divide_said},
                                      {0}};
enum { ARG_DIVIDE };

/* Declared FLOPs per pair: scale, tanh, factor. */
static struct work work(const struct dims *dims, const struct args *args)
{
    (void)dims, (void)args;
    return (struct work){.per_pair = 2 + ACTIVATION_FLOP};
}

static void formula(const struct score_row *row, const double *s, double *a)
{
    double factor = divide_factor(arg_int(row->args, ARG_DIVIDE), row->dims);
    for (int j = 0; j < row->dims->m; j++)
        a[j] = j < row->visible ? factor * tanh(row->scale * s[j]) : 0;
}
static void derivative(const struct score_row *row, const double *s, const double *a,
                       const double *da, double *ds, double *const *dw)
{
    (void)a, (void)dw;
    double factor = divide_factor(arg_int(row->args, ARG_DIVIDE), row->dims);
    for (int j = 0; j < row->dims->m; j++) {
        double t = j < row->visible ? tanh(row->scale * s[j]) : 0;
        ds[j] = j < row->visible ? factor * row->scale * (1 - t * t) * da[j] : 0;
    }
}

static struct affine open_affine(const struct normalizer_run *run)
{
    real factor = (real)divide_factor(arg_int(run->args, ARG_DIVIDE), run->dims);
    return (struct affine){run->scale, 0, factor};
}
/* tanh x = 2 logistic(2x) - 1 */
static vec tanh_slope(vec x) { return 4 * vlogistic_slope(2 * x); }
#define ELEMENTWISE_F     vtanh
#define ELEMENTWISE_SLOPE tanh_slope
#include "elementwise_members.h"

/* The example uses tanh(log(3) / 2) = (3 - 1) / (3 + 1) = 1/2. */
static const struct by_hand by_hand[] = {
    {.working = "2/4 and -2/4",
     .dims = {.m = 4},
     .args = {{0}},
     .in = {VALUES(1.0986122886681098, -1.0986122886681098, 5, 5)},
     .out = VALUES(0.5, -0.5, 0, 0),
     .scale = 0.5,
     .visible = 2},
    {.working = "negative scale; divided by all 4 keys, of which 2 are visible",
     .dims = {.m = 4},
     .args = {{1}},
     .in = {VALUES(1.0986122886681098, -1.0986122886681098, 5, 5)},
     .out = VALUES(-0.125, 0.125, 0, 0),
     .scale = -0.5,
     .visible = 2},
    {.working = "(1/2)/8 and (-1/2)/8, for a model with 8 keys",
     .dims = {.m = 4, .keys = 8},
     .args = {{1}},
     .in = {VALUES(1.0986122886681098, -1.0986122886681098, 5, 5)},
     .out = VALUES(0.0625, -0.0625, 0, 0),
     .scale = 0.5,
     .visible = 2},
    {0},
};

const struct normalizer N(normalizer_tanh) = {
    .base = {.name = "tanh",
             .label = "tanh / m",
             .title = "tanh(s) / m",
             .paper = "signed control for arXiv 2309.08586",
             .by_hand = by_hand,
             .params = params,
             .work = work},
    .formula = formula,
    .derivative = derivative,
    .fold = fold,
    .weights = weights,
    .backward = backward};
