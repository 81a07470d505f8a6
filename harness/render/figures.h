/* SPDX-License-Identifier: MIT
 * Figures: one gnuplot run per line of figures.csv and per panel, into <run>/figures/.
 *
 * A kind is a script plots/<kind>.gp; nothing here knows what it draws. Two options are ours:
 * `where`, conditions on the rows ("n=1024 phase=forward"), and `panel`, axes of which each
 * combination of values becomes a figure of its own. All others reach the script as opt_<name>. */
#ifndef ATTNLAB_FIGURES_H
#define ATTNLAB_FIGURES_H

#include "harness/analysis/summary.h"

struct figure {
    const char *ablation; /* borrowed from figures.csv */
    char *stem;           /* "figures/<ablation>-<kind>...", without the ending, below the run */
    char *caption;        /* what the panel is, for people */
    char *fault;          /* why it could not be drawn; NULL: drawn */
};
struct figures {
    struct figure *list;
    int count;
    char *fault; /* why none could be drawn (no gnuplot, no plots/); NULL: fine */
};
/* Reads figures.csv (as a table) and draws. home: the folder that holds plots/. Reads summary.csv
 * and phase_summary.csv of the run, which must be written before. */
struct figures figures_draw(const struct table *list, const struct summary *, const char *run,
                            const char *home);
void figures_free(struct figures *);

#endif
