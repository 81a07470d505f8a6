/* SPDX-License-Identifier: MIT
 * Scoring on longer sequences: trained at n, scored at 2 n, 4 n, 8 n.
 *
 * Sequences of T n positions are scored on their second half only, positions T n / 2 to T n, which
 * no shorter length covers: the metrics at n, 2n, 4n, 8n show the dependence on position, and in
 * recall on distance. A second model is opened with the trained parameters and as many tokens per
 * batch, so training is unaffected. */
#ifndef ATTNLAB_LONGER_H
#define ATTNLAB_LONGER_H

#include "models/task.h"

/* Adds "loss_2n", ... to the score of a split, for every length up to options.score_lengths times n
 * and every metric that base/metric_list.def has at that length. config: of the trained model;
 * NULL: `model` accepts any length. The listener gets nothing. */
void task_score_longer(struct task *, enum split, const struct model_build *,
                       const struct model_config *config, struct model *, struct task_score *);
/* longest_times: largest factor on n, at least 1; then the largest number of tokens per batch. */
int longest_times(const struct task_options *);
size_t longest_cells(const struct task_options *);
/* The options for scoring sequences `times` as long. */
struct task_options task_at_length(const struct task_options *, int times);

#endif
