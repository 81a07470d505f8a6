/* SPDX-License-Identifier: MIT
 * Trainings of several lengths that share their first steps (`schedule=wsd`): the state at the end
 * of what they share is kept in the run's folder, trunks/, until the last of them has ended, and a
 * longer one begins from there. The bits are those of a training from the start, so which rows
 * found one changes no result, and a row says what it took over (`trunk_steps` of its record). */
#ifndef ATTNLAB_TRUNKS_H
#define ATTNLAB_TRUNKS_H

#include "harness/run/run.h"

struct trunks;
/* done: of each row of the plan, whether there is nothing to run of it. */
struct trunks *trunks_open(const struct run *, const bool *done);
/* Files of rows that are still to come stay, for a run that is resumed. */
void trunks_close(struct trunks *);
/* The file of a row, made by one that shares its first steps with it or to be made for such a one;
 * NULL: no other row does. Borrowed. */
const char *trunks_file(const struct trunks *, int row);
/* Whether a row is to wait for one that is shorter and shares its steps: for one that is at work,
 * and if also_to_come for one that has not begun, which may not be ready to. */
bool trunks_wait(const struct trunks *, int row, bool also_to_come);
void trunks_begin(struct trunks *, int row);
/* The row has ended, or is to be run no more: after the last that shares it the file is removed. */
void trunks_end(struct trunks *, int row);

#endif
