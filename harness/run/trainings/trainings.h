/* SPDX-License-Identifier: MIT
 * Which of the rows that train is next: the first of the plan that nothing holds back.
 *
 * A row waits while its arm is still being tuned (tuning.h), or while the same training is at work
 * for another row (shared_training.h). Tuning may also leave it out, and a training that is there
 * already is taken. */
#ifndef ATTNLAB_TRAININGS_H
#define ATTNLAB_TRAININGS_H

#include "harness/run/run.h"

#include <jansson.h>
#include <stdbool.h>

struct queue;
/* Of the rows of a run's plan that train and are still to do. */
struct queue *queue_open(const struct run *);
void queue_close(struct queue *);

/* A row whose turn it is: to be run, to be left out, or to take what another has. */
struct ready {
    const struct plan_row *row; /* NULL: there is none */
    enum row_status status;     /* of a row that is left out */
    char *lost;                 /* why it is left out, to be taken over; NULL: it is not */
    json_t *same; /* line of a journal that has the same training, to be given back; NULL: none */
};
/* Takes the next row out of the queue; its row is NULL where none may be run now, or none is left.
 */
struct ready queue_next(struct queue *);

/* ---- One training for several questions: rows that train are the same to the bit, so of those
 * with the same complete cell and round one is trained, and the others take its result when
 * it is there.  The line of a row that took another's has the same record, status and times,
 * and besides "same_as": {"ablation": "...", "key": "..."} of the row that was trained, with
 * "run": its directory when that was an earlier run (reuse.h). Only a training that came to
 * its end is taken (status_trained()): where the first failed, or lost the tuning of its
 * question, the next is trained. ---- */

struct shared;
struct shared *shared_open(const struct run *);
void shared_close(struct shared *);

enum shared_answer { SHARED_TRAIN, SHARED_WAIT, SHARED_TAKE };
/* What is to become of a row that is to be run now. taken: of each row of the plan, whether it has
 * been given to a core or is done. *line: the line to take, to be given back by json_decref(). */
enum shared_answer shared_ask(const struct shared *, int row, const bool *taken, json_t **line);
/* The marks of a row that takes a line. */
json_t *shared_marks(const json_t *line);

/* ---- Whether a finished row would come out the same here: by the facts of
 * base/training_identity.h, those of its record against those that the worker tells of its
 * cell now. ---- */

struct plan;

/* What the worker tells of the cells of a plan. */
struct facts_here {
    const struct plan *plan;
    const char *worker;
    json_t **list; /* of each cell of the plan; NULL: not asked yet */
};
struct facts_here facts_here_of(const struct plan *, const char *worker);
void facts_here_free(struct facts_here *);
/* Asks about the cells that are wanted (one flag for each) and not known yet. False with *error (to
 * be freed). */
bool facts_here_ask(struct facts_here *, const bool *wanted, char **error);

/* In what the record of a row of a cell differs from here, as "another vector path: ..."; NULL: it
 * is the same. To be freed. worker_hash: of the program that made it, NULL: unknown. A simple
 * baseline runs no kernel. Tuning only chooses a value: its seeds are in no effect, and how a core
 * rounds favours no value. known_alone: facts that are unknown here are not asked. */
char *training_difference(const struct facts_here *, int cell, const json_t *record,
                          const char *worker_hash, bool known_alone);

#endif
