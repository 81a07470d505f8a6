/* SPDX-License-Identifier: MIT
 * Which models that only count are set beside the trainings of a question: of each data, in each
 * amount that a training sees, every yardstick that answers its task, counted on what the training
 * sees and on the whole training part. The driver learns what a yardstick counts from the axes that
 * go with it, and which tasks it answers from `describe`. */
#ifndef ATTNLAB_YARDSTICKS_PLAN_H
#define ATTNLAB_YARDSTICKS_PLAN_H

#include "harness/plan/expand.h"

/* Of the candidates of a specification; none where it times layers or wants none. */
struct candidates yardsticks_of(const struct spec *, const struct candidates *,
                                const struct planning *);
/* Whether a yardstick counts what a training sees: all such axes are equal. */
bool yardstick_is_beside(const struct axes *, char *const *yardstick, char *const *training);

#endif
