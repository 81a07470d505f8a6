/* SPDX-License-Identifier: MIT
 * Tests the checks of single choices. Every registered choice must pass, and every fault of the toy
 * choice y = w * x^2 must be detected. */
#include "each_choice.h"
#include "harness/measure/check/differences.h"
#include "harness/measure/choices/choice_check.h"
#include "harness/measure/memory.h"

#include <math.h>
#include <string.h>

/* ---- every choice ---- */

/* Returns choice number `at`, counted across all slots. Q, K and V share their choices, which are
 * counted once. */
static const struct choice *choice_at(int at, enum slot_id *slot, int *index)
{
    for (int s = 0; s < SLOTS; s++) {
        if (s == SLOT_K || s == SLOT_V) continue;
        const struct choice *const *list = N(slots)[s].choices;
        for (*index = 0; list[*index]; ++*index)
            if (at-- == 0) return *slot = (enum slot_id)s, list[*index];
    }
    return NULL;
}
static const char *name_of(int at)
{
    static char name[64];
    enum slot_id slot;
    int index;
    const struct choice *c = choice_at(at, &slot, &index);
    snprintf(name, sizeof name, "%s %s", N(slots)[slot].name, c->name);
    return name;
}
static bool has_values(int at)
{
    enum slot_id slot;
    int index;
    return by_hand_count(choice_at(at, &slot, &index));
}
static void values_hold(int at)
{
    enum slot_id slot;
    int index;
    const struct choice *c = choice_at(at, &slot, &index);
    char *wrong = by_hand_check(slot, c);
    if (wrong) fail_msg("%s: %s", name_of(at), wrong);
}
static void passes(int at)
{
    enum slot_id slot;
    int index;
    choice_at(at, &slot, &index);
    struct choice_result r = choice_check(slot, index);
    if (r.reason) fail_msg("%s: %s", name_of(at), r.reason);
}

/* ---- the toy choice ---- */

static int tensors(const struct dims *d, const struct args *a, struct tensor *out)
{
    (void)a;
    out[0] = (struct tensor){"w", 1, {d->d_out, 1, 1}, INIT_ONE, 0, false};
    return 1;
}
static const char *refuse(const struct dims *d, const struct args *a)
{
    (void)a;
    return d->d_in == d->d_out ? NULL : "needs equal widths";
}
static void formula(const struct dims *d, const struct args *a, const double *const *w,
                    const double *x, double *y, double *scratch)
{
    (void)a, (void)scratch;
    for (int i = 0; i < d->d_out; i++) y[i] = w[0][i] * x[i] * x[i];
}
static void past_the_end(const struct dims *d, const struct args *a, const double *const *w,
                         const double *x, double *y, double *scratch)
{
    formula(d, a, w, x, y, scratch);
    ((volatile double *)y)[d->d_out] = 0;
}
static void derivative(const struct dims *d, const struct args *a, const double *const *w,
                       const double *x, const double *dy, double *dx, double *const *dw,
                       double *scratch)
{
    (void)a, (void)scratch;
    for (int i = 0; i < d->d_out; i++) {
        dx[i] += 2 * w[0][i] * x[i] * dy[i];
        dw[0][i] += x[i] * x[i] * dy[i];
    }
}
static void derivative_without_w(const struct dims *d, const struct args *a, const double *const *w,
                                 const double *x, const double *dy, double *dx, double *const *dw,
                                 double *scratch)
{
    double none[8] = {0};
    (void)dw;
    derivative(d, a, w, x, dy, dx, (double *const[]){none}, scratch);
}
static void derivative_of_nan(const struct dims *d, const struct args *a, const double *const *w,
                              const double *x, const double *dy, double *dx, double *const *dw,
                              double *scratch)
{
    derivative(d, a, w, x, dy, dx, dw, scratch);
    dx[1] = NAN;
}
static void derivative_that_writes(const struct dims *d, const struct args *a,
                                   const double *const *w, const double *x, const double *dy,
                                   double *dx, double *const *dw, double *scratch)
{
    derivative(d, a, w, x, dy, dx, dw, scratch);
    for (int i = 0; i < d->d_out; i++) dw[0][i] = x[i] * x[i] * dy[i];
}
/* derivative_near_alone() is wrong only for parameters above 3, derivative_of_small_inputs() only
 * for inputs beyond 4. */
static void derivative_near_alone(const struct dims *d, const struct args *a,
                                  const double *const *w, const double *x, const double *dy,
                                  double *dx, double *const *dw, double *scratch)
{
    derivative(d, a, w, x, dy, dx, dw, scratch);
    for (int i = 0; i < d->d_out; i++)
        if (w[0][i] > 3) dw[0][i] += 1;
}
static void derivative_of_small_inputs(const struct dims *d, const struct args *a,
                                       const double *const *w, const double *x, const double *dy,
                                       double *dx, double *const *dw, double *scratch)
{
    derivative(d, a, w, x, dy, dx, dw, scratch);
    for (int i = 0; i < d->d_out; i++)
        if (fabs(x[i]) > 4) dx[i] += 1;
}
static const struct param params[] = {
    {"power", "", PARAM_INT, 1, 4, 2, NULL, SAID("to the power {}")}, {0}};
static const struct projection toy = {
    .base = {.name = "toy", .params = params, .refuse = refuse, .tensors = tensors},
    .formula = formula,
    .derivative = derivative};

/* ---- worked examples ---- */

static const struct by_hand right = {.working = "3*4, -1*25",
                                     .dims = {.d_in = 2, .d_out = 2},
                                     .args = {{2}},
                                     .in = {VALUES(2, -5)},
                                     .out = VALUES(12, -25),
                                     .tensors = {VALUES(3, -1)}};

/* Compares a worked example with the formula and checks the error message. If `message` is NULL,
 * the example must pass. */
static void expect_values(struct projection choice, struct by_hand values, const char *message)
{
    const struct by_hand list[] = {right, values, {0}};
    choice.base.by_hand = list;
    char *wrong = by_hand_check(SLOT_Q, &choice.base);
    if (!message != !wrong || (message && !strstr(wrong, message)))
        fail_msg("expected '%s', found '%s'", message ? message : "ok", wrong ? wrong : "ok");
    free(wrong);
}

static void worked_examples_must_match(void **state)
{
    (void)state;
    struct by_hand v = right;
    expect_values(toy, v, NULL);
    v.out = (struct values)VALUES(12, 25);
    expect_values(
        toy, v,
        "by_hand[1] (3*4, -1*25): the formula gives y[1] = -25, but the worked example has 25");
    v = right, v.tensors[0] = (struct values)VALUES(3, -1, 7);
    expect_values(toy, v, "3 values for w (expected 2)");
    v = right, v.in[0] = (struct values)VALUES(2);
    expect_values(toy, v, "1 value for x (expected 2)");
    v = right, v.out = (struct values)VALUES(12);
    expect_values(toy, v, "1 value for y (expected 2)");
    v = right, v.args.value[0] = 0;
    expect_values(toy, v, "argument power is 0 (expected an integer from 1 to 4)");
    v = right, v.args.value[0] = 1.5;
    expect_values(toy, v, "argument power is 1.5 (expected an integer from 1 to 4)");
    v = right, v.dims.d_out = 3;
    expect_values(toy, v, "the choice refuses these sizes: needs equal widths");
    v = right, v.dims.d_in = 0;
    expect_values(toy, v, "dims.d_in is 0");
    struct projection wrong = toy;
    wrong.formula = past_the_end;
    expect_values(wrong, right, "a write outside buffer y (16 bytes)");
}

/* ---- derivatives ---- */

static void expect_derivative(struct projection choice, const char *message)
{
    const struct dims dims = {3, 3, 1, 3, 1, 1, 1, 0, 0};
    const struct args args = {{2}};
    struct choice_trial t;
    choice_trial_open(&t, SLOT_Q, &choice.base, &dims, &args, 0);
    char *wrong = derivative_check(&t, 6);
    choice_trial_close(&t);
    if (!message != !wrong || (message && !strstr(wrong, message)))
        fail_msg("expected '%s', found '%s'", message ? message : "ok", wrong ? wrong : "ok");
    free(wrong);
}

static void wrong_derivatives_are_reported(void **state)
{
    (void)state;
    struct projection wrong = toy;
    expect_derivative(toy, NULL);
    wrong.derivative = derivative_without_w;
    expect_derivative(
        wrong,
        "your derivative with respect to w[0] is 0, but finite differences of your formula give ");
    expect_derivative(wrong, " with power=2, for w = [");
    expect_derivative(wrong, "], x = [");
    expect_derivative(wrong, "], gradient of y = [");
    wrong.derivative = derivative_of_nan;
    expect_derivative(wrong, "your derivative with respect to x[1] is nan");
    wrong.derivative = derivative_that_writes;
    expect_derivative(
        wrong, "your derivative with respect to w[0] overwrites the gradient (expected to add to "
               "it with +=) with power=2, for w = [");
    wrong.derivative = derivative_near_alone;
    expect_derivative(wrong, "your derivative with respect to w[");
    wrong.derivative = derivative_of_small_inputs;
    expect_derivative(wrong, "your derivative with respect to x[");
    wrong = toy, wrong.formula = past_the_end;
    expect_derivative(wrong, "a write outside buffer y (24 bytes)");
}

/* ---- differences ---- */

struct curve {
    double (*f)(double);
    double x;
};
static double slope(void *context, double *x, double up, double down)
{
    struct curve *c = context;
    return (c->f(*x + up) - c->f(*x - down)) / (up + down);
}
static double cube(double x) { return x * x * x; }

static void a_kink_is_not_reported_as_an_error(void **state)
{
    (void)state;
    struct curve smooth = {cube, 2}, kink = {fabs, 0};
    struct sloped of_smooth = {slope, &smooth}, of_kink = {slope, &kink};
    assert_true(difference_error(&of_smooth, &smooth.x, 12, 12) <= difference_tolerance);
    assert_true(difference_error(&of_smooth, &smooth.x, 12.001, 12) > difference_tolerance);
    assert_false(difference_kink(&of_smooth, &smooth.x, 12.001, 12));
    assert_true(difference_error(&of_kink, &kink.x, 1, 1) > difference_tolerance);
    assert_true(difference_kink(&of_kink, &kink.x, 1, 1));
    assert_true(smooth.x == 2 && kink.x == 0);
}

int main(void)
{
    static const struct check checks[] = {
        {"worked examples", values_hold, has_values, "no worked examples"},
        {.what = "complete check", .run = passes}};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worked_examples_must_match),
        cmocka_unit_test(wrong_derivatives_are_reported),
        cmocka_unit_test(a_kink_is_not_reported_as_an_error),
    };
    enum slot_id slot;
    int choices = 0, index;
    memory_keep_mappings(); /* Keep freed memory for reuse, as the worker does. New mappings would
                               take most of the time. */
    while (choice_at(choices, &slot, &index)) choices++;
    int failed = cmocka_run_group_tests_name("single choices", tests, NULL, NULL);
    return failed + check_each_choice("choices", checks, 2, choices, name_of);
}
