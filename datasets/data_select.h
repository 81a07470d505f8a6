/* SPDX-License-Identifier: MIT
 * Choosing records by seed: limits, and splits that the official files do not make. */
#ifndef ATTNLAB_DATA_SELECT_H
#define ATTNLAB_DATA_SELECT_H

#include "datasets/dataset.h"

/* Moves round(fraction * count), at least one and not all, of the records of a split to the end of
 * another: a choice by seed; both keep the order of the files. Notes it. Of SPANS so many contexts
 * with all of their questions, so that none stands in both. False: fewer than two, which stay where
 * they are. */
bool dataset_carve(struct dataset *, enum split from, enum split to, double fraction,
                   uint64_t seed);
/* Holds half of validation out, for judging what the other half has chosen: of running text the
 * second half of its characters, from the end of a line on; else a choice by seed, so that neither
 * a file sorted by class nor the seed of a training matters. Notes it. False with *error: fewer
 * than two records, or a text too short to be cut. */
bool data_hold_out(struct dataset *, uint64_t seed, char **error);
/* Drops what is beyond options->limit, and notes it; the order is kept. */
void data_limit(struct dataset *, const struct data_options *);

#endif
