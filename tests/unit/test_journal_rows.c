/* SPDX-License-Identifier: MIT
 * Rows that go from a journal in memory (harness/run/journal/journal.h): which are tried again, and
 * where those that stay are found. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "harness/run/journal/journal_rows.h"

#include <stdio.h>
#include <stdlib.h>

/* A row a status, with its place as its key. */
static struct journal journal_of(const char *const *statuses, int count)
{
    struct journal j = {.fd = -1, .index = json_object()};
    for (int i = 0; i < count; i++) {
        char key[16];
        snprintf(key, sizeof key, "%d", i);
        json_t *row =
            json_pack("{s:s, s:s, s:s}", "ablation", "q", "key", key, "status", statuses[i]);
        journal_keep(&j, row, (size_t)i, 1);
        json_decref(row);
    }
    return j;
}

/* The row of a key stands where its line began; or it is not there. */
static void assert_found(const struct journal *j, const char *key, bool there)
{
    int place = journal_find(j, "q", key);
    assert_int_equal(place >= 0, there);
    if (there) assert_int_equal(j->rows[place].at, atoi(key));
}

static void test_behind_one_that_went(void **state)
{
    (void)state;
    struct journal j = journal_of((const char *[]){"ok", "skipped", "crashed", "oom", "ok"}, 5);
    assert_int_equal(journal_try_again(&j), 2);
    assert_int_equal(j.count, 3);
    assert_found(&j, "0", true);
    assert_found(&j, "1", false);
    assert_found(&j, "2", true);
    assert_found(&j, "3", false);
    assert_found(&j, "4", true);
    journal_close(&j);
}

/* What was not needed is decided anew only where something that decided it is. */
static void test_not_needed(void **state)
{
    (void)state;
    struct journal j = journal_of((const char *[]){"not_needed", "ok", "crashed"}, 3);
    assert_int_equal(journal_try_again(&j), 0);
    assert_int_equal(j.count, 3);
    journal_close(&j);
    j = journal_of((const char *[]){"not_needed", "ok", "skipped"}, 3);
    assert_int_equal(journal_try_again(&j), 1);
    assert_int_equal(j.count, 1);
    assert_found(&j, "0", false);
    assert_found(&j, "1", true);
    journal_close(&j);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_behind_one_that_went),
        cmocka_unit_test(test_not_needed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
