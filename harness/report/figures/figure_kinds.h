/* SPDX-License-Identifier: MIT
 * What writes the tables of figures: a function for each kind, and what they share. */
#ifndef ATTNLAB_FIGURE_KINDS_H
#define ATTNLAB_FIGURE_KINDS_H

#include "harness/analysis/analysis.h"
#include "harness/plan/figures/figure_list.h"
#include "harness/report/figures/figure_table.h"

/* A figure that was asked for, with the entries that it shows. */
struct request {
    const struct analysis *analysis;
    const struct question *question;
    const struct spec_figure *figure;
    const struct figure_kind *kind;
    int *entries; /* in the order of the analysis */
    int count;
    int x, y;                   /* axes; -1: none */
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

/* Writes the table of a figure; what has no row stays empty. */
typedef void write_figure(struct figure_table *, struct request *);
#define FIGURE(name, of, writer, ...) write_figure writer;
#include "harness/plan/figures/figures.def"
#undef FIGURE
/* Variants by tasks; false: there is nothing to draw. */
bool write_variants(struct figure_table *, const struct analysis *const *runs, int count);

/* ---- entries (figure_request.c) ---- */

/* Whether the entries are read with their axis x, y, choice and series; *fault: why not. */
bool request_read(struct request *, const struct analysis *, const struct question *,
                  const struct spec_figure *, char **fault);
void request_free(struct request *);
/* Leaves the timed entries of the last shape that most passes were timed at. */
void request_keep_largest(struct request *);
int request_panel(const struct request *, int entry);
int request_series(const struct request *, int entry);
/* The value of an axis as labels say it, "width 64"; to be freed. */
char *said_value(const struct request *, int entry, int axis);
/* The value of an axis as a number; NaN when it has none. */
double entry_number(const struct analysis *, int entry, int axis);
/* The median of a column of cells.csv over the entry's trials that ended; NaN. */
double entry_median(const struct analysis *, int entry, const char *column);
const char *pass_title(const char *pass);

/* ---- series (figure_series.c) ---- */

/* At most this many are named: the baseline, then what claims speak of, then in the question's
 * order. The others are grey. */
enum { NAMED_SERIES = 8 };
void request_colour(struct request *);

/* ---- rows (figure_rows.c) ---- */

/* A row of an entry in its series and panel. */
void add_of_entry(struct figure_table *, const struct request *, int entry, double x, struct value,
                  const char *mark);
typedef struct value value_of_entry(const struct request *, int entry);
/* Of each entry that has a value a row at its place along x, or where x and y meet; then with a
 * panel for each arm where there are several. */
void add_places(struct figure_table *, const struct request *, value_of_entry *);
void add_cells(struct figure_table *, const struct request *, value_of_entry *);
/* "not judged" and the like of an entry's effect; NULL: it has none. */
const char *verdict_of(const struct request *, int entry);
/* The margin of equivalence around no change. */
void add_margin(struct figure_table *, double low, double high);

/* ---- words (figure_words.c) ---- */

/* "sequence length n (tokens)"; to be freed. */
char *axis_words(const struct axes *, int axis);
/* "change in loss (%)"; to be freed. */
char *change_words(const struct metric *);
/* "at equal steps, against plain"; to be freed. */
char *against_words(const struct request *);
/* The label of what all entries are compared with, or what the baselines are called. */
const char *baseline_words(const struct request *);
/* "time of a forward pass", "time of a pass" where there are several; to be freed. */
char *time_words(const struct request *);
/* Puts what holds in all of a figure behind its title. */
void add_conditions(struct figure_table *, const struct request *);

/* ---- values ---- */

/* A gain as it is drawn: of a metric of which less is better in percent of the reference's value,
 * of the others in their own unit. */
struct value drawn_gain(const struct metric *, const struct estimate *);
/* Training time per token over the baseline's; NaN where it was not measured. */
struct value time_ratio(const struct cost *);

#endif
