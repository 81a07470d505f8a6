/* SPDX-License-Identifier: MIT
 * Kinds of figures: what a specification can ask for under `figures`.
 *
 * A kind is a script plots/<kind>.gp, which draws, and a line in the table of one of the files
 * kinds_*.c: which entries it shows and what each of them adds to the chart. Which panels there
 * are, what is left out, titles, labels and ranges is the same for all (figure_fill.c). */
#ifndef ATTNLAB_FIGURE_KINDS_H
#define ATTNLAB_FIGURE_KINDS_H

#include "harness/analysis/roofline.h"
#include "harness/render/figures/chart.h"

/* A figure that was asked for, with the entries that it shows. */
struct request {
    const struct analysis *analysis;
    const struct question *question;
    const struct spec_figure *figure;
    int *entries; /* in the order of the analysis */
    int count;
    int x, y;                        /* axes; -1: none */
    int choice;                      /* of the kind's own option, by place */
    enum reading reading;            /* of gains */
    const char *pass;                /* "forward pass"; "pass" where there are several */
    const struct roofline *roofline; /* where the kind asks for it */
};
typedef struct value value_of_entry(const struct request *, int entry);
struct figure_kind {
    const char *name, *lacks; /* lacks: what makes entries usable, in words */
    /* A point of each entry that has them; NULL: its value of the axis x, its row. Or a cell. */
    value_of_entry *x_of, *y_of, *cell_of;
    value_of_entry *y_below; /* a second row of panels; NULL: none */
    /* Adds what else such an entry shows instead; may be nothing. */
    void (*add)(struct chart *, const struct request *, int entry, int panel);
    void (*finish)(struct chart *, const struct request *); /* what belongs to no entry; NULL */
    const char *x, *y; /* the axis unless the option says another; "": it must; NULL: none */
    const char *option, *const *choices, *const *words; /* its own; words go to "{choice}" */
    /* NULL: the axis. Of what stands in braces see figure_fill.c. */
    const char *x_label, *y_label, *y_label_below, *heading;
    const char *log; /* axes; NULL: none */
    enum {
        ROWS = 1,       /* a row for each label */
        LABELS = 2,     /* a series for each label, else for each arm */
        PHASES = 4,     /* of phases and roofs; only the largest shape that every pass has */
        ACROSS = 8,     /* panels of passes beside each other, else below */
        OWN_RANGES = 16 /* each panel */
    } layout;
};
/* Of questions that time layers, and of those that train models; each ends with a NULL name. */
extern const struct figure_kind kinds_timed[], kinds_trained[];

/* Fills an empty chart; NULL, or why there is nothing to draw (to be freed). */
char *figure_fill(struct chart *, const struct request *, const struct figure_kind *);
/* Adds the panels and gives that of each entry, to be freed; drops the entries that have none. */
int *panels_choose(struct chart *, struct request *, const struct figure_kind *);
const char *pass_title(const char *pass);
const char *axis_words(const char *axis); /* "sequence length n (tokens)" */

/* ---- asking a request (figure_request.c) ---- */

/* The value of an option, or what stands for it. */
const char *request_option(const struct request *, const char *key, const char *otherwise);
/* The place of an option's value in a list, of which the first is the default; -1 with *fault. */
int request_choice(const struct request *, const char *key, const char *const *names, int count,
                   char **fault);
/* Leaves the entries that meet "axis=value axis=value". */
void request_keep(struct request *, const char *conditions);
/* Such conditions, that an entry meets by the axes of `panel`; "" when it lacks one. To be freed.
 */
char *request_panel(const struct request *, int entry);
/* Why an option names no axis of the run; NULL: all do. To be freed. */
char *request_fault(const struct request *);
/* The value of an axis as a number; NaN when it has none. */
double entry_number(const struct analysis *, int entry, int axis);
/* The median of a column of cells.csv over the entry's trials that ended; NaN. */
double entry_median(const struct analysis *, int entry, const char *column);
/* Adds a point to the series of an entry's label. */
struct chart_point *add_of_label(struct chart *, const struct request *, int entry, int panel,
                                 struct value x, struct value y);

/* ---- costs (kinds_trained.c, folder_pareto.c) ---- */

/* Training time per token over the baseline's, with its interval where there is one. */
struct value time_ratio(const struct cost *);
/* Of a folder of runs: every arm of every question. The number of points; 0: nothing to draw. */
int fill_folder_pareto(struct chart *, const struct analysis *const *runs, int count);

#endif
