/* SPDX-License-Identifier: MIT
 * Tests tuning during a run (harness/run/trainings.h):
 * - Rows wait for the trials of their arm.
 * - The value with the lowest mean loss wins.
 * - Only the necessary trials are run. */
#include "axes_sample.h"
#include "base/mem.h"
#include "harness/run/trainings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The tuned axis is score_scale. Cell strings omit its default value, 1. */
enum { ARMS = 2, VALUES = 3, SEEDS = 3, ROWS = ARMS * VALUES * SEEDS };
static const char *const arms[ARMS] = {"dot", "gat"}, *const values[VALUES] = {"0.5", "1", "2"};

struct made {
    struct run run;
    struct plan plan;
    struct axes axes;
    struct spec spec;
    struct plan_cell cells[ROWS];
    struct plan_row rows[ROWS];
    struct resolved values[ROWS];
    char *strings[ROWS], *keys[ROWS], folder[32];
};

static int row_at(int arm, int value, int seed)
{
    return (arm * VALUES + value) * SEEDS + seed - 1;
}

static void add_row(struct made *m, int arm, int value, int seed)
{
    int i = row_at(arm, value, seed);
    char *cell = xformat("score=%s,score_scale=%s,seed=%d", arms[arm], values[value], seed), *error;
    assert_true(axes_read_cell(&m->axes, cell, &m->values[i], &error));
    m->strings[i] = resolved_string(&m->axes, &m->values[i]);
    m->keys[i] = xformat("%s,round=1", m->strings[i]);
    m->cells[i] = (struct plan_cell){.string = m->strings[i],
                                     .values = m->values[i].values,
                                     .arm_index = arm,
                                     .baseline = -1,
                                     .family = m->spec.tune_axis ? arm : -1};
    for (int k = 0; k < m->spec.tune_seed_count; k++)
        if (atoi(m->spec.tune_seeds[k]) == seed) m->cells[i].tuning = true;
    m->rows[i] = (struct plan_row){.cell_index = i, .round = 1, .key = m->keys[i]};
    free(cell);
}

/* Creates a plan with seeds 1 to 3. Trials use the listed seeds; tune_seeds = NULL turns tuning
 * off. */
static struct made *make(const char **tune_seeds, int tune_count)
{
    struct made *m = xalloc(sizeof *m);
    char *error = NULL;
    m->axes = sample_axes();
    m->spec = (struct spec){.name = (char *)"question",
                            .kind = SPEC_QUALITY,
                            .tune_axis = (char *)(tune_seeds ? "score_scale" : NULL),
                            .tune_seeds = (char **)tune_seeds,
                            .tune_seed_count = tune_count};
    m->plan = (struct plan){.axes = &m->axes,
                            .family_count = ARMS,
                            .specs = &m->spec,
                            .spec_count = 1,
                            .cells = m->cells,
                            .cell_count = ROWS,
                            .rows = m->rows,
                            .row_count = ROWS};
    for (int i = 0; i < ROWS; i++)
        add_row(m, i / (VALUES * SEEDS), i / SEEDS % VALUES, 1 + i % SEEDS);
    m->run = (struct run){.plan = &m->plan};
    strcpy(m->folder, "/tmp/attnlab-tuning-XXXXXX");
    assert_non_null(mkdtemp(m->folder));
    if (!journal_open(&m->run.journal, m->folder, &error)) fail_msg("%s", error);
    return m;
}

static void unmake(struct made *m)
{
    for (int i = 0; i < ROWS; i++) {
        resolved_free(&m->values[i]);
        free(m->strings[i]);
        free(m->keys[i]);
    }
    unlink(m->run.journal.path);
    journal_close(&m->run.journal);
    rmdir(m->folder);
    axes_free(&m->axes);
    free(m);
}

/* Adds a finished row to the journal. If the loss is NaN, the run diverged. */
static void done(struct made *m, int row, double loss)
{
    char *error = NULL;
    json_t *line =
        json_pack("{s:s, s:s, s:s, s:{s:{s:{}}}}", "ablation", "question", "key", m->keys[row],
                  "status", isnan(loss) ? "diverged" : "ok", "record", "quality", "valid");
    assert_non_null(line);
    json_t *valid =
        json_object_get(json_object_get(json_object_get(line, "record"), "quality"), "valid");
    if (!isnan(loss)) json_object_set_new(valid, "loss", json_real(loss));
    if (!journal_append(&m->run.journal, line, &error)) fail_msg("%s", error);
}

static void answers(const struct made *m, int row, enum tuning_decision expected,
                    const char *reason)
{
    struct tuning *t = tuning_open(&m->run);
    char *found = NULL;
    assert_int_equal(tuning_decide(t, row, &found), expected);
    if (!reason) assert_null(found);
    if (reason) assert_string_equal(found, reason);
    free(found);
    tuning_close(t);
}

/* Checks the decisions for the rows of an arm, except trials. `winner` is the index of the winning
 * value, or -1 if no value won. */
static void arm_answers(const struct made *m, int arm, int first_seed, int winner,
                        const char *reason)
{
    for (int v = 0; v < VALUES; v++)
        for (int seed = first_seed; seed <= SEEDS; seed++) {
            bool runs = v == winner;
            answers(m, row_at(arm, v, seed),
                    runs         ? TUNING_RUN
                    : winner < 0 ? TUNING_NO_BEST
                                 : TUNING_LEAVE,
                    runs ? NULL : reason);
        }
}

static const char *one[] = {"1"}, *two[] = {"1", "2"};

static void without_tuning_all_rows_run(void **state)
{
    (void)state;
    struct made *m = make(NULL, 0);
    for (int i = 0; i < ROWS; i++) answers(m, i, TUNING_RUN, NULL);
    unmake(m);
}

static void rows_wait_for_their_trials(void **state)
{
    (void)state;
    struct made *m = make(one, 1);
    for (int v = 0; v < VALUES; v++)
        for (int seed = 1; seed <= SEEDS; seed++)
            answers(m, row_at(0, v, seed), seed == 1 && v != 1 ? TUNING_RUN : TUNING_WAIT, NULL);
    done(m, row_at(0, 0, 1), 3);
    /* A stage is decided only after all its trials have ended. */
    answers(m, row_at(0, 1, 1), TUNING_WAIT, NULL);
    done(m, row_at(0, 2, 1), 2);
    answers(m, row_at(0, 1, 1), TUNING_RUN, NULL);
    answers(m, row_at(0, 2, 2), TUNING_WAIT, NULL);
    done(m, row_at(1, 1, 1), 1); /* Trials of another arm do not count. */
    answers(m, row_at(0, 2, 2), TUNING_WAIT, NULL);
    done(m, row_at(0, 1, 1), 2.5);
    arm_answers(m, 0, 2, 2, "score_scale=2 is best for this arm, with a validation loss of 2");
    answers(m, row_at(1, 0, 2), TUNING_WAIT, NULL);
    unmake(m);
}

/* Tuning compares losses, so the reason states a loss even if the metric of the question is
 * accuracy. */
static void the_loss_chooses_where_there_is_one(void **state)
{
    (void)state;
    struct made *m = make(one, 1);
    m->spec.metric = (char *)"accuracy";
    for (int v = 0; v < VALUES; v++) done(m, row_at(0, v, 1), 3 - v);
    arm_answers(m, 0, 2, 2, "score_scale=2 is best for this arm, with a validation loss of 1");
    unmake(m);
}

/* The mean losses over seeds 1 and 2 are 2.75, 2.5 and 2.6. The lowest single loss belongs to the
 * first value. */
static void the_least_mean_wins(void **state)
{
    (void)state;
    struct made *m = make(two, 2);
    static const double loss[VALUES][2] = {{1, 4.5}, {2.5, 2.5}, {2.7, 2.5}};
    static const int order[VALUES] = {0, 2, 1};
    for (int i = 0; i < VALUES; i++)
        for (int seed = 1; seed <= 2; seed++) {
            int v = order[i];
            answers(m, row_at(0, v, 3), TUNING_WAIT, NULL);
            answers(m, row_at(0, v, seed), TUNING_RUN, NULL);
            done(m, row_at(0, v, seed), loss[v][seed - 1]);
        }
    /* Cell strings omit the winning value, because it is the default. */
    assert_null(strstr(m->strings[row_at(0, 1, 3)], "score_scale"));
    arm_answers(m, 0, 3, 1, "score_scale=1 is best for this arm, with a validation loss of 2.5");
    unmake(m);
}

static void diverged_trials_lose(void **state)
{
    (void)state;
    struct made *m = make(two, 2);
    static const double loss[VALUES][2] = {{(double)NAN, 0.1}, {5, 6}, {0.1, (double)NAN}};
    for (int v = 0; v < VALUES; v++)
        for (int seed = 1; seed <= 2; seed++) {
            done(m, row_at(0, v, seed), loss[v][seed - 1]);
            done(m, row_at(1, v, seed), (double)NAN);
        }
    arm_answers(m, 0, 3, 1, "score_scale=1 is best for this arm, with a validation loss of 5.5");
    arm_answers(m, 1, 3, -1, "no value of score_scale could be trained");
    unmake(m);
}

/* If the task has no loss, tuning uses the question's metric. */
static void a_task_without_loss_is_tuned_by_its_metric(void **state)
{
    (void)state;
    static const double accuracy[VALUES] = {0.5, 0.75, 0.25};
    /* The question's metric has priority over the metric of the data set. */
    for (int told = 0; told < 2; told++) {
        struct made *m = make(one, 1);
        if (told) m->spec.metric = (char *)"accuracy";
        for (int v = 0; v < VALUES; v++) {
            char *error = NULL;
            json_t *line =
                json_pack("{s:s, s:s, s:s, s:{s:{s:s, s:{s:f}}}}", "ablation", "question", "key",
                          m->keys[row_at(0, v, 1)], "status", "ok", "record", "quality", "metric",
                          told ? "loss" : "accuracy", "valid", "accuracy", accuracy[v]);
            assert_true(journal_append(&m->run.journal, line, &error));
        }
        answers(m, row_at(0, 1, 2), TUNING_RUN, NULL);
        answers(m, row_at(0, 0, 2), TUNING_LEAVE,
                "score_scale=1 is best for this arm, with a validation accuracy of 0.75");
        unmake(m);
    }
}

/* If a filter excludes all trials, all other rows run. */
static void filtered_trials_tune_nothing(void **state)
{
    (void)state;
    struct made *m = make(one, 1);
    int kept = 0;
    struct plan_row rows[ROWS];
    for (int i = 0; i < ROWS; i++)
        if (strstr(m->rows[i].key, "seed=3")) rows[kept++] = m->rows[i];
    assert_int_equal(kept, ARMS * VALUES);
    memcpy(m->rows, rows, sizeof rows);
    m->plan.row_count = kept;
    for (int i = 0; i < kept; i++) answers(m, i, TUNING_RUN, NULL);
    unmake(m);
}

/* If a filter excludes some trials, the best value that was tried wins. A value without trials
 * cannot win. */
static void some_trials_filtered_out(void **state)
{
    (void)state;
    struct made *m = make(one, 1);
    int without = row_at(0, 2, 1), last = m->plan.row_count - 1;
    m->rows[without] = m->rows[last];
    m->plan.row_count = last;
    done(m, row_at(0, 0, 1), 3);
    done(m, row_at(0, 1, 1), 4);
    arm_answers(m, 0, 2, 0, "score_scale=0.5 is best for this arm, with a validation loss of 3");
    unmake(m);
}

/* The first, third and fifth of six values are tried, then the neighbours of the best value. */
static void some_trials_are_not_needed(void **state)
{
    (void)state;
    static const char *seeds[] = {"2", "3"};
    struct made *m = make(seeds, 2);
    m->spec.tune_apart = true;
    for (int i = 0; i < ROWS; i++) {
        if (m->cells[i].arm_index == 0) continue;
        int axis = axes_find(&m->axes, "score_scale");
        static const char *const further[] = {"3", "4", "5"};
        m->values[i].values[axis] = (char *)further[i / SEEDS % VALUES];
        m->cells[i].family = 0;
    }
    static const double loss[] = {2, 2.25, 2.5, 3, 2.75, 3};
    for (int again = 0; again < 2; again++)
        for (int v = 0; v < 2 * VALUES; v++)
            for (int seed = 2; seed <= 3; seed++) {
                struct tuning *t = tuning_open(&m->run);
                char *reason = NULL;
                int row = row_at(v / VALUES, v % VALUES, seed);
                bool known = journal_find(&m->run.journal, "question", m->keys[row]) >= 0;
                if (tuning_decide(t, row, &reason) == TUNING_RUN && !known) done(m, row, loss[v]);
                free(reason);
                tuning_close(t);
            }
    for (int seed = 2; seed <= 3; seed++) {
        answers(m, row_at(0, 1, seed), TUNING_RUN, NULL);
        answers(
            m, row_at(1, 0, seed), TUNING_LEAVE,
            "not needed to choose score_scale, because 0.5 is best and its neighbours were tried");
    }
    answers(m, row_at(1, 1, 1), TUNING_LEAVE,
            "score_scale=0.5 is best for this arm, with a validation loss of 2");
    answers(m, row_at(0, 0, 1), TUNING_RUN, NULL);
    unmake(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_tuning_all_rows_run),
        cmocka_unit_test(rows_wait_for_their_trials),
        cmocka_unit_test(the_loss_chooses_where_there_is_one),
        cmocka_unit_test(the_least_mean_wins),
        cmocka_unit_test(diverged_trials_lose),
        cmocka_unit_test(a_task_without_loss_is_tuned_by_its_metric),
        cmocka_unit_test(filtered_trials_tune_nothing),
        cmocka_unit_test(some_trials_filtered_out),
        cmocka_unit_test(some_trials_are_not_needed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
