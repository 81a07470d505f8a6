/* SPDX-License-Identifier: MIT
 * What a person sees while rows run, or the steps of one training: a bar with the time left on a
 * terminal, plain lines elsewhere. All on stderr. It is drawn between rows, or points of a curve,
 * only: a drawing driver would disturb what is measured. */
#ifndef ATTNLAB_PROGRESS_H
#define ATTNLAB_PROGRESS_H

#include "harness/run/estimate.h"

#include <stdbool.h>

struct progress {
    const char *what; /* is counted: "rows" */
    int total, done, failed;
    struct time_left *left; /* NULL: what is left takes as long as what is done did */
    bool quiet, terminal, colour;
    double began, last_line; /* when the run began, when the last plain line was written */
};
/* Takes over left. */
void progress_begin(struct progress *, const char *what, int total, struct time_left *left,
                    bool quiet);
/* Row `index` starts. */
void progress_start(struct progress *, int index);
/* Something runs: draws. name: what, on a bar without a note; note: how far it is, or "". */
void progress_show(struct progress *, const char *name, const char *note);
/* A row is finished. took_s 0: it did not run (refused, skipped). */
void progress_count(struct progress *, int index, double took_s, bool failed);
/* A failed row, at once, with the command that reruns it. */
void progress_failure(struct progress *, const char *cell, const char *status, const char *reason);
/* A sentence of the run's, unless it is quiet. */
void progress_say(const struct progress *, const char *words);
void progress_end(struct progress *);
/* "1h02m", "3m05s", "12s" into a buffer of 32. */
const char *duration_text(double seconds, char *buffer);

/* ---- How far a worker that trains is, as its last line of progress tells (harness/README.md):
 * for people, while they wait. ---- */

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
