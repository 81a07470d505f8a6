/* SPDX-License-Identifier: MIT
 * Tests `match: flops` (harness/plan/candidates.c): an arm gets as many steps as the FLOPs of the
 * baseline allow. In this test, a step costs 3 FLOPs with an MLP and 2 with a linear map. */
#include "plan_case.h"

#include "base/cell.h"

#include <math.h>

static const char table[] =
    "{\"axes\": ["
    "{\"name\": \"kind\", \"type\": \"choice\", \"choices\": [\"overhead\", \"quality\"],"
    " \"default\": \"overhead\", \"role\": \"measure\", \"quiet\": true},"
    "{\"name\": \"q\", \"type\": \"choice\", \"choices\": [\"linear\", \"mlp\"],"
    " \"default\": \"linear\", \"role\": \"variant\"},"
    "{\"name\": \"steps\", \"type\": \"int\", \"min\": 1, \"max\": 100000, \"default\": \"1000\","
    " \"role\": \"shape\", \"when\": {\"axis\": \"kind\", \"value\": \"quality\"}},"
    "{\"name\": \"warmup\", \"type\": \"int\", \"min\": 0, \"max\": 100000,"
    " \"default\": \"floor(steps / 20)\", \"role\": \"shape\", \"quiet\": true,"
    " \"when\": {\"axis\": \"kind\", \"value\": \"quality\"}},"
    "{\"name\": \"seed\", \"type\": \"int\", \"min\": 0, \"max\": 1000, \"default\": \"1\","
    " \"role\": \"measure\"}]}";

static bool predict(const char *const *cells, int count, double *flops, char **error)
{
    for (int i = 0; i < count; i++) {
        struct cell_fields f;
        if (!cell_parse(cells[i], &f, error)) return false;
        flops[i] = strtod(cell_get(&f, "steps"), NULL) * (strstr(cells[i], "q=mlp") ? 3 : 2);
        cell_free(&f);
    }
    return true;
}

static bool predict_nothing(const char *const *cells, int count, double *flops, char **error)
{
    (void)cells, (void)error;
    for (int i = 0; i < count; i++) flops[i] = (double)NAN;
    return true;
}

#define ARMS                                                                                       \
    "kind: quality\nbaseline: plain\nseeds: 1-2\n"                                                 \
    "arms: {plain: , mlp: {q: mlp}, mlp-flops: {q: mlp, match: flops}}\n"

static const struct plan_cell *cell_of(const struct plan *p, const char *arm, const char *seed)
{
    for (int i = 0; i < p->cell_count; i++)
        if (!strcmp(p->specs[0].arms[p->cells[i].arm_index].name, arm) &&
            !strcmp(plan_value(p, &p->cells[i], "seed"), seed))
            return &p->cells[i];
    fail_msg("arm %s has no cell", arm);
    return NULL;
}

static void test_steps_follow(void **state)
{
    (void)state;
    struct plan_options o = {.predict_flops = predict};
    struct plan p = good_plan(ARMS "derive: {warmup: steps / 100}\nfixed: {steps: 300}\n", &o);
    const struct plan_cell *matched = cell_of(&p, "mlp-flops", "2");
    assert_int_equal(p.cell_count, 6);
    assert_string_equal(plan_value(&p, matched, "steps"), "200");
    assert_string_equal(plan_value(&p, matched, "warmup"), "2");
    assert_string_equal(plan_value(&p, cell_of(&p, "mlp", "2"), "steps"), "300");
    assert_true(&p.cells[matched->baseline] == cell_of(&p, "plain", "2"));
    assert_true(p.specs[0].arms[matched->arm_index].match_flops);
    assert_int_equal(matched->group, cell_of(&p, "plain", "2")->group);
    plan_free(&p);
}

static void test_rounding_and_factors(void **state)
{
    (void)state;
    struct plan_options o = {.predict_flops = predict};
    struct plan p =
        good_plan(ARMS "factors: {steps: [100, 1]}\nrules: [{exclude: seed > 1}]\n", &o);
    int found = 0;
    for (int i = 0; i < p.cell_count; i++) {
        if (!p.specs[0].arms[p.cells[i].arm_index].match_flops) continue;
        const char *steps = plan_value(&p, &p.cells[i], "steps");
        const char *baseline = plan_value(&p, &p.cells[p.cells[i].baseline], "steps");
        assert_string_equal(steps, strcmp(baseline, "100") ? "1" : "67");
        found++;
    }
    assert_int_equal(found, 1); /* with a single step, both arms cost the same and share one cell */
    plan_free(&p);
}

static void test_refused(void **state)
{
    (void)state;
    struct plan_options o = {.predict_flops = predict};
    assert_error(ARMS, (struct plan_options){0},
                 ":4:52: key match: this worker cannot predict FLOPs");
    assert_error(ARMS, (struct plan_options){.predict_flops = predict_nothing},
                 "key match: the worker cannot predict the FLOPs of");
    assert_error("kind: quality\nbaseline: a\narms: {a: {match: flops}}\n", o,
                 ":3:12: key match: the arm a has no other arm to match");
    assert_error("kind: quality\narms: {a: {match: flops}}\n", o,
                 "key match: the arm a has no other arm");
    assert_error("baseline: a\narms: {a: , b: {q: mlp, match: flops}}\n", o,
                 "key match: expected `kind: quality`");
    assert_error("arms: {a: {match: time}}\n", o, "key match: found 'time', expected one of flops");
}

int main(void)
{
    char *error;
    if (!axes_from_json(&axes, table, &error)) fail_msg("%s", error);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steps_follow),
        cmocka_unit_test(test_rounding_and_factors),
        cmocka_unit_test(test_refused),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    axes_free(&axes);
    return failed;
}
