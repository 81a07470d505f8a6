/* SPDX-License-Identifier: MIT
 * Implements ReLU attention: a = max(scale * s, 0) / (number of keys). Source: Wortsman et al.,
 * arXiv 2309.08586. The division is the default, because the accuracy of ReLU attention approaches
 * softmax only with this division. */
#include "elementwise.h"

static const struct param params[] = {{"norm_divide", "divide the weights by the number of keys",
                                       PARAM_CHOICE, 0, 1, 1, divide_names, divide_said},
                                      {0}};
enum { ARG_DIVIDE };

/* Declared FLOPs per pair: scale, maximum, factor. */
static struct work work(const struct dims *dims, const struct args *args)
{
    (void)dims, (void)args;
    return (struct work){.per_pair = 3};
}

static void formula(const struct score_row *row, const double *s, double *a)
{
    double factor = divide_factor(arg_int(row->args, ARG_DIVIDE), row->dims);
    for (int j = 0; j < row->dims->m; j++) {
        double x = j < row->visible ? row->scale * s[j] : 0;
        a[j] = x < 0 ? 0 : factor * x;
    }
}
static void derivative(const struct score_row *row, const double *s, const double *a,
                       const double *da, double *ds, double *const *dw)
{
    (void)a, (void)dw;
    double factor = divide_factor(arg_int(row->args, ARG_DIVIDE), row->dims);
    for (int j = 0; j < row->dims->m; j++)
        ds[j] = j < row->visible && row->scale * s[j] > 0 ? factor * row->scale * da[j] : 0;
}

static vec relu(vec x) { return vmax(vset(0), x); } /* NaN in x stays NaN */
static vec relu_slope(vec x) { return vselect(x > 0, vset(1), vset(0)); }
static struct affine open_affine(const struct normalizer_run *run)
{
    real factor = (real)divide_factor(arg_int(run->args, ARG_DIVIDE), run->dims);
    return (struct affine){run->scale, 0, factor};
}
#define ELEMENTWISE_F     relu
#define ELEMENTWISE_SLOPE relu_slope
#include "elementwise_members.h"

static const struct by_hand by_hand[] = {
    {.working = "2*3 = 6; max(-2, 0) = 0",
     .dims = {.m = 4},
     .args = {{0}},
     .in = {VALUES(3, -1, 5, 5)},
     .out = VALUES(6, 0, 0, 0),
     .scale = 2,
     .visible = 2},
    {.working = "6 / 4: divided by all 4 keys, of which 2 are visible",
     .dims = {.m = 4},
     .args = {{1}},
     .in = {VALUES(3, -1, 5, 5)},
     .out = VALUES(1.5, 0, 0, 0),
     .scale = 2,
     .visible = 2},
    {.working = "6 / 12, for a model with 12 keys",
     .dims = {.m = 4, .keys = 12},
     .args = {{1}},
     .in = {VALUES(3, -1, 5, 5)},
     .out = VALUES(0.5, 0, 0, 0),
     .scale = 2,
     .visible = 2},
    {0},
};

const struct normalizer N(normalizer_relu) = {.base = {.name = "relu",
                                                       .label = "ReLU / m",
                                                       .title = "max(s, 0) / m",
                                                       .paper = "arXiv 2309.08586",
                                                       .by_hand = by_hand,
                                                       .params = params,
                                                       .work = work},
                                              .fades = true,
                                              .formula = formula,
                                              .derivative = derivative,
                                              .fold = fold,
                                              .weights = weights,
                                              .backward = backward};
