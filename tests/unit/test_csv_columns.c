/* SPDX-License-Identifier: MIT
 * Only columns that are empty in every row are removed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/csv_write.h"

#include <string.h>

static void assert_left(const char *before, int kept, const char *after)
{
    struct csv csv = {0};
    text_add_bytes(&csv.text, before, strlen(before));
    csv_drop_empty(&csv, kept);
    assert_string_equal(csv.text.data, after);
    text_free(&csv.text);
}

static void assert_dropped(const char *before, const char *after) { assert_left(before, 0, after); }

/* What says which row it is stays where it is empty, so that scripts find it. */
static void test_kept_columns(void **state)
{
    (void)state;
    assert_left("a,b,c\n1,,\n", 2, "a,b\n1,\n");
    assert_left("a,b\n1,\n", 9, "a,b\n1,\n");
}

static void test_empty_columns(void **state)
{
    (void)state;
    assert_dropped("a,b,c\n1,,2\n3,,\n", "a,c\n1,2\n3,\n");
    assert_dropped("a,b\n,1\n,2\n", "b\n1\n2\n");
    assert_dropped("a,b\n1,\n2,\n", "a\n1\n2\n");
    assert_dropped("a,b\n1,2\n", "a,b\n1,2\n");
    assert_dropped("a,b,c\n,,0\n", "c\n0\n"); /* 0 was measured */
}

/* Quotes hold separators, line ends and quotes. */
static void test_quotes(void **state)
{
    (void)state;
    assert_dropped("\"a,x\",b,\"c\"\n\"1,\n\"\"2\"\",\",,\"3\"\n",
                   "\"a,x\",\"c\"\n\"1,\n\"\"2\"\",\",\"3\"\n");
    assert_dropped("a,b\n\"\"\"\",\n", "a\n\"\"\"\"\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_empty_columns),
        cmocka_unit_test(test_kept_columns),
        cmocka_unit_test(test_quotes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
