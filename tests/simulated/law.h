/* SPDX-License-Identifier: MIT
 * The law by which simulated trainings end: the log of the loss is
 *
 *     log 2  -  gain  +  c (x - best)^2  +  N(0, shared)  +  N(0, own)  +  N(0, part)
 *
 * x        the learning rate in half octaves; best: the arm's own, within two steps of the
 * question's gain     what was planted; of the negative control -damage shared of
 * the seed: all arms of a world have it, so that pairs take it out own      of a training: of the
 * arm, the rate and the seed part     of the part of the data that it is judged by
 *
 * At its best rate an arm has the loss that was planted, whatever that rate is. The scatter is that
 * of small models on a text (results/reference/, four questions on Shakespeare: own 0.5 to 1.0 %,
 * shared 0 to 0.6 %, c 0.0052 to 0.0091); four steps above its best rate a training may diverge. */
#ifndef ATTNLAB_TEST_LAW_H
#define ATTNLAB_TEST_LAW_H

#include "base/cell.h"

#include <stdbool.h>

enum part { PART_VALID, PART_HELD_OUT };

/* Of a complete cell that trains; its axes: describe.json. */
struct training {
    unsigned world, twin, seed, copies;
    double rate, optimum, gain;
};
struct training training_of(const struct cell_fields *);
bool law_diverges(const struct training *);
double law_loss(const struct training *, enum part);
/* Of a simple baseline's cell. */
double law_counted(const struct cell_fields *);

#endif
