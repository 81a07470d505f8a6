/* SPDX-License-Identifier: MIT
 * Tests that score functions are equal where the mathematics requires it. Other tests compare fast
 * paths with formulas; only this test detects a wrong formula. */
#include "tests/unit/test.h"
#include "harness/measure/choices/score_trial.h"
#include "kernels/registry.h"

enum { D = 6, UNITS = 5, DOT_UNITS = D };

static const struct score *score_named(const char *name)
{
    const struct choice *const *list = N(slots)[SLOT_SCORE].choices;
    while (*list && strcmp((*list)->name, name)) list++;
    if (!*list) fail_msg("no score is named %s", name);
    return (const void *)*list;
}
static const struct dims dims = {HEADS * D, HEADS *D, HEADS, D, 5, 7, 1, 0};

static void draw_pair(double *q, double *k)
{
    for (size_t i = 0; i < D; i++) q[i] = draw("q", i), k[i] = draw("k", i);
}

/* The tolerance 1e-13 allows for a few dozen rounding errors of numbers near 1. */
static void assert_equal(double got, double want)
{
    if (!(fabs(got - want) <= 1e-13 * (1 + fabs(want))))
        fail_msg("found %.17g, expected %.17g", got, want);
}

/* The test uses the second head to detect errors in the head offset. */
TEST("a low-rank dot product with identity matrices equals the dot product")
{
    struct problem low = problem(score_named("dot_low"), (struct args){{DOT_UNITS, 1}}, dims);
    struct problem dot = problem(score_named("dot"), (struct args){{0}}, dims);
    double q[D], k[D];
    draw_pair(q, k);
    for (int t = 0; t < 2; t++)
        for (int i = 0; i < D * D; i++) low.w[t][HEAD * D * D + i] = i % (D + 1) == 0;
    assert_equal(formula(&low, q, k), formula(&dot, q, k));
    double natural = low.formula->scale(&dims, &low.args);
    /* Both scales are equal because d' = D. */
    assert_equal(natural, dot.formula->scale(&dims, &dot.args));
    low.args.value[0] = 1;
    assert_equal(low.formula->scale(&dims, &low.args), 1);
    close_problem(&low);
    close_problem(&dot);
}

TEST("the sum score equals dot product plus neural score")
{
    const int score_act = ACT_GELU;
    struct args args = {{UNITS, 1, score_act}};
    struct problem sum = problem(score_named("dot_additive"), args, dims);
    struct problem neural = problem(score_named("neural"), args, dims);
    struct problem dot = problem(score_named("dot"), (struct args){{0}}, dims);
    double q[D], k[D];
    draw_pair(q, k);
    /* The sum score has all tensors of the neural score except the constant. */
    assert_int_equal(sum.tensors + 1, neural.tensors);
    for (int t = 0; t < sum.tensors; t++)
        assert_string_equal(sum.tensor[t].name, neural.tensor[t].name);
    neural.w[sum.tensors][HEAD] = 0;
    assert_equal(formula(&sum, q, k),
                 formula(&dot, q, k) / sqrt((double)D) + formula(&neural, q, k));
    assert_null(sum.formula->scale);
    close_problem(&sum);
    close_problem(&neural);
    close_problem(&dot);
}
