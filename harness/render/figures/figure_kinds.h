/* SPDX-License-Identifier: MIT
 * Kinds of figures, and what they are made of. A kind is a script plots/<kind>.gp and a line of
 * kinds_*.c: which entries it shows and what each of them adds to the chart. Which panels there
 * are, what is left out, titles, labels, colours and ranges is the same for all (figure_fill.c). */
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
    bool by_arm;                     /* a series for each arm, else for each label */
    int *styles;                     /* of series, by arm or label (figure_styles.c) */
};
struct figure_kind;
typedef struct value value_of_entry(const struct request *, int entry);
typedef char *words_of_request(const struct request *, const struct figure_kind *);
struct figure_kind {
    const char *name, *lacks; /* lacks: what makes entries usable, in words */
    /* A point of each entry that has them; NULL: its value of the axis x, its row. Or a cell. */
    value_of_entry *x_of, *y_of, *cell_of;
    value_of_entry *y_beside; /* a second panel beside each; NULL: none */
    /* Adds what else such an entry shows instead; may be nothing. */
    void (*add)(struct chart *, const struct request *, int entry, int panel);
    void (*finish)(struct chart *, const struct request *); /* what belongs to no entry; NULL */
    /* What the figure shows, in sentences (findings_*.c). */
    void (*find)(struct text *, const struct chart *, const struct request *);
    const char *crowded; /* the kind that is drawn for more series than a legend holds; NULL */
    const char *x, *y;   /* the axis unless the option says another; "": it must; NULL: none */
    const char *option, *const *choices, *const *words; /* its own; words go to "{choice}" */
    /* Of what stands in braces see figure_words.c. says: of a value in a sentence; NULL: nothing.
     * x_label NULL: the axis. */
    const char *title, *x_label, *x_says, *y_label, *y_says, *y_label_beside, *cell_says;
    const char *units; /* of x, y, cell: - none, g a gain, r ratio, s seconds, b bytes, % percent */
    const char *log;   /* axes; NULL: none */
    enum {
        ROWS = 1,        /* a row for each label, sorted by x */
        LABELS = 2,      /* a series for each label, else for each arm */
        PHASES = 4,      /* of phases and roofs; only the largest shape that every pass has */
        ACROSS = 8,      /* panels of passes beside each other, else below */
        OWN_RANGES = 16, /* each panel */
        STACKED = 32,    /* rows of pieces, which a legend names */
        LESS_FIRST = 64, /* rows with less stand on top */
        SIZES = 128,     /* panels hold all sizes of the specification's `scaling` */
        ROOFS = 256,     /* wants the machine's measured peaks */
        SLOPES = 512     /* against a baseline, whose own line is 1 and tells nothing alone */
    } layout;
};
/* Of questions that time layers, and of those that train models; each ends with a NULL name. */
extern const struct figure_kind kinds_timed[], kinds_trained[];
/* NULL: there is none. trains: of which list it is. */
const struct figure_kind *figure_kind_find(const char *name, bool *trains);
/* Whether there is one, for the plan (plan/figures/figure_scripts.h). */
bool figure_kind_known(const char *name);

/* Fills an empty chart; NULL, or why there is nothing to draw (to be freed). *kind becomes the one
 * that is drawn. */
char *figure_fill(struct chart *, const struct request *, const struct figure_kind **kind);
/* Adds the panels and gives that of each entry, to be freed; drops the entries that have none. */
int *panels_choose(struct chart *, struct request *, const struct figure_kind *);
const char *pass_title(const char *pass);
/* "sequence length n (tokens)"; to be freed. */
char *axis_words(const struct axes *, int axis);
/* A kind's words, with what stands in braces said for this figure; NULL of NULL. To be freed. */
char *figure_words(const struct request *, const struct figure_kind *, const char *);
/* The label of what all entries are compared with at equal steps, or what the question's baselines
 * are called. */
const char *request_baseline(const struct request *);

/* ---- asking a request (figure_request.c, figure_styles.c) ---- */

/* The value of an option, or what stands for it. */
const char *request_option(const struct request *, const char *key, const char *otherwise);
/* The place of an option's value in a list, of which the first is the default; -1 with *fault. */
int request_choice(const struct request *, const char *key, const char *const *names, int count,
                   char **fault);
/* The axis that was given, else the one of this name, -1 without either; NULL: the kind has none.
 */
int request_axis(const struct request *, struct spec_axis of, const char *otherwise);
/* Leaves the entries that meet the conditions. */
void request_keep(struct request *, const struct conditions *);
/* Whether an entry has all axes of `panel`; whether two have the same values of them. */
bool request_has_panel(const struct request *, int entry);
bool request_same_panel(const struct request *, int entry, int other);
/* "q_act=relu q_width=2", as an entry has it; to be freed. */
char *request_panel(const struct request *, int entry);
/* The label of an entry's arm, which stands for all of its entries that are shown; to be freed. */
char *name_of_arm(const struct request *, int entry);
/* The value of an axis as labels say it, "width 64", "ReLU"; of `where` and `panel` what all
 * entries have, joined by commas. To be freed. */
char *said_value(const struct request *, int entry, int axis);
char *said_held(const struct request *);
/* What a place of an axis is called: its number, else as labels say it. To be freed. */
char *said_place(const struct request *, int entry, int axis);
/* Its arm or its label, and how each of these looks; to be freed. */
int request_series(const struct request *, int entry);
int *request_styles(const struct request *);
/* The value of an axis as a number; NaN when it has none. */
double entry_number(const struct analysis *, int entry, int axis);
/* The median of a column of cells.csv over the entry's trials that ended; NaN. */
double entry_median(const struct analysis *, int entry, const char *column);
/* Adds a point to the series of an entry. */
struct chart_point *add_of_entry(struct chart *, const struct request *, int entry, int panel,
                                 struct value x, struct value y);

/* ---- gains and costs (kinds_trained.c) ---- */

/* A gain as it is drawn: of a metric of which less is better in percent of the reference's value,
 * of the others in their own unit. */
struct value drawn_gain(const struct metric *, const struct estimate *);
/* Whether a tried value of the tuned axis has a place on the axis of the sweep's figure, which is
 * logarithmic. */
bool sweep_has_place(const struct candidate *);
/* Training time per token over the baseline's, with its interval where there is one. */
struct value time_ratio(const struct cost *);
/* Time over that of the baseline; NaN where there is none (kinds_timed.c). */
struct value ratio_of(const struct request *, int entry);
/* Of a folder of runs: every arm of every question. The number of points; 0: nothing to draw. */
int fill_folder_pareto(struct chart *, const struct analysis *const *runs, int count);
/* Variants by tasks, likewise; how many rows it has. */
int fill_folder_matrix(struct chart *, const struct analysis *const *runs, int count);

/* What an entry adds to figures of scaling (scaling_points.c). */
void add_losses(struct chart *, const struct request *, int entry, int panel);
void add_multipliers(struct chart *, const struct request *, int entry, int panel);
void add_break_even(struct chart *, const struct request *);
extern const char *const scaling_costs[], *const scaling_cost_words[];

/* ---- what is found (findings_timed.c, findings_trained.c) ---- */
typedef void find_sentences(struct text *, const struct chart *, const struct request *);
find_sentences find_gains, find_last_gains, find_curves, find_best_values, find_ratios, find_memory,
    find_speed_ups, find_cells, find_rates, find_phases, find_multipliers;
/* "3 are better", "none is better". To be freed. */
char *how_many(int count, const char *what);
/* "2 are equivalent. 3 are unresolved.": those that are neither better nor worse, by outcome. */
void say_other_outcomes(struct text *, const int *outcomes);
/* The next sentence begins. */
#define sentence(out, ...)                                                                         \
    (text_add(out, "%s", (out)->length ? " " : ""), text_add(out, __VA_ARGS__))

#endif
