/* SPDX-License-Identifier: MIT
 * Choice of records by seed: limits, and splits that the official files lack. */
#ifndef ATTNLAB_DATA_SELECT_H
#define ATTNLAB_DATA_SELECT_H

#include "datasets/dataset.h"

/* Moves round(fraction * count) records, at least one and not all, of a split to the end of
 * another: a choice by seed that keeps the order. Adds a note. SPANS: whole contexts with all their
 * questions. False: fewer than two records; nothing is moved. */
bool dataset_carve(struct dataset *, enum split from, enum split to, double fraction,
                   uint64_t seed);
/* Moves half of validation to the split held_out, which judges what the other half has chosen.
 * Running text: the second half of its characters, from a line end on; else a choice by seed. Adds
 * a note. False with *error: fewer than two records, or a text too short to cut. */
bool data_hold_out(struct dataset *, uint64_t seed, char **error);
/* Drops records beyond options->limit and adds a note; keeps the order. */
void data_limit(struct dataset *, const struct data_options *);

#endif
