/* SPDX-License-Identifier: MIT
 * What the CSV writer writes, the CSV reader reads. */
#include "base/csv_read.h"
#include "base/csv_write.h"

#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>
#include <cmocka.h>

static const char *const texts[] = {"plain", "a,b",  "say \"so\"", "line\nbreak", "cr\r\nlf",
                                    "",      "\"\"", ",",          " blank ",     "trailing\n"};
enum { TEXTS = sizeof texts / sizeof *texts };

static void round_trip(void **state)
{
    (void)state;
    struct csv csv = {0};
    struct table table;
    char *error = NULL;
    for (int i = 0; i < TEXTS; i++) csv_integer(&csv, i);
    csv_end_line(&csv);
    for (int i = 0; i < TEXTS; i++) csv_text(&csv, texts[i]);
    csv_end_line(&csv);
    assert_true(table_parse(&table, csv.text.data, csv.text.length, "memory", &error));
    assert_int_equal(table.columns, TEXTS);
    assert_int_equal(table.rows, 1);
    for (int i = 0; i < TEXTS; i++) assert_string_equal(table_at(&table, 0, i), texts[i]);
    table_free(&table);
}

/* What a reader might trim or break, and nothing else. */
static void what_is_quoted(void **state)
{
    (void)state;
    struct csv csv = {0};
    csv_text(&csv, " a");
    csv_text(&csv, "a ");
    csv_text(&csv, "a\rb");
    csv_text(&csv, "a b");
    csv_text(&csv, "");
    csv_end_line(&csv);
    assert_string_equal(csv.text.data, "\" a\",\"a \",\"a\rb\",a b,\n");
    text_free(&csv.text);
}

static void numbers(void **state)
{
    (void)state;
    struct csv csv = {0};
    csv_number(&csv, 0.1);
    csv_number(&csv, (double)NAN);
    csv_integer(&csv, -7);
    csv_text(&csv, NULL);
    csv_number(&csv, 1e300);
    csv_number(&csv, 999999999999999);
    csv_number(&csv, 1e15);
    csv_number(&csv, 0.1 + 0.2);
    csv_end_line(&csv);
    assert_string_equal(csv.text.data,
                        "0.1,,-7,,1e+300,999999999999999,1e+15,0.30000000000000004\n");
    text_free(&csv.text);
}

/* Where a folder has the name that a table is to have: nothing half-written stays beside it. */
static void a_folder_in_the_way(void **state)
{
    (void)state;
    struct csv csv = {0};
    char folder[] = "/tmp/attnlab-test-XXXXXX";
    assert_non_null(mkdtemp(folder));
    char *beside = xformat("%s.tmp", folder);
    csv_text(&csv, "a");
    csv_end_line(&csv);
    assert_false(csv_save(&csv, folder));
    assert_int_equal(errno, EISDIR);
    assert_int_equal(access(beside, F_OK), -1);
    assert_int_equal(rmdir(folder), 0);
    free(beside);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(round_trip),
                                       cmocka_unit_test(what_is_quoted), cmocka_unit_test(numbers),
                                       cmocka_unit_test(a_folder_in_the_way)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
