/* SPDX-License-Identifier: MIT
 * Declares the functions that write the tables of figures, figures/STEM.csv. Each kind of figure
 * has one function. All tables have the same columns (plots/README.md). */
#ifndef ATTNLAB_FIGURE_KINDS_H
#define ATTNLAB_FIGURE_KINDS_H

#include "base/mem.h"
#include "harness/analysis/analysis.h"
#include "harness/plan/figures/figure_list.h"

/* ---- tables (figure_table.c) ---- */

/* A value with its interval. The bounds are NaN if there is no interval. n is the number of seeds
 * or rounds; 0 if unknown. */
struct value {
    double at, low, high;
    int n;
};
struct figure_row {
    const char *panel, *arm; /* figure_add() copies panel, arm and x_name */
    int colour;              /* colour index; 0 is the baseline's colour, -1 is grey */
    double x;                /* horizontal coordinate; NaN if the row has no number */
    const char *x_name;      /* category on a horizontal axis without numbers; NULL if x is used */
    struct value value;
    const char *verdict; /* constant text, not freed; NULL if there is no verdict */
    const char *mark;    /* role of the row in the figure; NULL for a result */
};
struct figure_table {
    /* Texts owned by the table. The subtitle describes what is drawn. */
    char *title, *subtitle, *x_label, *y_label;
    struct stored_row {
        struct figure_row row;
        /* sort keys: `order` is (panel, series), `place` is the order of insertion */
        int order[2], place;
    } * rows;
    int count;
};
/* Adds a row. figure_sort() sorts rows by panel, then series, then x. */
void figure_add(struct figure_table *, int panel, int series, struct figure_row);
void figure_sort(struct figure_table *);
/* Sorts series by their mean value over all panels, then sorts the rows. */
void figure_sort_by_value(struct figure_table *, bool greatest_first);
/* Returns the name of a verdict, such as "better" (for times, "faster"). Returns NULL if there is
 * no verdict. */
const char *figure_verdict(enum outcome, bool of_time);
/* Writes the table to a file. On failure, returns false and sets errno. */
bool figure_save(const struct figure_table *, const char *path);
void figure_table_free(struct figure_table *);

/* ---- requests (figure_request.c) ---- */

/* A requested figure and the entries it shows. */
struct request {
    const struct analysis *analysis;
    const struct question *question;
    const struct spec_figure *figure;
    const struct figure_kind *kind;
    int *entries; /* entries of the figure, sorted as in the analysis */
    int count;
    int x;      /* index of the axis drawn horizontally; -1 if there is none */
    int choice; /* index of the chosen value of the figure's option */
    enum comparison
        comparison; /* comparison (equal steps or equal parameters) of the drawn gains */
    struct request_series {
        char *label, *name; /* `name` is the label, shortened if it is too long */
        int colour, order;  /* `order` is the index in drawing order */
    } * series;    /* one series per arm if the figure has an axis x, otherwise one per label */
    char **panels; /* panel titles */
    int series_count, panel_count;
    int *panel_of; /* panel of each entry; index 0 is the question's first entry */
};
/* Maximum number of series with a name and a colour; all others are grey. The baseline comes first,
 * then arms with claims, then other arms, then negative controls. */
enum { NAMED_SERIES = 8 };

/* Reads a requested figure. If an option is invalid, returns false and sets *error. */
bool request_read(struct request *, const struct analysis *, const struct question *,
                  const struct spec_figure *, char **error);
void request_free(struct request *);
/* Keeps only the timed entries of the last shape. */
void request_keep_last_shape(struct request *);
/* Keeps only the entries of the last pass if there are more than four panels. */
void request_keep_last_pass(struct request *);
int request_panel(const struct request *, int entry);
int request_series(const struct request *, int entry);
/* Returns the value of an axis as a number, or NaN if the value is not a number. */
double entry_number(const struct analysis *, int entry, int axis);
/* Returns the value of an axis in words, such as "length 512". The caller frees the text. */
char *entry_said(const struct request *, int entry, int axis);
const char *pass_title(const char *pass);

/* ---- rows and words (figure_rows.c) ---- */

/* Adds a row for an entry to its series and panel. */
void add_of_entry(struct figure_table *, const struct request *, int entry, double x, struct value,
                  const char *mark);
typedef struct value value_of_entry(const struct request *, int entry);
/* Adds one row per entry that has a value, at the entry's x. */
void add_places(struct figure_table *, const struct request *, value_of_entry *);
/* Adds one row per value of the horizontal axis, before all other rows. Numbers are in ascending
 * order, names in planned order. */
void add_axis(struct figure_table *, const struct request *);
/* Adds the equivalence margin as a band from `low` to `high`. */
void add_margin(struct figure_table *, double low, double high);
/* Returns the verdict on an entry, or NULL if the entry has no verdict. */
const char *verdict_of(const struct request *, int entry);
/* Returns text such as "sequence length n (tokens)", which the caller frees. */
char *axis_words(const struct axes *, int axis);
/* Returns text such as "change in loss (%)", which the caller frees. */
char *change_words(const struct metric *);
/* Returns "time of a forward pass", or "time of a pass" if the figure shows several passes. The
 * caller frees the text. */
char *time_words(const struct request *);
/* Returns the label of the baseline. If the entries have several baselines, returns a description
 * of them. */
const char *baseline_words(const struct request *);
/* Appends settings to the subtitle: the axes that the figure's filter `where` restricts to one
 * value. */
void add_conditions(struct figure_table *, const struct request *);

/* ---- titles: the finding, which the caller frees; NULL: none (figure_findings.c) ---- */

/* Returns a title such as "A takes 0.9 times and B takes 12 times as long as dot product (length
 * 512)". */
char *finding_of_ratios(const struct request *, value_of_entry *, const char *than);
/* Returns a title such as "B takes up to 1320 times the memory of dot product (length 512)". */
char *finding_of_most(const struct request *, value_of_entry *, const char *than);
/* Returns a title such as "Of 12 results, 1 is better than dot product, 3 worse, 2 not judged". */
char *finding_of_verdicts(const struct request *);
/* Returns a title such as "0 of 4 proposals save compute, 2 waste it". */
char *finding_of_savings(const struct request *);
/* Returns a title such as "13 of 14 best values lie between other tried values". Negative controls
 * are not counted. */
char *finding_of_sweeps(const struct request *);
/* Returns a title such as "Last loss: 2.02 (A) to 2.15 (B)". */
char *finding_of_range(const struct request *, value_of_entry *, const char *what);

/* ---- kinds ---- */

typedef void write_figure(struct figure_table *, struct request *);
#define FIGURE(name, of, writer, ...) write_figure writer;
#include "harness/plan/figures/figures.def"
#undef FIGURE
/* Writes the table of the main figure: variants by tasks. Returns false if there is nothing to
 * draw. */
bool write_variants(struct figure_table *, const struct analysis *const *runs, int count);
/* Returns a gain as shown in figures: the reduction in percent if a smaller metric is better,
 * otherwise the gain in the metric's unit. */
struct value drawn_gain(const struct metric *, const struct estimate *);

#endif
