/* SPDX-License-Identifier: MIT
 * Tests the expected time of a plan's rows. The time must increase with work and memory traffic,
 * and decrease with machine speed. */
#include "axes_sample.h"
#include "base/mem.h"
#include "harness/plan/tuning/tuning_rule.h"
#include "harness/run/estimate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct made {
    struct plan plan;
    struct axes axes;
    struct prediction *predictions;
    struct expected_row *rows;
};

/* Builds a plan from one text. Each cell is predicted to need 1 GFLOP, 1 MB of memory traffic, and
 * 10 MB of memory. */
static void make(struct made *m, const char *text)
{
    *m = (struct made){.axes = sample_axes()};
    struct diags diags = {0};
    char path[] = "/tmp/attnlab-estimate-XXXXXX";
    const char *paths[] = {path};
    int fd = mkstemp(path);
    assert_true(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
    close(fd);
    struct plan_options o = {.paths = paths, .path_count = 1};
    if (!plan_build(&m->plan, &o, &m->axes, &diags)) fail_msg("%s", messages(&diags));
    unlink(path);
    m->predictions = xarray((size_t)m->plan.cell_count, sizeof *m->predictions);
    for (int i = 0; i < m->plan.cell_count; i++)
        m->predictions[i] = (struct prediction){.flop = 1e9, .bytes = 1e6, .memory_bytes = 1e7};
    m->rows = estimate_rows(&m->plan, m->predictions, 1, NULL);
}

static void again(struct made *m, double slower)
{
    free(m->rows);
    m->rows = estimate_rows(&m->plan, m->predictions, slower, NULL);
}

static void unmake(struct made *m)
{
    predictions_free(m->predictions, m->plan.cell_count);
    free(m->rows);
    plan_free(&m->plan);
    axes_free(&m->axes);
}

static const char timed[] = "rounds: 2\nfactors: {n: [64, 128]}\n"
                            "arms: {dot: , neural: {score: neural}}\n";
static const char trained[] = "kind: quality\nmetric: loss\nbaseline: dot\n"
                              "tune: {axis: score_scale, seeds: [1]}\n"
                              "factors: {score_scale: [0.5, 1, 2], seed: 1-3}\n"
                              "arms: {dot: , gat: {score: gat}}\n";

static void test_timed_rows(void **state)
{
    (void)state;
    struct made m;
    make(&m, timed);
    assert_int_equal(m.plan.row_count, 2 * 2 * 2);
    double before = m.rows[0].seconds;
    int cell = m.plan.rows[0].cell_index;
    for (int i = 0; i < m.plan.row_count; i++) {
        assert_false(m.rows[i].side_by_side);
        assert_true(m.rows[i].share == 1);
        assert_true(m.rows[i].seconds == before);
    }
    m.predictions[cell].flop *= 100;
    again(&m, 1);
    double work = m.rows[0].seconds;
    assert_true(work > 2 * before);
    m.predictions[cell].memory_bytes *= 100;
    again(&m, 1);
    assert_true(m.rows[0].seconds > work);
    work = m.rows[0].seconds;
    again(&m, 2);
    assert_true(fabs(m.rows[0].seconds - 2 * work) < 1e-9);
    m.predictions[cell].memory_bytes = (double)NAN; /* unknown memory adds no time */
    again(&m, 1);
    assert_true(m.rows[0].seconds < work);
    m.predictions[cell].flop = (double)NAN;
    again(&m, 1);
    assert_true(m.rows[0].seconds == 0);
    m.predictions[cell].flop = 1;
    m.predictions[cell].refuse = xstrdup("it has no meaning");
    again(&m, 1);
    assert_true(m.rows[0].seconds == 0);
    unmake(&m);
}

/* The tuning seed runs all six combinations of two arms and three values. The other two seeds run
 * one value per arm. */
static void test_training_rows(void **state)
{
    (void)state;
    struct made m;
    make(&m, trained);
    assert_int_equal(m.plan.row_count, 2 * 3 * 3);
    for (int i = 0; i < m.plan.row_count; i++) {
        bool tunes = plan_row_cell(&m.plan, &m.plan.rows[i])->tuning;
        assert_true(m.rows[i].side_by_side);
        assert_true(fabs(m.rows[i].share - (tunes ? 1 : 1 / 3.0)) < 1e-9);
    }
    struct time_left *t = time_left_open(m.rows, m.plan.row_count, 1);
    assert_true(fabs(time_left_seconds(t, 0) - (6 + 4) * m.rows[0].seconds) < 1e-9);
    time_left_close(t);
    unmake(&m);
}

/* 15 tuning runs are planned (five values, three seeds). Two of them already exist, so the cost is
 * reduced by two runs. */
static void test_rows_of_earlier_runs(void **state)
{
    (void)state;
    struct made m;
    make(&m, "kind: quality\nmetric: loss\nbaseline: dot\narms: {dot: }\n"
             "tune: {axis: score_scale, seeds: [7, 8, 9]}\n"
             "factors: {score_scale: [0.5, 1, 2, 4, 8], seed: 1-3}\n");
    struct reuse reuse = {.rows = json_object()};
    int trials = 0;
    bool *reused = xarray((size_t)m.plan.row_count, sizeof *reused);
    for (int i = 0; i < m.plan.row_count; i++) {
        reused[i] = plan_row_cell(&m.plan, &m.plan.rows[i])->tuning && trials++ < 2;
        if (reused[i]) json_object_set_new(reuse.rows, m.plan.rows[i].key, json_true());
    }
    assert_int_equal(trials, 15);
    free(m.rows);
    m.rows = estimate_rows(&m.plan, m.predictions, 1, &reuse);
    for (int i = 0; i < m.plan.row_count; i++) {
        assert_int_equal(m.rows[i].made, reused[i] ? MADE_IN_EARLIER_RUN : MADE_ITSELF);
        if (reused[i] || !plan_row_cell(&m.plan, &m.plan.rows[i])->tuning) continue;
        assert_true(fabs(m.rows[i].share - (choice_cost(5, 3) - 2) / 13.0) < 1e-9);
    }
    free(reused);
    json_decref(reuse.rows);
    unmake(&m);
}

/* Each round of a cell is a separate row. */
static void test_rounds_are_not_shared(void **state)
{
    (void)state;
    struct made m;
    make(&m, "kind: quality\nmetric: loss\nrounds: 2\nbaseline: dot\n"
             "arms: {dot: , gat: {score: gat}}\n");
    assert_int_equal(m.plan.row_count, 4);
    for (int i = 0; i < 4; i++) assert_int_equal(m.rows[i].made, MADE_ITSELF);
    m.plan.cells[1].trained_by = 0;
    again(&m, 1);
    int made = 0;
    for (int i = 0; i < 4; i++) made += m.rows[i].made == MADE_BY_EARLIER_ROW;
    assert_int_equal(made, 2);
    unmake(&m);
}

/* Evaluation and decoding cost the same per FLOP as training steps. */
static void test_scoring(void **state)
{
    (void)state;
    struct made m;
    make(&m, trained);
    int cell = m.plan.rows[0].cell_index;
    m.predictions[cell].flop = 0;
    again(&m, 1);
    double start = m.rows[0].seconds;
    double *const parts[] = {&m.predictions[cell].flop, &m.predictions[cell].evaluate_flop,
                             &m.predictions[cell].decode_flop};
    double first = 0;
    for (int i = 0; i < 3; i++) {
        *parts[i] = 1e12;
        again(&m, 1);
        double own = m.rows[0].seconds - start;
        *parts[i] = 0;
        if (!i) first = own;
        assert_true(own > 1 && fabs(own - first) < 1e-9);
    }
    unmake(&m);
}

static void test_machines(void **state)
{
    (void)state;
    json_t *none = json_array(),
           *peaks = json_pack("[{s:f, s:i}, {s:f, s:i}, {s:f, s:i}]", "sgemm_gflops", 146.0,
                              "threads", 1, "sgemm_gflops", 584.0, "threads", 2, "sgemm_gflops",
                              438.0, "threads", 2);
    assert_true(estimate_slower(NULL) == 1 && estimate_slower(none) == 1);
    /* The fastest core reaches 292 GFLOP/s. */
    assert_true(fabs(estimate_slower(peaks) - 0.5) < 1e-9);
    json_decref(none);
    json_decref(peaks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_timed_rows),
        cmocka_unit_test(test_training_rows),
        cmocka_unit_test(test_rows_of_earlier_runs),
        cmocka_unit_test(test_rounds_are_not_shared),
        cmocka_unit_test(test_scoring),
        cmocka_unit_test(test_machines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
