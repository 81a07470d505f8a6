/* SPDX-License-Identifier: MIT
 * Figures: of each one that a specification asks for a flat CSV, made for it, which gnuplot draws.
 *
 * figures/<stem>.csv holds what is drawn, figures/<stem>.gp how (panels, words, ranges), so
 * `gnuplot figures/<stem>.gp` draws it again by hand. A kind is a script plots/<kind>.gp, which
 * only draws, and a function that fills the table (figure_kinds.h). */
#ifndef ATTNLAB_FIGURES_H
#define ATTNLAB_FIGURES_H

#include "harness/analysis/analysis.h"

struct figure {
    const char *question; /* name of the specification, borrowed; NULL: of a folder of runs */
    char *stem;           /* "figures/<question>-<kind>...", without the ending, below the folder */
    char *caption;        /* what it shows and how it is drawn, for people */
    char *finding;        /* what it shows, in sentences: its alternative text */
    char *fault;          /* why it was not drawn; NULL: drawn, as .svg and .png */
    bool empty;           /* it was not, since no row has what belongs in it: no failure */
};
struct figures {
    struct figure *list;
    int count;
    char *fault; /* why none could be drawn (no gnuplot, no plots/); NULL: fine */
};

/* Of several questions or runs; the second of a folder alone. */
#define MATRIX_FIGURE "figures/variants"
#define PARETO_FIGURE "figures/pareto"

/* All figures of a run, into its folder. home: the folder that holds plots/; NULL: not found. */
struct figures figures_draw(const struct analysis *, const char *home);
/* Those of a folder of runs, into that folder: figures/variants, variants by tasks, and
 * figures/pareto, every arm of every question that trains; each where it has something to show. */
struct figures figures_of_folder(const struct analysis *const *runs, int count,
                                 const char *directory, const char *home);
void figures_free(struct figures *);

/* Removes what an earlier report drew into the folder's figures/ and these are not (earlier.c): of
 * its figures alone, by the first line of their scripts. */
void figures_remove_earlier(const struct figures *, const char *folder);

/* ---- gnuplot.c ---- */

bool gnuplot_found(void); /* installed, and it starts */
/* Draws <stem>.gp of all without a fault; figures that fail have what gnuplot said as theirs. */
void gnuplot_draw(struct figures *, const char *folder);

#endif
