/* SPDX-License-Identifier: MIT
 * Shows the progress of a run on stderr: a bar on a terminal, otherwise plain lines. The bar is
 * drawn only between rows, because drawing would disturb timings. */
#ifndef ATTNLAB_PROGRESS_H
#define ATTNLAB_PROGRESS_H

#include "harness/run/estimate.h"

#include <stdbool.h>

struct progress {
    const char *what; /* plural name of the counted items, such as "rows" */
    int total, done, failed;
    /* estimate of the remaining time, owned; NULL to extrapolate from finished rows */
    struct time_left *left;
    bool quiet, terminal, colour;
    double began, last_line; /* time of the start, and of the last plain line */
};
void progress_begin(struct progress *, const char *what, int total, struct time_left *, bool quiet);
void progress_start(struct progress *, int row);
/* Draws the progress with a note. If `note` is "", the bar shows `name` instead. */
void progress_show(struct progress *, const char *name, const char *note);
/* Counts a finished row. took_s is 0 for a row that did not run (refused, skipped). */
void progress_count(struct progress *, int row, double took_s, bool failed);
/* Prints a failed row and the command that reruns the row. */
void progress_failure(const struct progress *, const char *cell, const char *status,
                      const char *reason);
/* Prints a note, unless --quiet is given. */
void progress_note(const struct progress *, const char *note);
/* Clears the bar before other output. */
void progress_clear(const struct progress *);
void progress_end(struct progress *);

/* Parses the worker's last progress line (harness/README.md). Returns false if there is none. */
struct worker;
struct training_step {
    int step, steps;
    char loss[32]; /* "loss 1.234"; "" if the loss is missing or not finite */
};
bool training_step_of(const struct worker *, struct training_step *);

#endif
