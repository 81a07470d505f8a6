/* SPDX-License-Identifier: MIT
 * Tests the fit of loss against compute, and compute multipliers. The data are generated from known
 * true values. */
#include "tests/unit/test.h"

#include "base/rng.h"
#include "harness/analysis/scaling.h"
#include "tests/unit/sanitized.h"
#include "tests/unit/trained_folder.h"

#include <math.h>

/* ---- made data: an arm loses what its reference does at `saved` times the compute ---- */

enum { SIZES = 4, SEEDS = 3, CELLS = SIZES * SEEDS };
static const double floor_of_data = 1.2, scale = 60, exponent = 0.16, level = 0.95;

struct made {
    struct ladder ladder;
    struct ladder_pair pairs[CELLS];
    double tuning[SIZES], text[SIZES];
    bool left_out[SIZES];
};

static double normal(const char *name, unsigned world, int i)
{
    return rng_normal(3, rng_stream(name), world * 1000 + (unsigned)i);
}

/* Generates data for model sizes whose compute grows by a factor of ten. Each log loss has noise of
 * size `noise`. The two runs of a pair share additional noise of the same size. */
static void make(struct made *m, double noise, double saved, unsigned world)
{
    *m = (struct made){0};
    m->ladder = (struct ladder){SIZES, CELLS, m->pairs, m->tuning, m->text, m->left_out};
    for (int side = 0; side < PAIR; side++)
        for (int i = 0; i < CELLS; i++) {
            double cost = log(1e11) + i / SEEDS * log(10);
            double like = cost + (side == OWN ? log(saved) : 0);
            m->pairs[i].size = i / SEEDS;
            m->pairs[i].cost[side] = cost;
            m->pairs[i].loss[side] = log(floor_of_data + scale * exp(-exponent * like)) +
                                     noise * normal("shared", world, i) +
                                     noise * normal(side == OWN ? "own" : "other", world, i);
        }
}

static bool holds(const struct estimate *e, double truth)
{
    return e->interval.low <= truth && truth <= e->interval.high;
}

/* Returns true if the pooled interval contains the true value. Adds 1 to *size if the interval of
 * model size `at` contains it. */
static int solve(const struct made *m, double truth, int at, int *size)
{
    struct scaling_fit f;
    struct estimate each[SIZES];
    ladder_solve(&m->ladder, level, &f, each);
    if (size) *size += holds(&each[at], truth);
    return holds(&f.pooled, truth);
}

/* ---- the law ---- */

TEST("the fit recovers the law from points without noise")
{
    double cost[4], loss[4];
    for (int i = 0; i < 4; i++) {
        cost[i] = log(1e10) + i * log(20);
        loss[i] = log(0.7 + 20 * exp(-0.1 * cost[i]));
    }
    struct law l = law_fit(cost, loss, 4, loss[3]);
    near(l.floor, 0.7, 1e-3);
    near(l.exponent, 0.1, 1e-3);
    near(law_log_cost(&l, law_log_loss(&l, 25)), 25, 1e-9);
    assert_true(isnan(law_log_cost(&l, log(0.69)))); /* No amount of compute reaches this loss. */
}

TEST("without noise the fit returns the true values")
{
    struct made m;
    make(&m, 0, 1.5, 1);
    struct scaling_fit f;
    struct estimate each[SIZES];
    ladder_solve(&m.ladder, level, &f, each);
    assert_null(f.fault);
    assert_true(f.sizes == SIZES && f.seeds == SEEDS && f.pooled.n == SEEDS);
    near(f.law.floor, floor_of_data, 1e-3);
    near(f.law.exponent, exponent, 1e-3);
    for (int i = 0; i < SIZES; i++) near(each[i].centre, log(1.5), 1e-2);
    near(f.pooled.centre, log(1.5), 1e-2);
}

/* ---- intervals ---- */

enum {
    WORLDS = REPEATED(400, 40),
    LEAST = REPEATED(370, 34),
    MOST = REPEATED(30, 6)
}; /* 380 of 400 intervals should contain the truth. The limit is 2.3 standard errors lower. */

TEST("95 % intervals contain the truth in 95 % of cases")
{
    int pooled = 0, largest = 0, significant = 0;
    for (unsigned world = 0; world < WORLDS; world++) {
        struct made m;
        make(&m, 0.004, 1.5, world);
        pooled += solve(&m, log(1.5), SIZES - 1, &largest);
        make(&m, 0.004, 1, world);
        significant += !solve(&m, 0, 0, NULL);
    }
    print_message("# %d cases: the pooled interval contains the truth in %d, the largest size in "
                  "%d; %d equal arms differ\n",
                  WORLDS, pooled, largest, significant);
    assert_true(pooled >= LEAST && largest >= LEAST && significant <= MOST);
}

/* A poor learning rate or an unusual text shifts the losses of all seeds equally. The variance
 * between seeds does not include this shift, so the variance of the shift is added. */
TEST("the variances of tuning and of text widen the intervals")
{
    const double moved = 0.008; /* The shift is twice as large as the noise of each seed. */
    int tuned = 0, texts = 0, alone = 0;
    for (unsigned world = 0; world < WORLDS; world++) {
        struct made m;
        make(&m, 0.004, 1.5, world);
        for (int i = 0; i < CELLS; i++)
            m.pairs[i].loss[OWN] += moved * normal("choice", world, i / SEEDS);
        alone += solve(&m, log(1.5), 0, NULL);
        for (int i = 0; i < SIZES; i++) m.tuning[i] = moved * moved;
        tuned += solve(&m, log(1.5), 0, NULL);
        make(&m, 0.004, 1.5, world);
        for (int i = 0; i < CELLS; i++) m.pairs[i].loss[OWN] += moved * normal("text", world, 0);
        for (int i = 0; i < SIZES; i++) m.text[i] = moved;
        texts += solve(&m, log(1.5), 0, NULL);
    }
    print_message("# %d cases: the interval contains the truth in %d with tuning, %d with text, %d "
                  "with seeds alone\n",
                  WORLDS, tuned, texts, alone);
    assert_true(tuned >= LEAST && texts >= LEAST && alone < LEAST);
}

/* Without noise, the width of the interval is known: if the log loss changes by d, the log compute
 * changes by `d * L / (alpha * (L - E))`, where `L = E + A * C^-alpha`. */
TEST("the interval has the expected width")
{
    struct made m;
    const double moved = 1e-3;
    make(&m, 0, 1, 1);
    m.tuning[2] = moved * moved;
    m.text[2] = moved;
    struct scaling_fit f;
    struct estimate each[SIZES];
    ladder_solve(&m.ladder, level, &f, each);
    double loss = exp(m.pairs[2 * SEEDS].loss[OWN]);
    double error = sqrt(2) * moved * loss / exponent / (loss - floor_of_data);
    double t = stats_t_quantile(0.975, SIZES * (SEEDS - 1));
    near(each[2].interval.high, t * error, 0.02 * t * error);
    near(f.pooled.interval.high, t * error / SIZES, 0.02 * t * error / SIZES);
}

/* An arm that equals its reference saves nothing, even if the law fits badly. A size with only one
 * common seed has no estimate. */
TEST("an arm that equals its reference saves no compute")
{
    struct made m;
    make(&m, 0.01, 1, 1);
    for (int i = 0; i < CELLS; i++) {
        if (i / SEEDS == SIZES - 1) m.pairs[i].loss[REFERENCE] += 0.01;
        m.pairs[i].loss[OWN] = m.pairs[i].loss[REFERENCE];
    }
    m.ladder.count = CELLS - 1;
    struct scaling_fit f;
    struct estimate each[SIZES];
    ladder_solve(&m.ladder, level, &f, each);
    for (int i = 0; i < SIZES; i++) near(each[i].centre, 0, 1e-12);
    assert_true(f.seeds == 2 && f.pooled.p > 0.99);
    m.ladder.count = CELLS - 2;
    ladder_solve(&m.ladder, level, &f, each);
    assert_true(f.sizes == SIZES - 1 && isnan(each[SIZES - 1].centre));
    near(each[0].centre, 0, 1e-12);
}

/* An excluded size has a multiplier, but does not affect the fit or the test. */
TEST("an excluded size does not affect the law")
{
    struct made m;
    make(&m, 0, 1.5, 1);
    m.left_out[0] = true;
    for (int i = 0; i < SEEDS; i++) m.pairs[i].loss[OWN] += 0.3, m.pairs[i].loss[REFERENCE] += 0.1;
    struct scaling_fit f;
    struct estimate each[SIZES];
    ladder_solve(&m.ladder, level, &f, each);
    assert_int_equal(f.sizes, SIZES - 1);
    near(f.law.floor, floor_of_data, 5e-3);
    near(f.pooled.centre, log(1.5), 1e-2);
    assert_true(each[0].centre < -0.5);
    m.left_out[1] = true;
    ladder_solve(&m.ladder, level, &f, each);
    assert_non_null(f.fault);
    assert_true(isnan(f.pooled.centre) && isnan(each[2].centre));
}

/* ---- a question ---- */

/* Creates runs of three arms at three sizes with two seeds. The test loss is the square of the
 * given loss. */
static int three_sizes(struct training *runs)
{
    static const char *const norms[] = {"", "off", "before"};
    int count = 0;
    for (int size = 8; size <= 32; size *= 2)
        for (int seed = 1; seed <= 2; seed++)
            for (int arm = 0; arm < 3; arm++)
                runs[count++] = (struct training){arm ? "mlp" : "base",
                                                  norms[arm],
                                                  arm ? "relu" : "",
                                                  size,
                                                  0.1,
                                                  seed,
                                                  "ok",
                                                  2 + 8.0 / size - 0.1 * arm + 0.01 * seed};
    return count;
}

/* P-values are corrected for the number of arms tested. Without a negative control, all sizes fail
 * their validity checks and no arm has a verdict. */
TEST("a question has one fit per arm and corrected p-values")
{
    struct folder f;
    struct training runs[18];
    int count = three_sizes(runs);
    test_power = 2;
    set_up(&f, runs, count,
           "baseline: base\nmetric: loss\nmargin: 0.01\nsplit: test\n"
           "arms: {base: , mlp: {proj: mlp, act: relu}}\n"
           "factors: {size: [8, 16, 32], norm: [\"off\", before], seed: 1-2}\n"
           "scaling: {over: size}\n");
    test_power = 0;
    const struct analysis *a = &f.analysis;
    int size = axes_find(&f.axes, "size"), norm = axes_find(&f.axes, "norm");
    assert_int_equal(a->scaling_fit_count, 3);
    assert_int_equal(a->scaling_point_count, 9);
    for (int i = 0; i < a->scaling_point_count; i++) {
        const struct scaling_point *p = &a->scaling_points[i];
        const char *arm = entry_value(a, p->entry, norm);
        double loss = 2 + 8 / atof(entry_value(a, p->entry, size)) -
                      0.1 * (!strcmp(arm, "off")      ? 1
                             : !strcmp(arm, "before") ? 2
                                                      : 0);
        assert_int_equal(p->seeds, 2);
        /* For each size, losses are averaged on the log scale. */
        near(log(p->loss), log(loss + 0.01) + log(loss + 0.02), 1e-12);
        assert_ptr_equal(entry_scaling_point(a, p->entry), p);
    }
    for (int i = 0; i < a->scaling_fit_count; i++) {
        const struct scaling_fit *fit = &a->scaling_fits[i];
        bool reference = fit->entry == fit->reference;
        assert_true(fit->sizes == 3 && fit->seeds == 2 && fit->failed_check);
        assert_true(fit->outcome == (reference ? OUTCOME_NONE : OUTCOME_NOT_JUDGED));
        assert_true(isnan(fit->p_corrected));
    }
    folder_remove(&f);
}
