/* SPDX-License-Identifier: MIT
 * Looks inside a run (harness/run/looks/look_rows.h), with a journal and a judge made by hand: what
 * a look waits for, when the judge is asked, and what becomes of the rows that it leaves out. */
#include "plan_case.h"
#include "base/mem.h"
#include "harness/run/looks/look_judge.h"
#include "harness/run/looks/look_rows.h"

#include <stdio.h>

#define ARMS "kind: quality\nbaseline: dot\narms: {dot: , gat: {score: gat}}\n"

struct made {
    struct plan plan;
    struct run run;
    struct run_options options;
    struct look_judge judge;
    struct progress progress;
    struct looks *looks;
    char folder[32];
    int asked, look; /* the judge: how often, and at which look last */
};

/* All rows of gat are left out. */
static json_t *leave_out(const void *context, const char *directory, const char *question, int look,
                         char **error)
{
    struct made *m = *(struct made *const *)context;
    json_t *out = json_object();
    (void)directory, (void)question, (void)error;
    m->asked++;
    m->look = look;
    for (int i = 0; i < m->plan.row_count; i++)
        if (plan_row_cell(&m->plan, &m->plan.rows[i])->arm_index == 1)
            json_object_set_new(out, m->plan.rows[i].key, json_string("seen"));
    return out;
}

/* m->plan is there. */
static void begin(struct made *m)
{
    struct made **self = xalloc(sizeof *self);
    char *error = NULL;
    *self = m;
    m->judge = (struct look_judge){leave_out, self};
    m->options = (struct run_options){.judge = &m->judge};
    m->progress = (struct progress){.quiet = true};
    m->run = (struct run){.plan = &m->plan, .options = &m->options, .directory = m->folder};
    strcpy(m->folder, "/tmp/attnlab-looks-XXXXXX");
    assert_non_null(mkdtemp(m->folder));
    if (!journal_open(&m->run.journal, m->folder, &error)) fail_msg("%s", error);
    m->looks = looks_open(&m->run, &m->progress);
}

static struct made *make(const char *text)
{
    struct made *m = xalloc(sizeof *m);
    struct plan_options o = {0};
    m->plan = good_plan(text, &o);
    begin(m);
    return m;
}

static void unmake(struct made *m)
{
    looks_close(m->looks);
    unlink(m->run.journal.path);
    journal_close(&m->run.journal);
    rmdir(m->folder);
    plan_free(&m->plan);
    free((void *)m->judge.context);
    free(m);
}

static int seed_of(const struct made *m, int row)
{
    return atoi(plan_value(&m->plan, plan_row_cell(&m->plan, &m->plan.rows[row]), "seed"));
}

static void end_row(struct made *m, int row)
{
    char *error = NULL;
    json_t *line =
        json_pack("{s:s, s:s, s:s}", "ablation", plan_row_spec(&m->plan, &m->plan.rows[row])->name,
                  "key", m->plan.rows[row].key, "status", "ok");
    if (!journal_append(&m->run.journal, line, &error)) fail_msg("%s", error);
}

/* All rows of a seed are known now. */
static void end_seed(struct made *m, int seed)
{
    char *error = NULL;
    for (int i = 0; i < m->plan.row_count; i++)
        if (seed_of(m, i) == seed) end_row(m, i);
    assert_true(looks_advance(m->looks, &error));
}

static void assert_answer(struct made *m, int row, enum look_answer expected)
{
    char *reason = NULL;
    assert_int_equal(looks_ask(m->looks, row, &reason), expected);
    if (expected == LOOK_STOPPED) assert_string_equal(reason, "seen");
    free(reason);
}

/* Rows of the second look wait for all of the first; then those left out are stopped. */
static void test_second_look_waits(void **state)
{
    (void)state;
    struct made *m = make(ARMS "looks: [2, 3]\nseeds: 1-3\n");
    for (int i = 0; i < m->plan.row_count; i++)
        assert_answer(m, i, seed_of(m, i) < 3 ? LOOK_RUN : LOOK_WAIT);
    end_seed(m, 1);
    assert_int_equal(m->asked, 0);
    end_seed(m, 2);
    assert_int_equal(m->asked, 1);
    assert_int_equal(m->look, 0);
    for (int i = 0; i < m->plan.row_count; i++)
        if (seed_of(m, i) == 3)
            assert_answer(m, i,
                          plan_row_cell(&m->plan, &m->plan.rows[i])->arm_index ? LOOK_STOPPED
                                                                               : LOOK_RUN);
    unmake(m);
}

/* Also for the trial of a later seed, without which nobody knows which value is judged. */
static void test_first_look_waits_for_trials(void **state)
{
    (void)state;
    struct made *m = make(ARMS "looks: [2, 4]\ntune: {axis: n, seeds: [1, 2, 4]}\n"
                               "fixed: {m: 8}\nfactors: {n: [8, 16], seed: 1-4}\n");
    end_seed(m, 1);
    end_seed(m, 2);
    assert_int_equal(m->asked, 0);
    for (int i = 0; i < m->plan.row_count; i++)
        assert_answer(m, i, seed_of(m, i) == 3 ? LOOK_WAIT : LOOK_RUN);
    end_seed(m, 4);
    assert_int_equal(m->asked, 1);
    unmake(m);
}

/* And for yardsticks, also those of another question. */
static void test_first_look_waits_for_yardsticks(void **state)
{
    (void)state;
    struct made *m = xalloc(sizeof *m);
    char *path[] = {write_text("name: looks\n" ARMS "looks: [2, 3]\nseeds: 1-3\n"),
                    write_text("name: other\n" ARMS "seeds: 9\n")};
    struct plan_options o = {.paths = (const char **)path, .path_count = 2};
    struct diags diags = {0};
    if (!plan_build(&m->plan, &o, &axes, &diags)) fail_msg("%s", messages(&diags));
    int beside = 0;
    for (int i = 0; i < m->plan.row_count; i++)
        if (seed_of(m, i) == 9) beside = i;
    m->plan.cells[m->plan.rows[beside].cell_index].yardstick = "unigram";
    begin(m);
    end_seed(m, 1);
    end_seed(m, 2);
    assert_int_equal(m->asked, 0);
    end_seed(m, 9);
    assert_int_equal(m->asked, 1);
    for (int i = 0; i < 2; i++) unlink(path[i]), free(path[i]);
    unmake(m);
}

/* Where nothing is open at a look nobody is asked, and the last look leaves nothing out. */
static void test_nothing_open(void **state)
{
    (void)state;
    struct made *m = make(ARMS "looks: [2, 3, 4]\nseeds: 1-4\n");
    end_seed(m, 1);
    end_seed(m, 3);
    end_seed(m, 4);
    assert_int_equal(m->asked, 0);
    end_seed(m, 2);
    assert_int_equal(m->asked, 0);
    unmake(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_second_look_waits),
        cmocka_unit_test(test_first_look_waits_for_trials),
        cmocka_unit_test(test_first_look_waits_for_yardsticks),
        cmocka_unit_test(test_nothing_open),
    };
    axes = sample_axes();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    axes_free(&axes);
    return failed;
}
