/* SPDX-License-Identifier: MIT
 * Tests projection formulas against the papers: results, parameter counts, and shapes that must be
 * refused. */
#define BUILD formula
#include "kernels/slots.h"

#include "base/rng.h"
#include "tests/unit/guarded.h"

#include <math.h>

#define PROJECTION(name) extern const struct projection projection_##name##_formula;
#define OUTPUT(name)     PROJECTION(name)
#include "kernels/projections/list.def"
#undef PROJECTION
#define PROJECTION(name) &projection_##name##_formula,
static const struct projection *const projections[] = {
#include "kernels/projections/list.def"
};
enum { COUNT = sizeof projections / sizeof *projections };

static const struct projection *named(const char *name)
{
    for (int i = 0; i < COUNT; i++)
        if (strcmp(projections[i]->base.name, name) == 0) return projections[i];
    fail_msg("no projection is named %s", name);
    return NULL;
}

/* A projection with default arguments. open_trial() draws the parameters from N(0, 1). */
struct trial {
    const struct projection *p;
    struct dims dims;
    struct args args;
    int tensors;
    double *w[MAX_TENSORS];
};

static size_t size_of(const struct tensor *t)
{
    return (size_t)t->dim[0] * (size_t)t->dim[1] * (size_t)t->dim[2];
}

static double *draw_array(const char *what, size_t count)
{
    double *x = xarray(count, sizeof *x);
    for (size_t i = 0; i < count; i++) x[i] = rng_normal(1, rng_stream(what), i);
    return x;
}

static void open_trial(struct trial *t)
{
    struct tensor declared[MAX_TENSORS];
    t->tensors = t->p->base.tensors(&t->dims, &t->args, declared);
    for (int i = 0; i < t->tensors; i++)
        t->w[i] = draw_array(declared[i].name, size_of(&declared[i]));
}

static void close_trial(struct trial *t)
{
    for (int i = 0; i < t->tensors; i++) free(t->w[i]);
}

static struct trial defaults(const char *name, struct dims dims)
{
    struct trial t = {.p = named(name), .dims = dims};
    for (const struct param *p = t.p->base.params; p && p->name; p++)
        t.args.value[p - t.p->base.params] = p->def;
    return t;
}

static void set(struct trial *t, const char *name, double value)
{
    for (const struct param *p = t->p->base.params; p->name; p++)
        if (strcmp(p->name, name) == 0) t->args.value[p - t->p->base.params] = value;
}

static size_t parameters(const char *name)
{
    struct tensor t[MAX_TENSORS];
    struct trial trial = defaults(name, (struct dims){768, 768, 12, 64, 1, 1, 1, 0, 0});
    size_t sum = 0;
    for (int i = trial.p->base.tensors(&trial.dims, &trial.args, t) - 1; i >= 0; i--)
        sum += size_of(&t[i]);
    return sum;
}

/* The expected counts come from the papers' code at d = 768. */
TEST("parameter counts agree with the papers")
{
    assert_int_equal(parameters("linear"), 589824);
    assert_int_equal(parameters("mlp"), 2361600);
    assert_int_equal(parameters("residual_bottleneck"), 589824 + 1536);
    assert_int_equal(parameters("residual_bottleneck_heads"), 589824 + 1536);
    assert_int_equal(parameters("fourth_matrix"), 12 * 64 * 64);
}

static void product(const double *x, int d_in, const double *w, int d_out, double *y)
{
    for (int j = 0; j < d_out; j++) {
        y[j] = 0;
        for (int i = 0; i < d_in; i++) y[j] += x[i] * w[i * d_out + j];
    }
}

/* Normalises x in place with LayerNorm if `centred`, otherwise with RMSNorm. */
static void normalize(double *x, int d, bool centred, const double *gain, const double *shift)
{
    double mean = 0, square = 0;
    for (int i = 0; i < d; i++) mean += centred ? x[i] / d : 0;
    for (int i = 0; i < d; i++) square += (x[i] - mean) * (x[i] - mean) / d;
    for (int i = 0; i < d; i++)
        x[i] = (x[i] - mean) / sqrt(square + 1e-5) * gain[i] + (shift ? shift[i] : 0);
}

enum { D = 6 };

static void expect_row(struct trial *t, const double *x, const double *expected)
{
    double y[D];
    size_t size = t->p->formula_scratch ? t->p->formula_scratch(&t->dims, &t->args) : 0;
    double *scratch = kept(xarray(size, sizeof *scratch));
    t->p->formula(&t->dims, &t->args, (const double *const *)t->w, x, y, scratch);
    for (int i = 0; i < D; i++) assert_true(fabs(y[i] - expected[i]) < 1e-13);
}

/* Marian (arXiv 2310.11398) computes W2 relu(LN(W1 x + b1)) + b2 with hidden width 2d. */
TEST("the MLP with norm equals Marian's formula")
{
    struct trial t = defaults("mlp", (struct dims){D, D, 2, D / 2, 1, 1, 1, 0, 0});
    double *x = draw_array("x", D), h[2 * D], y[D];
    set(&t, "norm", 1);
    open_trial(&t);
    product(x, D, t.w[0], 2 * D, h);
    for (int i = 0; i < 2 * D; i++) h[i] += t.w[1][i];
    normalize(h, 2 * D, true, t.w[2], t.w[3]);
    for (int i = 0; i < 2 * D; i++) h[i] = fmax(h[i], 0);
    product(h, 2 * D, t.w[4], D, y);
    for (int i = 0; i < D; i++) y[i] += t.w[5][i];
    expect_row(&t, x, y);
    close_trial(&t);
    free(x);
}

/* The paper (arXiv 2603.13381) computes x + LN(W2 gelu(W1 RMSNorm(x))) with rank d/2. */
TEST("the residual bottleneck equals the paper's formula")
{
    struct trial t = defaults("residual_bottleneck", (struct dims){D, D, 2, D / 2, 1, 1, 1, 0, 0});
    double *x = draw_array("x", D), n[D], h[D / 2], y[D];
    open_trial(&t);
    memcpy(n, x, sizeof n);
    normalize(n, D, false, t.w[0], NULL);
    product(n, D, t.w[1], D / 2, h);
    for (int i = 0; i < D / 2; i++) h[i] *= (1 + erf(h[i] / sqrt(2))) / 2;
    product(h, D / 2, t.w[2], D, y);
    normalize(y, D, true, t.w[3], NULL);
    for (int i = 0; i < D; i++) y[i] += x[i];
    expect_row(&t, x, y);
    close_trial(&t);
    free(x);
}

/* An audit of arXiv 2603.13381 normalises each head of x and of the branch. Only the branch has
 * gains. */
TEST("the bottleneck with norms per head equals its formula")
{
    enum { HEADS = 2, OF_HEAD = D / HEADS };
    struct trial t =
        defaults("residual_bottleneck_heads", (struct dims){D, D, 2, D / 2, 1, 1, 1, 0, 0});
    double *x = draw_array("x", D), n[D], h[D / 2], y[D], ones[D];
    open_trial(&t);
    for (int i = 0; i < D; i++) ones[i] = 1;
    memcpy(n, x, sizeof n);
    normalize(n, D, false, t.w[0], NULL);
    product(n, D, t.w[1], D / 2, h);
    for (int i = 0; i < D / 2; i++) h[i] *= (1 + erf(h[i] / sqrt(2))) / 2;
    product(h, D / 2, t.w[2], D, y);
    memcpy(n, x, sizeof n);
    for (int i = 0; i < D; i += OF_HEAD) {
        normalize(y + i, OF_HEAD, false, t.w[3] + i, NULL);
        normalize(n + i, OF_HEAD, false, ones, NULL);
    }
    for (int i = 0; i < D; i++) y[i] += n[i];
    expect_row(&t, x, y);
    close_trial(&t);
    free(x);
}

/* The formula is y_h = (1/sqrt(D)) o_h W_h^T. */
TEST("the fourth projection matrix equals its formula")
{
    struct trial t = defaults("fourth_matrix", (struct dims){D, D, 2, D / 2, 1, 1, 1, 0, 0});
    double *x = draw_array("x", D), y[D] = {0};
    enum { H = D / 2 };
    open_trial(&t);
    for (int i = 0; i < D; i++)
        for (int j = 0; j < H; j++) y[i] += x[i / H * H + j] * t.w[0][i * H + j] / sqrt(H);
    expect_row(&t, x, y);
    close_trial(&t);
    free(x);
}

TEST("invalid shapes of a projection are refused")
{
    static const char *const square[] = {
        "identity",      "none", "residual", "residual_bottleneck", "residual_bottleneck_heads",
        "fourth_matrix", "mlp"};
    for (size_t i = 0; i < sizeof square / sizeof *square; i++) {
        struct trial t = defaults(square[i], (struct dims){5, 6, 2, 3, 1, 1, 1, 0, 0});
        if (t.p == named("mlp")) set(&t, "residual", 1);
        const char *reason = t.p->base.refuse(&t.dims, &t.args);
        assert_non_null(reason);
        assert_non_null(strstr(reason, "d_model"));
        t.dims.d_in = 6;
        assert_null(t.p->base.refuse(&t.dims, &t.args));
    }
}
