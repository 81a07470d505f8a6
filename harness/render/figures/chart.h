/* SPDX-License-Identifier: MIT
 * What one figure shows: panels, series, points, words and tics, all decided before gnuplot starts.
 *
 * A chart becomes two files: <stem>.csv, a line for each point, and <stem>.gp, which says the rest
 * as variables of gnuplot and then loads the script of its kind. plots/README.md lists both. */
#ifndef ATTNLAB_CHART_H
#define ATTNLAB_CHART_H

#include "base/mem.h"

struct chart_panel {
    char *title; /* may have line ends */
    char *x_label, *y_label;
    char *y_tics;     /* for `set ytics (...)`; "": as gnuplot likes */
    double low, high; /* range of y; NaN: as gnuplot likes, as is */
    double x_step;    /* from tic to tic */
};
struct chart_series {
    char *label;
    int style;  /* index of colour, point and dash */
    bool level; /* a line without points */
};
/* Where an axis or a series has no meaning in a figure, its numbers stay as chart_add() set them.
 */
struct chart_point {
    int panel, series; /* from 0; series -1: of none */
    double x, x_low, x_high;
    double y, y_low, y_high;
    double value, value_low, value_high; /* of a cell of a heat map */
    const char *mark;                    /* "": a point; else what else is drawn there, borrowed */
    char *name;                          /* of the point alone, where that is no series; NULL */
};
struct chart_label {
    char *text;
    double at, y; /* a place's number; of a note: where it stands */
};
struct chart_labels {
    struct chart_label *list;
    int count;
};
struct chart {
    struct chart_panel *panels;
    struct chart_series *series;
    struct chart_point *points;
    int panel_count, series_count, point_count;
    struct chart_labels columns, rows; /* names of the places 1, 2, ... of an axis */
    struct chart_labels notes;         /* words in the picture */
    int across;                        /* panels in a row; 0: 1 */
    int panel_width, panel_height;     /* pixels; 0: the script decides */
    struct text settings;              /* further variables, a line each */
    int letters;                       /* in a line of a panel's title; 0: enough */
    char *remark;                      /* what the caption adds; NULL: nothing */
};

/* Each gives the index of what was added. Texts are copied. */
int chart_panel(struct chart *, const char *title);
/* The series of that style, which is there once: in the order of styles at the end. */
int chart_series(struct chart *, const char *label, int style);
/* Bounds are x and y themselves, values NaN, mark "". The pointer holds until the next one. */
struct chart_point *chart_add(struct chart *, int panel, int series, double x, double y);
/* A place more, even if the name is there already. */
int chart_new_place(struct chart_labels *, const char *name);
/* Bounds of y, where there are some. */
void chart_interval(struct chart_point *, double low, double high);
/* The place (from 1) of a name, which is added where it is new. */
int chart_place(struct chart_labels *, const char *name);
void chart_note(struct chart *, double x, double y, const char *text);
void chart_number(struct chart *, const char *variable, double value);
void chart_text(struct chart *, const char *variable, const char *text);
void chart_labels_of_panel(struct chart *, int panel, const char *x_label, const char *y_label);
/* "'label' position, ...": adds a tic; without a label (NULL) it shows its number. */
void chart_tic(struct text *tics, const char *label, double at);
/* Such tics at "0.1 0.2 0.5", to be freed. */
char *chart_tics(const char *list);

/* Sorts series by style, points by panel, series, mark; within these as they were added. */
void chart_sort(struct chart *);
/* The round step (1, 2, 5 times a power of ten) that divides a span into at most so many tics. */
double chart_step(double span, double most);
/* Least and greatest of the y bounds of a panel (-1: all); false: there is none. */
bool chart_reach(const struct chart *, int panel, double *low, double *high);

/* Writes folder/<stem>.csv and folder/<stem>.gp. plots: the folder of scripts, as seen from the
 * folder. False with errno set. */
bool chart_save(const struct chart *, const char *folder, const char *stem, const char *plots,
                const char *kind);
void chart_free(struct chart *);
void chart_labels_free(struct chart_labels *);

#endif
