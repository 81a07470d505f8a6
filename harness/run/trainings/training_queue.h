/* SPDX-License-Identifier: MIT
 * Which of the rows that train is next: the first of the plan that nothing holds back.
 *
 * A row waits while its arm is still being tuned (tuning.h), or while the same training is at work
 * for another row (shared_training.h). Tuning may also leave it out, and a training that is there
 * already is taken. */
#ifndef ATTNLAB_TRAINING_QUEUE_H
#define ATTNLAB_TRAINING_QUEUE_H

#include "harness/run/run.h"

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

#endif
