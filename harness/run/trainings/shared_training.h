/* SPDX-License-Identifier: MIT
 * One training for several questions: rows that train are the same to the bit, so of those with the
 * same complete cell and round one is trained, and the others take its result when it is there.
 *
 * The line of a row that took another's has the same record, status and times, and besides
 *     "same_as": {"ablation": "...", "key": "..."}
 * of the row that was trained, with "run": its directory when that was an earlier run (reuse.h).
 * Only a training that came to its end is taken (status_trained()): where the first failed, or lost
 * the tuning of its question, the next is trained. */
#ifndef ATTNLAB_SHARED_TRAINING_H
#define ATTNLAB_SHARED_TRAINING_H

#include "harness/run/run.h"

struct shared;
struct shared *shared_open(const struct run *);
void shared_close(struct shared *);

enum shared_answer { SHARED_TRAIN, SHARED_WAIT, SHARED_TAKE };
/* What is to become of a row that is to be run now. taken: of each row of the plan, whether it has
 * been given to a core or is done. *line: the line to take, to be given back by json_decref(). */
enum shared_answer shared_ask(const struct shared *, int row, const bool *taken, json_t **line);
/* The marks of a row that takes a line. */
json_t *shared_marks(const json_t *line);

#endif
