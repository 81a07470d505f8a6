/* SPDX-License-Identifier: MIT
 * Gates: the formula against g = o / (1 + e^-(x Wg)) written out, its derivative against
 * differences, and every build's fast passes, forward and backward, against them. */
#define BUILD formula
#include "kernels/slots.h"

#include "base/rng.h"
#include "tests/unit/guarded.h"

#include <math.h>

#if defined(__x86_64__)
#define EACH(m) m(double, 8) m(formula, 4) m(plain, 4) m(avx2, 4) m(avx512, 4)
#elif defined(__aarch64__)
#define EACH(m) m(double, 8) m(formula, 4) m(neon, 4)
#else
#define EACH(m) m(double, 8) m(formula, 4) m(plain, 4)
#endif
#define DECLARE(b, size) extern const struct gate gate_none_##b, gate_sigmoid_##b;
#define ENTRY(b, size)   {#b, size, &gate_none_##b, &gate_sigmoid_##b},
EACH(DECLARE)
static const struct build {
    const char *name;
    size_t real_size;
    const struct gate *none, *sigmoid; /* double: `real *` stands for pointers to doubles */
} builds[] = {EACH(ENTRY)};
enum { BUILDS = sizeof builds / sizeof *builds };

/* Odd sizes, so that nothing fills a vector: x (ROWS, D_IN), o (ROWS, HEADS * D). */
enum { ROWS = 9, D_IN = 7, HEADS = 3, D = 11, D_OUT = HEADS * D, PER_ELEMENT = 0, PER_HEAD = 1 };
static const struct dims dims = {D_IN, D_OUT, HEADS, D, 1, 1};

struct fixture {
    struct args args;
    int gates;
    double w[D_IN * D_OUT], x[ROWS * D_IN], o[ROWS * D_OUT], g[ROWS * D_OUT];
};

static void draw(const char *what, size_t count, double *x)
{
    for (size_t i = 0; i < count; i++) x[i] = (float)rng_normal(1, rng_stream(what), i);
}

static struct fixture fixture(int per)
{
    struct fixture f = {.args = {{per}}, .gates = per == PER_HEAD ? HEADS : D_OUT};
    draw("w", D_IN * D_OUT, f.w);
    draw("x", ROWS * D_IN, f.x);
    draw("o", ROWS * D_OUT, f.o);
    return f;
}

/* One row in double, through the gate's formula. */
static void formula(const struct fixture *f, const double *x, const double *o, double *g)
{
    struct guarded s = guarded(gate_sigmoid_formula.formula_scratch(&dims, &f->args), 8);
    gate_sigmoid_formula.formula(&dims, &f->args, (const double *[]){f->w}, x, o, g, s.data);
    release(&s);
}

static void check_formula(const struct fixture *f)
{
    double g[D_OUT];
    formula(f, f->x, f->o, g);
    for (int i = 0; i < D_OUT; i++) {
        double z = 0;
        int gate = f->gates == HEADS ? i / D : i;
        for (int j = 0; j < D_IN; j++) z += f->x[j] * f->w[j * f->gates + gate];
        assert_true(fabs(g[i] - f->o[i] / (1 + exp(-z))) <= 1e-14 * (1 + fabs(g[i])));
    }
}

static double objective(const struct fixture *f, const double *dg)
{
    double g[D_OUT], sum = 0;
    formula(f, f->x, f->o, g);
    for (int i = 0; i < D_OUT; i++) sum += dg[i] * g[i];
    return sum;
}

/* Gradients were added to 1; rounding leaves about 1e-9 of the difference. */
static void check_gradient(const struct fixture *f, double *at, int count, const double *gradient,
                           const double *dg)
{
    const double step = 1e-6;
    for (int i = 0; i < count; i++) {
        double old = at[i];
        at[i] = old + step;
        double up = objective(f, dg);
        at[i] = old - step;
        double slope = (up - objective(f, dg)) / (2 * step);
        at[i] = old;
        assert_true(fabs(gradient[i] - 1 - slope) <= 1e-6 * (1 + fabs(slope)));
    }
}

static void check_derivative(struct fixture *f)
{
    double dg[D_OUT], dx[D_IN], d_o[D_OUT], dw[D_IN * D_OUT];
    struct guarded s = guarded(gate_sigmoid_formula.formula_scratch(&dims, &f->args), 8);
    draw("dg", D_OUT, dg);
    for (int i = 0; i < D_IN; i++) dx[i] = 1;
    for (int i = 0; i < D_OUT; i++) d_o[i] = 1;
    for (int i = 0; i < D_IN * D_OUT; i++) dw[i] = 1;
    gate_sigmoid_formula.derivative(&dims, &f->args, (const double *[]){f->w}, f->x, f->o, dg, dx,
                                    d_o, (double *[]){dw}, s.data);
    release(&s);
    check_gradient(f, f->x, D_IN, dx, dg);
    check_gradient(f, f->o, D_OUT, d_o, dg);
    check_gradient(f, f->w, D_IN * f->gates, dw, dg);
}

static struct guarded converted(const double *x, size_t count, size_t size)
{
    struct guarded g = guarded(count, size);
    for (size_t i = 0; i < count; i++) put(&g, i, x[i]);
    return g;
}

/* Seven products and a logistic in single precision: a few 2^-23 of o. */
static void check_fast(const struct build *b, const struct gate *gate, const struct fixture *f)
{
    double tolerance = b->real_size == 4 ? 16 * 0x1p-23 : 16 * 0x1p-52;
    struct guarded w = converted(f->w, D_IN * D_OUT, b->real_size);
    struct guarded x = converted(f->x, ROWS * D_IN, b->real_size);
    struct guarded o = converted(f->o, ROWS * D_OUT, b->real_size);
    struct guarded g = guarded(ROWS * D_OUT, b->real_size);
    size_t reals = gate->scratch ? gate->scratch(&dims, &f->args, ROWS) : 0;
    struct guarded scratch = guarded(reals, b->real_size);
    gate->forward(&(struct gate_run){&dims, &f->args, (const real *[]){w.data}, ROWS, x.data,
                                     o.data, g.data, scratch.data});
    for (size_t i = 0; i < ROWS * D_OUT; i++) {
        assert_true(get(&o, i) == f->o[i]);
        assert_true(fabs(get(&g, i) - f->g[i]) <= tolerance * fabs(f->o[i]));
    }
    release(&w), release(&x), release(&o), release(&g), release(&scratch);
}

/* Gradients by the derivative in double, added up over the rows. */
struct gradients {
    double dx[ROWS * D_IN], d_o[ROWS * D_OUT], dw[D_IN * D_OUT];
};

static void expect_gradients(const struct fixture *f, const struct gate *gate, const double *dg,
                             struct gradients *e)
{
    size_t reals = gate->formula_scratch ? gate->formula_scratch(&dims, &f->args) : 0;
    struct guarded s = guarded(reals, 8);
    for (int r = 0; r < ROWS; r++)
        gate->derivative(&dims, &f->args, (const double *[]){f->w}, f->x + r * D_IN,
                         f->o + r * D_OUT, dg + r * D_OUT, e->dx + r * D_IN, e->d_o + r * D_OUT,
                         (double *[]){e->dw}, s.data);
    release(&s);
}

/* What dx and dw are added to. */
static const double START = 0.5;

static struct guarded started(size_t count, size_t size)
{
    struct guarded g = guarded(count, size);
    for (size_t i = 0; i < count; i++) put(&g, i, START);
    return g;
}

/* Each element off by some roundings of the largest: sums of at most 33 products of it. */
static void compare(const struct guarded *found, double start, const double *expected, size_t count)
{
    double epsilon = found->real_size == 4 ? 0x1p-23 : 0x1p-52, largest = start;
    for (size_t i = 0; i < count; i++) largest = fmax(largest, fabs(expected[i]));
    for (size_t i = 0; i < count; i++)
        assert_true(fabs(get(found, i) - start - expected[i]) <= 16 * epsilon * largest);
}

static void check_backward(const struct build *b, const struct gate *gate, const struct fixture *f,
                           const double *dg, const struct gradients *e)
{
    size_t size = b->real_size, weights = (size_t)D_IN * (size_t)f->gates;
    size_t reals = gate->backward_scratch ? gate->backward_scratch(&dims, &f->args, ROWS) : 0;
    struct guarded w = converted(f->w, weights, size), x = converted(f->x, ROWS * D_IN, size);
    struct guarded o = converted(f->o, ROWS * D_OUT, size), g = converted(dg, ROWS * D_OUT, size);
    struct guarded dx = started(ROWS * D_IN, size), dw = started(weights, size);
    struct guarded d_o = guarded(ROWS * D_OUT, size), scratch = guarded(reals, size);
    gate->backward(&(struct gate_backward){&dims, &f->args, (const real *[]){w.data}, ROWS, x.data,
                                           o.data, g.data, dx.data, d_o.data, (real *[]){dw.data},
                                           scratch.data});
    compare(&dx, START, e->dx, ROWS * D_IN);
    compare(&d_o, 0, e->d_o, ROWS * D_OUT); /* written, not added to */
    compare(&dw, START, e->dw, weights);
    for (size_t i = 0; i < ROWS * D_OUT; i++)
        assert_true(get(&o, i) == f->o[i] && get(&g, i) == dg[i]);
    release(&w), release(&x), release(&o), release(&g);
    release(&dx), release(&dw), release(&d_o), release(&scratch);
}

static void check_builds_backward(const struct fixture *f, bool sigmoid)
{
    double dg[ROWS * D_OUT];
    struct gradients e = {0};
    draw("dg", ROWS * D_OUT, dg);
    expect_gradients(f, sigmoid ? &gate_sigmoid_formula : &gate_none_formula, dg, &e);
    for (int i = 0; i < BUILDS; i++)
        if (builds[i].sigmoid == &gate_sigmoid_formula || kernels_by_name(builds[i].name))
            check_backward(&builds[i], sigmoid ? builds[i].sigmoid : builds[i].none, f, dg, &e);
}

static void check_builds(struct fixture *f, bool sigmoid)
{
    check_builds_backward(f, sigmoid);
    for (int r = 0; r < ROWS && sigmoid; r++)
        formula(f, f->x + r * D_IN, f->o + r * D_OUT, f->g + r * D_OUT);
    for (int i = 0; i < BUILDS; i++)
        if (builds[i].sigmoid == &gate_sigmoid_formula || kernels_by_name(builds[i].name))
            check_fast(&builds[i], sigmoid ? builds[i].sigmoid : builds[i].none, f);
}

static void test_sigmoid(void **state)
{
    (void)state;
    for (int per = PER_ELEMENT; per <= PER_HEAD; per++) {
        struct fixture f = fixture(per);
        check_formula(&f);
        check_derivative(&f);
        check_builds(&f, true);
    }
}

static void test_none(void **state)
{
    (void)state;
    struct fixture f = fixture(PER_ELEMENT);
    memcpy(f.g, f.o, sizeof f.g);
    check_builds(&f, false);
    assert_true(gate_none_formula.absent);
    assert_false(gate_sigmoid_formula.absent);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sigmoid), cmocka_unit_test(test_none)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
