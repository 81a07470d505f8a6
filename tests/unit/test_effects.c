/* SPDX-License-Identifier: MIT
 * Tests effects with failed runs, ties, runs without a partner, and losses of 0. */
#include "tests/unit/test.h"

#include "tests/unit/trained_folder.h"

#define QUESTION "metric: loss\nmargin: 0.01\n"
#define TWO      "baseline: base\narms: {base: , mlp: {proj: mlp}}\n"

static struct training of_base(int seed, const char *status, double loss)
{
    return (struct training){"base", "", "", 8, 0.1, seed, status, loss};
}

static struct training of_mlp(int seed, const char *status, double loss)
{
    return (struct training){"mlp", "off", "relu", 8, 0.1, seed, status, loss};
}

static const struct effect *mlp_effect(const struct folder *f, enum comparison comparison)
{
    return entry_effect(&f->analysis, find(&f->analysis, "mlp", 0), comparison);
}

/* ---- failed runs ---- */

/* If an arm has more failed runs than its reference, it cannot be judged better or equivalent. If
 * the reference has more failed runs, the arm cannot be judged worse or equivalent. */
TEST("an arm or reference with more failed runs gets no favourable verdict")
{
    static const struct {
        enum outcome found;
        double centre;
        int lost, of_reference;
        enum outcome left;
    } cases[] = {
        {OUTCOME_EQUIVALENT, 0, 0, 0, OUTCOME_EQUIVALENT},
        {OUTCOME_EQUIVALENT, 0, 1, 1, OUTCOME_EQUIVALENT},
        {OUTCOME_EQUIVALENT, 0, 0, 1, OUTCOME_INCONCLUSIVE},
        {OUTCOME_EQUIVALENT, 0.001, 0, 1, OUTCOME_INCONCLUSIVE},
        {OUTCOME_EQUIVALENT, -0.001, 1, 0, OUTCOME_INCONCLUSIVE},
        {OUTCOME_INCONCLUSIVE, 0.1, 0, 1, OUTCOME_INCONCLUSIVE},
        {OUTCOME_BETTER, 0.1, 0, 1, OUTCOME_BETTER},
        {OUTCOME_BETTER, 0.1, 1, 0, OUTCOME_INCONCLUSIVE},
        {OUTCOME_WORSE, -0.1, 1, 0, OUTCOME_WORSE},
        {OUTCOME_WORSE, -0.1, 0, 1, OUTCOME_INCONCLUSIVE},
        {OUTCOME_SUGGESTIVE, 0.1, 0, 1, OUTCOME_SUGGESTIVE},
        {OUTCOME_SUGGESTIVE, -0.1, 0, 1, OUTCOME_INCONCLUSIVE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(outcome_with_lost_runs(cases[i].found, cases[i].centre, cases[i].lost,
                                                cases[i].of_reference),
                         cases[i].left);
}

/* ---- pairs ---- */

/* If both runs of a pair failed, the pair is a tie. */
TEST("a tie counts as half a win")
{
    const struct training runs[] = {of_base(1, "ok", 2),       of_mlp(1, "ok", 1.8),
                                    of_base(2, "ok", 2.1),     of_mlp(2, "ok", 2.1),
                                    of_base(3, "diverged", 0), of_mlp(3, "diverged", 0),
                                    of_base(4, "ok", 2.2),     of_mlp(4, "ok", 2.3)};
    struct folder f;
    set_up(&f, runs, 8, QUESTION TWO "factors: {seed: 1-4}\n");
    const struct effect *e = mlp_effect(&f, COMPARE_STEPS);
    assert_int_equal(e->pairs, 4);
    assert_int_equal(e->gain.n, 3);
    near(e->wins, 2, 0);
    folder_remove(&f);
}

/* First, one run of the baseline has no partner; then one run of the arm has none. */
TEST("runs without a partner are counted")
{
    for (int arm = 0; arm < 2; arm++) {
        const struct training runs[] = {of_base(1, "ok", 2), of_base(2, "ok", 2.1),
                                        of_mlp(1, "ok", 1.8), of_mlp(2, "ok", 1.9),
                                        arm ? of_mlp(3, "ok", 2) : of_base(3, "ok", 2.2)};
        struct folder f;
        set_up(&f, runs, 5, QUESTION TWO "factors: {seed: 1-3}\n");
        const struct effect *e = mlp_effect(&f, COMPARE_STEPS);
        assert_int_equal(e->pairs, 2);
        assert_int_equal(e->unpaired, 1);
        folder_remove(&f);
    }
}

/* A loss of 0 counts as the rounding error of float32. */
TEST("a loss of 0 has a large gain")
{
    struct folder f;
    struct training runs[8];
    for (int i = 0; i < 4; i++) {
        runs[i] = of_base(i + 1, "ok", 0.5);
        runs[4 + i] = of_mlp(i + 1, "ok", i ? 0.5 : 0);
    }
    set_up(&f, runs, 8, TWO QUESTION "seeds: 1-4\n");
    const struct effect *e = mlp_effect(&f, COMPARE_STEPS);
    assert_true(e->pairs == 4 && e->gain.n == 4);
    near(e->gain.centre, log(0.5 / 1e-7) / 4, 1e-12);
    folder_remove(&f);
}
