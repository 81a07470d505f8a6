/* SPDX-License-Identifier: MIT
 * What becomes of cells whose check means nothing: they fail unless each of their choices has
 * passed in another composition. */
#include "harness/run/check/check_matrix.h"
#include "axes_sample.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* In place of a worker: cells with both a gat and an mlp are 0 by nature. */
struct trial {
    struct axes axes;
    struct matrix matrix;
    struct check_counts counts;
    const char *broken; /* what passes nowhere */
};

static void take(struct trial *t, const char *cell)
{
    bool nature = strstr(cell, "score=gat") && strstr(cell, "q=mlp");
    bool means_nothing = nature || (t->broken && strstr(cell, t->broken));
    struct outcome o = {means_nothing ? STATUS_MISTRUSTED : STATUS_OK, xstrdup("all is 0"), NULL};
    counts_take(&t->counts, cell, &o);
    outcome_free(&o);
}

/* The cells (NULL-ended) and all that is made of them, as `attnlab check` goes about it. */
static struct trial check(bool alone, const char *broken, const char *const *cells)
{
    struct trial t = {.axes = sample_axes(), .broken = broken};
    matrix_make(&t.matrix, &t.axes, 1, 0);
    matrix_thin(&t.matrix, 0);
    counts_begin(&t.counts, 8, true, alone);
    for (int i = 0; cells[i]; i++) take(&t, cells[i]);
    while (counts_again(&t.counts, &t.matrix))
        for (int i = 0; i < t.matrix.count; i++) take(&t, t.matrix.cells[i]);
    return t;
}
static void close_trial(struct trial *t)
{
    counts_free(&t->counts);
    matrix_free(&t->matrix);
    axes_free(&t->axes);
}

static void choices_that_passed_apart_may_be_0_together(void **state)
{
    (void)state;
    struct trial t = check(false, NULL,
                           (const char *[]){"score=gat,q=mlp,k=linear,seed=1",
                                            "score=gat,q=linear,k=linear,seed=1",
                                            "score=dot,q=mlp,k=linear,seed=1", NULL});
    assert_true(t.counts.empty == 1 && t.counts.failed == 0 && t.counts.passed == 2);
    assert_string_equal(t.counts.empty_cell, "score=gat,q=mlp,k=linear,seed=1");
    close_trial(&t);
}

/* The mlp has not passed, since all cells have score=gat: it is tried with the plain score. */
static void what_a_filter_left_out_is_tried(void **state)
{
    (void)state;
    struct trial t = check(false, NULL,
                           (const char *[]){"score=gat,q=mlp,k=linear,seed=1",
                                            "score=gat,q=linear,k=linear,seed=1", NULL});
    assert_true(t.counts.empty == 1 && t.counts.failed == 0 && t.counts.passed == 2);
    close_trial(&t);
}

/* Under another score, under its own, and alone. */
static void a_choice_that_passes_nowhere_fails(void **state)
{
    (void)state;
    struct trial t =
        check(2, "k=mlp",
              (const char *[]){"score=dot,q=linear,k=mlp,seed=1", "score=gat,q=linear,k=mlp,seed=1",
                               "score=gat,q=linear,k=linear,seed=1", NULL});
    assert_true(t.counts.failed >= 2 && t.counts.empty == 0);
    close_trial(&t);
}

/* A single cell that was asked for has nothing beside it. */
static void a_cell_alone_fails(void **state)
{
    (void)state;
    struct trial t = check(true, NULL, (const char *[]){"score=gat,q=mlp,k=linear,seed=1", NULL});
    assert_true(t.counts.failed == 1 && t.counts.empty == 0);
    close_trial(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(choices_that_passed_apart_may_be_0_together),
        cmocka_unit_test(what_a_filter_left_out_is_tried),
        cmocka_unit_test(a_choice_that_passes_nowhere_fails),
        cmocka_unit_test(a_cell_alone_fails),
    };
    return cmocka_run_group_tests_name("check counts", tests, NULL, NULL);
}
