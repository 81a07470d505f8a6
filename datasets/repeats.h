/* SPDX-License-Identifier: MIT
 * Records of validation and test that stand in training word for word: what was asked there was
 * seen before, whatever it is answered with. */
#ifndef ATTNLAB_REPEATS_H
#define ATTNLAB_REPEATS_H

#include "datasets/dataset.h"

/* count[split]: those of the split whose text, second text, pixels and tokens are those of a record
 * of training; of training itself 0. False: its records are lines of running text, which repeat
 * themselves and mean nothing alone. */
bool dataset_repeats(const struct dataset *, int count[GIVEN_SPLITS]);

#endif
