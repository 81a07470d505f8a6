/* SPDX-License-Identifier: MIT
 * Owns all memory of a data set's records (texts, pixels, whole files, paths) until
 * dataset_close(). */
#ifndef ATTNLAB_DATA_STORE_H
#define ATTNLAB_DATA_STORE_H

#include "datasets/dataset.h"

struct data_store *data_store_new(void);
void data_store_free(struct data_store *); /* frees the store; NULL is allowed */

/* Allocates zeroed memory, aligned for any type. Checks for overflow; a size of 0 is allowed. */
void *data_alloc(struct data_store *, size_t count, size_t size);
/* Takes ownership of memory from malloc() and returns the pointer. */
void *data_adopt(struct data_store *, void *);
struct string data_copy(struct data_store *, struct string);
/* Returns a formatted text, for example a path. The store owns the text. */
const char *data_format(struct data_store *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Appends a zeroed record with label -1 to a split. The pointer is valid until the next record is
 * appended to that split. */
struct record *data_add(struct dataset *, enum split);
/* Appends a sentence to dataset->notes if the notes do not contain it. */
void data_note(struct dataset *, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Records that a file or folder of the data set is missing. dataset_open() then appends the fetch
 * command to its error message. */
void data_mark_missing(struct data_store *);
bool data_is_missing(const struct data_store *);
/* Sets *error and returns false. */
bool data_fail(char **error, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
