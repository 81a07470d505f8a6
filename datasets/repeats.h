/* SPDX-License-Identifier: MIT
 * Counts records of validation and test whose inputs also occur in training. */
#ifndef ATTNLAB_REPEATS_H
#define ATTNLAB_REPEATS_H

#include "datasets/dataset.h"

/* Sets count[split] to the number of records that equal a training record in text, second text,
 * pixels and tokens; 0 for training. Returns false for running text, where repeated lines are
 * normal. */
bool dataset_repeats(const struct dataset *, int count[GIVEN_SPLITS]);

#endif
