/* SPDX-License-Identifier: MIT
 * Tests that a row states the reason if its file could not be copied. The reason must be valid
 * UTF-8, even if the folder name is not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/mem.h"
#include "harness/measure/record.h"
#include "harness/run/kept_files.h"

#include <stdlib.h>
#include <string.h>

static void reason_of_a_folder_that_is_not_made(void **state)
{
    (void)state;
    char *error = NULL;
    assert_null(kept_path(KEPT_PREDICTIONS, "/tmp/attnlab-\xFC/nowhere", "row", &error));
    assert_string_equal(error, "cannot create /tmp/attnlab-\xEF\xBF\xBD/nowhere/predictions: "
                               "No such file or directory");
    free(error);
}

static void reason_of_a_worker(void **state)
{
    (void)state;
    json_t *record = json_object();
    record_status(record, STATUS_UNSAVED, "cannot write l\xFC/x");
    assert_string_equal(json_string_value(json_object_get(record, "reason")),
                        "cannot write l\xEF\xBF\xBD/x");
    json_decref(record);
}

/* ---- copying out of a folder that somebody sent ---- */

#define NAMED "predictions/0123456789abcdef.jsonl"

/* Creates a folder with a file `secret`, a run folder from/ and an empty folder to/. */
static void set_up(char *folder)
{
    assert_non_null(mkdtemp(strcpy(folder, "/tmp/attnlab-test-XXXXXX")));
    char *command =
        xformat("cd %s && mkdir from from/predictions to && echo secret >secret", folder);
    assert_int_equal(system(command), 0);
    free(command);
}

static void tear_down(char *folder)
{
    char *command = xformat("rm -rf %s", folder);
    assert_int_equal(system(command), 0);
    free(command);
}

/* Runs the shell command `make` in from/, then copies the files. Returns true if to/ has the file.
 */
static bool is_copied(const char *make, const char *name)
{
    char folder[64], *error = NULL;
    set_up(folder);
    char *command = xformat("cd %s/from && %s", folder, make);
    char *from = xformat("%s/from", folder), *to = xformat("%s/to", folder);
    assert_int_equal(system(command), 0);
    json_t *line = json_pack("{s:{s:{s:s}}, s:{s:s}}", "record", "quality", "predictions", name,
                             "same_as", "run", from);
    kept_copy_line(line, to);
    kept_copy_all(from, to, &error);
    free(command);
    command = xformat("test -n \"$(find %s -type f)\"", to);
    bool copied = system(command) == 0;
    json_decref(line);
    free(error);
    free(command);
    free(from);
    free(to);
    tear_down(folder);
    return copied;
}

static void what_is_copied(void **state)
{
    (void)state;
    assert_true(is_copied("echo yes >" NAMED, NAMED));
    assert_false(is_copied("true", "predictions/../../secret"));
    assert_false(is_copied("true", "../secret"));
    assert_false(is_copied("ln -s ../../secret " NAMED, NAMED));
    assert_false(is_copied("mkfifo " NAMED, NAMED));
    assert_false(is_copied("rmdir predictions && mkdir ../p && echo x >../p/0123456789abcdef.jsonl "
                           "&& ln -s ../p predictions",
                           NAMED));
    assert_false(is_copied("echo x >predictions/other.jsonl", "predictions/other.jsonl"));
}

static void names(void **state)
{
    (void)state;
    assert_true(kept_is_name(KEPT_SCORES, "scores/0123456789abcdef.gz"));
    static const char *const others[] = {"",
                                         "scores",
                                         "scores/",
                                         "scores/.gz",
                                         "scores/0123456789abcdef.jsonl",
                                         "scores/../../x.gz",
                                         "scores/0123456789abcdef0.gz",
                                         "predictions/0123456789abcdef.gz"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_false(kept_is_name(KEPT_SCORES, others[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(reason_of_a_folder_that_is_not_made),
                                       cmocka_unit_test(reason_of_a_worker),
                                       cmocka_unit_test(what_is_copied), cmocka_unit_test(names)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
