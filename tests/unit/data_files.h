/* SPDX-License-Identifier: MIT
 * For tests of data sets: their own files and folders, and the real data if present. */
#ifndef ATTNLAB_DATA_FILES_H
#define ATTNLAB_DATA_FILES_H

#include "tests/unit/test.h"
#include "datasets/dataset.h"
#include "base/rng.h"
#include "base/mem.h"

#include <sys/stat.h>
#include <unistd.h>

/* A test whose *state is a new empty folder. */
#define IN_SCRATCH(test) cmocka_unit_test_setup_teardown(test, scratch_open, scratch_close)
static inline int scratch_open(void **state) { return *state = scratch_make(), 0; }
static inline int scratch_close(void **state) { return scratch_remove(*state), 0; }

/* dir/name for reading, or skips the test with a line that says what is missing and why.
 * ATTNLAB_TEST_DATA is a folder with a folder of official files a set. */
static inline const char *real_data_or_skip(const char *name)
{
    const char *dir = getenv("ATTNLAB_TEST_DATA");
    if (!dir || !*dir) {
        print_message("# skipped: %s: ATTNLAB_TEST_DATA is not set\n", name);
        skip();
    }
    char *path = xformat("%s/%s", dir, name);
    bool found = access(path, R_OK) == 0;
    free(path);
    if (found) return dir;
    print_message("# skipped: ATTNLAB_TEST_DATA=%s has no %s; datasets/fetch.sh gets it\n", dir,
                  name);
    skip();
    return NULL;
}

/* Opening must fail, with every one of these parts in the message; the last is NULL. */
static inline void refused(const char *name, const char *dir, ...)
{
    struct data_options options = {.dir = dir};
    struct dataset data;
    char *error = NULL;
    bool opened = dataset_open(name, &options, &data, &error);
    if (opened) fail_msg("%s was opened", name);
    assert_non_null(error);
    va_list parts;
    va_start(parts, dir);
    for (const char *part; (part = va_arg(parts, const char *));)
        if (!strstr(error, part)) fail_msg("'%s' is not in '%s'", part, error);
    va_end(parts);
    free(error);
}

/* Opening must work. */
static inline void opened(const char *name, const struct data_options *options,
                          struct dataset *data)
{
    char *error = NULL;
    if (!dataset_open(name, options, data, &error)) fail_msg("%s: %s", name, error);
}

static inline bool text_is(struct string text, const char *expected)
{
    return text.size == strlen(expected) && memcmp(text.at, expected, text.size) == 0;
}

/* All texts of a split, one behind the other; their size. */
static inline size_t joined(const struct dataset *data, enum split split, char *out)
{
    size_t at = 0;
    for (int i = 0; i < data->count[split]; i++) {
        struct string text = data->records[split][i].text;
        memcpy(out + at, text.at, text.size);
        at += text.size;
    }
    return at;
}

/* Words of a split of pairs, where one blank stands between two. */
static inline long words_in_split(const struct dataset *data, enum split split, bool second)
{
    long words = 0;
    for (int i = 0; i < data->count[split]; i++) {
        struct string text = second ? data->records[split][i].second : data->records[split][i].text;
        words += text.size > 0;
        for (size_t j = 0; j < text.size; j++) words += text.at[j] == ' ';
    }
    return words;
}

/* Text of less than `size` bytes that repeats itself: short words of few letters, two bytes one. */
static inline void babble(uint64_t seed, char *out, size_t size)
{
    static const char *const parts[] = {"a", "b", "ab", "ba", "aa", "c", "ä", " ", " ", "\n", "  "};
    size_t at = 0;
    for (uint64_t i = 0; at + 2 < size; i++) {
        const char *part = parts[rng_below(seed, 5, i, sizeof parts / sizeof *parts)];
        memcpy(out + at, part, strlen(part));
        at += strlen(part);
    }
    out[at] = '\0';
}

#endif
