/* SPDX-License-Identifier: MIT
 * Scoring on sequences that are longer than those of training: trained at n, scored at 2 n, 4 n,
 * 8 n.
 *
 * Sequences of T n positions are asked for their second half alone, positions T n / 2 to T n, which
 * no shorter length has: so a metric at 2n, 4n, 8n and the one at n tell how it goes on by
 * position, and where a value stands at the beginning, as in recall, by distance. A model for it is
 * opened beside the trained one, with its parameters, for as many tokens a batch: training is the
 * same to the bit, and as fast, with and without. */
#ifndef ATTNLAB_LONGER_H
#define ATTNLAB_LONGER_H

#include "models/task.h"

/* Adds "loss_2n", ... to the score of a split, for every length up to options.score_lengths times
 * n; those metrics of the task that base/metric_list.def has so. config: the trained model's; NULL:
 * `model` itself takes any length. Nobody listens meanwhile. */
void task_score_longer(struct task *, enum split, const struct model_build *,
                       const struct model_config *config, struct model *, struct task_score *);
/* Most times n that a task is asked for, 1 at least; and the most tokens of a batch then. */
int longest_times(const struct task_options *);
size_t longest_cells(const struct task_options *);
/* The options with which sequences so many times as long are scored. */
struct task_options task_at_length(const struct task_options *, int times);

#endif
