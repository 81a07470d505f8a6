/* SPDX-License-Identifier: MIT
 * Tests of data sets: files made by the test, what a set holds after it was opened, refusals, and
 * the real data where ATTNLAB_TEST_DATA has them. */
#ifndef ATTNLAB_DATA_FILES_H
#define ATTNLAB_DATA_FILES_H

#include "tests/unit/test.h"
#include "base/mem.h"
#include "datasets/dataset.h"

#include <sys/stat.h>
#include <unistd.h>

/* A test whose *state is a new empty folder. */
#define IN_SCRATCH(test) cmocka_unit_test_setup_teardown(test, scratch_open, scratch_close)
static inline int scratch_open(void **state) { return *state = scratch_make(), 0; }
static inline int scratch_close(void **state) { return scratch_remove(*state), 0; }

#define LENGTH(list_) (sizeof(list_) / sizeof *(list_))

/* A file and its text; a list ends with {0}. */
struct file_text {
    const char *name, *text;
};
void files_write(const char *dir, const struct file_text *files);
void file_remove(const char *dir, const char *name);

/* Opening must work; the set is closed when the test has ended. */
void opened(const char *name, const struct data_options *options, struct dataset *data);
uint64_t opened_hash(const char *name, const struct data_options *options);

/* Opens a set and compares. Each further string, up to NULL, is in its description, or is not if it
 * begins with '!'. The description has these lines:
 *   classes accuracy            the kind and the metric
 *   names LOC NUM               of classes
 *   pixels 3 x 2 x 1            width, height, channels
 *   notes: remarks
 *   records 5 1 2 0             of train, valid, test, held out
 *   test LOC: a text | second | reference@start
 * with one line of the last kind per record (class "-": unknown in training). */
void data_has(const char *name, const struct data_options *options, ...);
#define DATA_HAS(name_, dir_, ...)                                                                 \
    data_has(name_, &(struct data_options){.dir = dir_, .seed = 1}, __VA_ARGS__, NULL)

/* Opening must fail, with each of these parts in the message; the last is NULL. */
void refused(const char *name, const char *dir, ...);

/* Names that are refused, each with parts of its message, separated by '|'. */
struct refusal {
    const char *name, *parts;
};
void refused_each(const char *dir, const struct refusal *list);
#define REFUSED(dir_, ...) refused_each(dir_, (const struct refusal[]){__VA_ARGS__, {0}})

/* Good files of a set, each time with one of them replaced: the message names the file and has the
 * parts, separated by '|'. */
struct fault {
    const char *file, *text, *parts;
};
void faults_are_named(const char *name, const char *dir, const struct file_text *good,
                      const struct fault *faults, size_t count);
#define FAULTS(name_, dir_, good_, faults_)                                                        \
    faults_are_named(name_, dir_, good_, faults_, LENGTH(faults_))

/* Good files of a set, one of them cut at each byte: an error that names the file, or a set; the
 * address sanitizer sees reads beyond the end. */
void cuts_are_safe(const char *name, const char *dir, const struct file_text *good);

/* ATTNLAB_TEST_DATA, a folder with one folder of official files per set, if it has `name`. Else
 * skips the test and prints what is missing. */
const char *real_data_or_skip(const char *name);

bool text_is(struct string text, const char *expected);

/* All texts of a split, one after the other; their size. */
size_t joined(const struct dataset *data, enum split split, char *out);

/* Words between any of these characters. */
int words_of(struct string text, const char *separators);
/* Words between spaces. */
long words_in_split(const struct dataset *data, enum split split, bool second);

/* A text shorter than `size` bytes that repeats itself: short words of few letters, one of them of
 * two bytes. */
void babble(uint64_t seed, char *out, size_t size);

#endif
