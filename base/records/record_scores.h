/* SPDX-License-Identifier: MIT
 * Metrics over records, computed from a few numbers per record.
 *
 * Accuracy, Matthews correlation, exact match, F1, ROUGE and BLEU are functions of a sum over
 * records of a few numbers (was it right; how many n-grams match). From these numbers the metric
 * can be recomputed exactly, also for another sample of records. The tasks use the same code. */
#ifndef ATTNLAB_RECORD_SCORES_H
#define ATTNLAB_RECORD_SCORES_H

#include "base/metric_names.h"

#include <stdint.h>

enum { RECORD_COLUMNS = 16, COLUMN_NAME = 20 };

/* The numbers of each record of a split, in order. */
struct record_scores {
    int records, columns;
    char name[RECORD_COLUMNS][COLUMN_NAME];
    double *column[RECORD_COLUMNS]; /* (records) each, owned */
    uint64_t hash; /* of the records and their order (dataset_split_hash); 0: unknown */
};
void record_scores_open(struct record_scores *, int records);
/* Adds a column of zeros; returns its index. */
int record_scores_add(struct record_scores *, const char *name);
/* Adds the columns of a NULL-terminated list; returns the first index. */
int record_scores_add_all(struct record_scores *, const char *const *names);
struct record_scores record_scores_copy(const struct record_scores *);
void record_scores_free(struct record_scores *);

/* How a metric is computed from records; the list of metrics names each one's rule. One file per
 * rule. */
struct record_rule {
    const char *const
        *columns; /* columns to read, NULL-terminated; NULL: one, named like the metric */
    /* Number of sums; NULL: one more than columns. */
    int (*sums)(const double *const *column, int records);
    /* Adds weight (1, or -1 to remove a record) times the record's numbers. */
    void (*add)(const double *row, double weight, double *sums, int count);
    double (*value)(const double *sums, int count); /* NaN: division by zero */
};

/* Whether the metric is over records, its columns exist, and there are records. */
bool record_metric_known(const struct metric *, const struct record_scores *);
/* NaN unless known. */
double record_metric(const struct metric *, const struct record_scores *);
/* Contribution of each record to the metric, or where less is better to its logarithm (as gains
 * are) (the caller frees it); NULL unless known and at least two
 * records. These are the jackknife's pseudo-values (Tukey 1958), R v - (R - 1) (v without the
 * record): for a mean, the values themselves. The spread of their mean is that of the metric over
 * samples of records. */
double *record_metric_parts(const struct metric *, const struct record_scores *);

#endif
