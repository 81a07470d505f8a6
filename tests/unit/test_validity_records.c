/* SPDX-License-Identifier: MIT
 * Tests the validity check `records`. The baseline runs were scored on different numbers of
 * records. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/unit/plain_question.h"

/* The check uses the smallest number of records in any run. */
static void test_fewest_records(void **state)
{
    static const struct {
        int counts[3]; /* number of records per seed; 0 if not recorded */
        enum validity_state state;
        const char *figure;
    } cases[] = {
        {{500, 2000, 1500},
         VALIDITY_FAILED,
         "one of 500 records changes accuracy by 0.002, more than"},
        {{2000, 500, 1500},
         VALIDITY_FAILED,
         "one of 500 records changes accuracy by 0.002, more than"},
        {{2000, 1500, 500},
         VALIDITY_FAILED,
         "one of 500 records changes accuracy by 0.002, more than"},
        {{0, 2000, 1000},
         VALIDITY_PASSED,
         "one of 1000 records changes accuracy by 0.001, at most"},
        {{1000, 2000, 0},
         VALIDITY_PASSED,
         "one of 1000 records changes accuracy by 0.001, at most"},
        {{0, 0, 0}, VALIDITY_UNRECORDED, "not recorded"},
    };
    struct folder f;
    (void)state;
    set_up(&f, plain, PLAIN, TUNED ARMS SWEPT "metric: accuracy\nmargin: 0.01\n");
    const struct analysis *a = &f.analysis;
    int base = find(a, "base", 0);
    const struct candidate *c = entry_winner(a, base);
    assert_int_equal(c->last - c->first, 3);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int k = 0; k < 3; k++) {
            struct trial *t = &f.run.trials[a->members[c->first + k] - f.run.trials];
            t->records.count = cases[i].counts[k];
        }
        struct validity g = validity_rules[VALIDITY_RECORDS].judge(a, base);
        assert_int_equal(g.state, cases[i].state);
        if (strncmp(g.figure, cases[i].figure, strlen(cases[i].figure))) fail_msg("%s", g.figure);
        free(g.figure);
    }
    folder_remove(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_fewest_records)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
