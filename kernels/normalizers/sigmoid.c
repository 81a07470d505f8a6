/* SPDX-License-Identifier: MIT
 * Implements sigmoid attention: a = 1 / (1 + e^-(scale * s + b)), b = -log(number of keys). Source:
 * Ramapuram et al., arXiv 2409.04431. With this default b, the weights of a row initially sum to
 * about 1, as under softmax. The alternatives are b = 0 and division by the number of keys. */
#include "elementwise.h"

static const char *const bias_names[] = {"zero", "neg_log_keys", NULL};
static const struct param params[] = {{"norm_divide", "divide the weights by the number of keys",
                                       PARAM_CHOICE, 0, 1, 0, divide_names, divide_said},
                                      {"norm_bias", "bias added to the scaled score", PARAM_CHOICE,
                                       0, 1, 1, bias_names, SAID("no bias", "bias -log m")},
                                      {0}};
enum { ARG_DIVIDE, ARG_BIAS };

/* Declared FLOPs per pair: scale and bias, logistic, factor. */
static struct work work(const struct dims *dims, const struct args *args)
{
    (void)dims, (void)args;
    return (struct work){.per_pair = 3 + ACTIVATION_FLOP};
}

static double bias(const struct dims *dims, const struct args *args)
{
    return arg_int(args, ARG_BIAS) ? -log(number_of_keys(dims)) : 0;
}
static double logistic(double x) { return 1 / (1 + exp(-x)); }

static void formula(const struct score_row *row, const double *s, double *a)
{
    double factor = divide_factor(arg_int(row->args, ARG_DIVIDE), row->dims),
           b = bias(row->dims, row->args);
    for (int j = 0; j < row->dims->m; j++)
        a[j] = j < row->visible ? factor * logistic(row->scale * s[j] + b) : 0;
}
static void derivative(const struct score_row *row, const double *s, const double *a,
                       const double *da, double *ds, double *const *dw)
{
    (void)a, (void)dw;
    double factor = divide_factor(arg_int(row->args, ARG_DIVIDE), row->dims),
           b = bias(row->dims, row->args);
    for (int j = 0; j < row->dims->m; j++) {
        double y = j < row->visible ? logistic(row->scale * s[j] + b) : 0;
        ds[j] = j < row->visible ? factor * row->scale * y * (1 - y) * da[j] : 0;
    }
}

static struct affine open_affine(const struct normalizer_run *run)
{
    return (struct affine){run->scale, (real)bias(run->dims, run->args),
                           (real)divide_factor(arg_int(run->args, ARG_DIVIDE), run->dims)};
}
#define ELEMENTWISE_F     vlogistic
#define ELEMENTWISE_SLOPE vlogistic_slope
#include "elementwise_members.h"

/* The scores are log 3, 0 and log 4; 3 of 4 keys are visible. */
static const struct by_hand by_hand[] = {
    {.working = "1 / (1 + 1/3), 1 / (1 + 1), 1 / (1 + 1/4)",
     .dims = {.m = 4},
     .args = {{[ARG_DIVIDE] = 0, [ARG_BIAS] = 0}},
     .in = {VALUES(1.0986122886681098, 0, 1.3862943611198906, 5)},
     .out = VALUES(0.75, 0.5, 0.8, 0),
     .scale = 1,
     .visible = 3},
    {.working = "b = -log 4: 1 / (1 + 4/3), 1 / (1 + 4), 1 / (1 + 1)",
     .dims = {.m = 4},
     .args = {{[ARG_DIVIDE] = 0, [ARG_BIAS] = 1}},
     .in = {VALUES(1.0986122886681098, 0, 1.3862943611198906, 5)},
     .out = VALUES(3.0 / 7, 0.2, 0.5, 0),
     .scale = 1,
     .visible = 3},
    {.working =
         "b = -log 4, scale 2, 4 keys: 1 / (1 + 4/9) / 4, 1 / (1 + 4) / 4, 1 / (1 + 4/16) / 4",
     .dims = {.m = 4},
     .args = {{[ARG_DIVIDE] = 1, [ARG_BIAS] = 1}},
     .in = {VALUES(1.0986122886681098, 0, 1.3862943611198906, 5)},
     .out = VALUES(9.0 / 52, 0.05, 0.2, 0),
     .scale = 2,
     .visible = 3},
    {.working = "model with 9 keys: 1 / (1 + 9/9) / 9, 1 / (1 + 9) / 9, 1 / (1 + 9/36) / 9",
     .dims = {.m = 3, .keys = 9},
     .args = {{[ARG_DIVIDE] = 1, [ARG_BIAS] = 1}},
     .in = {VALUES(1.0986122886681098, 0, 1.7917594692280550)},
     .out = VALUES(1.0 / 18, 1.0 / 90, 4.0 / 45),
     .scale = 2,
     .visible = 3},
    {0},
};

const struct normalizer N(normalizer_sigmoid) = {.base = {.name = "sigmoid",
                                                          .label = "sigmoid",
                                                          .title = "1 / (1 + exp(-s + log m))",
                                                          .paper = "arXiv 2409.04431, eq. 3",
                                                          .by_hand = by_hand,
                                                          .params = params,
                                                          .work = work},
                                                 .fades = true,
                                                 .formula = formula,
                                                 .derivative = derivative,
                                                 .fold = fold,
                                                 .weights = weights,
                                                 .backward = backward};
