/* SPDX-License-Identifier: MIT
 * Tests simple baselines in a plan: the plan includes all that fit the task, and the rows of arms
 * do not change. */
#include "axes_sample.h"
#include "base/mem.h"
#include "harness/plan/plan.h"
#include "harness/plan/plan_rows.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CHOICE(name, values, role)                                                                 \
    "{\"name\": \"" name "\", \"type\": \"choice\", \"choices\": [" values "], \"role\": \"" role  \
    "\", \"default\": "
#define INTEGER(name, preset, role)                                                                \
    "{\"name\": \"" name "\", \"type\": \"int\", \"min\": 0, \"max\": 100000, \"default\": "       \
    "\"" preset "\", \"role\": \"" role "\""
#define WHEN(kind)  ", \"when\": {\"axis\": \"kind\", \"value\": \"" kind "\"}},"
#define DATA(entry) entry WHEN("quality") entry WHEN("simple_baseline")
/* clang-format off */
#define AXES                                                                                       \
    "{\"schema\": 1, \"axes\": ["                                                                  \
    CHOICE("kind", "\"overhead\", \"quality\", \"simple_baseline\"", "measure") "\"overhead\"},"         \
    CHOICE("score", "\"dot\", \"gat\"", "variant") "\"dot\"" WHEN("quality")                       \
    CHOICE("simple_baseline", "\"one\", \"two\", \"images\"", "variant") "\"one\"" WHEN("simple_baseline")     \
    CHOICE("counted", "\"seen\", \"all\"", "variant") "\"seen\"" WHEN("simple_baseline")                 \
    DATA(CHOICE("task", "\"next_token\", \"images\"", "shape") "\"next_token\"")                   \
    DATA(INTEGER("n", "8", "shape"))                                                               \
    INTEGER("d_model", "16", "shape") WHEN("quality")                                              \
    INTEGER("lr", "1", "variant") WHEN("quality")                                                  \
    DATA(INTEGER("steps", "10", "shape"))                                                          \
    DATA(INTEGER("seed", "1", "measure")) "{\"name\": \"last\", \"type\": \"int\", \"min\": 0, "   \
    "\"max\": 9, \"default\": \"0\", \"role\": \"measure\", \"quiet\": true}]"
/* clang-format on */
static const char with[] =
    AXES ", \"simple_baselines\": ["
         "{\"name\": \"one\", \"tasks\": [\"next_token\"], \"floor\": true, \"title\": \"\"},"
         "{\"name\": \"two\", \"tasks\": [\"next_token\"], \"floor\": false, \"title\": \"\"},"
         "{\"name\": \"images\", \"tasks\": [\"images\"], \"floor\": false, \"title\": \"\"}]}";
static const char without[] = AXES "}";

/* The data depend on n but not on d_model. */
static const char sample[] = "kind: quality\n"
                             "baseline: dot\n"
                             "factors: {n: [8, 16], d_model: [16, 32], lr: [1, 2], seed: 1-3}\n"
                             "tune: {axis: lr, seeds: [1]}\n"
                             "arms: {dot: , gat: {score: gat}}\n";

static struct axes read_axes(const char *json)
{
    struct axes axes;
    char *error;
    if (!axes_from_json(&axes, json, &error)) fail_msg("%s", error);
    return axes;
}

static struct plan plan_of(const struct axes *axes, const char *more, struct plan_options o)
{
    struct plan plan;
    struct diags diags = {0};
    char *text = xformat("%s%s", sample, more);
    o.paths = (const char *[]){"sample.yaml"};
    o.texts = (const char *[]){text};
    o.path_count = 1;
    if (!plan_build(&plan, &o, axes, &diags)) fail_msg("%s", messages(&diags));
    diag_free(&diags);
    free(text);
    return plan;
}

static int count_simple_baselines(const struct plan *plan)
{
    int count = 0;
    for (int i = 0; i < plan->row_count; i++)
        count += plan_row_cell(plan, &plan->rows[i])->simple_baseline != NULL;
    return count;
}

static void test_each_data_has_its_own(void **state)
{
    (void)state;
    static const char *const expected[] = {"kind=simple_baseline,simple_baseline=one,counted=seen,"
                                           "task=next_token,n=8,steps=10,seed=2,round=1",
                                           "kind=simple_baseline,simple_baseline=one,counted=all,"
                                           "task=next_token,n=8,steps=10,seed=2,round=1",
                                           "kind=simple_baseline,simple_baseline=two,counted=seen,"
                                           "task=next_token,n=8,steps=10,seed=2,round=1",
                                           "kind=simple_baseline,simple_baseline=two,counted=all,"
                                           "task=next_token,n=8,steps=10,seed=2,round=1",
                                           "kind=simple_baseline,simple_baseline=one,counted=seen,"
                                           "task=next_token,n=16,steps=10,seed=2,round=1"};
    struct axes axes = read_axes(with);
    struct plan plan = plan_of(&axes, "rounds: 2\n", (struct plan_options){0});
    /* The plan has 2 values of n, 2 simple baselines and 2 record sets. */
    assert_int_equal(count_simple_baselines(&plan), 2 * 2 * 2);
    for (int i = 0; i < 5; i++) assert_string_equal(plan.rows[i].key, expected[i]);
    assert_null(plan_row_arm(&plan, &plan.rows[0]));
    assert_string_equal(plan_row_name(&plan, &plan.rows[2]), "two");
    assert_int_equal(plan.specs[0].arm_count, 2);
    plan_free(&plan);
    axes_free(&axes);
}

/* Returns all rows of arms with their planned positions, one row per line. The caller frees the
 * text. */
static char *arms_of(const struct plan *plan)
{
    struct text all = {0};
    for (int i = 0; i < plan->row_count; i++) {
        const struct plan_cell *c = plan_row_cell(plan, &plan->rows[i]);
        if (!c->simple_baseline)
            text_add(&all, "%s %d %d %d %d %d\n", plan->rows[i].key, plan->rows[i].position,
                     c->arm_index, c->group, c->baseline, c->family);
    }
    return all.data;
}

static void test_arms_stay_as_they_are(void **state)
{
    (void)state;
    struct axes axes = read_axes(with), old = read_axes(without);
    struct plan_options o = {.order_seed = 5};
    struct plan plan = plan_of(&axes, "", o), before = plan_of(&old, "", o);
    char *found = arms_of(&plan), *expected = arms_of(&before);
    assert_int_equal(before.row_count, 2 * 2 * 2 * 3 * 2);
    assert_int_equal(count_simple_baselines(&before), 0);
    assert_string_equal(found, expected);
    free(found);
    free(expected);
    plan_free(&plan);
    plan_free(&before);
    axes_free(&axes);
    axes_free(&old);
}

static void assert_left(const char *more, const char *filter, int arms, int simple_baselines)
{
    struct axes axes = read_axes(with);
    struct plan_options o = {.filters = &filter, .filter_count = filter != NULL};
    struct plan plan = plan_of(&axes, more, o);
    int found = count_simple_baselines(&plan);
    assert_int_equal(found, simple_baselines);
    assert_int_equal(plan.row_count - found, arms);
    plan_free(&plan);
    axes_free(&axes);
}

static void test_filters_and_keys(void **state)
{
    (void)state;
    assert_left("", "kind=simple_baseline", 0, 8);
    assert_left("", "arm == dot and n == 16", 12, 4);
    /* A simple baseline has only one seed, so filters on seeds keep it. */
    assert_left("", "seed=3", 16, 8);
    assert_left("", "arm == dot and n == 16 and d_model == 16 and lr == 1 and seed == 3", 1, 4);
    assert_left("simple_baselines: [two]\n", NULL, 48, 4);
    assert_left("simple_baselines: one\n", NULL, 48, 4);
    assert_left("simple_baselines: none\n", NULL, 48, 0);
}

static void assert_refused(const char *more, const char *expected)
{
    struct axes axes = read_axes(with);
    struct plan plan;
    struct diags diags = {0};
    char *text = xformat("%s%s", sample, more);
    struct plan_options o = {
        .paths = (const char *[]){"sample.yaml"}, .texts = (const char *[]){text}, .path_count = 1};
    assert_false(plan_build(&plan, &o, &axes, &diags));
    char *all = messages(&diags);
    if (!strstr(all, expected)) fail_msg("found:\n%s\nexpected:\n%s", all, expected);
    free(all);
    free(text);
    diag_free(&diags);
    plan_free(&plan);
    axes_free(&axes);
}

static void test_errors_have_a_place(void **state)
{
    (void)state;
    assert_refused("simple_baselines: [one, towo]\n",
                   "sample.yaml:6:25: key simple_baselines: found 'towo', expected the name of a "
                   "simple baseline, one of one two images; did you mean two?");
    assert_refused("simple_baseline: three\n",
                   "sample.yaml:6:18: key simple_baseline: found 'three'");
    assert_refused("simple_baselines: [one]\nsimple_baseline: two\n",
                   "sample.yaml:7:18: key simple_baseline: found 'two', expected a simple baseline "
                   "listed in the key `simple_baselines`");
    assert_refused(
        "negative_control: broken\n",
        "sample.yaml:6:19: key negative_control: found 'broken', expected the name of an "
        "arm");
}

static void test_which_data(void **state)
{
    (void)state;
    struct axes axes = read_axes(with);
    struct plan plan = plan_of(&axes, "", (struct plan_options){0});
    const struct plan_cell *small = &plan.cells[0], *last = &plan.cells[plan.cell_count - 1];
    assert_string_equal(plan_value(&plan, small, "n"), "8");
    assert_string_equal(plan_value(&plan, last, "n"), "16");
    assert_false(simple_baseline_shares_data(&axes, last->values, small->values));
    assert_true(simple_baseline_shares_data(&axes, last[-7].values, small->values));
    plan_free(&plan);
    axes_free(&axes);
}

static void test_shards_part_them(void **state)
{
    (void)state;
    struct axes axes = read_axes(with);
    int rows = 0;
    for (int shard = 1; shard <= 3; shard++) {
        struct plan plan = plan_of(&axes, "", (struct plan_options){.shard = shard, .shards = 3});
        rows += count_simple_baselines(&plan);
        plan_free(&plan);
    }
    assert_int_equal(rows, 8);
    axes_free(&axes);
}

/* Timing rows come first, in mixed order. Training runs are ordered by question, so that the first
 * questions are complete if the run is stopped early. */
static void test_trainings_go_question_after_question(void **state)
{
    (void)state;
    struct axes axes = read_axes(with);
    const char *paths[] = {"first.yaml", "timed.yaml", "second.yaml"};
    const char *texts[] = {
        "kind: quality\nfactors: {n: [8, 16, 32, 64], seed: 1-4}\narms: {dot: , gat: {score: "
        "gat}}\n",
        "factors: {last: [1, 2, 3]}\n",
        "kind: quality\nfactors: {n: [80, 160, 320, 640], seed: 1-4}\narms: {dot: }\n"};
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct plan_options o = {
            .paths = paths, .texts = texts, .path_count = 3, .order_seed = seed};
        struct plan plan;
        struct diags diags = {0};
        if (!plan_build(&plan, &o, &axes, &diags)) fail_msg("%s", messages(&diags));
        int trained = 0, last_spec = -1;
        for (int i = 0; i < plan.row_count; i++) {
            const struct plan_cell *cell = plan_row_cell(&plan, &plan.rows[i]);
            if (cell->simple_baseline) continue;
            int place = (int[]){1, 0, 2}[cell->spec];
            assert_true(place >= last_spec);
            last_spec = place;
            trained += place > 0;
        }
        assert_int_equal(trained, 4 * 4 * (2 + 1));
        plan_free(&plan);
    }
    axes_free(&axes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_data_has_its_own),
        cmocka_unit_test(test_arms_stay_as_they_are),
        cmocka_unit_test(test_filters_and_keys),
        cmocka_unit_test(test_errors_have_a_place),
        cmocka_unit_test(test_which_data),
        cmocka_unit_test(test_shards_part_them),
        cmocka_unit_test(test_trainings_go_question_after_question),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
