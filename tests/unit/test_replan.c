/* SPDX-License-Identifier: MIT
 * Tests that a question of a saved plan, planned again, has the same rows. */
#include "plan_case.h"
#include "harness/plan/saved/plan_json.h"

static const char timed[] =
    "name: timed\nbaseline: dot\nrounds: 2\nfactors: {n: [16, 32, 64], threads: [1, 2]}\n"
    "arms: {dot: , neural: {score: neural, label: \"neural, {d_prime}\"}}\n";
static const char trained[] = "name: trained\nkind: quality\nbaseline: dot\ntune: {axis: threads, "
                              "seeds: [7, 8, 9]}\n"
                              "factors: {threads: [1, 2, 4], batch: [1, 2], seed: 1-3}\n"
                              "arms: {gat: {score: gat}, dot: {score: dot}}\n";
static char directory[] = "/tmp/attnlab-test-XXXXXX";

static struct plan saved_plan(struct plan_options o)
{
    struct plan plan;
    struct diags diags = {0};
    o.paths = (const char *[]){"timed.yaml", "trained.yaml"};
    o.texts = (const char *[]){timed, trained};
    o.path_count = 2;
    if (!plan_build(&plan, &o, &axes, &diags)) fail_msg("%s", messages(&diags));
    char *json = plan_to_json(&plan), *path = xformat("%s/" PLAN_JSON, directory);
    assert_true(write_file_atomically(path, json, strlen(json)));
    free(json);
    free(path);
    return plan;
}

static struct plan planned_again(const char *question, struct plan_options o)
{
    struct plan again;
    struct diags diags = {0};
    if (!plan_saved_question(&again, directory, question, &o, &axes, &diags))
        fail_msg("%s", messages(&diags));
    return again;
}

/* Asserts that plan `again` has every row of a question in plan `then`, with equal keys. */
static void assert_same(const struct plan *then, const char *question, const struct plan *again)
{
    int rows = 0;
    for (int i = 0; i < then->row_count; i++) {
        if (strcmp(plan_row_spec(then, &then->rows[i])->name, question)) continue;
        const struct plan_row *a = &then->rows[i], *b = NULL;
        for (int k = 0; k < again->row_count; k++)
            if (!strcmp(again->rows[k].key, a->key)) b = &again->rows[k];
        if (!b) fail_msg("no row has the key %s", a->key);
        const struct plan_cell *x = plan_row_cell(then, a), *y = plan_row_cell(again, b);
        const char *base = x->baseline < 0 ? "" : then->cells[x->baseline].string;
        assert_string_equal(y->baseline < 0 ? "" : again->cells[y->baseline].string, base);
        assert_string_equal(plan_row_name(again, b), plan_row_name(then, a));
        assert_string_equal(plan_row_arm(again, b)->label, plan_row_arm(then, a)->label);
        assert_int_equal(y->tuning, x->tuning);
        assert_int_equal(y->family < 0, x->family < 0);
        rows++;
    }
    assert_int_equal(again->row_count, rows);
}

static void test_each_question(void **state)
{
    (void)state;
    const char *sets[] = {"rounds=3"}, *filters[] = {"threads < 4"};
    struct plan then = saved_plan((struct plan_options){
        .tier = "full", .sets = sets, .set_count = 1, .filters = filters, .filter_count = 1});
    static const char *const questions[] = {"timed", "trained"};
    for (int i = 0; i < 2; i++) {
        struct plan again = planned_again(questions[i], (struct plan_options){0});
        assert_same(&then, questions[i], &again);
        assert_string_equal(again.tier, "full");
        assert_string_equal(again.sets[0], sets[0]);
        assert_string_equal(again.filters[0], filters[0]);
        plan_free(&again);
    }
    plan_free(&then);
}

static void test_a_part(void **state)
{
    (void)state;
    struct plan then = saved_plan((struct plan_options){0});
    const char *filters[] = {"arm=neural", "n=16"};
    struct plan again = planned_again(
        "timed", (struct plan_options){.filters = filters, .filter_count = 2, .order_seed = 3});
    assert_int_equal(again.row_count, 2 * 2 * 2);
    assert_int_equal(again.order_seed, 3);
    plan_free(&again);
    plan_free(&then);
}

static void assert_unplannable(const char *question, const char *filter, const char *expected)
{
    struct plan again;
    struct diags diags = {0};
    struct plan_options o = {.filters = &filter, .filter_count = 1};
    assert_false(plan_saved_question(&again, directory, question, &o, &axes, &diags));
    char *all = messages(&diags);
    if (!strstr(all, expected)) fail_msg("found:\n%s\nexpected:\n%s", all, expected);
    free(all);
    diag_free(&diags);
    plan_free(&again);
}

static void test_faults(void **state)
{
    (void)state;
    struct plan then = saved_plan((struct plan_options){0});
    assert_unplannable("time", "n=16", "this run has no question 'time'");
    assert_unplannable("timed", "arm=natural", "natural");
    assert_unplannable("timed", "n=17", "n=17");
    plan_free(&then);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_each_question),
                                       cmocka_unit_test(test_a_part),
                                       cmocka_unit_test(test_faults)};
    axes = sample_axes();
    assert_non_null(mkdtemp(directory));
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    char *path = xformat("%s/" PLAN_JSON, directory);
    unlink(path);
    rmdir(directory);
    free(path);
    axes_free(&axes);
    return failed;
}
