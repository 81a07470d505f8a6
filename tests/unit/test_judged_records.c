/* SPDX-License-Identifier: MIT
 * Tests the analysis of scores per record: the width of intervals, pairs with different records,
 * missing or damaged score files, and the validity check `records`. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/records/record_file.h"
#include "base/records/record_variance.h"
#include "tests/unit/run_folder.h"

#include <sys/stat.h>

enum { SEEDS = 4, MOST = 1000, ARMS = 3 };
static const char *const arms[ARMS] = {"base", "mlp", "wide"};

/* Returns true if the simulated model answers a record correctly. Arm mlp answers one more of every
 * eight records than the baseline, and each seed flips a few answers. */
static bool right(int arm, int seed, int record)
{
    bool luck = (record * 5 + seed * 3 + arm * record) % 11 == 0, known = record % 8 < 5;
    if (arm == 1 && record % 8 > 4) known = record % 8 < 7;
    if (arm == 1 && record % 8 == 0) known = false;
    return known != luck;
}

static int arm_of(const struct folder *f, int row)
{
    int arm = 0;
    while (strcmp(arms[arm], row_value(f, row, "proj"))) arm++;
    return arm;
}
static int seed_of(const struct folder *f, int row) { return atoi(row_value(f, row, "seed")); }

enum wrong {
    NOTHING,
    NO_COLUMN,
    NO_FILE,
    DAMAGED,
    OF_ANOTHER_ROW,
    OTHER_RECORDS,
    OTHER_DATA,
    ONE_SIDE
};

static struct record_scores scores_of(const struct folder *f, int row, int records,
                                      enum wrong wrong)
{
    struct record_scores s;
    int arm = arm_of(f, row), seed = seed_of(f, row);
    record_scores_open(&s, records);
    record_scores_add_all(&s, (const char *[]){"right", "targets", NULL});
    for (int i = 0; i < records; i++) {
        s.column[0][i] = right(arm, seed, i) != (wrong == OF_ANOTHER_ROW && arm == 1 && i == 0);
        s.column[1][i] = 1;
    }
    s.hash = wrong == OTHER_RECORDS && arm == 1 && seed == 2 ? 78 : 77;
    return s;
}

static void write_scores(const struct folder *f, int row, int records, enum wrong wrong)
{
    struct record_scores scores[SPLITS] = {0};
    char *path = xformat("%s/scores/%016d.gz", f->path, row), *error = NULL;
    bool arm = arm_of(f, row) == 1;
    scores[SPLIT_HELD_OUT] = scores_of(f, row, records, wrong);
    if (!record_file_write(path, scores, &error)) fail_msg("%s", error);
    if (wrong == DAMAGED && arm) truncate(path, 30);
    if ((wrong == NO_FILE && arm) || (wrong == ONE_SIDE && !arm)) unlink(path);
    record_scores_free(&scores[SPLIT_HELD_OUT]);
    free(path);
}

static double accuracy(int arm, int seed, int records)
{
    int sum = 0;
    for (int i = 0; i < records; i++) sum += right(arm, seed, i);
    return sum / (double)records;
}

#define HEAD                                                                                       \
    "# As run by attnlab: q.yaml, tier full\nkind: quality\nbaseline: base\nmetric: accuracy\n"    \
    "split: held_out\nmargin: 0.01\narms: {base: , mlp: {proj: mlp}, wide: {proj: wide}}\n"
#define QUESTION HEAD "factors: {seed: 1-4}\n"

static void set_up_question(struct folder *f, const char *question, int records, enum wrong wrong)
{
    struct text rows = {0};
    folder_plan(f, question);
    char *folder = xformat("%s/scores", f->path);
    assert_int_equal(mkdir(folder, 0777), 0);
    free(folder);
    text_add(&rows,
             "ablation,key,status,reason,valid_loss,held_out_loss,held_out_accuracy,metric,"
             "corpus_hash%s\n",
             wrong == NO_COLUMN ? "" : ",held_out_records,scores");
    for (int row = 0; row < f->plan.row_count; row++) {
        int arm = arm_of(f, row), seed = seed_of(f, row);
        text_add(&rows, "q,\"%s\",ok,,1,1,%.17g,accuracy,%s", f->plan.rows[row].key,
                 accuracy(arm, seed, records),
                 wrong == OTHER_DATA && arm == 1 && seed == 3 ? "00000000000000bb"
                                                              : "00000000000000aa");
        if (wrong != NO_COLUMN) text_add(&rows, ",%d,scores/%016d.gz", records, row);
        text_add(&rows, "\n");
        write_scores(f, row, records, wrong);
    }
    folder_write(f, "cells.csv", rows.data);
    text_free(&rows);
    folder_analyse(f);
}

static void set_up(struct folder *f, int records, enum wrong wrong)
{
    set_up_question(f, QUESTION, records, wrong);
}

static void tear_down(struct folder *f)
{
    for (int row = 0; row < f->plan.row_count; row++) {
        char *path = xformat("%s/scores/%016d.gz", f->path, row);
        unlink(path);
        free(path);
    }
    char *folder = xformat("%s/scores", f->path);
    rmdir(folder);
    free(folder);
    folder_remove(f);
}

static const struct effect *effect_of(const struct folder *f, const char *arm)
{
    return entry_effect(&f->analysis, find(&f->analysis, arm, 0), COMPARE_STEPS);
}

/* ---- intervals ---- */

static void test_intervals_include_record_variance(void **state)
{
    (void)state;
    enum { RECORDS = 40 };
    struct folder f;
    double part[SEEDS * RECORDS], gains[SEEDS] = {0};
    for (int s = 0; s < SEEDS; s++)
        for (int i = 0; i < RECORDS; i++) {
            part[s * RECORDS + i] = right(1, s + 1, i) - right(0, s + 1, i);
            gains[s] += part[s * RECORDS + i] / RECORDS;
        }
    double variance = records_variance(part, SEEDS, RECORDS);
    assert_true(variance > 0);
    set_up(&f, RECORDS, NOTHING);
    const struct effect *e = effect_of(&f, "mlp");
    struct estimate seeds = stats_paired(gains, SEEDS, 0.95);
    near(e->gain.centre, seeds.centre, 1e-12);
    near(e->gain.sd, seeds.sd, 1e-12);
    near(e->records_variance, variance, 1e-12);
    near(e->gain.interval.high - e->gain.centre,
         stats_t_quantile(0.975, SEEDS - 1) * sqrt(seeds.sd * seeds.sd / SEEDS + variance), 1e-12);
    assert_true(
        e->gain.p >
        seeds.p); /* The p-value belongs to the widened interval, not to the interval over seeds. */
    assert_int_equal(e->other_records, 0);
    double first = e->gain.interval.low;
    analysis_free(&f.analysis), run_data_free(&f.run);
    folder_analyse(&f);
    assert_true(effect_of(&f, "mlp")->gain.interval.low == first);
    tear_down(&f);
}

/* Tests confidence intervals of a language-model loss with one score per window of text. */
static void test_intervals_include_text_variance(void **state)
{
    (void)state;
    enum { WINDOWS = 12 };
    struct folder f;
    struct text rows = {0};
    double part[SEEDS * WINDOWS] = {0}, gains[SEEDS] = {0};
    folder_plan(&f, "# As run by attnlab: q.yaml, tier full\nkind: quality\nbaseline: base\n"
                    "metric: loss\nsplit: held_out\nmargin: 0.01\n"
                    "arms: {base: , mlp: {proj: mlp}, wide: {proj: wide}}\n"
                    "factors: {seed: 1-4}\n");
    char *folder = xformat("%s/scores", f.path);
    assert_int_equal(mkdir(folder, 0777), 0);
    free(folder);
    text_add(&rows, "ablation,key,status,reason,valid_loss,held_out_loss,metric,scores\n");
    for (int row = 0; row < f.plan.row_count; row++) {
        struct record_scores scores[SPLITS] = {0}, *s = &scores[SPLIT_HELD_OUT];
        int arm = arm_of(&f, row), seed = seed_of(&f, row);
        char *path = xformat("%s/scores/%016d.gz", f.path, row), *error = NULL;
        double nats = 0;
        record_scores_open(s, WINDOWS);
        record_scores_add_all(s, (const char *[]){"nats", "targets", NULL});
        for (int i = 0; i < WINDOWS; i++) {
            s->column[0][i] = 20 + i + (arm == 1) * (i % 5 - 3) + 0.1 * ((seed * 7 + i * arm) % 4);
            s->column[1][i] = 10;
            nats += s->column[0][i];
        }
        s->hash = 77;
        if (!record_file_write(path, scores, &error)) fail_msg("%s", error);
        text_add(&rows, "q,\"%s\",ok,,1,%.17g,loss,scores/%016d.gz\n", f.plan.rows[row].key,
                 nats / (10 * WINDOWS), row);
        /* The jackknife value of a window is n * log L - (n - 1) * log L'. L is the whole loss, and
         * L' is the loss without the window. */
        for (int i = 0; i < WINDOWS && arm < 2; i++) {
            double own = WINDOWS * log(nats / (10 * WINDOWS)) -
                         (WINDOWS - 1) * log((nats - s->column[0][i]) / (10 * (WINDOWS - 1)));
            part[(seed - 1) * WINDOWS + i] += arm ? -own : own;
        }
        if (arm < 2) gains[seed - 1] += (arm ? -1 : 1) * log(nats);
        record_scores_free(s);
        free(path);
    }
    folder_write(&f, "cells.csv", rows.data);
    text_free(&rows);
    folder_analyse(&f);
    const struct effect *e = effect_of(&f, "mlp");
    double variance = records_variance(part, SEEDS, WINDOWS);
    struct estimate seeds = stats_paired(gains, SEEDS, 0.95);
    assert_true(variance > 0);
    near(e->gain.centre, seeds.centre, 1e-12);
    near(e->records_variance, variance, 1e-12);
    near(e->gain.interval.high - e->gain.centre,
         stats_t_quantile(0.975, SEEDS - 1) * sqrt(seeds.sd * seeds.sd / SEEDS + variance), 1e-12);
    tear_down(&f);
}

/* Without scores per record, the interval includes only the variation between seeds. The row gives
 * the reason. */
static void test_missing_scores_are_reported(void **state)
{
    (void)state;
    static const struct {
        enum wrong wrong;
        const char *fault;
    } cases[] = {{NO_COLUMN, "scores of single records or windows were not saved"},
                 {NO_FILE, ".gz: No such file or directory"},
                 {DAMAGED, ".gz: damaged or truncated"},
                 {OF_ANOTHER_ROW, ".gz: the scores give 0.75, but the row has accuracy 0.725"},
                 {ONE_SIDE, NULL}};
    struct folder whole;
    set_up(&whole, 40, NOTHING);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct folder f;
        set_up(&f, 40, cases[i].wrong);
        const struct effect *e = effect_of(&f, "mlp"), *as = effect_of(&whole, "mlp");
        int row = 0;
        while (arm_of(&f, row) != 1) row++;
        const char *fault = f.run.trials[row].records.fault;
        if (cases[i].fault && !(fault && strstr(fault, cases[i].fault)))
            fail_msg("expected '%s' in '%s'", cases[i].fault, fault);
        assert_int_equal(e->gain.n, SEEDS);
        assert_true(isnan(e->records_variance));
        assert_true(e->gain.centre == as->gain.centre);
        assert_true(e->gain.interval.low > as->gain.interval.low);
        near(e->gain.interval.high - e->gain.centre,
             stats_t_quantile(0.975, SEEDS - 1) * e->gain.sd / sqrt(SEEDS), 1e-12);
        tear_down(&f);
    }
    tear_down(&whole);
}

static void test_different_records_are_not_paired(void **state)
{
    (void)state;
    struct folder f;
    set_up(&f, 40, OTHER_RECORDS);
    const struct effect *mlp = effect_of(&f, "mlp"), *wide = effect_of(&f, "wide");
    assert_int_equal(mlp->gain.n, SEEDS - 1);
    assert_int_equal(mlp->other_records, 1);
    assert_int_equal(mlp->unpaired, 1);
    assert_true(mlp->records_variance > 0);
    assert_int_equal(wide->gain.n, SEEDS);
    assert_int_equal(wide->other_records, 0);
    tear_down(&f);
}

/* Scores from different data are not combined, even if both data sets have the same number of
 * records. */
static void test_different_data_are_not_paired(void **state)
{
    (void)state;
    struct folder f;
    set_up(&f, 40, OTHER_DATA);
    const struct effect *mlp = effect_of(&f, "mlp"), *wide = effect_of(&f, "wide");
    assert_int_equal(mlp->gain.n, SEEDS - 1);
    assert_int_equal(mlp->other_records, 1);
    assert_int_equal(wide->gain.n, SEEDS);
    tear_down(&f);
}

/* An interaction does not combine two pairs of runs that used different data sets. */
static void test_interactions_of_different_data_are_not_combined(void **state)
{
    (void)state;
    struct folder f;
    set_up_question(&f, HEAD "factors: {size: [8, 16], seed: 1-4}\nfactorial: [size]\n", 40,
                    OTHER_RECORDS);
    const struct analysis *a = &f.analysis;
    assert_int_equal(a->interaction_count, 2);
    for (int i = 0; i < 2; i++) {
        const struct interaction *x = &a->interactions[i];
        bool mlp = !strcmp(a->entries[a->effects[x->effect].entry].label, "mlp");
        assert_int_equal(x->gain.n, mlp ? SEEDS - 1 : SEEDS);
        assert_int_equal(x->unpaired, 0);
    }
    tear_down(&f);
}

/* ---- contrasts ---- */

/* If both sides of a contrast were scored on the same records, the scores are paired by record.
 * Otherwise, the variances of both sides are added. */
static void test_contrasts(void **state)
{
    (void)state;
    enum { RECORDS = 6, SIDES = 4 };
    struct trial trials[SEEDS * SIDES] = {0};
    const struct trial *list[SEEDS * SIDES];
    double parts[SEEDS * SIDES][RECORDS], whole[SEEDS * RECORDS], half[2][SEEDS * RECORDS];
    const double weights[] = {1, -1, -1, 1};
    for (int t = 0; t < SEEDS * SIDES; t++) {
        for (int i = 0; i < RECORDS; i++)
            parts[t][i] = (t % SIDES + 1) * (i % 3) + (t / SIDES * 5 + i * 3 + t) % 4 * 0.1;
        trials[t].records = (struct trial_records){RECORDS, 9, parts[t], NULL};
        list[t] = &trials[t];
    }
    for (int s = 0; s < SEEDS; s++)
        for (int i = 0; i < RECORDS; i++) {
            const int k = s * SIDES;
            half[0][s * RECORDS + i] = parts[k][i] - parts[k + 1][i];
            half[1][s * RECORDS + i] = parts[k + 3][i] - parts[k + 2][i];
            whole[s * RECORDS + i] = half[0][s * RECORDS + i] + half[1][s * RECORDS + i];
        }
    const struct contrast c = {list, weights, SEEDS, SIDES};
    near(contrast_records_variance(&c), records_variance(whole, SEEDS, RECORDS), 1e-12);
    /* Sides 2 and 3 use different data from sides 0 and 1. */
    for (int t = 0; t < SEEDS * SIDES; t++)
        if (t % SIDES > 1) trials[t].records.hash = 10;
    double apart =
        records_variance(half[0], SEEDS, RECORDS) + records_variance(half[1], SEEDS, RECORDS);
    assert_true(apart > 0 && fabs(apart - records_variance(whole, SEEDS, RECORDS)) > 1e-3);
    near(contrast_records_variance(&c), apart, 1e-12);
    trials[SIDES + 2].records.hash = 11;
    assert_true(isnan(contrast_records_variance(&c)));
    trials[SIDES + 2].records.hash = 10;
    trials[SIDES + 2].records.part = NULL;
    assert_true(isnan(contrast_records_variance(&c)));
}

/* ---- the validity check ---- */

static const struct validity *validity_of_records(const struct folder *f)
{
    for (int i = 0; i < f->analysis.validity_count; i++)
        if (f->analysis.validity[i].kind == VALIDITY_RECORDS) return &f->analysis.validity[i];
    fail();
    return NULL;
}

static void test_gate(void **state)
{
    (void)state;
    static const struct {
        int records;
        enum wrong wrong;
        enum validity_state state;
        const char *figure;
    } cases[] = {
        {500, NOTHING, VALIDITY_FAILED,
         "one of 500 records changes accuracy by 0.002, more than a tenth of the margin 0.01; 1000 "
         "are needed"},
        {999, NOTHING, VALIDITY_FAILED,
         "one of 999 records changes accuracy by 0.001, more than a tenth of "
         "the margin 0.01; 1000 are needed"},
        {1000, NOTHING, VALIDITY_PASSED,
         "one of 1000 records changes accuracy by 0.001, at most a tenth of the margin 0.01"},
        {500, DAMAGED, VALIDITY_FAILED, NULL},
        {500, NO_COLUMN, VALIDITY_UNRECORDED, "not recorded"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct folder f;
        set_up(&f, cases[i].records, cases[i].wrong);
        const struct validity *g = validity_of_records(&f);
        assert_int_equal(g->state, cases[i].state);
        if (cases[i].figure) assert_string_equal(g->figure, cases[i].figure);
        assert_int_equal(validity_failed(g), cases[i].state == VALIDITY_FAILED);
        tear_down(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_intervals_include_record_variance),
        cmocka_unit_test(test_intervals_include_text_variance),
        cmocka_unit_test(test_missing_scores_are_reported),
        cmocka_unit_test(test_different_records_are_not_paired),
        cmocka_unit_test(test_different_data_are_not_paired),
        cmocka_unit_test(test_interactions_of_different_data_are_not_combined),
        cmocka_unit_test(test_contrasts),
        cmocka_unit_test(test_gate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
