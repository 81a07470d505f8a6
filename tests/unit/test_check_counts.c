/* SPDX-License-Identifier: MIT
 * What becomes of cells whose check means nothing: they get other seeds, and in the end fail
 * unless each of their choices has passed in another composition. */
#include "harness/run/check/check_counts.h"
#include "base/mem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static char score[] = "score", normalizer[] = "normalizer", *slots[] = {score, normalizer};
static const struct axes axes = {.slots = slots, .slot_count = 2};

struct trial {
    struct check_counts counts;
    struct matrix matrix;
};

static void open_trial(struct trial *t, int seeds)
{
    *t = (struct trial){.matrix = {.axes = &axes}};
    t->matrix.cells = xarray(8, sizeof *t->matrix.cells);
    counts_begin(&t->counts, 8, true, seeds);
}
static void take(struct trial *t, const char *cell, const char *status)
{
    struct outcome o = {status, xstrdup("all is 0"), NULL};
    counts_take(&t->counts, cell, &o);
    outcome_free(&o);
}
/* The second pass: every cell that there is, still mistrusted. */
static int still_mistrusted(struct trial *t)
{
    if (!counts_again(&t->counts, &t->matrix)) return 0;
    for (int i = 0; i < t->matrix.count; i++) take(t, t->matrix.cells[i], "mistrusted");
    return t->matrix.count;
}
static void close_trial(struct trial *t)
{
    for (int i = 0; i < t->matrix.count; i++) free(t->matrix.cells[i]);
    free(t->matrix.cells);
    counts_free(&t->counts);
}

static void another_seed_may_pass(void **state)
{
    (void)state;
    struct trial t;
    open_trial(&t, 2);
    take(&t, "score=a,normalizer=relu,seed=3", "mistrusted");
    assert_true(counts_again(&t.counts, &t.matrix));
    assert_int_equal(t.matrix.count, 1);
    assert_string_equal(t.matrix.cells[0], "score=a,normalizer=relu,seed=4");
    take(&t, t.matrix.cells[0], "ok");
    assert_true(t.counts.passed == 1 && t.counts.failed == 0 && t.counts.empty == 0);
    close_trial(&t);
}

static void choices_that_passed_apart_may_be_0_together(void **state)
{
    (void)state;
    struct trial t;
    open_trial(&t, 2);
    take(&t, "score=negative,normalizer=relu,seed=1", "mistrusted");
    take(&t, "score=negative,normalizer=softmax,seed=1", "ok");
    take(&t, "score=dot,normalizer=relu,seed=1", "ok");
    assert_int_equal(still_mistrusted(&t), 1);
    assert_true(t.counts.empty == 1 && t.counts.failed == 0 && t.counts.passed == 2);
    assert_string_equal(t.counts.empty_cell, "score=negative,normalizer=relu,seed=2");
    close_trial(&t);
}

static void a_choice_that_passes_nowhere_fails(void **state)
{
    (void)state;
    struct trial t;
    open_trial(&t, 2);
    take(&t, "score=zero,normalizer=relu,seed=1", "mistrusted");
    take(&t, "score=zero,normalizer=softmax,seed=1", "mistrusted");
    take(&t, "score=dot,normalizer=relu,seed=1", "ok");
    assert_int_equal(still_mistrusted(&t), 2);
    assert_true(t.counts.failed == 2 && t.counts.empty == 0);
    close_trial(&t);
}

/* A single cell that was asked for has one seed and nothing beside it. */
static void a_cell_alone_fails(void **state)
{
    (void)state;
    struct trial t;
    open_trial(&t, 1);
    take(&t, "score=dot,normalizer=relu,seed=1", "mistrusted");
    assert_int_equal(t.counts.failed, 1);
    close_trial(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(another_seed_may_pass),
        cmocka_unit_test(choices_that_passed_apart_may_be_0_together),
        cmocka_unit_test(a_choice_that_passes_nowhere_fails),
        cmocka_unit_test(a_cell_alone_fails),
    };
    return cmocka_run_group_tests_name("check counts", tests, NULL, NULL);
}
