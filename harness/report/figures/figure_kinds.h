/* SPDX-License-Identifier: MIT
 * Functions that write the tables of figures, figures/STEM.csv: one per kind, and shared code. All
 * tables have the same columns (plots/README.md). */
#ifndef ATTNLAB_FIGURE_KINDS_H
#define ATTNLAB_FIGURE_KINDS_H

#include "base/mem.h"
#include "harness/analysis/analysis.h"
#include "harness/plan/figures/figure_list.h"

/* ---- tables (figure_table.c) ---- */

/* A value with its interval; bounds NaN: no interval. n: number of seeds or rounds; 0: unknown. */
struct value {
    double at, low, high;
    int n;
};
struct figure_row {
    const char *panel, *arm; /* figure_add() copies panel, arm and x_name */
    int colour;              /* colour index; 0 is the baseline's colour, -1 is grey */
    double x;                /* place on the horizontal axis; NaN: none */
    const char *x_name;      /* name of a place on an axis without numbers; NULL: use x */
    struct value value;
    const char *verdict; /* constant text, not freed; NULL: no verdict */
    const char *mark;    /* role of the row in the figure; NULL: a result */
};
struct figure_table {
    char *title, *subtitle, *x_label, *y_label; /* owned by the table; subtitle: what is drawn */
    struct stored_row {
        struct figure_row row;
        int order[2], place; /* sort keys: panel, series, x, order of insertion */
    } * rows;
    int count;
};
/* Adds a row. Rows are sorted by panel, then series, then x. */
void figure_add(struct figure_table *, int panel, int series, struct figure_row);
/* Sorts rows by panel, series and x. */
void figure_sort(struct figure_table *);
/* Orders series by their mean value over all panels, and sorts the rows. */
void figure_sort_by_value(struct figure_table *, bool greatest_first);
/* Returns the name of a verdict, such as "better", or "faster" for times; NULL for none. */
const char *figure_verdict(enum outcome, bool of_time);
/* Writes the table to a file; returns false with errno set on failure. */
bool figure_save(const struct figure_table *, const char *path);
void figure_table_free(struct figure_table *);

/* ---- requests (figure_request.c) ---- */

/* A requested figure and the entries it shows. */
struct request {
    const struct analysis *analysis;
    const struct question *question;
    const struct spec_figure *figure;
    const struct figure_kind *kind;
    int *entries; /* sorted as in the analysis */
    int count;
    int x;                      /* axis of the horizontal axis; -1: none */
    int choice;                 /* index of the chosen value of the kind's option */
    enum comparison comparison; /* comparison whose gains are drawn */
    struct request_series {
        char *name;
        int colour, order; /* order: drawing order */
    } * series;            /* by arm if there is an axis x, else by label */
    char **panels;         /* panel titles */
    int series_count, panel_count;
    int *panel_of; /* panel index by entry, relative to the question's first entry */
};
/* Number of named series: the baseline, arms with claims, other arms in the question's order,
 * negative controls last. Further series are grey. */
enum { NAMED_SERIES = 8 };

/* Returns false with *error set if an option is invalid. */
bool request_read(struct request *, const struct analysis *, const struct question *,
                  const struct spec_figure *, char **error);
void request_free(struct request *);
/* Keeps only timed entries of the last shape. */
void request_keep_last_shape(struct request *);
/* Keeps only entries of the last pass if there are more than four panels. */
void request_keep_last_pass(struct request *);
int request_panel(const struct request *, int entry);
int request_series(const struct request *, int entry);
/* Returns the value of an axis as a number; NaN if it is not a number. */
double entry_number(const struct analysis *, int entry, int axis);
/* Returns the value of an axis in words, as "length 512"; the caller frees the result. */
char *entry_said(const struct request *, int entry, int axis);
const char *pass_title(const char *pass);

/* ---- rows and words (figure_rows.c) ---- */

/* Adds a row for an entry to its series and panel. */
void add_of_entry(struct figure_table *, const struct request *, int entry, double x, struct value,
                  const char *mark);
typedef struct value value_of_entry(const struct request *, int entry);
/* Adds a row per entry with a value, at its place on the horizontal axis. */
void add_places(struct figure_table *, const struct request *, value_of_entry *);
/* Adds the places of the axis as rows before all others: numbers ascending, names in planned order.
 */
void add_axis(struct figure_table *, const struct request *);
/* Adds the margin of equivalence. */
void add_margin(struct figure_table *, double low, double high);
/* Returns the verdict on an entry; NULL if none. */
const char *verdict_of(const struct request *, int entry);
/* Returns an axis label, as "sequence length n (tokens)"; the caller frees the result. */
char *axis_words(const struct axes *, int axis);
/* Returns the label of changes, as "change in loss (%)"; the caller frees the result. */
char *change_words(const struct metric *);
/* Returns "time of a forward pass", or "time of a pass" for several passes; the caller frees the
 * result. */
char *time_words(const struct request *);
/* Returns the label of the baseline of all entries, or a name for several baselines. */
const char *baseline_words(const struct request *);
/* Adds conditions of `where` with a single value to the subtitle. */
void add_conditions(struct figure_table *, const struct request *);

/* ---- titles: the finding, which the caller frees; NULL: none (figure_findings.c) ---- */

/* Returns "A takes 0.9 times and B takes 12 times as long as dot product (forward pass, length
 * 512)". */
char *finding_of_ratios(const struct request *, value_of_entry *, const char *than);
/* Returns "B takes up to 1320 times the memory of dot product (forward pass, length 512)". */
char *finding_of_most(const struct request *, value_of_entry *, const char *than);
/* Returns "Of 12 results, 1 is better than dot product, 3 worse, 2 not judged". */
char *finding_of_verdicts(const struct request *);
/* Returns "0 of 4 proposals save compute, 2 waste it". */
char *finding_of_savings(const struct request *);
/* Returns "13 of 14 best values are inside the sweep"; negative controls are not counted. */
char *finding_of_sweeps(const struct request *);
/* Returns "Last loss: 2.02 (A) to 2.15 (B)". */
char *finding_of_range(const struct request *, value_of_entry *, const char *what);

/* ---- kinds ---- */

typedef void write_figure(struct figure_table *, struct request *);
#define FIGURE(name, of, writer, ...) write_figure writer;
#include "harness/plan/figures/figures.def"
#undef FIGURE
/* Writes the table of variants by tasks; returns false if there is nothing to draw. */
bool write_variants(struct figure_table *, const struct analysis *const *runs, int count);
/* Returns a gain as drawn: in percent of the reference if a smaller metric is better, else in the
 * metric's unit. */
struct value drawn_gain(const struct metric *, const struct estimate *);

#endif
