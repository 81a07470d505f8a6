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
/* Words, each with a number. */
struct chart_names {
    struct chart_name {
        char *text;
        double at;
    } * list;
    int count;
};
struct chart {
    struct chart_point *points;
    int point_count;
    struct chart_names panels;        /* titles, which may have line ends */
    struct chart_names series;        /* at: index of colour, point and dash; in that order */
    struct chart_names columns, rows; /* places of an axis, or tics along it; rows from the top */
    struct chart_names notes;         /* lines below the picture */
    const char *log;                  /* logarithmic axes: "", "x", "y", "xy" */
    bool two_rows;                    /* the second half of the panels shows other y */
    bool own_ranges;                  /* each panel; else one for all of a row */
    bool has_band;                    /* see chart_band() */
    double band[2];
    int across;           /* panels in a row */
    struct text settings; /* further variables, a line each */
    char *remark;         /* what the caption adds; NULL: nothing */
};

/* Adds a point, and the series of its style unless that is there; style -1: of none. The pointer
 * holds until the next one. */
struct chart_point *chart_add(struct chart *, int panel, int style, const char *label,
                              struct value x, struct value y);
struct value exactly(double); /* without an interval */
/* Adds a name where its number belongs, unless that is there. */
void chart_rank(struct chart_names *, const char *name, double at);
/* The place (from 1) of a name, which is added where it is new. */
int chart_place(struct chart_names *, const char *name);
/* A line of no effect and the margin of equivalence, across y, or x where there are rows. */
void chart_band(struct chart *, double zero, double low, double high);
void chart_number(struct chart *, const char *variable, double value);
void chart_text(struct chart *, const char *variable, const char *text);

/* Sorts points by panel, series, mark and place; finds the ranges. */
void chart_finish(struct chart *);
/* Writes folder/<stem>.csv and folder/<stem>.gp. plots: the folder of scripts, as seen from the
 * folder. False with errno set. */
bool chart_save(const struct chart *, const char *folder, const char *stem, const char *plots,
                const char *kind);
void chart_free(struct chart *);
void chart_names_free(struct chart_names *);

#endif
