/* SPDX-License-Identifier: MIT
 * Helpers for tests of data sets: they write files, check data sets and error messages, and find
 * official data in ATTNLAB_TEST_DATA. */
#ifndef ATTNLAB_DATA_FILES_H
#define ATTNLAB_DATA_FILES_H

#include "tests/unit/test.h"
#include "base/mem.h"
#include "datasets/dataset.h"

#include <sys/stat.h>
#include <unistd.h>

/* Registers a test that gets a new empty folder in *state. */
#define IN_SCRATCH(test) cmocka_unit_test_setup_teardown(test, scratch_open, scratch_close)
static inline int scratch_open(void **state) { return *state = scratch_make(), 0; }
static inline int scratch_close(void **state) { return scratch_remove(*state), 0; }

#define LENGTH(list_) (sizeof(list_) / sizeof *(list_))

/* A file name and its content; {0} ends a list of files. */
struct file_text {
    const char *name, *text;
};
void files_write(const char *dir, const struct file_text *files);
void file_remove(const char *dir, const char *name);

/* Opens a data set; the test fails on an error. The set is closed at the end of the test. */
void opened(const char *name, const struct data_options *options, struct dataset *data);
uint64_t opened_hash(const char *name, const struct data_options *options);

/* Opens a data set and searches its description for each string; NULL ends the list. A string that
 * begins with '!' must be absent. The description has these lines:
 *   classes accuracy              kind and metric
 *   names LOC NUM                 class names
 *   pixels 3 x 2 x 1              width, height, channels
 *   notes: remarks
 *   records 5 1 2 0               records in train, valid, test, held out
 *   test LOC: a text | second | reference@start
 * The last line is repeated for each record. The class is "-" if it does not occur in training. */
void data_has(const char *name, const struct data_options *options, ...);
#define DATA_HAS(name_, dir_, ...)                                                                 \
    data_has(name_, &(struct data_options){.dir = dir_, .seed = 1}, __VA_ARGS__, NULL)

/* Checks that opening a data set fails and that the error message contains each given string; NULL
 * ends the list. */
void refused(const char *name, const char *dir, ...);

/* An invalid data set name and the parts that its error message must contain, separated by '|'. */
struct refusal {
    const char *name, *parts;
};
void refused_each(const char *dir, const struct refusal *list);
#define REFUSED(dir_, ...) refused_each(dir_, (const struct refusal[]){__VA_ARGS__, {0}})

/* An invalid file: `text` replaces one file of a valid data set. The error message must name the
 * file and contain all parts, separated by '|'. */
struct fault {
    const char *file, *text, *parts;
};
void faults_are_named(const char *name, const char *dir, const struct file_text *good,
                      const struct fault *faults, size_t count);
#define FAULTS(name_, dir_, good_, faults_)                                                        \
    faults_are_named(name_, dir_, good_, faults_, LENGTH(faults_))

/* Truncates a valid file at each byte and opens the data set. Opening must either succeed or report
 * an error that names the file. */
void cuts_are_safe(const char *name, const char *dir, const struct file_text *good);

/* Returns $ATTNLAB_TEST_DATA, the parent folder of the official data sets. Skips the test if the
 * subfolder `name` is missing. */
const char *real_data_or_skip(const char *name);

bool text_is(struct string text, const char *expected);

/* Concatenates all texts of a split into `out` and returns the total size in bytes. */
size_t joined(const struct dataset *data, enum split split, char *out);

/* Returns the number of words in a text. Each character of `separators` ends a word. */
int words_of(struct string text, const char *separators);
/* Counts the words in the first texts of a split, or in the second texts if `second` is true. */
long words_in_split(const struct dataset *data, enum split split, bool second);

/* Writes up to size - 1 bytes of pseudo-random text for tests of tokenizers. Words repeat often,
 * and one letter takes two bytes. */
void babble(uint64_t seed, char *out, size_t size);

#endif
