/* SPDX-License-Identifier: MIT
 * Tests how `attnlab check` counts suspect cells. In a complete check, a suspect cell counts as
 * failed, unless other cells passed with each of its choices. */
#include "harness/run/check/check_cells.h"
#include "axes_sample.h"

#include <stdlib.h>
#include <string.h>

/* Checks the counts for a list of cells. A fake worker marks a cell as suspect if it contains gat
 * and mlp, or if it contains `broken`. */
static void check(bool complete, const char *broken, const char *const *cells, int passed,
                  int failed, int undecided)
{
    struct axes axes = sample_axes();
    struct check_counts t;
    counts_begin(&t, &axes, 3, true, complete);
    for (int i = 0; cells[i]; i++) {
        bool nature = strstr(cells[i], "score=gat") && strstr(cells[i], "q=mlp");
        bool mistrusted = nature || (broken && strstr(cells[i], broken));
        struct outcome o =
            outcome_make(mistrusted ? STATUS_MISTRUSTED : STATUS_OK, xstrdup("all is 0"));
        counts_add(&t, cells[i], &o);
        outcome_free(&o);
    }
    counts_finish(&t);
    assert_int_equal(t.passed, passed);
    assert_int_equal(t.failed, failed);
    assert_int_equal(t.undecided, undecided);
    counts_free(&t);
    axes_free(&axes);
}

static void test_suspect_cells(void **state)
{
    (void)state;
    static const char *const together[] = {"score=gat,q=mlp,k=linear,seed=1",
                                           "score=gat,q=linear,k=linear,seed=1",
                                           "score=dot,q=mlp,k=linear,seed=1", NULL};
    check(true, NULL, together, 2, 0, 1); /* both choices passed in other cells */
    check(true, NULL, (const char *const[]){together[0], together[1], NULL}, 1, 1, 0);
    check(false, NULL, (const char *const[]){together[0], together[1], NULL}, 1, 0, 1);
    check(true, NULL, (const char *const[]){together[0], NULL}, 0, 1, 0);
    check(true, "k=mlp",
          (const char *const[]){"score=dot,q=linear,k=mlp,seed=1", together[1], together[2], NULL},
          2, 1, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_suspect_cells)};
    return cmocka_run_group_tests_name("check counts", tests, NULL, NULL);
}
