/* SPDX-License-Identifier: MIT
 * Running gnuplot, as many at a time as there are cores.
 *
 * No shell is involved, and gnuplot is given no names but those of files that figures.c made: it
 * runs in the folder that these are relative to. */
#ifndef ATTNLAB_GNUPLOT_H
#define ATTNLAB_GNUPLOT_H

#include <stdbool.h>

struct gnuplot_job {
    const char *format; /* "svg", "png" */
    const char *script; /* "figures/NAME.gp" */
    char *fault;        /* after: NULL, or what it said (to be freed) */
};

/* Whether gnuplot is installed and starts. */
bool gnuplot_found(void);
void gnuplot_run(struct gnuplot_job *, int count, const char *folder);

#endif
