/* SPDX-License-Identifier: MIT
 * Helpers for tests of data sets: write files, compare an opened set with its expected content,
 * check refusals, and find official data in ATTNLAB_TEST_DATA. */
#ifndef ATTNLAB_DATA_FILES_H
#define ATTNLAB_DATA_FILES_H

#include "tests/unit/test.h"
#include "base/mem.h"
#include "datasets/dataset.h"

#include <sys/stat.h>
#include <unistd.h>

/* A test that gets a new empty folder in *state. */
#define IN_SCRATCH(test) cmocka_unit_test_setup_teardown(test, scratch_open, scratch_close)
static inline int scratch_open(void **state) { return *state = scratch_make(), 0; }
static inline int scratch_close(void **state) { return scratch_remove(*state), 0; }

#define LENGTH(list_) (sizeof(list_) / sizeof *(list_))

/* A file and its content; lists end with {0}. */
struct file_text {
    const char *name, *text;
};
void files_write(const char *dir, const struct file_text *files);
void file_remove(const char *dir, const char *name);

/* Opens a data set; an error fails the test. The set is closed at the end of the test. */
void opened(const char *name, const struct data_options *options, struct dataset *data);
uint64_t opened_hash(const char *name, const struct data_options *options);

/* Opens a data set and searches its description for each string; the last is NULL. A string that
 * begins with '!' must be absent. The description has these lines:
 *   classes accuracy            kind and metric
 *   names LOC NUM               class names
 *   pixels 3 x 2 x 1            width, height, channels
 *   notes: remarks
 *   records 5 1 2 0             records in train, valid, test, held out
 *   test LOC: a text | second | reference@start
 * The last kind of line appears once per record; class "-" is unknown in training. */
void data_has(const char *name, const struct data_options *options, ...);
#define DATA_HAS(name_, dir_, ...)                                                                 \
    data_has(name_, &(struct data_options){.dir = dir_, .seed = 1}, __VA_ARGS__, NULL)

/* Opening the set must fail with a message that contains each of these parts; the last is NULL. */
void refused(const char *name, const char *dir, ...);

/* A name that must be refused, and the parts of its message, separated by '|'. */
struct refusal {
    const char *name, *parts;
};
void refused_each(const char *dir, const struct refusal *list);
#define REFUSED(dir_, ...) refused_each(dir_, (const struct refusal[]){__VA_ARGS__, {0}})

/* A fault: `text` replaces one file of a valid set. The message must name the file and contain the
 * parts, separated by '|'. */
struct fault {
    const char *file, *text, *parts;
};
void faults_are_named(const char *name, const char *dir, const struct file_text *good,
                      const struct fault *faults, size_t count);
#define FAULTS(name_, dir_, good_, faults_)                                                        \
    faults_are_named(name_, dir_, good_, faults_, LENGTH(faults_))

/* Cuts one of the valid files at each byte. Opening must work, or the error must name the file. The
 * address sanitizer detects reads beyond the end. */
void cuts_are_safe(const char *name, const char *dir, const struct file_text *good);

/* Returns $ATTNLAB_TEST_DATA, which holds one folder of official files per data set. If folder
 * `name` is missing, skips the test with a message. */
const char *real_data_or_skip(const char *name);

bool text_is(struct string text, const char *expected);

/* Joins all texts of a split; returns their size in bytes. */
size_t joined(const struct dataset *data, enum split split, char *out);

/* Number of words in a text, split at any of the separators. */
int words_of(struct string text, const char *separators);
/* Number of space-separated words in a split (in the second texts if `second`). */
long words_in_split(const struct dataset *data, enum split split, bool second);

/* Pseudo-random text shorter than `size` bytes, with many repetitions: short words from few
 * letters, one of which takes two bytes. */
void babble(uint64_t seed, char *out, size_t size);

#endif
