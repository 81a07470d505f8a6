/* SPDX-License-Identifier: MIT
 * Tests that the CSV reader returns exactly what the CSV writer wrote. */
#include "tests/unit/test.h"
#include "base/csv_read.h"
#include "base/csv_write.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>
#include <math.h>
#include <unistd.h>

static const char *const texts[] = {"plain", "a,b", "say \"so\"", "line\nbreak",
                                    "=1+2",  "@x",  "-a",         "",
                                    "\"\"",  ",",   " blank ",    "trailing\n"};
enum { TEXTS = sizeof texts / sizeof *texts };

TEST("any text survives a round trip through CSV")
{
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

/* Fields are quoted only if a reader might otherwise trim or split them. */
TEST("fields with commas, quotes or line ends are quoted")
{
    struct csv csv = {0};
    csv_text(&csv, " a");
    csv_text(&csv, "a ");
    csv_text(&csv, "a b");
    csv_text(&csv, "");
    csv_end_line(&csv);
    assert_string_equal(csv.text.data, "\" a\",\"a \",a b,\n");
    text_free(&csv.text);
}

/* A spreadsheet would run some texts as formulas. A terminal would interpret escape sequences. */
TEST("spreadsheet formulas and control characters are escaped")
{
    struct csv csv = {0};
    static const char *const own[] = {"=cmd()", "+1+cmd|x",         "-x", "@x", "-1.5", "+3 %",
                                      "-inf",   "a\rb\x1b\xc2\x9b", NULL};
    csv_header(&csv, own);
    csv_end_line(&csv);
    assert_string_equal(csv.text.data, "'=cmd(),'+1+cmd|x,'-x,'@x,-1.5,+3 %,-inf,"
                                       "a\\u000db\\u001b\\u009b\n");
    text_free(&csv.text);
}

TEST("numbers are written with all digits")
{
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

static int names_in(const char *folder)
{
    struct dirent **names;
    int count = scandir(folder, &names, NULL, NULL);
    for (int i = 0; i < count; i++) free(names[i]);
    free(names);
    return count - 2;
}

TEST("saving a table over a folder fails")
{
    struct csv csv = {0};
    char folder[] = "/tmp/attnlab-test-XXXXXX";
    assert_non_null(mkdtemp(folder));
    char *path = formatted("%s/table", folder);
    assert_int_equal(mkdir(path, 0777), 0);
    csv_text(&csv, "a");
    csv_end_line(&csv);
    assert_false(csv_save(&csv, path));
    assert_int_equal(errno, EISDIR);
    assert_int_equal(names_in(folder), 1);
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

/* The table or its temporary file may be a symbolic link. Saving must not write to the target of
 * the link. */
TEST("saving a table replaces a link, not its target")
{
    static const char *const names[] = {"table", "table.tmp"};
    char folder[] = "/tmp/attnlab-test-XXXXXX";
    assert_non_null(mkdtemp(folder));
    char *target = formatted("%s/target", folder), *table = formatted("%s/table", folder);
    assert_true(write_file_atomically(target, "mine", 4));
    for (int i = 0; i < 2; i++) {
        char *path = formatted("%s/%s", folder, names[i]);
        assert_int_equal(symlink("target", path), 0);
        assert_true(write_file_atomically(table, "a\n", 2));
        char *text = kept(read_file(target, NULL)), *written = read_run_file(table, NULL);
        assert_string_equal(text, "mine");
        assert_string_equal(written, "a\n");
        assert_int_equal(unlink(path), 0);
        free(written);
    }
    unlink(target);
    unlink(table);
    assert_int_equal(rmdir(folder), 0);
}
