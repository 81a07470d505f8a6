/* SPDX-License-Identifier: MIT
 * Tests that all readers handle the fuzzer's seeds, and inputs that once failed, without a crash,
 * hang or leak. */
#include "tests/fuzz/readers.h"
#include "tests/unit/axes_sample.h"

#include <dirent.h>

/* Reads all input files in tests/fuzz/PLACE/READER. Returns the number of files. */
static int read_folder(const char *place, const struct fuzz_reader *r)
{
    int count = 0;
    char *folder = xformat("tests/fuzz/%s/%s", place, r->name);
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));) {
        size_t size;
        char *path = xformat("%s/%s", folder, e->d_name);
        char *bytes = *e->d_name == '.' ? NULL : read_file(path, &size);
        if (bytes) {
            r->read(bytes, size);
            count++;
        }
        free(bytes);
        free(path);
    }
    if (d) closedir(d);
    free(folder);
    return count;
}

static void test_each_reader(void **state)
{
    (void)state;
    assert_true(fuzz_begin(sample_json));
    for (const struct fuzz_reader *r = fuzz_readers; r->name; r++) {
        assert_true(read_folder("seeds", r) > 0);
        read_folder("found", r);
    }
    fuzz_end();
}

/* A reader stops at the first error, so an invalid seed would test only a part of the reader. */
static void test_each_folder_opens(void **state)
{
    (void)state;
    struct dirent *e;
    assert_true(fuzz_begin(sample_json));
    DIR *seeds = opendir("tests/fuzz/seeds/data");
    assert_non_null(seeds);
    while ((e = readdir(seeds))) {
        size_t size;
        struct dataset d;
        char *error = NULL, *path = xformat("tests/fuzz/seeds/data/%s", e->d_name);
        char *bytes = *e->d_name == '.' ? NULL : read_file(path, &size);
        free(path);
        if (!bytes) continue;
        scratch_empty(scratch);
        char *name = unpack(bytes, size);
        struct data_options o = {.dir = scratch, .seed = 1};
        if (!dataset_open(name, &o, &d, &error)) fail_msg("%s: %s", e->d_name, error);
        dataset_close(&d);
        free(name);
        free(bytes);
    }
    closedir(seeds);
    fuzz_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_each_reader),
                                       cmocka_unit_test(test_each_folder_opens)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
