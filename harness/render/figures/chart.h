/* SPDX-License-Identifier: MIT
 * What a figure shows: panels, series and points as a flat table that gnuplot reads, and the words
 * and sizes around them, which go beside it as variables of gnuplot, which then loads the script of
 * the kind. plots/README.md lists both.
 *
 * Life of a chart: a kind adds points (figure_fill.c), chart_finish() sorts them and finds ranges,
 * chart_lay_out() gives everything its place in pixels, chart_save() writes the files, and when
 * gnuplot has drawn, svg_finish() names in the SVG what each mark is. */
#ifndef ATTNLAB_CHART_H
#define ATTNLAB_CHART_H

#include "base/mem.h"
#include "harness/render/figures/figure_numbers.h"

#define NO_INTERVAL                                                                                \
    "no_interval" /* mark of a point of which none is known, where others have one */
struct chart_point {
    int panel, series; /* from 0; id of its series, -1: of none */
    struct value x, y;
    struct value value;          /* of a cell of a heat map */
    const char *mark;            /* "": a point; else what is drawn there; borrowed, as these */
    const char *x_name, *y_name; /* of a place of an axis without numbers; NULL */
    char *x_says, *y_says;       /* its place as labels say it, "width 64"; NULL: the axis does */
    char *name;                  /* of the point alone; NULL */
    char *says;                  /* what it says where its axes do not tell it; NULL */
};
/* Words, each with a number. */
struct chart_names {
    struct chart_name {
        char *text;
        double at;
    } * list;
    int count;
};
/* style: 0, the baseline's; from 1, a colour; below 0, the pale ones, -1, -2, ... Each has a symbol
 * and a dash of its own as far as they last. id: its rank; any number that the kind knows it by. */
struct chart_series {
    int id, style;
    char *label;
};
/* An axis: what stands at it, and how a value of it is said in a sentence. */
struct chart_axis {
    char *label, *says; /* says: "change in loss" */
    enum unit unit;
};
/* More series than this are named at their ends and not in a legend; then few have a colour. */
enum { MOST_IN_LEGEND = 6 };

struct chart {
    struct chart_point *points;
    int point_count;
    struct chart_series *series; /* by id */
    int series_count;
    struct chart_names panels;        /* titles, which may have line ends */
    struct chart_names columns, rows; /* places of an axis, or tics along it; rows from the top */
    struct chart_axis x, y, y_beside, cell; /* y_beside: of every second panel */
    const char *log;                        /* logarithmic axes: "", "x", "y", "xy" */
    bool asinh;                             /* y: linear near 0, logarithmic far from it */
    bool pairs;                             /* of panels: every second one shows other y */
    bool own_ranges;                        /* each panel; else one for all with the same y */
    bool has_band;                          /* see chart_band() */
    double band[2];
    enum {
        NAMED_BY_COUNT, /* in a legend, or where they are more at their ends */
        NAMED_IN_LEGEND,
        NAMED_AT_ENDS,
        NAMED_BY_ROWS /* or by columns: the series need no names */
    } named;
    int across;           /* panels in a row */
    bool empty;           /* no row has what belongs in it */
    char *title;          /* what is drawn, at which reading, against what */
    char *finding;        /* what it shows, in sentences; NULL */
    char *remark;         /* what the caption adds; NULL: nothing */
    struct text settings; /* further variables of gnuplot, a line each */
};

/* Adds a point, and the series of this id unless that is there. The pointer holds until the next
 * one. */
struct chart_point *chart_add(struct chart *, int panel, int id, int style, const char *label,
                              struct value x, struct value y);
/* A point that belongs to no series: where something is drawn. */
struct chart_point *chart_mark(struct chart *, int panel, const char *mark, struct value x,
                               struct value y);
/* Adds a name where its number belongs, unless that is there. */
void chart_rank(struct chart_names *, const char *name, double at);
/* The place (from 1) of a name, which is added where it is new. */
int chart_place(struct chart_names *, const char *name);
/* A line of no effect and the margin of equivalence, across y, or x where there are rows. */
void chart_band(struct chart *, double zero, double low, double high);
void chart_number(struct chart *, const char *variable, double value);
void chart_text(struct chart *, const char *variable, const char *text);
/* Rows in the order of the mean of their points' value, of x where none has one, the greatest on
 * top, or the least. */
void chart_sort_rows(struct chart *, bool greatest_first);
/* The series of an id; NULL. */
const struct chart_series *chart_series_of(const struct chart *, int id);
/* The last point of a series in a panel, which a level line has at its right; NULL: it has none. */
const struct chart_point *chart_last(const struct chart *, int panel, int id);
/* What a point is, for people: "MLP for Q: change in loss -0.5 % [-1.4, +0.4], n = 8". To be freed.
 */
char *chart_says(const struct chart *, const struct chart_point *);

struct range {
    double low, high;
};
/* Of an axis of a panel, the same for all panels that share it. */
struct range chart_range(const struct chart *, int panel, bool y);
/* How many points have an interval that reaches beyond such a range. */
int chart_count_cut(const struct chart *);

/* Sorts points by panel, series, mark and place. */
void chart_finish(struct chart *);
/* Gives everything its place, as variables (chart_layout.c). */
void chart_lay_out(struct chart *);
/* Writes folder/<stem>.csv and folder/<stem>.gp. plots: the folder of scripts, as seen from the
 * folder. False with errno set. */
#define SCRIPT_BEGINS "# `gnuplot %s.gp`" /* with its stem: it is a report's own */
bool chart_save(const struct chart *, const char *folder, const char *stem, const char *plots,
                const char *kind);
void chart_free(struct chart *);
void chart_names_free(struct chart_names *);

#endif
