/* SPDX-License-Identifier: MIT
 * Records as sequences of token ids, and batches filled from them. */
#ifndef ATTNLAB_SEQUENCES_H
#define ATTNLAB_SEQUENCES_H

#include "models/task.h"

struct sequences {
    int count;
    int32_t **ids; /* per record, owned */
    int *lengths;
};

void sequences_open(struct sequences *, int count);
void sequences_close(struct sequences *);
/* Copies ids. */
void sequences_set(struct sequences *, int record, const int32_t *ids, int length);

/* A (rows, n) array of a batch, padded with TOKEN_PAD. */
struct padded {
    int32_t *ids;
    int *lengths;
    int rows, n; /* capacity */
};
void padded_open(struct padded *, int rows, int n);
void padded_close(struct padded *);
/* Fills rows 0 .. count-1 from the listed records; returns N, the longest, which is the row
 * stride. */
int padded_fill(struct padded *, const struct sequences *, const int *records, int count);

/* Learns a tokenizer from text and second text of the training records. NULL with *error. */
struct tokenizer *learn_from_records(const struct dataset *, const struct task_options *,
                                     char **error);
/* False with *error if a required split has no records. */
bool records_present(const struct dataset *, char **error);
/* A new array 0, 1, ...: records in file order, for evaluation. The caller frees it. */
int *counting(int count);
/* Up to `limit` records, spread evenly, since files may be sorted by class; *kept of them. limit 0:
 * all. The caller frees it. */
int *spread(int count, int limit, int *kept);

#endif
