/* SPDX-License-Identifier: MIT
 * Loss, accuracy and Matthews correlation of classifications, batch by batch. */
#ifndef ATTNLAB_CLASS_SCORES_H
#define ATTNLAB_CLASS_SCORES_H

#include "models/task.h"

struct class_scores {
    const struct task *task;
    enum split split;
    struct record_scores records;
    int seen;             /* records */
    double nats, targets; /* loss and what it is over: records whose class training knows */
    float *logits;        /* (classes) */
};
/* Of the first `records` of a split. */
void class_scores_begin(struct class_scores *, const struct task *, enum split, int records);
/* Runs the model on the next records of the split, a batch with targets, HEAD_CLASS. */
void class_scores_add(struct class_scores *, const struct model_build *, struct model *,
                      const struct batch *);
/* Adds loss, accuracy and matthews; releases. */
void class_scores_finish(struct class_scores *, struct task_score *);
/* Place of the largest of count numbers; the first of equals. */
int largest(const float *values, int count);

#endif
