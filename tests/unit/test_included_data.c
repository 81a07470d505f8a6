/* SPDX-License-Identifier: MIT
 * Included data sets: used if the user's folder lacks them, and refused if damaged. */
#include "data_files.h"
#include "base/gzip.h"
#include "base/paths.h"

enum { TEXT_BYTES = 1115394 }; /* of the official file; its split follows nanoGPT's */

static void open_both(const char *dir, struct dataset *data)
{
    char *included = path_data_included();
    opened("tinyshakespeare", &(struct data_options){.dir = dir, .included = included}, data);
    free(included);
}

static void tiny_shakespeare_splits_as_published(void **state)
{
    (void)state;
    struct dataset data;
    char *out = xalloc(TEXT_BYTES);
    open_both(NULL, &data);
    assert_int_equal(joined(&data, SPLIT_TRAIN, out), 1003854);
    assert_int_equal(joined(&data, SPLIT_VALID, out), 111540);
    free(out);
    dataset_close(&data);
}

static void the_users_file_is_the_same_data(void **state)
{
    struct dataset project, own;
    char *text = xalloc(TEXT_BYTES);
    open_both(*state, &project); /* its folder is empty */
    size_t size = joined(&project, SPLIT_TRAIN, text);
    size += joined(&project, SPLIT_VALID, text + size);
    assert_int_equal(size, TEXT_BYTES);
    scratch_bytes(*state, "tinyshakespeare/input.txt", text, size);
    open_both(*state, &own);
    assert_true(own.hash == project.hash);
    assert_string_equal(own.notes, project.notes);
    dataset_close(&project), dataset_close(&own);
    free(text);
}

static void the_users_folder_comes_first(void **state)
{
    struct dataset data;
    scratch_text(*state, "tinyshakespeare/input.txt", "0123456789\n012345678\n");
    open_both(*state, &data);
    assert_int_equal(data.count[SPLIT_TRAIN], 2);
    assert_true(text_is(data.records[SPLIT_TRAIN][0].text, "0123456789\n"));
    dataset_close(&data);
    scratch_text(*state, "tinyshakespeare/input.txt", "");
    char *included = path_data_included(), *error = NULL;
    const struct data_options options = {.dir = *state, .included = included};
    assert_false(dataset_open("tinyshakespeare", &options, &data, &error));
    assert_non_null(strstr(error, "is empty"));
    free(included), free(error);
}

/* Opening from the project's folder `included` must fail, and say so and how it is mended. */
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

static void a_damaged_copy_is_refused(void **state)
{
    static const char name[] = "tinyshakespeare/input.txt.gz", text[] = "First Citizen:\nSpeak.\n";
    size_t size;
    char *packed = gzip_pack(text, strlen(text), &size);
    char *hint = xformat("`git -C %s/tinyshakespeare checkout .`", (const char *)*state);
    scratch_bytes(*state, name, packed, size - 9);
    refuses(*state, "input.txt.gz: truncated", hint);
    packed[size - 8] ^= 1; /* of the sum of what it holds */
    scratch_bytes(*state, name, packed, size);
    refuses(*state, "damaged gzip", hint);
    scratch_bytes(*state, name, "not packed", 10);
    refuses(*state, "is not a gzip file", hint);
    char *path = xformat("%s/%s", (const char *)*state, name);
    assert_int_equal(unlink(path), 0);
    refuses(*state, "No such file", hint);
    free(path), free(packed), free(hint);
}

/* What is wrong with the question is no fault of the copy. */
static void options_are_refused_without_a_word_on_the_copy(void **state)
{
    (void)state;
    struct dataset data;
    char *included = path_data_included(), *error = NULL;
    const struct data_options options = {.included = included};
    assert_false(dataset_open("tinyshakespeare:x", &options, &data, &error));
    assert_string_equal(error, "tinyshakespeare has no option 'x'");
    free(included), free(error);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiny_shakespeare_splits_as_published),
        IN_SCRATCH(the_users_file_is_the_same_data),
        IN_SCRATCH(the_users_folder_comes_first),
        IN_SCRATCH(a_damaged_copy_is_refused),
        cmocka_unit_test(options_are_refused_without_a_word_on_the_copy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
