/* SPDX-License-Identifier: MIT
 * Computes loss, accuracy and Matthews correlation of classifications. */
#ifndef ATTNLAB_CLASS_SCORES_H
#define ATTNLAB_CLASS_SCORES_H

#include "models/task.h"

/* Implements task_kind.score for HEAD_CLASS tasks whose batches are whole records
 * (task_kind.fill). */
void class_score(struct task *, enum split, const struct model_build *, struct model *,
                 bool generate, int limit, struct task_score *);
extern const char *const class_columns[]; /* value of task_kind.columns for these tasks */
/* Returns the index of the largest value, or the first such index in a tie. */
int largest(const float *values, int count);

#endif
