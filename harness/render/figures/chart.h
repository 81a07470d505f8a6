/* SPDX-License-Identifier: MIT
 * What one figure shows: panels, series, points and words, all decided before gnuplot starts.
 *
 * A chart becomes two files: <stem>.csv, a line for each point, and <stem>.gp, which says the rest
 * as variables of gnuplot and then loads the script of its kind. plots/README.md lists both. */
#ifndef ATTNLAB_CHART_H
#define ATTNLAB_CHART_H

#include "base/mem.h"

/* A number with its interval; bounds NaN: it has none. */
struct value {
    double at, low, high;
};
struct chart_point {
    int panel, style; /* from 0; style: of its series, -1: of none */
    struct value x, y;
    struct value value;          /* of a cell of a heat map */
    const char *mark;            /* "": a point; else what is drawn there; borrowed, as these */
    const char *x_name, *y_name; /* of a place of an axis without numbers; NULL */
    char *name;                  /* of the point alone; NULL */
};
struct chart_panel {
    char *title, *y_label; /* the title may have line ends */
    double x_low, x_high, y_low, y_high;
};
struct chart_series {
    char *label;
    int style; /* index of colour, point and dash */
};
/* Names of the places of an axis; rows from the top. */
struct chart_name {
    char *text;
    double at; /* 1, 2, ... or, of tics along an axis with numbers, the number */
};
struct chart_names {
    struct chart_name *list;
    int count;
};
struct chart {
    struct chart_panel *panels;
    struct chart_series *series;
    struct chart_point *points;
    int panel_count, series_count, point_count;
    struct chart_names columns, rows, notes; /* notes: lines below the picture */
    const char *log;                         /* logarithmic axes: "", "x", "y", "xy" */
    bool own_ranges;      /* each panel; else one for all, of y for all with one label */
    bool has_band;        /* a line of no effect, and the margin of equivalence about it */
    struct value band;    /* see chart_band() */
    int across;           /* panels in a row */
    struct text settings; /* further variables, a line each */
    char *remark;         /* what the caption adds; NULL: nothing */
};

/* Texts are copied. */
void chart_panel(struct chart *, const char *title, const char *y_label);
/* The series of that style, which is there once, in the order of styles. Gives the style. */
int chart_series(struct chart *, const char *label, int style);
/* The pointer holds until the next one. */
struct chart_point *chart_add(struct chart *, int panel, int style, struct value x, struct value y);
struct value exactly(double); /* without an interval */
/* The place (from 1) of a name, which is added where it is new. */
int chart_place(struct chart_names *, const char *name);
void chart_tic(struct chart_names *, const char *name, double at); /* likewise */
/* A line of no effect and the margin of equivalence about it, across y, or x where there are rows.
 */
void chart_band(struct chart *, double zero, double low, double high);
void chart_number(struct chart *, const char *variable, double value);
void chart_text(struct chart *, const char *variable, const char *text);

/* Sorts series by style, points by panel, series, mark and place; finds the ranges. */
void chart_finish(struct chart *);
/* Writes folder/<stem>.csv and folder/<stem>.gp. plots: the folder of scripts, as seen from the
 * folder. False with errno set. */
bool chart_save(const struct chart *, const char *folder, const char *stem, const char *plots,
                const char *kind);
void chart_free(struct chart *);
void chart_names_free(struct chart_names *);

#endif
