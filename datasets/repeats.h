/* SPDX-License-Identifier: MIT
 * Records of validation and test whose inputs also occur in training. */
#ifndef ATTNLAB_REPEATS_H
#define ATTNLAB_REPEATS_H

#include "datasets/dataset.h"

/* count[split]: records whose text, second text, pixels and tokens equal those of a training
 * record; 0 for training. False for running text, where lines repeat anyway. */
bool dataset_repeats(const struct dataset *, int count[GIVEN_SPLITS]);

#endif
