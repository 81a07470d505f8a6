/* SPDX-License-Identifier: MIT
 * Chooses records at random: limits the size of splits, and creates splits that the official files
 * lack. */
#ifndef ATTNLAB_DATA_SELECT_H
#define ATTNLAB_DATA_SELECT_H

#include "datasets/dataset.h"

/* Moves `round(fraction * count)` random records, at least one but not all, to the end of another
 * split and adds a note. The order of the records is kept. For SPANS, a context moves with all its
 * questions. Returns false if there are fewer than two records. */
bool dataset_carve(struct dataset *, enum split from, enum split to, double fraction,
                   uint64_t seed);
/* Moves half of validation to the split held_out and adds a note. Validation then serves to select
 * models, and held_out to score them. Running text is cut after a line end near the middle; other
 * records are chosen at random. Returns false and sets *error if there are fewer than two records
 * or the text is too short. */
bool data_hold_out(struct dataset *, uint64_t seed, char **error);
/* Drops random records until the split has options->limit records. Keeps the order and adds a note.
 */
void data_limit(struct dataset *, const struct data_options *);

#endif
