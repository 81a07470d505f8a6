/* SPDX-License-Identifier: MIT
 * Shows the progress of a run on stderr: a bar with the time left on a terminal, plain lines
 * otherwise. The bar is drawn only between rows, because drawing during a row would disturb its
 * timings. */
#ifndef ATTNLAB_PROGRESS_H
#define ATTNLAB_PROGRESS_H

#include "harness/run/estimate.h"

#include <stdbool.h>

struct progress {
    const char *what; /* name of the counted items, such as "rows" */
    int total, done, failed;
    /* estimate of the time left, owned; NULL to extrapolate from the finished rows */
    struct time_left *left;
    bool quiet, terminal, colour;
    double began, last_line; /* start time, and time of the last plain line */
};
void progress_begin(struct progress *, const char *what, int total, struct time_left *, bool quiet);
void progress_start(struct progress *, int row);
/* Draws the progress. A bar shows `name` if `note` is "". */
void progress_show(struct progress *, const char *name, const char *note);
/* Counts a finished row. took_s is 0 if the row did not run (refused, skipped). */
void progress_count(struct progress *, int row, double took_s, bool failed);
/* Prints a failed row with the command that reruns it. */
void progress_failure(const struct progress *, const char *cell, const char *status,
                      const char *reason);
/* Prints a note, unless the run is quiet. */
void progress_note(const struct progress *, const char *note);
/* Clears the bar before other output. */
void progress_clear(const struct progress *);
void progress_end(struct progress *);

/* Reads the current training step from the worker's last progress line (harness/README.md). Returns
 * false if the worker has not printed a progress line. */
struct worker;
struct training_step {
    int step, steps;
    char loss[32]; /* text such as "loss 1.234"; "" if the loss is missing or not finite */
};
bool training_step_of(const struct worker *, struct training_step *);

#endif
