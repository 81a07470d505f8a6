/* SPDX-License-Identifier: MIT
 * Chooses records by random seed: limits the size of splits, and draws splits that the official
 * files lack. */
#ifndef ATTNLAB_DATA_SELECT_H
#define ATTNLAB_DATA_SELECT_H

#include "datasets/dataset.h"

/* Moves round(fraction * count) random records, at least one but not all, from one split to the end
 * of a second split. Both splits keep their order, and a note is added. For SPANS, whole contexts
 * move with all their questions. If there are fewer than two records, returns false. */
bool dataset_carve(struct dataset *, enum split from, enum split to, double fraction,
                   uint64_t seed);
/* Moves half of validation to the split held_out, which is used for scores; the other half is used
 * for model selection. For running text, the second half of the characters moves, starting after a
 * line end; otherwise, random records move. Adds a note. If there are fewer than two records or the
 * text is too short, returns false and sets *error. */
bool data_hold_out(struct dataset *, uint64_t seed, char **error);
/* Drops random records until the split has options->limit records. Keeps the order and adds a note.
 */
void data_limit(struct dataset *, const struct data_options *);

#endif
