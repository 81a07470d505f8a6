/* SPDX-License-Identifier: MIT
 * Tests interactions with failed validity checks, tuning variance, diverged runs, and scores of
 * single records. */
#include "tests/unit/test.h"

#include "base/records/record_variance.h"
#include "tests/unit/trained_folder.h"

/* Runs per seed: mlp and base at the compared level (HERE), then mlp and base at the reference
 * level (FIRST). */
enum { HERE, HERE_BASE, FIRST, FIRST_BASE, SIDES };
enum { SEEDS = 3, RECORDS = 4, RUNS = SIDES * SEEDS };
static const double gains[SEEDS] = {0.10, 0.12, 0.11}, first_gains[SEEDS] = {0.04, 0.05, 0.09};

/* Creates training runs. Size 16 is the first level because the question lists it first. */
static void trainings(struct training *runs)
{
    for (int i = 0; i < RUNS; i++) {
        int side = i / SEEDS, seed = i % SEEDS, size = side < FIRST ? 8 : 16;
        bool mlp = side == HERE || side == FIRST;
        double gain = side == HERE ? gains[seed] : side == FIRST ? first_gains[seed] : 0;
        runs[i] = (struct training){
            mlp ? "mlp" : "base", mlp ? "off" : "", mlp ? "relu" : "", size, 0.1, seed + 1, "ok",
            exp(1 - gain)};
    }
}

static void set_up_runs(struct folder *f, const struct training *runs)
{
    set_up(f, runs, RUNS,
           "baseline: base\nmetric: loss\nmargin: 0.01\narms: {base: , mlp: {proj: mlp}}\n"
           "factors: {size: [16, 8], seed: 1-3}\nfactorial: [size]\n");
    assert_int_equal(f->analysis.interaction_count, 1);
}

static void set_up_whole(struct folder *f)
{
    struct training runs[RUNS];
    trainings(runs);
    set_up_runs(f, runs);
}

/* Recomputes the interaction after a test has changed the effects. */
static const struct interaction *found_again(struct folder *f)
{
    struct analysis *a = &f->analysis;
    find_interactions(a, &a->questions[0]);
    return &a->interactions[a->questions[0].interactions.first];
}

/* ---- validity checks ---- */

static void shut(struct effect *e, bool is_shut)
{
    free(e->failed_check);
    e->failed_check = is_shut ? xstrdup("nothing was counted") : NULL;
}

TEST("an interaction is not judged if a check failed at either level")
{
    struct folder f;
    set_up_whole(&f);
    for (int here = 0; here < 2; here++)
        for (int first = 0; first < 2; first++) {
            const struct interaction x = f.analysis.interactions[0];
            shut(&f.analysis.effects[x.effect], here);
            shut(&f.analysis.effects[x.first], first);
            const struct interaction *found = found_again(&f);
            assert_true(found->effect == x.effect && found->first == x.first);
            assert_true(found->unchecked != OUTCOME_NOT_JUDGED);
            assert_int_equal(found->outcome, here || first ? OUTCOME_NOT_JUDGED : found->unchecked);
        }
    folder_remove(&f);
}

/* ---- intervals ---- */

/* Checks that the interval equals Student's t interval over the seeds, widened by `variance`. */
static void has_width(const struct interaction *x, double variance)
{
    double changes[SEEDS];
    for (int i = 0; i < SEEDS; i++) changes[i] = gains[i] - first_gains[i];
    struct estimate seeds = stats_paired(changes, SEEDS, 0.95);
    double width =
        stats_t_quantile(0.975, SEEDS - 1) * sqrt(seeds.sd * seeds.sd / SEEDS + variance);
    assert_int_equal(x->gain.n, SEEDS);
    near(x->gain.centre, seeds.centre, 1e-12);
    near(x->gain.interval.high - x->gain.centre, width, 1e-12);
    near(x->gain.centre - x->gain.interval.low, width, 1e-12);
}

/* The tuning variance of an interaction is the sum of the tuning variances of its two effects. */
TEST("the tuning variances of both effects add up")
{
    struct folder f;
    set_up_whole(&f);
    struct analysis *a = &f.analysis;
    has_width(&a->interactions[0], 0);
    a->entries[a->effects[a->interactions[0].effect].entry].tuning_variance = 2e-4;
    a->entries[a->effects[a->interactions[0].first].reference].tuning_variance = 5e-4;
    has_width(found_again(&f), 7e-4);
    folder_remove(&f);
}

/* ---- diverged runs ---- */

/* A diverged run counts against the interaction if it is a run of mlp at the compared level, or of
 * base at the first level. Otherwise it counts in favour. */
TEST("diverged runs count for or against an interaction")
{
    static const bool own[SIDES] = {[HERE] = true, [FIRST_BASE] = true};
    for (int side = 0; side < SIDES; side++) {
        struct folder f;
        struct training runs[RUNS];
        trainings(runs);
        runs[side * SEEDS].status = "diverged";
        set_up_runs(&f, runs);
        const struct interaction *x = &f.analysis.interactions[0];
        assert_int_equal(x->gain.n, SEEDS - 1);
        assert_int_equal(x->lost_runs, own[side]);
        assert_int_equal(x->reference_lost_runs, !own[side]);
        folder_remove(&f);
    }
}

/* ---- records ---- */

static int side_of(const struct folder *f, int row)
{
    bool mlp = !strcmp(row_value(f, row, "proj"), "mlp");
    return (mlp ? HERE : HERE_BASE) + (atoi(row_value(f, row, "size")) == 16 ? FIRST : 0);
}

/* Returns the score of a record. Scores differ between the four runs, so that a weight with the
 * wrong sign is detected. */
static double part_of(int side, int seed, int record)
{
    static const double most[SIDES] = {0.3, 0.05, 0.11, 0.2};
    return most[side] * ((record + side) % RECORDS == 0) + 0.001 * (seed * record % 3);
}

/* Sets the record scores of all runs. On side `other_side`, the run with seed 2 gets different
 * records. */
static void add_records(struct folder *f, int other_side)
{
    for (int row = 0; row < f->run.trial_count; row++) {
        struct trial_records *r = &f->run.trials[row].records;
        int side = side_of(f, row), seed = atoi(row_value(f, row, "seed"));
        free(r->part);
        r->part = xarray(RECORDS, sizeof *r->part);
        for (int i = 0; i < RECORDS; i++) r->part[i] = part_of(side, seed - 1, i);
        r->count = RECORDS;
        r->hash = side == other_side && seed == 2 ? 78 : 77;
    }
}

TEST("an interaction includes the variance of records")
{
    static const double weight[SIDES] = {1, -1, -1, 1};
    double sums[SEEDS * RECORDS] = {0};
    struct folder f;
    for (int i = 0; i < SEEDS * RECORDS; i++)
        for (int side = 0; side < SIDES; side++)
            sums[i] += weight[side] * part_of(side, i / RECORDS, i % RECORDS);
    double variance = records_variance(sums, SEEDS, RECORDS);
    assert_true(variance > 1e-4);
    set_up_whole(&f);
    add_records(&f, -1);
    has_width(found_again(&f), variance);
    folder_remove(&f);
}

/* A seed is used only if all four runs are scored on the same records. */
TEST("seeds with different records are not paired")
{
    for (int side = 0; side < SIDES; side++) {
        struct folder f;
        set_up_whole(&f);
        add_records(&f, side);
        assert_int_equal(found_again(&f)->gain.n, SEEDS - 1);
        folder_remove(&f);
    }
}
