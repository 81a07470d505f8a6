/* SPDX-License-Identifier: MIT
 * Lines along an axis: entries in the order of their values of it, a line for each arm, a panel for
 * each pass and shape. Arms without the axis are level lines. */
#ifndef ATTNLAB_FIGURE_WALK_H
#define ATTNLAB_FIGURE_WALK_H

#include "harness/render/figures/figure_kinds.h"

struct step {
    int entry;
    double x;  /* NaN: has no such axis */
    int place; /* in request.entries */
};
struct walk {
    const char *axis;
    struct request request;
    struct facets facets; /* panels: rows are passes, columns shapes */
    struct step *steps;   /* by x, those without last */
    double x[2];          /* range */
    int values;           /* that x takes */
};

/* Along the option x, else `axis`. NULL, or why there is nothing to walk along. The walk must not
 * move; walk_end() in either case. */
char *walk_begin(struct walk *, struct chart *, const struct request *, const char *axis,
                 bool (*usable)(const struct request *, int entry));
void walk_end(struct walk *);
/* The panel of a step; -1: its shape is left out. */
int walk_panel(const struct walk *, int step);
/* Adds a step's point with its bounds, or the level line of an arm that has no such axis. */
void walk_add(const struct walk *, struct chart *, int step, int panel, double y, double low,
              double high);
/* A panel for each pass, below each other, and for each shape, beside each other. */
void walk_panels(const struct walk *, struct chart *, const char *y_label);
void walk_range(const struct walk *, struct chart *);

#endif
