/* SPDX-License-Identifier: MIT
 * Tests that score functions are equal where the mathematics requires it. Other tests compare fast
 * paths with formulas; only this test detects a wrong formula. */
#include "tests/unit/test.h"
#include "harness/measure/choices/choice_check.h"

#include <math.h>

/* The test uses the second head to detect errors in the head offset. */
enum { D = 6, UNITS = 5, DOT_UNITS = D, HEADS = 2, HEAD = 1 };
static const struct dims dims = {HEADS * D, HEADS *D, HEADS, D, 5, 7, 1, 0, 0};

/* Opens a score with random parameters. All scores get the same q and k. */
static void open_score(struct choice_trial *t, const char *name, struct args args)
{
    const struct choice *const *list = N(slots)[SLOT_SCORE].choices;
    while (*list && strcmp((*list)->name, name)) list++;
    if (!*list) fail_msg("no score is named %s", name);
    choice_trial_open(t, SLOT_SCORE, *list, &dims, &args, 0);
    choice_trial_draw(t, REACH_NEAR, 1);
}
static double formula(struct choice_trial *t)
{
    choice_trial_evaluate(t);
    return t->out.value[0];
}

/* The tolerance 1e-13 allows for a few dozen rounding errors of numbers near 1. */
static void assert_equal(double got, double want)
{
    if (!(fabs(got - want) <= 1e-13 * (1 + fabs(want))))
        fail_msg("found %.17g, expected %.17g", got, want);
}

TEST("a low-rank dot product with identity matrices equals the dot product")
{
    struct choice_trial low, dot;
    open_score(&low, "dot_low", (struct args){{DOT_UNITS, 1}});
    open_score(&dot, "dot", (struct args){{0}});
    for (int t = 0; t < 2; t++)
        for (int i = 0; i < D * D; i++) low.arrays[t].value[HEAD * D * D + i] = i % (D + 1) == 0;
    assert_equal(formula(&low), formula(&dot));
    const struct score *score = AS(score, low.choice);
    /* Both scales are equal because d' = D. */
    assert_equal(score->scale(&dims, &low.args), AS(score, dot.choice)->scale(&dims, &dot.args));
    low.args.value[0] = 1;
    assert_equal(score->scale(&dims, &low.args), 1);
    choice_trial_close(&low), choice_trial_close(&dot);
}

TEST("the sum score equals dot product plus neural score")
{
    struct choice_trial sum, neural, dot;
    struct args args = {{UNITS, 1, ACT_GELU}};
    open_score(&sum, "dot_additive", args);
    open_score(&neural, "neural", args);
    open_score(&dot, "dot", (struct args){{0}});
    /* The sum score has all tensors of the neural score except the constant. */
    assert_int_equal(sum.tensors + 1, neural.tensors);
    for (int t = 0; t < sum.tensors; t++)
        assert_string_equal(sum.tensor[t].name, neural.tensor[t].name);
    neural.arrays[sum.tensors].value[HEAD] = 0;
    assert_equal(formula(&sum), formula(&dot) / sqrt((double)D) + formula(&neural));
    assert_null(AS(score, sum.choice)->scale);
    choice_trial_close(&sum), choice_trial_close(&neural), choice_trial_close(&dot);
}
