/* SPDX-License-Identifier: MIT
 * Rows of a journal in memory (harness/run/journal/journal.h): what is known of each, which are
 * tried again, and where those that stay are found; and lines of one that are not as they were
 * written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "harness/run/journal/journal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* What a run knows of a row without reading its line again; of two lines the later one. */
static void test_facts(void **state)
{
    (void)state;
    struct journal j = journal_of((const char *[]){"crashed", "ok"}, 2);
    json_t *row = json_pack("{s:s, s:s, s:s, s:f, s:{s:{}}, s:{}}", "ablation", "q", "key", "0",
                            "status", "ok", "elapsed_s", 2.5, "record", "quality", "same_as");
    journal_keep(&j, row, 7, 9);
    json_decref(row);
    assert_int_equal(j.count, 2);
    const struct journal_row *found = &j.rows[journal_find(&j, "q", "0")];
    assert_true(found->at == 7 && found->length == 9 && found->elapsed_s == 2.5);
    assert_int_equal(found->status, STATUS_OK);
    assert_true(found->recorded && found->measured && found->taken);
    found = &j.rows[journal_find(&j, "q", "1")];
    assert_false(found->recorded || found->measured || found->taken);
    row = json_pack("{s:s, s:s, s:s, s:{s:s}}", "ablation", "q", "key", "1", "status", "skipped",
                    "record", "reason", "no data");
    journal_keep(&j, row, 8, 9);
    json_decref(row);
    found = &j.rows[journal_find(&j, "q", "1")];
    assert_true(found->recorded && !found->measured); /* a worker said so, and measured nothing */
    journal_close(&j);
}

/* Whether a line is taken for a row; and how many fields that has. */
static size_t fields_of(const char *line, size_t length)
{
    char *why = NULL;
    json_t *row = journal_line_read(line, length, &why);
    size_t fields = row ? json_object_size(row) : 0;
    assert_true(!row == (why != NULL));
    json_decref(row);
    free(why);
    return fields;
}

/* Any other digit in it is seen, whichever way the checksum moves. */
static void test_lines(void **state)
{
    (void)state;
    size_t size;
    json_t *row =
        json_pack("{s:s, s:s, s:s, s:i}", "ablation", "q", "key", "0", "status", "ok", "round", 1);
    char *line = journal_line(row, &size), *digit = strstr(line, "\"round\":") + 8;
    json_decref(row);
    assert_true(journal_begins(line, size) && journal_begins(line, 5));
    assert_false(journal_begins("{\"key\":", 7));
    assert_int_equal(line[size - 1], '\n');
    assert_int_equal(fields_of(line, size - 1), 4);
    for (*digit = '2'; *digit <= '9'; ++*digit) assert_int_equal(fields_of(line, size - 1), 0);
    free(line);
    static const char *const bare[] = {"{\"ablation\":\"q\",\"key\":\"0\",\"status\":\"ok\"}",
                                       "{\"ablation\":\"q\",\"key\":\"0\"}",
                                       "{\"ablation\":\"q\",\"status\":\"ok\"}"};
    for (int i = 0; i < 3; i++) /* those of before there were checksums have none */
        assert_int_equal(fields_of(bare[i], strlen(bare[i])), i ? 0 : 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_behind_one_that_went),
        cmocka_unit_test(test_not_needed),
        cmocka_unit_test(test_facts),
        cmocka_unit_test(test_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
