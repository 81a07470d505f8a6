/* SPDX-License-Identifier: MIT
 * Tests the list of errors with locations (base/diag.h): errors are sorted, printed once, and
 * limited in number. */
#include "tests/unit/test.h"

#include "base/diag.h"
#include "base/mem.h"

/* Prints the errors to a string, frees the list and returns the string. The caller frees the
 * string. */
static char *printed(struct diags *d)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    diag_print(d, out);
    fclose(out);
    diag_free(d);
    return text;
}

TEST("errors are sorted by location")
{
    struct diags d = {0};
    diag_add(&d, "b.yaml", 1, 1, "last");
    diag_add(&d, "a.yaml", 2, 1, "third");
    diag_add(&d, "a.yaml", 1, 7, "second");
    diag_add(&d, "a.yaml", 1, 3, "%s", "first");
    char *text = printed(&d);
    assert_string_equal(text, "a.yaml:1:3: first\na.yaml:1:7: second\na.yaml:2:1: third\n"
                              "b.yaml:1:1: last\n");
    free(text);
}

/* Equal errors at the same location are printed once. Equal errors at different locations are all
 * printed. */
TEST("each error is printed once")
{
    struct diags d = {0};
    diag_add(&d, "--set", 0, 0, "no such axis");
    diag_add(&d, "--set", 0, 0, "no such axis");
    diag_add(&d, "a.yaml", 1, 3, "found x");
    diag_add(&d, "a.yaml", 1, 4, "found x");
    char *text = printed(&d);
    assert_string_equal(text, "--set: no such axis\na.yaml:1:3: found x\na.yaml:1:4: found x\n");
    free(text);
}

/* Adds `errors` different errors and one duplicate, then checks the number of printed lines and the
 * last line. */
static void assert_lines(int errors, int lines, const char *last)
{
    struct diags d = {0};
    diag_add(&d, "a.yaml", 1, 1, "found 1");
    for (int i = 1; i <= errors; i++) diag_add(&d, "a.yaml", i, 1, "found %d", i);
    char *text = printed(&d), *at = text;
    int found = 0;
    for (char *end; (end = strchr(at, '\n')); found++) {
        if (!end[1]) break;
        at = end + 1;
    }
    assert_int_equal(found + 1, lines);
    assert_string_equal(at, last);
    free(text);
}

TEST("at most 100 errors are printed")
{
    assert_lines(100, 100, "a.yaml:100:1: found 100\n");
    assert_lines(103, 101, "3 more errors are not shown\n");
}
