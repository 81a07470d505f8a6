/* SPDX-License-Identifier: MIT
 * Provides running text as one sequence of token ids per split, and windows of this sequence, for
 * next_token and masked_token. */
#ifndef ATTNLAB_WINDOWS_H
#define ATTNLAB_WINDOWS_H

#include "models/task.h"

struct windows {
    int32_t *ids[SPLITS]; /* ids of all records, concatenated; a line end is a separate token */
    size_t count[SPLITS];
    double characters[SPLITS]; /* number of code points in the text */
};

/* Learns the tokenizer on the training split and encodes all splits. Returns false and sets *error
 * if a split is shorter than one window of n + 1 tokens, or if the tokenizer fails. */
bool windows_open(struct windows *, const struct dataset *, const struct task_options *,
                  struct tokenizer **, char **error);
void windows_close(struct windows *);
/* Returns the start of the window of sequence b in training batch `step`. Starts are uniformly
 * distributed. */
size_t windows_start(const struct windows *, const struct task_options *, int64_t step, int b);
/* Implements task_kind.walk: divides the text into parts and visits each part as a batch of one
 * row. `ahead` is the distance from a token to its target, 0 or 1. */
void windows_walk(const struct windows *, const struct task_options *, int64_t batches, int ahead,
                  task_visit *, void *to);
/* Allocates the loss and the number of targets per window, for report_losses(). The caller frees
 * them. */
void window_scores_open(struct record_scores *, int windows);
/* Returns the number of consecutive windows of n positions. The last window may be shorter. */
int windows_of(size_t positions, int n);

#endif
