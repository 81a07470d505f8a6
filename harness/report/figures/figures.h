/* SPDX-License-Identifier: MIT
 * Declares the figures of questions. Each figure has a table figures/STEM.csv. gnuplot draws
 * figures/STEM.svg from this table:
 *     gnuplot -d -c plots/KIND.gp figures/STEM.csv figures/STEM.svg
 * Each kind of figure is one line of plan/figures/figures.def. The line names the function that
 * writes the table (figure_kinds.h). Users can edit the script plots/KIND.gp. */
#ifndef ATTNLAB_FIGURES_H
#define ATTNLAB_FIGURES_H

#include "harness/analysis/analysis.h"

struct figure {
    const char *question; /* name of the question, not owned; NULL if there are several */
    const char *kind;     /* kind of figure, not owned */
    char *stem; /* path in the run's folder without file extension: "figures/QUESTION-KIND" */
    char *title;
    char *fault; /* why the figure was not drawn; NULL if it was drawn */
    bool empty;  /* true if no row has the values that this figure needs; this is not a failure */
};
struct figures {
    struct figure *list;
    int count;
    char *fault; /* why no figure could be drawn, for example because gnuplot is missing; otherwise
                    NULL */
};

/* Path, without file extension, of the main figure (variants by tasks). */
#define MATRIX_FIGURE "figures/variants"

/* Draws all figures of a run into the run's folder. home: the folder that contains plots/; NULL if
 * not found. */
struct figures figures_draw(const struct analysis *, const char *home);
/* Draws the main figure of a folder of runs into that folder. */
struct figures figures_of_folder(const struct analysis *const *runs, int count,
                                 const char *directory, const char *home);
void figures_free(struct figures *);

#endif
