/* SPDX-License-Identifier: MIT
 * The table of a figure, figures/<stem>.csv. All kinds have the same columns; plots/README.md
 * describes them. */
#ifndef ATTNLAB_FIGURE_TABLE_H
#define ATTNLAB_FIGURE_TABLE_H

#include "base/mem.h"
#include "base/statistics/paired.h"

/* A number with its interval; bounds NaN: it has none. n: seeds or rounds; 0: not said. */
struct value {
    double at, low, high;
    int n;
};
struct figure_row {
    const char *panel, *arm;     /* copied by figure_add(), as are names */
    int colour;                  /* 0: the baseline's; from 1: a colour; -1: grey */
    double x;                    /* NaN: none */
    const char *x_name, *y_name; /* of a place on an axis without numbers; NULL */
    struct value value;
    const char *verdict; /* constant texts; NULL: none */
    const char *mark;    /* what is drawn there; NULL: a point */
};
struct figure_table {
    char *title, *x_label, *y_label; /* owned */
    struct stored_row {
        struct figure_row row;
        int order[2], place; /* panel and series first, then x, then the order of adding */
    } * rows;
    int count;
};

/* panel, series: rows of a panel stand together, those of a series within it, by x. */
void figure_add(struct figure_table *, int panel, int series, struct figure_row);
/* Sorts rows by panel, series and x. */
void figure_sort(struct figure_table *);
/* Makes the series' order that of their mean value over all panels, and sorts. */
void figure_sort_by_value(struct figure_table *, bool greatest_first);
/* A verdict as figures name it: "better", of times "faster"; NULL: none. */
const char *figure_verdict(enum outcome, bool of_time);
/* Writes it. False with errno set. */
bool figure_save(const struct figure_table *, const char *path);
void figure_table_free(struct figure_table *);

#endif
