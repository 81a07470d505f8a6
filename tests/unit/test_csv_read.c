/* SPDX-License-Identifier: MIT
 * Tests the CSV reader: quotes, line ends, empty values, and errors with line numbers. */
#include "tests/unit/test.h"

#include "base/mem.h"
#include "base/csv_read.h"
#include "base/gzip.h"

#include <math.h>
#include <unistd.h>

static void near(double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance)) fail_msg("found %.17g, expected %.17g", got, want);
}

static bool parse(struct table *t, const char *text, char **error)
{
    return table_parse(t, xstrdup(text), strlen(text), "f.csv", error);
}

static struct table parsed(const char *text)
{
    struct table t;
    char *error = NULL;
    if (!parse(&t, text, &error)) fail_msg("%s", error);
    return t;
}

TEST("quoted, empty and numeric fields are read")
{
    struct table t = parsed("a,b,c\n1,\"x, \"\"y\"\"\nz\",\n,,2.5\r\n\"q\",\"\",1e3\n");
    assert_int_equal(t.columns, 3);
    assert_int_equal(t.rows, 3);
    assert_string_equal(table_text(&t, 0, "b"), "x, \"y\"\nz");
    assert_string_equal(table_text(&t, 0, "c"), "");
    assert_string_equal(table_text(&t, 2, "a"), "q");
    near(table_number(&t, 1, "c"), 2.5, 0);
    near(table_number(&t, 2, "c"), 1000, 0);
    assert_true(isnan(table_number(&t, 1, "a")));
    assert_true(isnan(table_number(&t, 2, "a")));
    assert_true(isnan(table_number(&t, 0, "zz")));
    assert_int_equal(table_column(&t, "zz"), -1);
    assert_string_equal(table_text(&t, 0, "zz"), "");
    table_free(&t);
}

/* A table without columns consists of one empty line. */
TEST("an empty line is a table without columns")
{
    struct table t = parsed("\n");
    assert_int_equal(t.rows, 0);
    assert_int_equal(table_column(&t, "a"), -1);
    table_free(&t);
}

TEST("a header alone is a table without rows")
{
    struct table t = parsed("a,b\r\n");
    assert_int_equal(t.rows, 0);
    assert_int_equal(table_column(&t, "b"), 1);
    table_free(&t);
}

TEST("CSV errors are reported with their line number")
{
    static const struct {
        const char *text, *message;
    } cases[] = {{"", "f.csv:1: is empty"},
                 {"a,b\n1,2\n3\n", "f.csv:3: 1 fields (expected 2, as in the header)"},
                 {"a\n\"x\ny\"\n1,2\n", "f.csv:4: 2 or more fields (expected 1, as in the header)"},
                 {"a\n\"never closed\n", "a quoted field has no closing quote"},
                 {"a,b\n1,2\n3,4", "f.csv:3: the last line has no line end: the file is truncated"},
                 {"a,b", "f.csv:1: the last line has no line end"},
                 {"a\n\"x\"y\n", "f.csv:2: text follows a closing quote"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct table t;
        char *error = NULL;
        assert_false(parse(&t, cases[i].text, &error));
        assert_non_null(strstr(error, cases[i].message));
        free(error);
    }
}

/* A gzip file can expand to a thousand times its size. */
TEST("a gzip file that expands too far is refused")
{
    struct table t;
    size_t size = 32 << 20, packed;
    char *text = kept(xalloc(size)), *error = NULL, folder[] = "/tmp/attnlab-test-XXXXXX";
    memset(text, '\n', size);
    char *bomb = kept(gzip_pack(text, size, &packed));
    assert_non_null(mkdtemp(folder));
    char *path = formatted("%s/t.csv", folder), *file = formatted("%s.gz", path);
    assert_true(write_file_atomically(file, bomb, packed));
    assert_false(table_read(&t, path, &error));
    assert_non_null(strstr(error, gzip_too_large));
    unlink(file);
    rmdir(folder);
    free(error);
}

TEST("a missing file is refused")
{
    struct table t;
    char *error = NULL;
    assert_false(table_read(&t, "/nonexistent/cells.csv", &error));
    assert_non_null(strstr(error, "No such file"));
    free(error);
}

static char *saved(const char *folder, const char *name, const char *bytes, size_t size)
{
    char *path = xformat("%s/%s", folder, name);
    assert_true(write_file_atomically(path, bytes, size));
    return path;
}

/* The gzip file is read if there is no plain file. A damaged gzip file is an error. */
TEST("a gzip file is read if the plain file is missing")
{
    static const char rows[] = "a,b\n1,2\n", others[] = "a\n7\n";
    char folder[] = "/tmp/attnlab-packed-XXXXXX", *error = NULL;
    size_t size;
    char *packed = kept(gzip_pack(rows, strlen(rows), &size));
    assert_non_null(mkdtemp(folder));
    char *plain = formatted("%s/t.csv", folder), *gz = saved(folder, "t.csv.gz", packed, size);
    struct table t;
    assert_true(table_is_there(plain));
    assert_true(table_read(&t, plain, &error));
    assert_string_equal(table_text(&t, 0, "b"), "2");
    table_free(&t);
    free(saved(folder, "t.csv.gz", packed, size - 6));
    assert_false(table_read(&t, plain, &error));
    assert_non_null(strstr(error, "t.csv.gz: byte "));
    assert_non_null(strstr(error, gzip_truncated));
    free(error);
    free(saved(folder, "t.csv", others, strlen(others)));
    assert_true(table_read(&t, plain, &error)); /* the plain file has priority over the gzip file */
    assert_string_equal(table_text(&t, 0, "a"), "7");
    table_free(&t);
    unlink(plain), unlink(gz), rmdir(folder);
    free(gz);
}
