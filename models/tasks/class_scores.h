/* SPDX-License-Identifier: MIT
 * Loss, accuracy and Matthews correlation of classifications. */
#ifndef ATTNLAB_CLASS_SCORES_H
#define ATTNLAB_CLASS_SCORES_H

#include "models/task.h"

/* task_kind.score of HEAD_CLASS tasks whose batches are whole records (task_kind.fill). */
void class_score(struct task *, enum split, const struct model_build *, struct model *,
                 bool generate, int limit, struct task_score *);
extern const char *const class_columns[]; /* their task_kind.columns */
/* Index of the largest of count numbers; the first of equals. */
int largest(const float *values, int count);

#endif
