/* SPDX-License-Identifier: MIT
 * Running text as one line of token ids per split, and windows of it, for next_token and
 * masked_token. */
#ifndef ATTNLAB_WINDOWS_H
#define ATTNLAB_WINDOWS_H

#include "models/task.h"

struct windows {
    int32_t *ids[SPLITS]; /* all records, concatenated; a line end is its own token */
    size_t count[SPLITS];
    double characters[SPLITS]; /* code points of the text */
};

/* Learns the tokenizer on the training split, encodes all. False with *error: a split shorter than
 * one window of n + 1 tokens, or an error of the tokenizer. */
bool windows_open(struct windows *, const struct dataset *, const struct task_options *,
                  struct tokenizer **, char **error);
void windows_close(struct windows *);
/* Start of the window of sequence b in training batch `step`, uniformly distributed. */
size_t windows_start(const struct windows *, const struct task_options *, int64_t step, int b);
/* task_kind.walk: separate stretches of text, each a batch of one row. `ahead`: distance from a
 * token to its target, 0 or 1. */
void windows_walk(const struct windows *, const struct task_options *, int64_t batches, int ahead,
                  task_visit *, void *to);
/* The loss and the number of targets of each window, for report_losses(). The caller frees it. */
void window_scores_open(struct record_scores *, int windows);
/* Number of consecutive windows of n positions; the last may be shorter. */
int windows_of(size_t positions, int n);

#endif
