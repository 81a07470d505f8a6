/* SPDX-License-Identifier: MIT
 * Stores records as sequences of token ids and fills batches from these sequences. */
#ifndef ATTNLAB_SEQUENCES_H
#define ATTNLAB_SEQUENCES_H

#include "models/task.h"

struct sequences {
    int count;
    int32_t **ids; /* ids of each record; owned */
    int *lengths;
};

void sequences_open(struct sequences *, int count);
void sequences_close(struct sequences *);
void sequences_set(struct sequences *, int record, const int32_t *ids, int length);

/* a batch array of shape (rows, n), padded with TOKEN_PAD */
struct padded {
    int32_t *ids;
    int *lengths;
    int rows, n; /* largest numbers of rows and positions */
};
void padded_open(struct padded *, int rows, int n);
void padded_close(struct padded *);
/* Fills rows 0..count-1 from the listed records. Returns N, the length of the longest record, which
 * is also the distance between rows. */
int padded_fill(struct padded *, const struct sequences *, const int *records, int count);

/* Learns a tokenizer from the training records' text and second text. On failure, returns NULL and
 * sets *error. */
struct tokenizer *learn_from_records(const struct dataset *, const struct task_options *,
                                     char **error);
/* Returns false and sets *error if a required split has no records. */
bool records_present(const struct dataset *, char **error);
/* Returns a new array 0, 1, ..., count - 1, for evaluation in file order. The caller frees the
 * array. */
int *counting(int count);
/* Returns up to `limit` record indices (0: all). The indices are evenly spread, because files may
 * be sorted by class. *kept receives their number. The caller frees the array. */
int *spread(int count, int limit, int *kept);

#endif
