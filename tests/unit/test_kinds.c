/* SPDX-License-Identifier: MIT
 * Tests the driver's time limits and messages for each kind of cell. */
#include "plan_case.h"
#include "harness/plan/axes/axes.h"
#include "harness/run/run.h"

static const char described[] =
    "{\"schema\": 1, \"axes\": [{\"name\": \"kind\", \"type\": \"choice\", \"choices\": "
    "[\"overhead\", \"quality\", \"simple_baseline\", \"step\"], \"default\": \"overhead\", "
    "\"role\": "
    "\"measure\"}, {\"name\": \"score\", \"type\": \"choice\", \"choices\": [\"dot\", \"gat\"], "
    "\"default\": \"dot\", \"role\": \"variant\"}]}";

static double limit_of(const char *question)
{
    struct plan plan = good_plan(question, &(struct plan_options){0});
    char *error = NULL;
    struct run run = {.options = &(struct run_options){.seed = 1},
                      .plan = &plan,
                      .topology = topology_load(&error)};
    assert_non_null(run.topology);
    double limit = row_request_of(&run, &plan.rows[0], "", NULL).limit_s;
    topology_free(run.topology);
    plan_free(&plan);
    return limit;
}

/* Opening the data and the model takes the same time for a single step and for a whole training
 * run. */
static void time_limits_depend_on_the_kind(void **state)
{
    (void)state;
    char *error = NULL;
    assert_true(axes_from_json(&axes, described, &error));
    assert_true(limit_of("arms: {dot: , gat: {score: gat}}\n") == RUN_TIMEOUT_S);
    assert_true(limit_of("kind: step\narms: {dot: , gat: {score: gat}}\n") == RUN_MODEL_TIMEOUT_S);
    assert_true(limit_of("kind: quality\narms: {dot: , gat: {score: gat}}\n") ==
                RUN_MODEL_TIMEOUT_S);
    assert_true(limit_of("kind: step\ntimeout_s: 7\narms: {dot: , gat: {score: gat}}\n") == 7);
    axes_free(&axes);
}

static void kinds_have_traits(void **state)
{
    (void)state;
    assert_true(kind_has(NULL, KIND_TIMES_LAYER) && kind_has("", KIND_TIMES_LAYER));
    assert_true(kind_has("quality", KIND_TRAINS) && !kind_has("step", KIND_TRAINS));
    assert_false(kind_has("nothing", KIND_TRAINS));
    assert_string_equal(kind_that(KIND_SIMPLE_BASELINE), "simple_baseline");
    assert_string_equal(kind_that(KIND_TIMES_STEPS), "step");
    char *asked = question_kinds();
    assert_string_equal(asked, "overhead, quality or step");
    free(asked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(time_limits_depend_on_the_kind),
                                       cmocka_unit_test(kinds_have_traits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
