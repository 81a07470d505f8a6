/* SPDX-License-Identifier: MIT
 * Kinds of figures: what a specification can ask for under `figures`.
 *
 * A kind is a script plots/<kind>.gp, which draws, and a function that fills the chart it draws
 * from, named in a table of one of the files figure_*.c. */
#ifndef ATTNLAB_FIGURE_KINDS_H
#define ATTNLAB_FIGURE_KINDS_H

#include "harness/analysis/analysis.h"
#include "harness/render/figures/chart.h"

/* A figure that was asked for, with the entries that meet its `where` and `panel`. */
struct request {
    const struct analysis *analysis;
    const struct question *question;
    const struct spec_figure *figure;
    int *entries; /* in the order of the analysis */
    int count;
};
struct figure_kind {
    const char *name;
    bool trains; /* of questions that train models; else of those that time layers */
    /* Fills an empty chart; NULL, or why there is nothing to draw (to be freed). */
    char *(*fill)(struct chart *, const struct request *);
};
/* Each ends with a NULL name. */
extern const struct figure_kind figures_against_axis[], figures_of_ratios[], figures_of_grids[],
    figures_of_roofs[], figures_of_training[], figures_of_gains[], figures_of_costs[];

/* ---- asking a request (figure_request.c) ---- */

/* The value of an option, or what stands for it. */
const char *request_option(const struct request *, const char *key, const char *otherwise);
/* The axis that an option names, -1 for none. */
int request_axis(const struct request *, const char *key, const char *otherwise);
/* The place of an option's value in a list that ends with NULL, of which the first is the default;
 * -1 with *fault. */
int request_choice(const struct request *, const char *key, const char *const *names, char **fault);
/* "no ... of this question has ...", to be freed. */
char *request_empty(const struct request *, const char *what);
/* The same request with the entries of which that is true; its entries are to be freed. */
struct request request_with(const struct request *,
                            bool (*usable)(const struct request *, int entry));
/* Leaves the entries that meet "axis=value axis=value". */
void request_keep(struct request *, const char *conditions);
/* Such conditions, that an entry meets by the axes of `panel`; "" when it lacks one. To be freed.
 */
char *request_panel(const struct request *, int entry);
/* Why an option names no axis of the run; NULL: all do. To be freed. */
char *request_fault(const struct request *);
/* The value of an axis as a number; NaN when it has none. */
double entry_number(const struct analysis *, int entry, int axis);
/* The median of a column of cells.csv over the entry's trials that ended; NaN. */
double entry_median(const struct analysis *, int entry, const char *column);
const char *entry_arm_label(const struct analysis *, int entry);
/* Time over that of the baseline with its interval; NaN where there is none. */
struct ratio {
    double value, low, high;
};
struct ratio entry_ratio(const struct analysis *, int entry);

/* ---- heat maps (figure_grids.c) ---- */

/* The values of an axis in order, as places; first those that `order` names ("off before"). */
void places_of_axis(struct chart_labels *, const struct request *, int axis, const char *order);
/* The cell of an entry, by its place in request.entries, over two axes. */
struct chart_point *cell_add(struct chart *, const struct request *, int place, int panel,
                             const int *axes);

/* ---- panels (figure_facets.c) ---- */

/* A figure's entries by pass and by shape, that is by what tells conditions apart. */
struct facets {
    const struct request *request;
    int *pass_of, *shape_of;             /* by place in request.entries; shape -1: left out */
    const char *passes[8];               /* "" where they do not stand apart */
    struct chart_labels shapes, columns; /* columns: whole labels of the shapes shown */
    int pass_count, shape_count;
};
/* At most so many shapes, evenly spread; the remark says which are left out. x, y: axes that the
 * panels themselves go along, no part of a shape; -1: none. */
struct facets facets_make(const struct request *, int x, int y, int most, char **remark);
void facets_free(struct facets *);
/* The title of a panel: pass, and below it shape; to be freed. */
char *facets_title(const struct facets *, int pass, int shape);
/* Leaves the entries of the largest shape that every pass has; the remark names it. */
struct request facets_largest(const struct request *, char **remark);
/* Panels beside and below each other, one for each shape, without passes: their sizes for
 * gnuplot. */
void facets_lay_out(struct chart *, const struct facets *);
const char *pass_title(const char *pass); /* "forward pass" */
/* "time per forward pass", "time per pass" where there are several. To be freed. */
char *facets_time(const struct facets *);
/* "n = 128 (tokens), heads = 2": a label with the units of its values; to be freed. */
char *with_units(const char *label);
const char *axis_words(const char *axis); /* "sequence length n (tokens)" */
/* The option xlabel, else the axis in words. */
const char *request_x_label(const struct request *, const char *axis);

#endif
