/* SPDX-License-Identifier: MIT
 * Which models that only count are set beside the trainings of a question: of each data, in each
 * amount that a training sees, every yardstick that answers its task, counted on what the training
 * sees and on the whole training part. The driver learns what a yardstick counts from the axes that
 * go with it, and which tasks it answers from `describe`. */
#ifndef ATTNLAB_YARDSTICKS_PLAN_H
#define ATTNLAB_YARDSTICKS_PLAN_H

#include "harness/plan/expand.h"

/* What is counted of each training: those of one seed stand for all. */
#define YARDSTICK_AXIS "yardstick"
#define COUNTED_AXIS   "counted"

/* Of the candidates of a specification; none where it times layers or wants none. */
struct candidates yardsticks_of(const struct spec *, const struct candidates *,
                                const struct planning *);
/* Whether a yardstick counts the data that a training sees, in the same amount: all axes that say
 * so are equal. The two may be cells of different programs: an axis that one of them does not know
 * is left aside. */
bool yardstick_is_beside(const struct axes *, char *const *yardstick,
                         const struct axes *of_training, char *const *training);

#endif
