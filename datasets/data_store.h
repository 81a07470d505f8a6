/* SPDX-License-Identifier: MIT
 * The owner of all memory behind a data set's records: texts, pixels, whole files and their paths
 * live until dataset_close. */
#ifndef ATTNLAB_DATA_STORE_H
#define ATTNLAB_DATA_STORE_H

#include "datasets/dataset.h"

struct data_store *data_store_new(void);
void data_store_free(struct data_store *); /* NULL is allowed */

/* Zeroed, aligned for any type, overflow checked; size 0 is allowed. */
void *data_alloc(struct data_store *, size_t count, size_t size);
/* Takes ownership of memory from malloc; returns it. */
void *data_adopt(struct data_store *, void *);
struct string data_copy(struct data_store *, struct string);
/* A formatted, NUL-terminated text, for paths. */
const char *data_format(struct data_store *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A new zeroed record with label -1 at the end of a split. The pointer is valid until the next
 * call for that split. */
struct record *data_add(struct dataset *, enum split);
/* Appends a sentence to dataset->notes unless it is there already. */
void data_note(struct dataset *, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Marks that a file or folder of the set is missing: dataset_open then adds the fetch command to
 * the error. */
void data_mark_missing(struct data_store *);
bool data_is_missing(const struct data_store *);
/* Sets *error and returns false. */
bool data_fail(char **error, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
