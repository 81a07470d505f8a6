/* SPDX-License-Identifier: MIT
 * Tests that a plan does not change when it is saved to plan.json and loaded. Errors in damaged
 * files must state their location. */
#include "tests/unit/test.h"
#include "plan_case.h"
#include "harness/plan/saved/plan_json.h"
#include "harness/run/manifest.h"

static const char timed[] = "baseline: dot\nrounds: 2\n"
                            "factors: {n: [16, 32, 64], threads: [1, 2]}\n"
                            "arms: {dot: , neural: {score: neural, label: \"neural, {d_prime}\"}}\n"
                            "rules: [{exclude: n == 64 and threads == 2, because: \"too long\"}]\n"
                            "figures: [{kind: scaling, x: n}]\n";
static const char trained[] = "kind: quality\nbaseline: dot\nmargin: 0.01\n"
                              "tune: {axis: threads, seeds: [7, 8, 9]}\n"
                              "factors: {threads: [1, 2, 4], batch: [1, 2], seed: 1-3}\n"
                              "arms: {dot: , gat: {score: gat}}\ncontrols: {gat: dot}\n"
                              "claims: [{arm: gat, expects: better, published: more, source: X,\n"
                              "    where: {batch: [1, 2]}}]\n";

/* Writes plan.json into a new folder and returns the folder's name. The caller frees the name. */
static char *saved(const char *json)
{
    char *directory = xstrdup("/tmp/attnlab-test-XXXXXX");
    assert_non_null(mkdtemp(directory));
    char *path = xformat("%s/" PLAN_JSON, directory);
    assert_true(write_file_atomically(path, json, strlen(json)));
    free(path);
    return directory;
}

static void remove_saved(char *directory)
{
    char *path = xformat("%s/" PLAN_JSON, directory);
    unlink(path);
    rmdir(directory);
    free(path);
    free(directory);
}

static void assert_same_rows(const struct plan *a, const struct plan *b)
{
    assert_int_equal(a->row_count, b->row_count);
    for (int i = 0; i < a->row_count; i++) {
        assert_string_equal(a->rows[i].key, b->rows[i].key);
        assert_int_equal(a->rows[i].position, b->rows[i].position);
    }
}

static void assert_same_cells(const struct plan *a, const struct plan *b)
{
    assert_int_equal(a->cell_count, b->cell_count);
    for (int i = 0; i < a->cell_count; i++) {
        const struct plan_cell *x = &a->cells[i], *y = &b->cells[i];
        assert_string_equal(x->string, y->string);
        assert_int_equal(x->arm_index, y->arm_index);
        assert_int_equal(x->group, y->group);
        assert_int_equal(x->family, y->family);
        assert_int_equal(x->tuning, y->tuning);
        assert_int_equal(x->trained_by, y->trained_by);
        for (int v = 0; v < axes.count; v++)
            if (x->values[v])
                assert_string_equal(x->values[v], y->values[v]);
            else
                assert_null(y->values[v]);
    }
}

static void assert_loads(const char *text, struct plan_options o)
{
    char *error = NULL;
    struct plan made = good_plan(text, &o), loaded;
    char *json = plan_to_json(&made), *directory = saved(json);
    if (!plan_load(&loaded, &axes, directory, false, &error)) fail_msg("%s", error);
    assert_same_cells(&made, &loaded);
    assert_same_rows(&made, &loaded);
    char *again = plan_to_json(&loaded), *hashes[] = {plan_hash(&made), plan_hash(&loaded)};
    char *rules[] = {plan_rules_hash(&made), plan_rules_hash(&loaded)};
    assert_string_equal(again, json);
    assert_string_equal(hashes[0], hashes[1]);
    assert_string_equal(rules[0], rules[1]);
    assert_string_equal(loaded.tier, made.tier);
    remove_saved(directory);
    for (int i = 0; i < 2; i++) free(hashes[i]), free(rules[i]);
    free(again);
    free(json);
    plan_free(&made);
    plan_free(&loaded);
}

TEST("a loaded plan equals the saved plan")
{
    const char *sets[] = {"rounds=3"}, *filters[] = {"n < 64"};
    assert_loads(timed, (struct plan_options){.order_seed = 5000000000});
    assert_loads(timed, (struct plan_options){.sets = sets,
                                              .set_count = 1,
                                              .filters = filters,
                                              .filter_count = 1,
                                              .shard = 2,
                                              .shards = 3});
    assert_loads(trained, (struct plan_options){0});
}

/* Replaces the first `from` in the saved plan with `to`. Asserts that loading fails with the error
 * `expected`. */
static void assert_refused(const char *from, const char *to, const char *expected)
{
    char *error = NULL;
    struct plan_options o = {0};
    struct plan made = good_plan(timed, &o), loaded;
    char *json = plan_to_json(&made), *at = strstr(json, from);
    if (!at) fail_msg("'%s' not found in\n%s", from, json);
    char *damaged = xformat("%.*s%s%s", (int)(at - json), json, to, at + strlen(from));
    char *directory = saved(damaged);
    assert_false(plan_load(&loaded, &axes, directory, false, &error));
    if (!strstr(error, expected)) fail_msg("found: %s\nexpected: %s", error, expected);
    remove_saved(directory);
    free(error);
    free(damaged);
    free(json);
    plan_free(&made);
    plan_free(&loaded);
}

TEST("a damaged plan is refused")
{
    assert_refused("\"schema\":1", "\"schema\":2", "expected \"schema\": 1");
    assert_refused("\"rounds\":2", "\"rounds\":\"2\"", "rounds: expected an integer");
    assert_refused("\"rounds\":2", "\"rounds\":1",
                   "rows[10]: expected a round number of the question");
    assert_refused("\"label\":", "\"labels\":", "label: expected a string");
    assert_refused(
        "\"varied\":[{\"axis\":", "\"varied\":[{\"axes\":", "axis: expected the name of an axis");
    assert_refused("\"arm\":\"neural\"", "\"arm\":\"natural\"", "expected an arm of the question");
    assert_refused("\"n\":\"32\"", "\"n\":\"-32\"", "cells[2]: n: found '-32'");
    assert_refused("\"n\":\"32\"", "\"nn\":\"32\"", "expected axes and values");
    assert_refused("\"question\":0", "\"question\":1", "a valid question number");
    assert_refused("\"group\":0", "\"group\":2000000000", "expected valid numbers");
    assert_refused("\"baseline\":0", "\"baseline\":-1", "expected valid numbers");
    assert_refused("[0,1,", "[999,1,", "a valid cell number and position");
    assert_refused("\"questions\"", "\"question\"", "expected at least one question");
    assert_refused("]}", "", PLAN_JSON ":");
}

TEST_SETUP() { axes = sample_axes(); }
