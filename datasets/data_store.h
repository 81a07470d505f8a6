/* SPDX-License-Identifier: MIT
 * The one owner of all memory behind a data set's records. Nothing is freed by itself: texts,
 * pixels, whole files and their paths live until dataset_close. */
#ifndef ATTNLAB_DATA_STORE_H
#define ATTNLAB_DATA_STORE_H

#include "datasets/dataset.h"

struct data_store *data_store_new(void);
void data_store_free(struct data_store *); /* NULL is fine */

/* Zeroed, aligned for any type, overflow checked; size 0 is fine. */
void *data_alloc(struct data_store *, size_t count, size_t size);
/* Takes over memory from malloc. Returns it. */
void *data_adopt(struct data_store *, void *);
struct string data_copy(struct data_store *, struct string);
/* A formatted, NUL-terminated text: paths. */
const char *data_format(struct data_store *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A new zeroed record with label -1 at the end of a split. The pointer is valid until the next
 * call for that split. */
struct record *data_add(struct dataset *, enum split);
/* Appends a sentence to dataset->notes, unless it stands there: many files may say the same. */
void data_note(struct dataset *, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A file or folder of the set is not there: dataset_open adds the command that fetches it. */
void data_mark_missing(struct data_store *);
bool data_is_missing(const struct data_store *);
/* Sets *error and returns false. */
bool data_fail(char **error, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
