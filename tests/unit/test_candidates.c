/* SPDX-License-Identifier: MIT
 * Tests which cells of a plan are kept if a tier lists its arms, and how often an error is reported
 * (harness/plan/candidates.c). */
#include "tests/unit/test.h"
#include "plan_case.h"

TEST("cells without an arm are kept even if a tier lists arms")
{
    static const char question[] =
        "grids: [{arms: {dot: , gat: {score: gat}}, factors: {n: [8, 16]}},\n"
        "        {factors: {n: [32, 64, 128]}}]\ntiers: {smoke: {arms: [gat]}}\n";
    struct plan_options o = {.tier = "smoke"};
    struct plan p = good_plan(question, &o);
    assert_int_equal(p.cell_count, 2 + 3);
    plan_free(&p);
}

TEST("an error that occurs twice in a line is reported at both columns")
{
    static const char question[] =
        "arms: {a: {score: gat, d_prime: 65}, b: {q: mlp, score: gat, d_prime: 65}}\n";
    struct plan_options o = {0};
    assert_error(question, o, ":1:24: key d_prime: found '65', expected an integer from 1 to 64");
    assert_error(question, o, ":1:62: key d_prime: found '65', expected an integer from 1 to 64");
}

TEST_SETUP() { axes = sample_axes(); }
