/* SPDX-License-Identifier: MIT
 * Figures: each figure of a question has a table figures/STEM.csv and a picture figures/STEM.svg,
 * which gnuplot draws from the table:
 *
 *   gnuplot -d -c plots/KIND.gp figures/STEM.csv figures/STEM.svg
 *
 * A kind of figure is one line of plan/figures/figures.def, the function named there, which writes
 * the table (figure_kinds.h), and a script plots/KIND.gp, which users can edit. */
#ifndef ATTNLAB_FIGURES_H
#define ATTNLAB_FIGURES_H

#include "harness/analysis/analysis.h"

struct figure {
    const char *question; /* name of the question, borrowed; NULL: figure of several questions */
    const char *kind;     /* kind, borrowed */
    char *stem;           /* path in the run's folder without ending: "figures/QUESTION-KIND" */
    char *title;          /* title of the figure */
    char *fault;          /* why the figure was not drawn; NULL: drawn */
    bool empty;           /* true if no row has the values of this figure; not a failure */
};
struct figures {
    struct figure *list;
    int count;
    char *fault; /* why no figure could be drawn, such as missing gnuplot; NULL if all could */
};

/* Stem of the main figure: variants by tasks. */
#define MATRIX_FIGURE "figures/variants"

/* Draws all figures of a run into its folder. home: the folder that contains plots/; NULL if not
 * found. */
struct figures figures_draw(const struct analysis *, const char *home);
/* Draws the main figure of a folder of runs into that folder. */
struct figures figures_of_folder(const struct analysis *const *runs, int count,
                                 const char *directory, const char *home);
void figures_free(struct figures *);

#endif
