/* SPDX-License-Identifier: MIT
 * Tests the journal of a run (harness/run/journal.h): rows to retry, lookup of rows by key, and
 * damaged lines. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "harness/run/journal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct trial {
    char folder[32];
    struct journal journal;
};

static void append(struct trial *t, json_t *row)
{
    char *error = NULL;
    if (!journal_append(&t->journal, row, &error)) fail_msg("%s", error);
}

/* Writes a journal with one row per status. The key of a row is its index. */
static struct trial trial_of(const char *const *statuses, int count)
{
    struct trial t = {.folder = "/tmp/attnlab-journal-XXXXXX"};
    char *error = NULL;
    assert_non_null(mkdtemp(t.folder));
    if (!journal_open(&t.journal, t.folder, &error)) fail_msg("%s", error);
    for (int i = 0; i < count; i++) {
        char key[16];
        snprintf(key, sizeof key, "%d", i);
        append(&t, json_pack("{s:s, s:s, s:s, s:i}", "ablation", "q", "key", key, "status",
                             statuses[i], "place", i));
    }
    return t;
}

static void close_trial(struct trial *t)
{
    unlink(t->journal.path);
    journal_close(&t->journal);
    rmdir(t->folder);
}

static void assert_found(const struct trial *t, const char *key, bool there)
{
    int place = journal_find(&t->journal, "q", key);
    assert_int_equal(place >= 0, there);
    if (!there) return;
    json_t *line = journal_get(&t->journal, place);
    assert_int_equal(json_integer_value(json_object_get(line, "place")), atoi(key));
    json_decref(line);
}

static void test_rows_behind_a_dropped_one(void **state)
{
    (void)state;
    struct trial t = trial_of((const char *[]){"ok", "skipped", "crashed", "oom", "ok"}, 5);
    assert_int_equal(journal_drop_retried(&t.journal), 2);
    assert_int_equal(t.journal.count, 3);
    for (int i = 0; i < 5; i++)
        assert_found(&t, (const char *[]){"0", "1", "2", "3", "4"}[i], i != 1 && i != 3);
    close_trial(&t);
}

/* A retry drops rows with the status not_needed only if it drops other rows too. */
static void test_not_needed(void **state)
{
    (void)state;
    struct trial t = trial_of((const char *[]){"not_needed", "ok", "crashed"}, 3);
    assert_int_equal(journal_drop_retried(&t.journal), 0);
    assert_int_equal(t.journal.count, 3);
    close_trial(&t);
    t = trial_of((const char *[]){"not_needed", "ok", "skipped"}, 3);
    assert_int_equal(journal_drop_retried(&t.journal), 1);
    assert_int_equal(t.journal.count, 1);
    assert_found(&t, "0", false);
    assert_found(&t, "1", true);
    close_trial(&t);
}

/* If two journal lines have the same key, the later line is used. */
static void test_facts(void **state)
{
    (void)state;
    struct trial t = trial_of((const char *[]){"skipped", "ok"}, 2);
    append(&t, json_pack("{s:s, s:s, s:s, s:f, s:{s:{}}, s:{}}", "ablation", "q", "key", "0",
                         "status", "ok", "elapsed_s", 2.5, "record", "quality", "same_as"));
    assert_int_equal(t.journal.count, 2);
    const struct journal_row *row = &t.journal.rows[journal_find(&t.journal, "q", "0")];
    assert_true(row->elapsed_s == 2.5 && row->status == STATUS_OK);
    assert_true(row->recorded && row->measured && row->trained_elsewhere);
    row = &t.journal.rows[journal_find(&t.journal, "q", "1")];
    assert_false(row->recorded || row->measured || row->trained_elsewhere);
    append(&t, json_pack("{s:s, s:s, s:s, s:{s:s}}", "ablation", "q", "key", "2", "status",
                         "skipped", "record", "reason", "no data"));
    row = &t.journal.rows[journal_find(&t.journal, "q", "2")];
    assert_true(row->recorded && !row->measured); /* the worker answered without a measurement */
    close_trial(&t);
}

/* Returns the number of fields in a journal line, or 0 if the line is invalid. */
static size_t fields_of(const char *line, size_t length)
{
    char *why = NULL;
    json_t *row = journal_line_parse(line, length, &why);
    size_t fields = row ? json_object_size(row) : 0;
    assert_true(!row == (why != NULL));
    json_decref(row);
    free(why);
    return fields;
}

/* A change to any digit in a journal line is detected. */
static void test_lines(void **state)
{
    (void)state;
    size_t size;
    json_t *row =
        json_pack("{s:s, s:s, s:s, s:i}", "ablation", "q", "key", "0", "status", "ok", "round", 1);
    char *line = journal_line(row, &size), *digit = strstr(line, "\"round\":") + 8;
    json_decref(row);
    assert_int_equal(line[size - 1], '\n');
    assert_int_equal(fields_of(line, size - 1), 4);
    for (*digit = '2'; *digit <= '9'; ++*digit) assert_int_equal(fields_of(line, size - 1), 0);
    free(line);
    static const char bare[] = "{\"ablation\":\"q\",\"key\":\"0\",\"status\":\"ok\"}";
    assert_int_equal(fields_of(bare, strlen(bare)), 0);
    row = json_pack("{s:s, s:s}", "ablation", "q", "key", "0");
    line = journal_line(row, &size);
    assert_int_equal(fields_of(line, size - 1), 0);
    json_decref(row);
    free(line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_behind_a_dropped_one),
        cmocka_unit_test(test_not_needed),
        cmocka_unit_test(test_facts),
        cmocka_unit_test(test_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
