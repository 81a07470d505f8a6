/* SPDX-License-Identifier: MIT
 * Defines the distribution of simulated losses. The log of the loss is
 *
 *     log 2  -  gain  +  c (x - best)^2  +  N(0, shared)  +  N(0, own)  +  N(0, part)
 *
 *   x       learning rate in half octaves
 *   best    best rate of the arm, within two half octaves of the question's `optimum`
 *   gain    true gain of the arm; -damage for the negative control
 *   shared  noise per seed, equal for all arms of a world, so it cancels in paired differences
 *   own     noise per arm, rate and seed
 *   part    noise per part of the data (valid or held out)
 *
 * An arm reaches its true gain only at its best rate. Rates at least four half octaves above the
 * best rate may diverge. The noise is similar to that of small models on text (results/reference/).
 */
#ifndef ATTNLAB_TEST_LAW_H
#define ATTNLAB_TEST_LAW_H

#include "base/cell.h"

#include <stdbool.h>

enum part { PART_VALID, PART_HELD_OUT };

/* A training run, as read from a complete cell. describe.json lists the axes. */
struct training {
    unsigned world, twin, seed, copies;
    double rate, optimum, gain;
};
struct training training_of(const struct cell_fields *);
bool law_diverges(const struct training *);
double law_loss(const struct training *, enum part);
/* Returns the loss of the simple baseline in this cell. */
double law_counted(const struct cell_fields *);

#endif
