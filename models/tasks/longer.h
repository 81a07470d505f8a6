/* SPDX-License-Identifier: MIT
 * Scores a model trained at length n on sequences of 2 n, 4 n and 8 n positions.
 *
 * Only the second half of a sequence is scored, because shorter sequences already cover the first
 * half. The metrics at n, 2n, 4n and 8n therefore show the dependence on position. A second model
 * with the trained parameters is opened, with as many tokens per batch, so training is unaffected.
 */
#ifndef ATTNLAB_LONGER_H
#define ATTNLAB_LONGER_H

#include "models/task.h"

/* Adds metrics such as "loss_2n" and "perplexity_2n" to the score of a split: all metrics of
 * base/metric_list.def with names of this form, for lengths up to options.score_lengths * n.
 * `config` is the trained model's configuration; NULL if `model` accepts any length. The listener
 * receives nothing. */
void task_score_longer(struct task *, enum split, const struct model_build *,
                       const struct model_config *config, struct model *, struct task_score *);
/* longest_times() returns the largest multiple of n, at least 1. longest_cells() returns the
 * maximum number of tokens per batch. */
int longest_times(const struct task_options *);
size_t longest_cells(const struct task_options *);
/* Returns the options for scoring sequences that are `times` times as long. */
struct task_options task_at_length(const struct task_options *, int times);

#endif
