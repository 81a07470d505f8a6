/* SPDX-License-Identifier: MIT
 * What writes the tables of figures, figures/<stem>.csv: one function per kind, and what they
 * share. All tables have the same columns (plots/README.md). */
#ifndef ATTNLAB_FIGURE_KINDS_H
#define ATTNLAB_FIGURE_KINDS_H

#include "base/mem.h"
#include "harness/analysis/analysis.h"
#include "harness/plan/figures/figure_list.h"

/* ---- tables (figure_table.c) ---- */

/* A number with its interval; bounds NaN: it has none. n: seeds or rounds; 0: not given. */
struct value {
    double at, low, high;
    int n;
};
struct figure_row {
    const char *panel, *arm; /* copied by figure_add(), as is x_name */
    int colour;              /* 0: the baseline's; from 1: a colour; -1: grey */
    double x;                /* NaN: none */
    const char *x_name;      /* of a place on an axis without numbers; NULL */
    struct value value;
    const char *verdict; /* constant texts; NULL: none */
    const char *mark;    /* what is drawn there; NULL: a point */
};
struct figure_table {
    char *title, *subtitle, *x_label, *y_label; /* owned; the subtitle says what is drawn */
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

/* ---- requests (figure_request.c) ---- */

/* A requested figure with the entries that it shows. */
struct request {
    const struct analysis *analysis;
    const struct question *question;
    const struct spec_figure *figure;
    const struct figure_kind *kind;
    int *entries; /* in the order of the analysis */
    int count;
    int x;                      /* axis; -1: none */
    int choice;                 /* of the kind's own option, by place */
    enum comparison comparison; /* of gains */
    struct request_series {
        char *name;
        int colour, order; /* order: drawn one after the other */
    } * series;            /* by arm along an axis x, else by label */
    char **panels;         /* titles */
    int series_count, panel_count;
    int *panel_of; /* by entry, from the question's first */
};
/* At most this many series are named: the baseline, then arms of claims, then in the question's
 * order, negative controls last. The others are grey. */
enum { NAMED_SERIES = 8 };

/* False with *error: an option has no meaning. */
bool request_read(struct request *, const struct analysis *, const struct question *,
                  const struct spec_figure *, char **error);
void request_free(struct request *);
/* Keeps the timed entries of the last shape. */
void request_keep_last_shape(struct request *);
/* Keeps the last pass if there are too many panels. */
void request_keep_last_pass(struct request *);
int request_panel(const struct request *, int entry);
int request_series(const struct request *, int entry);
/* The value of an axis as a number; NaN when it has none. */
double entry_number(const struct analysis *, int entry, int axis);
/* "length 512"; the caller frees the result. */
char *entry_said(const struct request *, int entry, int axis);
const char *pass_title(const char *pass);

/* ---- rows and words (figure_rows.c) ---- */

/* A row of an entry in its series and panel. */
void add_of_entry(struct figure_table *, const struct request *, int entry, double x, struct value,
                  const char *mark);
typedef struct value value_of_entry(const struct request *, int entry);
/* Of each entry that has a value a row at its place along x. */
void add_places(struct figure_table *, const struct request *, value_of_entry *);
/* The places of the axis, by rows before all others: numbers rise, names stand as planned. */
void add_axis(struct figure_table *, const struct request *);
/* The margin of equivalence around no change. */
void add_margin(struct figure_table *, double low, double high);
/* Of the result of an entry; NULL: it has none. */
const char *verdict_of(const struct request *, int entry);
/* "sequence length n (tokens)"; to be freed, as are the next two. */
char *axis_words(const struct axes *, int axis);
/* "change in loss (%)". */
char *change_words(const struct metric *);
/* "time of a forward pass", "time of a pass" where there are several. */
char *time_words(const struct request *);
/* The label of what all entries are compared with, or what the baselines are called. */
const char *baseline_words(const struct request *);
/* Adds single values of `where` to the subtitle. */
void add_conditions(struct figure_table *, const struct request *);

/* ---- titles: the finding, which the caller frees; NULL: none (figure_findings.c) ---- */

/* "A takes 0.9 times and B takes 12 times as long as dot product (forward pass, length 512)". */
char *finding_of_ratios(const struct request *, value_of_entry *, const char *than);
/* "B takes up to 1320 times the memory of dot product (forward pass, length 512)". */
char *finding_of_most(const struct request *, value_of_entry *, const char *than);
/* "Of 12 results, 1 is better than dot product, 3 worse, 2 not judged". */
char *finding_of_verdicts(const struct request *);
/* "0 of 4 proposals save compute, 2 waste it". */
char *finding_of_savings(const struct request *);
/* "13 of 14 best values are inside the sweep"; without negative controls. */
char *finding_of_sweeps(const struct request *);
/* "Last loss: 2.02 (A) to 2.15 (B)". */
char *finding_of_range(const struct request *, value_of_entry *, const char *what);

/* ---- kinds ---- */

typedef void write_figure(struct figure_table *, struct request *);
#define FIGURE(name, of, writer, ...) write_figure writer;
#include "harness/plan/figures/figures.def"
#undef FIGURE
/* Variants by tasks; false: there is nothing to draw. */
bool write_variants(struct figure_table *, const struct analysis *const *runs, int count);
/* A gain as it is drawn: of a metric of which less is better in percent of the reference's value,
 * of the others in their own unit. */
struct value drawn_gain(const struct metric *, const struct estimate *);

#endif
