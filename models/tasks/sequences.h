/* SPDX-License-Identifier: MIT
 * Records as sequences of token ids, and rows of a batch filled from them. */
#ifndef ATTNLAB_SEQUENCES_H
#define ATTNLAB_SEQUENCES_H

#include "models/task.h"

struct sequences {
    int count;
    int32_t **ids; /* of each record, owned */
    int *lengths;
};

void sequences_open(struct sequences *, int count);
void sequences_close(struct sequences *);
/* Copies. */
void sequences_set(struct sequences *, int record, const int32_t *ids, int length);

/* One (rows, n) array of a batch, padded with TOKEN_PAD. */
struct padded {
    int32_t *ids;
    int *lengths;
    int rows, n; /* room */
};
void padded_open(struct padded *, int rows, int n);
void padded_close(struct padded *);
/* Rows 0 .. count-1 from the listed records; returns N, the longest of them: rows of the array are
 * then N apart. */
int padded_fill(struct padded *, const struct sequences *, const int *records, int count);

/* Learns a tokenizer from the training records' text and second text. NULL with *error. */
struct tokenizer *learn_from_records(const struct dataset *, const struct task_options *,
                                     char **error);
/* False with *error when a split that is needed has no records. */
bool records_present(const struct dataset *, char **error);
/* 0, 1, ..., in a fresh array: records in their order, for evaluation. To be freed. */
int *counting(int count);
/* The records that a limit leaves, *kept of them, spread evenly: the first ones of a file that is
 * sorted by class are one class. 0, or no fewer than there are: all. To be freed. */
int *spread(int count, int limit, int *kept);

#endif
