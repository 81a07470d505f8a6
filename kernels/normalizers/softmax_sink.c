/* SPDX-License-Identifier: MIT
 * Implements softmax with an attention sink:
 *
 *     a_j = e^x_j / (e^b + sum of e^x_k over visible keys), x = scale * s
 *
 * b is 0 ("off by one") or learned, one per head. Sources: Miller 2023, "Attention is off by one",
 * for b = 0; gpt-oss (arXiv 2508.10925) for the learned b.
 *
 * The sink acts like an extra key with value 0 that every query sees. Weights therefore sum to less
 * than 1. Unlike softmax, the result changes if a constant is added to all scores of a row.
 *
 * The running maximum and sum ignore the sink. The term e^(b - max x) is added at the end. If it
 * overflows, the weights are 0. */
#include "online_softmax.h"

static const char *const sinks[] = {"zero", "learned", NULL};
static const struct param params[] = {{"sink", "logit of the sink", PARAM_CHOICE, 0, 1, 0, sinks,
                                       SAID("sink at 0", "learned sink per head")},
                                      {0}};
enum { ARG_SINK };
static bool learned(const struct args *args) { return arg_int(args, ARG_SINK); }

static int tensors(const struct dims *dims, const struct args *args, struct tensor *out)
{
    if (!learned(args)) return 0;
    *out = (struct tensor){"sink", 1, {dims->heads, 1, 1}, INIT_ZERO, 0, false};
    return 1;
}

/* Declared FLOPs: as for softmax, plus a difference, an exponential and a sum per row. */
static struct work work(const struct dims *dims, const struct args *args)
{
    (void)dims, (void)args;
    return (struct work){.per_query = 4, .per_pair = 5};
}

/* ---- formula ---- */

/* Statistics of a row: the maximum of b and all x, and the sum of exponentials relative to this
 * maximum. */
struct row_sum {
    double b, top, sum;
};
static struct row_sum add_up(const struct score_row *row, const double *s)
{
    double b = learned(row->args) ? row->w[0][row->head] : 0;
    struct row_sum t = {b, b, 0};
    for (int j = 0; j < row->visible; j++) t.top = fmax(t.top, row->scale * s[j]);
    t.sum = exp(b - t.top);
    for (int j = 0; j < row->visible; j++) t.sum += exp(row->scale * s[j] - t.top);
    return t;
}
static void formula(const struct score_row *row, const double *s, double *a)
{
    struct row_sum t = add_up(row, s);
    for (int j = 0; j < row->dims->m; j++)
        a[j] = j < row->visible ? exp(row->scale * s[j] - t.top) / t.sum : 0;
}
/* Computes ds_j = scale * a_j * (da_j - along) and db = -a_sink * along, where along = sum_k a_k *
 * da_k and a_sink is the sink's weight. */
static void derivative(const struct score_row *row, const double *s, const double *a,
                       const double *da, double *ds, double *const *dw)
{
    struct row_sum t = add_up(row, s);
    double along = 0;
    for (int j = 0; j < row->visible; j++) along += a[j] * da[j];
    for (int j = 0; j < row->dims->m; j++)
        ds[j] = j < row->visible ? row->scale * a[j] * (da[j] - along) : 0;
    if (learned(row->args)) dw[0][row->head] -= exp(t.b - t.top) / t.sum * along;
}

/* ---- fast ---- */

/* Returns log2(e^(b - max x)) for a row with at least one visible key. */
static real sink_over(const struct normalizer_run *run, real top)
{
    real b = learned(run->args) ? run->w[0][run->head] : 0;
    return b * (real)LOG2_E - top * exponent(run).steepness;
}
static real power2(real x) { return vexp2(vset(x))[0]; }

static real row_factor(const struct normalizer_run *run, real top, real sum)
{
    return sum == 0 ? 0 : 1 / (sum + power2(sink_over(run, top)));
}

static void finish(const struct normalizer_run *run, int rows, const real *state, real *scale_out)
{
    const real *tops = state + STAT_TOP * rows, *sums = state + STAT_SUM * rows;
    for (int r = 0; r < rows; r++) scale_out[r] = row_factor(run, tops[r], sums[r]);
}
static void weights(const struct normalizer_run *run, real *s, int rows, int cols,
                    const int *visible, const real *state)
{
    (void)cols;
    struct exponent e = exponent(run);
    const real *tops = state + STAT_TOP * rows, *sums = state + STAT_SUM * rows;
    for (int r = 0; r < rows; r++, s += TILE_K)
        row_weights(e, s, visible[r], tops[r], row_factor(run, tops[r], sums[r]));
}

/* Returns the sum of a * da over the visible keys. Other elements of da may have any value. */
static real row_along(const real *a, const real *da, int visible)
{
    vec sum = vset(0);
    for (int j = 0; j < visible; j += VLEN)
        sum = vadd_where(vfirst(visible - j), sum, vload(a + j) * vload(da + j));
    return vsum(sum);
}
/* Returns the gradient of b from one tile: minus the sink's weight times the sum of a * da, summed
 * over rows. */
static real sink_slope(const struct normalizer_run *run, const real *a, const real *da, int rows,
                       const int *visible, const real *state)
{
    const real *tops = state + STAT_TOP * rows, *sums = state + STAT_SUM * rows;
    real slope = 0;
    for (int r = 0; r < rows; r++, a += TILE_K, da += TILE_K) {
        if (visible[r] == 0) continue;
        real share = 1 / (1 + sums[r] * power2(-sink_over(run, tops[r])));
        slope -= share * row_along(a, da, visible[r]);
    }
    return slope;
}
static void backward(const struct normalizer_run *run, const real *s, const real *a, real *da,
                     int rows, int cols, const int *visible, const real *state, const real *delta,
                     real *const *dw)
{
    (void)s, (void)cols;
    if (learned(run->args)) dw[0][run->head] += sink_slope(run, a, da, rows, visible, state);
    softmax_slopes(run->scale, a, da, rows, visible, delta);
}

/* The scores are log 3 and 0, with the exponentials 3 and 1. Two further keys are invisible. */
static const struct by_hand by_hand[] = {
    {.working = "(3, 1) / (1 + 3 + 1)",
     .dims = {.m = 4},
     .args = {{0}},
     .in = {VALUES(1.0986122886681098, 0, 5, 5)},
     .out = VALUES(0.6, 0.2, 0, 0),
     .scale = 1,
     .visible = 2},
    {.working = "scale -2, b = log 2 of the second head: (1/9, 1) / (2 + 1/9 + 1)",
     .dims = {.heads = 2, .m = 4},
     .args = {{1}},
     .head = 1,
     .in = {VALUES(1.0986122886681098, 0, 5, 5)},
     .out = VALUES(1.0 / 28, 9.0 / 28, 0, 0),
     .tensors = {VALUES(7, 0.69314718055994531)},
     .scale = -2,
     .visible = 2},
    {.working = "only the sink is visible",
     .dims = {.m = 2},
     .args = {{0}},
     .in = {VALUES(1, 2)},
     .out = VALUES(0, 0),
     .scale = 1,
     .visible = 0},
    {0},
};

const struct normalizer N(normalizer_softmax_sink) = {
    .base = {.name = "softmax_sink",
             .label = "attention sink",
             .title = "exp(s) / (exp(b) + sum exp(s))",
             .paper = "Miller 2023, Attention is off by one; learned: arXiv 2508.10925",
             .initial = "sink 0",
             .by_hand = by_hand,
             .params = params,
             .tensors = tensors,
             .work = work},
    .fades = true,
    .formula = formula,
    .derivative = derivative,
    .stats = STATS,
    .begin = begin,
    .fold = fold,
    .finish = finish,
    .rescales = true,
    .weights = weights,
    .backward = backward};
