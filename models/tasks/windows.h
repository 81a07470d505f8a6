/* SPDX-License-Identifier: MIT
 * Running text as one line of token ids a split, and windows into it: what language modelling,
 * next or masked token, reads. */
#ifndef ATTNLAB_WINDOWS_H
#define ATTNLAB_WINDOWS_H

#include "models/task.h"

struct windows {
    int32_t *ids[SPLITS]; /* records one behind the other; a line end is its own token */
    size_t count[SPLITS];
    double characters[SPLITS]; /* code points that the ids stand for */
};

/* Learns the tokenizer on the training split, encodes all. False with *error: a split that is too
 * short for one window of n + 1 tokens, or what the tokenizer says. */
bool windows_open(struct windows *, const struct dataset *, const struct task_options *,
                  struct tokenizer **, char **error);
void windows_close(struct windows *);
/* Start of the window of sequence b in training batch `step`: any place, as likely as any other. */
size_t windows_start(const struct windows *, const struct task_options *, int64_t step, int b);
/* task_kind.walk: runs of text that do not touch, each a batch of one row. `ahead`: how far behind
 * a token its target stands, 0 or 1. */
void windows_walk(const struct windows *, const struct task_options *, int64_t batches, int ahead,
                  task_visit *, void *to);
/* Windows of n positions that follow each other through so many, the last one shorter. */
int windows_of(size_t positions, int n);

#endif
