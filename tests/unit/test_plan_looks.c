/* SPDX-License-Identifier: MIT
 * The key looks in a plan: which look a training is part of, what is refused, what a shard keeps
 * whole, and what a question with looks costs. */
#include "plan_case.h"
#include "harness/run/looks/look_costs.h"

#define ARMS "kind: quality\nbaseline: dot\narms: {dot: , gat: {score: gat}}\n"

/* The first seeds are the least, whatever their order in the file. */
static void test_looks_of_seeds(void **state)
{
    (void)state;
    static const int look[] = {[1] = 0, [3] = 0, [5] = 1, [10] = 1, [20] = 1};
    struct plan_options o = {0};
    struct plan p =
        good_plan(ARMS "looks: [2, 5]\nfactors: {seed: [10, 3, 20, 1, 5], n: [8, 16]}\n", &o);
    for (int i = 0; i < p.cell_count; i++)
        assert_int_equal(p.cells[i].look, look[atoi(plan_value(&p, &p.cells[i], "seed"))]);
    plan_free(&p);
    p = good_plan(ARMS "seeds: 1-5\n", &o);
    for (int i = 0; i < p.cell_count; i++)
        assert_true(p.cells[i].look == -1 && p.cells[i].condition == -1);
    plan_free(&p);
}

/* Tuning seeds of a race judge nothing; others do. A filter moves no seed to another look. */
static void test_tuning_seeds(void **state)
{
    (void)state;
    struct plan_options o = {0};
    struct plan p =
        good_plan(ARMS "looks: [2, 4]\ntune: {axis: d_prime, seeds: [7, 9, 8], race: yes}\n"
                       "factors: {d_prime: [2, 4], seed: [1, 2, 10, 11]}\n",
                  &o);
    for (int i = 0; i < p.cell_count; i++) {
        int seed = atoi(plan_value(&p, &p.cells[i], "seed"));
        assert_int_equal(p.cells[i].look, seed < 3 ? 0 : seed < 10 ? -1 : 1);
    }
    plan_free(&p);
    const char *filters[] = {"seed=3"};
    o = (struct plan_options){.filters = filters, .filter_count = 1};
    p = good_plan(ARMS "looks: [2, 4]\ntune: {axis: n, seeds: [4]}\nfixed: {m: 8}\nfactors: {n: "
                       "[8, 16], seed: 1-4}\n",
                  &o);
    assert_int_equal(p.cell_count, 4);
    for (int i = 0; i < 4; i++) assert_int_equal(p.cells[i].look, 1);
    plan_free(&p);
}

static void test_refused(void **state)
{
    (void)state;
    static const struct {
        const char *looks, *message;
    } cases[] = {
        {"looks: [4, 2, 5]", ":4:8: key looks: found 2 after 4, expected numbers that rise"},
        {"looks: [4, 4, 5]", "key looks: found 4 after 4, expected numbers that rise"},
        {"looks: [1, 5]",
         "found a look after 1 seed, expected at least 2: one pair has no interval"},
        {"looks: [2, 4]", "found 4 as the last look and 5 seeds that judge, expected the last look "
                          "at all of them"},
        {"looks: [2, six]", "key looks: "},
        {"looks: []", "key looks: found 0 values, expected at least one value"},
        {"looks: {at: 5}", "key looks: "},
        {"looks: 2-14", "found 13 looks, expected at most 12"},
    };
    struct plan_options o = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = xformat(ARMS "%s\nseeds: 1-5\n", cases[i].looks);
        assert_error(text, o, cases[i].message);
        free(text);
    }
    assert_error("kind: quality\narms: {dot: , gat: {score: gat}}\nlooks: [2, 5]\nseeds: 1-5\n", o,
                 "found in a question without a baseline");
    assert_error("baseline: dot\narms: {dot: , gat: {score: gat}}\nlooks: [2, 5]\nseeds: 1-5\n", o,
                 "found in a question that times layers, expected `kind: quality`");
    assert_error(ARMS "looks: [2, 5]\nscaling: {over: d_model}\n"
                      "factors: {seed: 1-5, d_model: [64, 128, 256]}\n",
                 o, "found in a question with `scaling`, expected `looks: none`");
    /* A tier that leaves fewer seeds must say where it looks, and --set may. */
    o.tier = "smoke";
    assert_error(ARMS "looks: [2, 5]\nseeds: 1-5\ntiers: {smoke: {seeds: 1-3}}\n", o,
                 "found 5 as the last look and 3 seeds that judge");
    struct plan p = good_plan(
        ARMS "looks: [2, 5]\nseeds: 1-5\ntiers: {smoke: {seeds: 1-3, looks: [2, 3]}}\n", &o);
    assert_int_equal(p.specs[0].looks[1], 3);
    plan_free(&p);
    const char *sets[] = {"seed=1-9", "looks=3-9+3"};
    o = (struct plan_options){.sets = sets, .set_count = 2};
    p = good_plan(ARMS "looks: [2, 5]\nseeds: 1-5\n", &o);
    assert_int_equal(p.specs[0].look_count, 3);
    assert_int_equal(p.specs[0].looks[1], 6);
    plan_free(&p);
    o.set_count = 1;
    assert_error(ARMS "looks: [2, 5]\nseeds: 1-5\n", o, "found 5 as the last look and 9 seeds");
}

/* Comparisons stop by what their arms and their baseline have done: a shard has them together. */
static void test_shards_leave_conditions_whole(void **state)
{
    (void)state;
    int shard_of[3] = {0}, rows = 0;
    for (int shard = 1; shard <= 2; shard++) {
        struct plan_options o = {.shard = shard, .shards = 2};
        struct plan p = good_plan(ARMS "looks: [2, 4]\ntune: {axis: threads, seeds: [1]}\n"
                                       "factors: {n: [8, 16, 32], threads: [1, 2], seed: 1-4}\n",
                                  &o);
        assert_int_equal(p.condition_count, 3);
        for (int i = 0; i < p.row_count; i++) {
            int *of = &shard_of[plan_row_cell(&p, &p.rows[i])->condition];
            assert_true(*of == 0 || *of == shard);
            *of = shard;
        }
        assert_true(p.row_count > 0);
        rows += p.row_count;
        plan_free(&p);
    }
    assert_int_equal(rows, 2 * 3 * 2 * 4);
}

/* ---- costs ---- */

/* Of two arms in two conditions: each with its baseline alone. */
static void test_costs(void **state)
{
    (void)state;
    struct plan_options o = {0};
    struct plan p =
        good_plan(ARMS "looks: [4, 8, 12, 16]\nfactors: {n: [8, 16], seed: 1-16}\n", &o);
    struct look_cost *c = look_costs(&p, 0);
    assert_true(c[0].expected == 16 && c[0].most == 16);
    for (int look = 1; look < 4; look++) {
        assert_int_equal(c[look].most, 16);
        assert_true(c[look].expected <= c[look - 1].expected);
    }
    /* Of spreads of one margin: a gain of two is seldom found in 4 pairs, mostly in 8; none at all
     * is equivalent in no 8 pairs, whose interval is too wide, and in about half of 12. */
    assert_true(c[1].expected > 12);
    assert_true(c[2].expected > 7 && c[2].expected < 10);
    assert_true(c[3].expected > 2 && c[3].expected < 6);
    free(c);
    char *words = look_words(&p, 0);
    assert_non_null(strstr(words,
                           "16 trainings at least, if every comparison stops at the first of 4 "
                           "looks (after 4 of 16 seeds); "));
    assert_non_null(strstr(words, " are expected, 64 at most. Expected: "));
    free(words);
    plan_free(&p);
    /* One look: nothing is expected that is not certain. */
    p = good_plan(ARMS "looks: [4]\nfactors: {n: [8, 16], seed: 1-4}\n", &o);
    words = look_words(&p, 0);
    assert_string_equal(words, "16 trainings, judged after 4 seeds");
    free(words);
    plan_free(&p);
    p = good_plan(ARMS "seeds: 1-16\n", &o);
    assert_null(look_costs(&p, 0));
    assert_null(look_words(&p, 0));
    plan_free(&p);
}

/* Races of three values and three seeds: 3 + 2 * 3 trainings, whatever happens. */
static void test_costs_with_races(void **state)
{
    (void)state;
    struct plan_options o = {0};
    struct plan p = good_plan("kind: quality\nbaseline: gat\n"
                              "arms: {gat: {score: gat}, mlp: {score: gat, q: mlp}}\n"
                              "looks: [2, 4]\ntune: {axis: d_prime, seeds: [7, 8, 9], race: yes}\n"
                              "factors: {d_prime: [2, 4, 8], seed: 1-4}\n",
                              &o);
    char *words = look_words(&p, 0);
    assert_non_null(strstr(words, "22 trainings at least"));
    assert_non_null(strstr(words, ", 26 at most; 18 of them choose d_prime by races. Expected: "));
    free(words);
    plan_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_looks_of_seeds), cmocka_unit_test(test_tuning_seeds),
        cmocka_unit_test(test_refused),        cmocka_unit_test(test_shards_leave_conditions_whole),
        cmocka_unit_test(test_costs),          cmocka_unit_test(test_costs_with_races)};
    axes = sample_axes();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    axes_free(&axes);
    return failed;
}
