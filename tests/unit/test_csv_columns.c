/* SPDX-License-Identifier: MIT
 * Tests that all empty columns of a CSV table are removed, and no other columns. */
#include "tests/unit/test.h"

#include "base/csv_write.h"

static void assert_left(const char *before, int kept, const char *after)
{
    struct csv csv = {0};
    text_add_bytes(&csv.text, before, strlen(before));
    csv_drop_empty(&csv, kept);
    assert_string_equal(csv.text.data, after);
    text_free(&csv.text);
}

static void assert_dropped(const char *before, const char *after) { assert_left(before, 0, after); }

/* The first columns identify the row. They are kept even if they are empty, because scripts read
 * them. */
TEST("empty columns at the start can be kept")
{
    assert_left("a,b,c\n1,,\n", 2, "a,b\n1,\n");
    assert_left("a,b\n1,\n", 9, "a,b\n1,\n");
}

TEST("empty columns are removed")
{
    assert_dropped("a,b,c\n1,,2\n3,,\n", "a,c\n1,2\n3,\n");
    assert_dropped("a,b\n,1\n,2\n", "b\n1\n2\n");
    assert_dropped("a,b\n1,\n2,\n", "a\n1\n2\n");
    assert_dropped("a,b\n1,2\n", "a,b\n1,2\n");
    assert_dropped("a,b,c\n,,0\n", "c\n0\n"); /* a column of zeros is not empty */
}

TEST("quoted fields are kept unchanged")
{
    assert_dropped("\"a,x\",b,\"c\"\n\"1,\n\"\"2\"\",\",,\"3\"\n",
                   "\"a,x\",\"c\"\n\"1,\n\"\"2\"\",\",\"3\"\n");
    assert_dropped("a,b\n\"\"\"\",\n", "a\n\"\"\"\"\n");
}
