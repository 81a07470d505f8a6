/* SPDX-License-Identifier: MIT
 * From rows (one worker process each) to cells: time over the rounds, and the ratio to the
 * baseline cell of the same group, paired round by round.
 *
 * The unit of analysis is the process: each round gives one median, and n is the count of rounds.
 * A pair is formed only inside one ablation, one group and one round, when both sides were
 * measured; what could not be paired is counted in unpaired. */
#ifndef ATTNLAB_SUMMARY_H
#define ATTNLAB_SUMMARY_H

#include "base/csv_read.h"
#include "base/stats.h"

/* One cell of one ablation over its rounds. Texts are borrowed from the table. */
struct summary_cell {
    const char *ablation, *cell, *arm, *group, *baseline;
    const char *pass; /* value of the axis `phase`; "" where passes are not apart (passes.h) */
    int arm_index;
    int first, last;            /* its rows: summary.order[first..last-1], by round */
    int n, failed, unstable;    /* rounds measured, not measured, measured but noisy */
    double median, q1, q3, min; /* ns, of the round medians */
    struct interval time;       /* ns, of the median */
    bool is_baseline;
    int reference;             /* index of its baseline cell; -1: none */
    struct estimate log_ratio; /* log(time / baseline's time); n = pairs */
    int unpaired;              /* rounds of either side without a partner */
    double p_holm;             /* over the cells of the ablation that have a baseline */
    enum verdict verdict;
};

struct summary {
    const struct table *rows; /* cells.csv; must outlive the summary */
    int *order;               /* row numbers by ablation, arm, axes, round; timed rows alone */
    int row_count;            /* of them */
    int *axes;                /* columns that are axes, in file order */
    int axis_count;
    struct summary_cell *cells; /* by ablation (order of questions.csv), pass, arm index, axes */
    int count;
    double level, margin;
};

/* questions: questions.csv, for the order of ablations; may be empty. level: wanted confidence,
 * e.g. 0.95; margin: of equivalence, e.g. 0.02. False with *error (to be freed) when a column that
 * it needs is missing. */
bool summary_build(struct summary *, const struct table *rows, const struct table *questions,
                   double level, double margin, char **error);
/* The text of any column of cells.csv for a cell (its first row). */
const char *summary_text(const struct summary *, const struct summary_cell *, const char *column);
/* The median of a column over the rounds measured; NaN when none has it. */
double summary_median(const struct summary *, const struct summary_cell *, const char *column);
/* Index of (ablation, cell), -1 when there is none. */
int summary_find(const struct summary *, const char *ablation, const char *cell);
/* Whether a row of cells.csv trains a model (study.h) instead of timing a layer. */
bool row_trains(const struct table *rows, int row);
/* Whether a row of cells.csv carries a time: status ok or unstable. */
bool row_measured(const struct table *rows, int row);
void summary_free(struct summary *);

#endif
