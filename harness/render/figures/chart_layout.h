/* SPDX-License-Identifier: MIT
 * Where everything of a figure stands, in pixels from the top left; inside of figures/ only. */
#ifndef ATTNLAB_CHART_LAYOUT_H
#define ATTNLAB_CHART_LAYOUT_H

#include "harness/render/figures/chart.h"

/* Sizes of letters: titles and axes; names of series. */
enum { FONT = 14, SMALL_FONT = 12, TITLE_FONT = 15, LINE = 18, SMALL_LINE = 15 };
/* Room for a text of this size. Reckoned, since fonts differ from reader to reader: 0.6 of the size
 * a letter, a little more than the mean of words in DejaVu Sans, the widest likely one. */
double text_width(const char *, int font);
int text_lines(const char *);
/* With line ends so that it fits, at commas rather than at other blanks where there are some; to be
 * freed. */
char *text_wrapped(const char *, double width, int font, bool at_commas);

/* A figure: panels of equal size in rows, a title above, names at the right or below the title. */
struct layout {
    double width, height;
    double plot_width, plot_height; /* between the axes of a panel */
    double left, gap;               /* of the first panel; from one to the next */
    double right;                   /* of each panel: room for what is named at its ends */
    double top;                     /* below title and legend */
    double head, foot;              /* of a panel: its title; its tics */
    double last_foot;               /* and where nothing is below: its axis too */
    double *panel_x, *panel_y;      /* of the plots */
};

/* Whether series are named at their ends. */
bool named_at_ends(const struct chart *);
bool has_legend(const struct chart *);
/* Room that the names at the ends take at the right of a panel, and the least height of a plot. */
void ends_room(const struct chart *, double *right, double *height);
/* What the longest name of a legend needs from the left edge; 0: there is none. */
double legend_width(const struct chart *);
/* Adds the variables that place the names; a legend begins at `top` and gives its height. */
double place_legend(struct chart *, const struct layout *);
void place_ends(struct chart *, const struct layout *);
/* The place of a value between the ends of its axis, from 0 to 1. */
double chart_place_along(const struct chart *, int panel, double v, bool y);
/* A series of numbers as an array of gnuplot. */
void chart_array(struct chart *, const char *variable, const double *values, int count);

#endif
