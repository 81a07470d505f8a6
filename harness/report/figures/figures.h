/* SPDX-License-Identifier: MIT
 * Figures: for each one that a question asks for a table figures/<stem>.csv and a picture
 * figures/<stem>.svg, which gnuplot draws from it:
 *
 *   gnuplot -d -c plots/KIND.gp figures/<stem>.csv figures/<stem>.svg
 *
 * A kind of figure is one line of plan/figures/figures.def, the function named there, which writes
 * the table (figure_kinds.h), and a script plots/KIND.gp, which a user can edit. */
#ifndef ATTNLAB_FIGURES_H
#define ATTNLAB_FIGURES_H

#include "harness/analysis/analysis.h"

struct figure {
    const char *question; /* name of the question, borrowed; NULL: of several questions */
    const char *kind;     /* borrowed */
    char *stem;           /* "figures/<question>-<kind>", without the ending, below the folder */
    char *title;          /* what it shows */
    char *fault;          /* why it was not drawn; NULL: it was */
    bool empty;           /* no row has what belongs in it: no failure */
};
struct figures {
    struct figure *list;
    int count;
    char *fault; /* why none could be drawn (no gnuplot, no plots/); NULL: fine */
};

/* Variants by tasks, of several questions or runs. */
#define MATRIX_FIGURE "figures/variants"

/* All figures of a run, into its folder. home: the folder that holds plots/; NULL: not found. */
struct figures figures_draw(const struct analysis *, const char *home);
/* That of a folder of runs, into that folder. */
struct figures figures_of_folder(const struct analysis *const *runs, int count,
                                 const char *directory, const char *home);
void figures_free(struct figures *);

#endif
