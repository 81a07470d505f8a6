/* SPDX-License-Identifier: MIT
 * What a plan says of its races (harness/plan/tuning/tuned_family.h), and which tuning seeds it
 * refuses wherever they stand. */
#include "plan_case.h"
#include "base/mem.h"
#include "harness/plan/tuning/tuned_family.h"

#define ARMS "kind: quality\nmetric: loss\nbaseline: dot\narms: {dot: , gat: {score: gat}}\n"
#define RACE "tune: {axis: threads, seeds: [7, 8, 9], race: yes}\n"

/* Of the first of two questions of this text. */
static char *words_of(const char *text)
{
    char *path[] = {xformat("name: first\n%s", text), xformat("name: second\n%s", text)}, *words;
    struct plan_options o = {.paths = (const char *[]){"first.yaml", "second.yaml"},
                             .texts = (const char *[]){path[0], path[1]},
                             .path_count = 2};
    struct diags diags = {0};
    struct plan p;
    if (!plan_build(&p, &o, &axes, &diags)) fail_msg("%s", messages(&diags));
    assert_int_equal(p.spec_count, 2);
    words = race_words(&p, 0);
    free(path[0]), free(path[1]);
    plan_free(&p);
    return words;
}

/* Two arms by five values and three tuning seeds; of five values three are tried first, two more
 * beside the leader, and three of them with two more seeds: 11 each, 15 at most. The winners judge
 * with four seeds. */
static void test_counts(void **state)
{
    (void)state;
    static const char expected[] = "30 trainings are expected, 22 to choose threads by races and 8 "
                                   "to judge the winners; 38 at "
                                   "most (races of 30), where all 30 trials would make 38";
    char *once = words_of(ARMS RACE "factors: {threads: [1, 2, 4, 8, 16], seed: 1-4}\n");
    assert_string_equal(once, expected);
    /* Rounds are the same trainings again, and tell of one race. */
    char *twice =
        words_of(ARMS RACE "rounds: 2\nfactors: {threads: [1, 2, 4, 8, 16], seed: 1-4}\n");
    assert_string_equal(twice, expected);
    free(once);
    free(twice);
}

static void test_without_a_race(void **state)
{
    (void)state;
    assert_null(words_of(ARMS "seeds: 1-4\n"));
    assert_null(words_of(ARMS "tune: {axis: threads, seeds: [1]}\n"
                              "factors: {threads: [1, 2], seed: 1-4}\n"));
}

/* A seed that judges in one grid alone cannot choose in a race. */
static void test_common_seed_of_a_grid(void **state)
{
    (void)state;
    struct plan_options o = {0};
    assert_error(ARMS RACE "factors: {threads: [1, 2]}\n"
                           "grids: [{fixed: {n: 8}, factors: {seed: [1, 8]}},"
                           " {fixed: {n: 16}, factors: {seed: [1, 2]}}]\n",
                 o, "found seed 8, by which the arms are judged too");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_without_a_race),
        cmocka_unit_test(test_common_seed_of_a_grid),
    };
    axes = sample_axes();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    axes_free(&axes);
    return failed;
}
