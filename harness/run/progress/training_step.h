/* SPDX-License-Identifier: MIT
 * How far a worker that trains is, as its last line of progress tells (harness/README.md): for
 * people, while they wait. */
#ifndef ATTNLAB_TRAINING_STEP_H
#define ATTNLAB_TRAINING_STEP_H

#include <stdbool.h>

struct worker;
struct training_step {
    int step, steps; /* of both parts of a swap */
    double loss; /* of the last batch before that point of the curve; NaN: none, or not finite */
};
enum { TRAINING_STEP_TEXT = 64 };
/* "loss 1.234" into a buffer of TRAINING_STEP_TEXT; "": there is none to tell. */
const char *training_loss_text(const struct training_step *, char *buffer);
/* False: it has told nothing yet. */
bool training_step_of(const struct worker *, struct training_step *);

#endif
