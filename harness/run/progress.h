/* SPDX-License-Identifier: MIT
 * What a person sees while rows run: a bar with the time left on a terminal, plain lines elsewhere.
 * All on stderr. It is drawn between rows only: a drawing driver would disturb what is measured. */
#ifndef ATTNLAB_PROGRESS_H
#define ATTNLAB_PROGRESS_H

#include "harness/run/time_left.h"

struct plan;

struct progress {
    const struct plan *plan;
    struct time_left *left;
    bool quiet, terminal, colour;
    int done, failed;
    double began, last_line; /* when the run began, when the last plain line was written */
};
/* Takes over left. */
void progress_begin(struct progress *, const struct plan *, struct time_left *left, bool quiet);
/* Row `index` starts. */
void progress_start(struct progress *, int index);
/* Row `index` runs: draws. note: how far it is, or "". */
void progress_show(struct progress *, int index, const char *note);
/* A row is finished. took_s 0: it did not run (refused, skipped). */
void progress_count(struct progress *, int index, double took_s, bool failed);
/* A failed row, at once, with the command that reruns it. */
void progress_failure(struct progress *, const char *cell, const char *status, const char *reason);
/* A sentence of the run's, unless it is quiet. */
void progress_say(const struct progress *, const char *words);
void progress_end(struct progress *);
/* "1h02m", "3m05s", "12s" into a buffer of 32. */
const char *duration_text(double seconds, char *buffer);

#endif
