/* SPDX-License-Identifier: MIT
 * Tests which axes a question varies (struct varied_axis in harness/plan/spec.h). */
#include "tests/unit/test.h"
#include "axes_sample.h"
#include "harness/plan/spec.h"

static struct axes axes;

/* Checks the varied axes and their order. The expected text looks like "n, q (arm)". */
static void assert_varied(const char *text, const char *tier, const char *expected)
{
    struct spec spec;
    struct diags diags = {0};
    struct text names = {0};
    if (!spec_parse(&spec, "varied.yaml", text, 0, tier, &axes, &diags))
        fail_msg("%s", messages(&diags));
    spec_find_varied(&spec, &axes);
    text_add(&names, "%s", "");
    for (int i = 0; i < spec.varied_count; i++)
        text_add(&names, "%s%s%s", i ? ", " : "", axes.list[spec.varied[i].axis].name,
                 spec.varied[i].of_arm ? " (arm)" : "");
    assert_string_equal(names.data, expected);
    text_free(&names);
    spec_free(&spec);
}

TEST("an axis with several values is varied")
{
    assert_varied("factors: {n: [8, 16], batch: 4, q: [linear, mlp]}\n", "", "q (arm), n");
    assert_varied("fixed: {n: 8}\nfactors: {q: mlp}\n", "", "");
    assert_varied("factors: {n: 8}\ntiers: {full: {factors: {n: [8, 16]}}}\n", "full", "n");
    assert_varied("factors: {n: 8}\ntiers: {full: {factors: {n: [8, 16]}}}\n", "quick", "");
    assert_varied("grids: [{factors: {n: [8, 16]}}, {factors: {batch: [1, 2]}}]\n", "", "batch, n");
    /* Axis n is listed because it has two values in one of the grids. */
    assert_varied("grids: [{factors: {n: [8, 16]}, fixed: {batch: 1}},"
                  " {factors: {n: 32}, fixed: {batch: 2}}]\n",
                  "", "batch, n");
}

TEST("the tuned axis, the seed and derived axes are not listed")
{
    assert_varied("kind: quality\ntune: {axis: threads, seeds: [1]}\n"
                  "factors: {threads: [1, 2], seed: 1-3, n: [8, 16], q: [linear, mlp]}\n"
                  "derive: {batch: n / 8, k: q}\n",
                  "", "q (arm), n");
}

/* Of the axes in a zip, only one is listed. Axes with names have priority over choices, and choices
 * over numbers. */
TEST("only one of the axes that change together is listed")
{
    assert_varied("zip: [{n: [8, 16], batch: [1, 2], heads: [2, 4]}]\n", "", "n");
    assert_varied("zip: [{heads: [2, 4], n: [8, 16]}, {batch: [1, 2]}]\n", "", "batch, heads");
    assert_varied("zip: [{n: [8, 16], corpus: [a, b]}]\n", "", "corpus");
    assert_varied("zip: [{d_prime: [2, 4], score: [gat, neural]}]\n", "", "score (arm)");
    /* Axis n, a condition, is listed. The score changes with n, so it is not listed. */
    assert_varied("zip: [{score: [dot, gat], n: [8, 16]}]\n", "", "n");
    assert_varied("kind: quality\ntune: {axis: n, seeds: [1]}\nfactors: {n: [8, 16]}\n"
                  "zip: [{batch: [1, 2], heads: [2, 4]}]\n",
                  "", "batch");
}

TEST("an axis that differs between grids is listed")
{
    assert_varied("grids: [{fixed: {n: 8}}, {fixed: {n: 16}}]\n", "", "n");
    assert_varied("grids: [{fixed: {n: 8}}, {fixed: {n: 8}}]\n", "", "");
    assert_varied("fixed: {n: 8}\ngrids: [{arms: {a: }}, {fixed: {n: 16}, arms: {b: }}]\n", "",
                  "n");
    assert_varied("grids: [{arms: {a: }}, {fixed: {heads: 2, batch: 4, n: 16, score: gat},"
                  " arms: {b: }}]\n",
                  "", "heads");
    assert_varied("grids: [{arms: {a: }}, {fixed: {score: gat}, arms: {b: }}]\n", "",
                  "score (arm)");
    /* A factor counts as varied even if one grid reduces it to a single value. */
    assert_varied("factors: {n: [8, 16]}\ngrids: [{arms: {a: }}, {factors: {n: 8}, arms: {b: }}]\n",
                  "", "n");
    assert_varied("grids: [{arms: {a: }}, {derive: {batch: n / 8}, arms: {b: }}]\n", "", "");
}

TEST("an axis that the baseline sets belongs to the arm")
{
    assert_varied("baseline: {threads: 1}\nfactors: {threads: [1, 2], n: [8, 16]}\n", "",
                  "n, threads (arm)");
}

TEST_SETUP() { axes = sample_axes(); }
