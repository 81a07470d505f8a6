/* SPDX-License-Identifier: MIT
 * The progress of a run or a training on stderr: a bar with the time left on a terminal, plain
 * lines elsewhere. It is drawn between rows only; drawing during one would disturb its times. */
#ifndef ATTNLAB_PROGRESS_H
#define ATTNLAB_PROGRESS_H

#include "harness/run/estimate.h"

#include <stdbool.h>

struct progress {
    const char *what; /* is counted: "rows" */
    int total, done, failed;
    struct time_left *left; /* owned; NULL: extrapolated from what is done */
    bool quiet, terminal, colour;
    double began, last_line; /* times of the beginning and of the last plain line */
};
void progress_begin(struct progress *, const char *what, int total, struct time_left *, bool quiet);
void progress_start(struct progress *, int row);
/* Draws. name is shown on a bar without a note; note may be "". */
void progress_show(struct progress *, const char *name, const char *note);
/* A row is finished. took_s 0: it did not run (refused, skipped). */
void progress_count(struct progress *, int row, double took_s, bool failed);
/* A failed row with the command that reruns it. */
void progress_failure(const struct progress *, const char *cell, const char *status,
                      const char *reason);
/* A note, unless the run is quiet. */
void progress_note(const struct progress *, const char *note);
/* Clears the bar before other output. */
void progress_clear(const struct progress *);
void progress_end(struct progress *);

/* The step of a training, from the last line of progress that its worker wrote (harness/README.md).
 * False: none yet. */
struct worker;
struct training_step {
    int step, steps;
    char loss[32]; /* "loss 1.234"; "": none, or not finite */
};
bool training_step_of(const struct worker *, struct training_step *);

#endif
