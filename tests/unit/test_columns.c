/* SPDX-License-Identifier: MIT
 * Tests the list of columns (harness/run/columns.h): the columns of each table are contiguous, and
 * names are unique. */
#include "harness/measure/cell_axes.h"
#include "harness/run/columns.h"

#include <string.h>

/* These headers must be included before cmocka.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static void test_columns_of_a_table_are_contiguous(void **state)
{
    (void)state;
    int end = 0;
    for (int t = 0; t < COLUMN_TABLES; t++) {
        struct column_range r = columns_of((enum column_table)t);
        assert_int_equal(r.first, end);
        assert_true(r.end > r.first);
        end = r.end;
    }
    assert_int_equal(end, COLUMN_COUNT);
}

static void test_names(void **state)
{
    (void)state;
    for (int i = 0; i < COLUMN_COUNT; i++) {
        assert_true(*columns[i].meaning);
        for (int k = 0; k < i; k++)
            if (columns[k].table == columns[i].table && !strcmp(columns[k].name, columns[i].name))
                fail_msg("column %s is listed twice in a table", columns[i].name);
    }
}

/* cells.csv has one column per axis and one per measurement. Programs find columns by name, so
 * names must be unique. */
static void test_axes_and_columns_have_different_names(void **state)
{
    (void)state;
    int count;
    const struct factor *axes = factors(&count);
    struct column_range cells = columns_of(TABLE_cells);
    for (int i = 0; i < count; i++)
        for (int k = cells.first; k < cells.end; k++)
            if (!strcmp(axes[i].name, columns[k].name))
                fail_msg("%s is both an axis and a measured column", axes[i].name);
}

static void test_header(void **state)
{
    (void)state;
    struct csv csv = {0};
    columns_header(&csv, TABLE_phases);
    assert_string_equal(csv.text.data, "phase,time_ns,flop,bytes,recomputed_flop");
    text_free(&csv.text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_columns_of_a_table_are_contiguous),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_axes_and_columns_have_different_names),
        cmocka_unit_test(test_header),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
