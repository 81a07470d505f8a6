/* SPDX-License-Identifier: MIT
 * Lines of families along which values are carried (harness/plan/tuning/carry_lines.h), in plans;
 * and the slips of the key carry. */
#include "harness/plan/tuning/tuned_family.h"
#include "plan_case.h"

#define HEAD      "kind: quality\nfactors: {score_scale: [1, 2, 4, 8], n: [64, 128], seed: 1-2}\n"
#define SIZES     "zip: [{d_model: [32, 64, 96, 192, 320], heads: [1, 2, 3, 6, 10]}]\n"
#define ARMS      "arms: {dot: , gat: {score: gat}}\n"
#define TUNE(key) "tune: {axis: score_scale, seeds: [7, 8, 9], race: yes, carry: " key "}\n"
#define CARRY     "{along: d_model, from: [32, 64, 96], neighbours: [192]}"

static enum carry_role role_at(int size)
{
    return size <= 96 ? CARRY_RACED : size == 192 ? CARRY_NEIGHBOURS : CARRY_FORETOLD;
}

/* Heads go with the width and tell no lines apart, n does. */
static void test_lines(void **state)
{
    (void)state;
    struct plan_options o = {0};
    struct plan p = good_plan(HEAD SIZES ARMS TUNE(CARRY), &o);
    assert_int_equal(p.line_count, 2 * 2);
    assert_int_equal(p.family_count, 2 * 2 * 5);
    for (int i = 0; i < p.cell_count; i++) {
        const struct plan_cell *a = &p.cells[i];
        assert_int_equal(a->carry, role_at(atoi(plan_value(&p, a, "d_model"))));
        for (int k = 0; k < p.cell_count; k++) {
            const struct plan_cell *b = &p.cells[k];
            bool same = a->arm_index == b->arm_index &&
                        !strcmp(plan_value(&p, a, "n"), plan_value(&p, b, "n"));
            assert_int_equal(a->line == b->line, same);
        }
    }
    plan_free(&p);
}

static void test_what_is_trained(void **state)
{
    (void)state;
    struct plan_options o = {0};
    struct plan p = good_plan(HEAD SIZES ARMS TUNE(CARRY), &o);
    struct tuned_family *f = tuned_families(&p);
    static const int expected[] = {[CARRY_FORETOLD] = 0, [CARRY_NEIGHBOURS] = 3 * 3};
    for (int i = 0; i < p.family_count; i++)
        assert_int_equal(f[i].race.expected, f[i].carry == CARRY_RACED ? race_cost(4, 3).expected
                                                                       : expected[f[i].carry]);
    free(f);
    plan_free(&p);
}

/* What is foretold needs the races of its line. */
static void test_shards_leave_lines_whole(void **state)
{
    (void)state;
    int shard_of[4] = {0}, rows = 0, all = 0;
    for (int shard = 1; shard <= 2; shard++) {
        struct plan_options o = {.shard = shard, .shards = 2};
        struct plan p = good_plan(HEAD SIZES ARMS TUNE(CARRY), &o);
        for (int i = 0; i < p.row_count; i++) {
            int *of = &shard_of[plan_row_cell(&p, &p.rows[i])->line];
            assert_true(*of == 0 || *of == shard);
            *of = shard;
        }
        rows += p.row_count;
        all = p.cell_count;
        plan_free(&p);
    }
    assert_int_equal(rows, all);
}

static void test_slips(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } bad[] = {
        {HEAD SIZES TUNE("{along: d_model, from: [32]}"),
         ":4:86: key from: found a list, expected at least two sizes"},
        {HEAD SIZES TUNE("{along: d_model}"),
         ":4:63: key from: found a map, expected at least two sizes"},
        {HEAD SIZES TUNE("{from: [32, 64]}"), "expected {along: AXIS, from: [SIZE, SIZE, ...]}"},
        {HEAD SIZES TUNE("{along: score, from: [32, 64]}"),
         "key along: found 'score', expected an axis of numbers"},
        {HEAD SIZES TUNE("{along: d_model, from: [32, 64], to: 192}"),
         "expected along, from and neighbours"},
        {HEAD SIZES TUNE("{along: d_model, from: [32, 64], neighbours: [64]}"),
         "key neighbours: found 64, which is raced too"},
        {HEAD SIZES TUNE("{along: d_model, from: [32, 48]}"),
         "key from: found 48, which no cell has as d_model"},
        {HEAD SIZES TUNE("{along: score_scale, from: [1, 2]}"), "which is what is tuned"},
        {"kind: quality\nfactors: {score_scale: [0, 1], seed: 1-2, d_model: [32, 64, 96]}\n" TUNE(
             "{along: d_model, from: [32, 64]}"),
         ":3:56: key carry: found score_scale=0 to carry, expected numbers greater than 0"},
        {HEAD SIZES "tune: {axis: score_scale, seeds: [1], carry: " CARRY "}\n",
         "found no race to carry from"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_error(bad[i].text, (struct plan_options){0}, bad[i].message);
}

/* What a filter leaves of the raced sizes is not enough. */
static void test_too_few_raced_sizes(void **state)
{
    (void)state;
    const char *filter = "d_model == 32 or d_model == 192";
    struct plan_options o = {.filters = &filter, .filter_count = 1};
    assert_error(HEAD SIZES ARMS TUNE(CARRY), o,
                 "key carry: found 1 raced size from which to carry score_scale of arm dot to "
                 "d_model=192, expected at least 2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines), cmocka_unit_test(test_what_is_trained),
        cmocka_unit_test(test_shards_leave_lines_whole), cmocka_unit_test(test_slips),
        cmocka_unit_test(test_too_few_raced_sizes)};
    axes = sample_axes();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    axes_free(&axes);
    return failed;
}
