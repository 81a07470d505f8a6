/* SPDX-License-Identifier: MIT
 * How large the largest training of a question is, in a sentence: whether it fits a machine is not
 * seen from hours that are summed over all of them. */
#ifndef ATTNLAB_LARGEST_H
#define ATTNLAB_LARGEST_H

#include "harness/plan/plan.h"
#include "harness/run/predict.h"
#include "harness/run/time_left.h"

/* Of the training that takes longest; to be freed. NULL: the specification has none. */
char *largest_words(const struct plan *, const struct prediction *, const struct expected_row *,
                    int spec);

#endif
