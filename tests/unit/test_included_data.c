/* SPDX-License-Identifier: MIT
 * Tests that included data sets are used if the user's folder lacks them, and that damaged copies
 * are refused. */
#include "tests/unit/data_files.h"
#include "base/gzip.h"
#include "base/paths.h"

/* Size of the official file in bytes. */
enum { TEXT_BYTES = 1115394 };

static void open_both(const char *dir, struct dataset *data)
{
    char *included = path_data_included();
    opened("tinyshakespeare", &(struct data_options){.dir = dir, .included = included}, data);
    free(included);
}

TEST("Tiny Shakespeare is split as published")
{
    struct dataset data;
    char *out = kept(xalloc(TEXT_BYTES));
    open_both(NULL, &data);
    assert_int_equal(joined(&data, SPLIT_TRAIN, out), 1003854);
    assert_int_equal(joined(&data, SPLIT_VALID, out), 111540);
}

FOLDER_TEST("the user's file gives the same data as the included copy")
{
    struct dataset project, own;
    char *text = kept(xalloc(TEXT_BYTES));
    open_both(dir, &project);
    size_t size = joined(&project, SPLIT_TRAIN, text);
    size += joined(&project, SPLIT_VALID, text + size);
    assert_int_equal(size, TEXT_BYTES);
    scratch_bytes(dir, "tinyshakespeare/input.txt", text, size);
    open_both(dir, &own);
    assert_true(own.hash == project.hash);
    assert_string_equal(own.notes, project.notes);
}

FOLDER_TEST("the user's folder has priority over the included copy")
{
    struct dataset data;
    char *included = path_data_included(), *error = NULL;
    const struct data_options options = {.dir = dir, .included = included};
    scratch_text(dir, "tinyshakespeare/input.txt", "0123456789\n012345678\n");
    data_has("tinyshakespeare", &options, "records 2 ", "train: 0123456789\n", NULL);
    scratch_text(dir, "tinyshakespeare/input.txt", "");
    assert_false(dataset_open("tinyshakespeare", &options, &data, &error));
    assert_non_null(strstr(error, "is empty"));
    free(included), free(error);
}

/* Checks that the data set in the folder `included` cannot be opened, and that the message contains
 * `part` and `hint`. */
static void refuses(const char *included, const char *part, const char *hint)
{
    struct dataset data;
    char *error = NULL;
    assert_false(dataset_open("tinyshakespeare", &(struct data_options){.included = included},
                              &data, &error));
    if (!strstr(error, part)) fail_msg("'%s' is not in '%s'", part, error);
    if (!strstr(error, hint)) fail_msg("'%s' is not in '%s'", hint, error);
    free(error);
}

FOLDER_TEST("a damaged included copy is refused")
{
    static const char name[] = "tinyshakespeare/input.txt.gz", text[] = "First Citizen:\nSpeak.\n";
    size_t size;
    char *packed = kept(gzip_pack(text, strlen(text), &size));
    char *hint = formatted("`git -C %s/tinyshakespeare checkout .`", dir);
    scratch_bytes(dir, name, packed, size - 9);
    refuses(dir, "input.txt.gz: truncated", hint);
    packed[size - 8] ^= 1; /* corrupts the stored checksum */
    scratch_bytes(dir, name, packed, size);
    refuses(dir, "damaged gzip", hint);
    scratch_bytes(dir, name, "not packed", 10);
    refuses(dir, "is not a gzip file", hint);
    file_remove(dir, name);
    refuses(dir, "No such file", hint);
}

TEST("an invalid option is not reported as a damaged copy")
{
    struct dataset data;
    char *included = path_data_included(), *error = NULL;
    const struct data_options options = {.included = included};
    assert_false(dataset_open("tinyshakespeare:x", &options, &data, &error));
    assert_string_equal(error, "tinyshakespeare has no option 'x'");
    free(included), free(error);
}
