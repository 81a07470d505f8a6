/* SPDX-License-Identifier: MIT
 * Metrics computed from a few numbers per record.
 *
 * Accuracy, Matthews correlation, exact match, F1, ROUGE and BLEU are functions of sums over
 * records (correct or not, number of matching n-grams). The per-record numbers reproduce a metric
 * exactly, also for a resampled set of records. Tasks use the same code to score. */
#ifndef ATTNLAB_RECORD_SCORES_H
#define ATTNLAB_RECORD_SCORES_H

#include "base/metric_names.h"

#include <stdint.h>

enum { RECORD_COLUMNS = 16, COLUMN_NAME = 20 };

struct record_scores {
    int records, columns;
    char name[RECORD_COLUMNS][COLUMN_NAME];
    double *column[RECORD_COLUMNS]; /* one array of `records` values per column, owned */
    uint64_t hash; /* hash of the records and their order (dataset_split_hash); 0 if unknown */
};
void record_scores_open(struct record_scores *, int records);
int record_scores_add(struct record_scores *, const char *name);
/* Adds the columns of a NULL-terminated list and returns the index of the first. */
int record_scores_add_all(struct record_scores *, const char *const *names);
struct record_scores record_scores_copy(const struct record_scores *);
void record_scores_free(struct record_scores *);

/* Computes a metric from records. Each metric in metric_list.def names its rule; each rule has its
 * own file. */
struct record_rule {
    const char *const
        /* names of the columns to read, NULL-terminated; NULL: one column, named like the metric */
        *columns;
    /* Returns the number of sums. NULL: one more than the number of columns. */
    int (*sums)(const double *const *column, int records);
    /* Adds weight * the record's numbers to the sums. A weight of -1 removes a record. */
    void (*add)(const double *row, double weight, double *sums, int count);
    /* computes the metric from the sums; NaN instead of a division by zero */
    double (*value)(const double *sums, int count);
};

/* Whether the metric can be computed: it is over records, its columns exist, and there are records.
 */
bool record_metric_known(const struct metric *, const struct record_scores *);
double record_metric(const struct metric *, const struct record_scores *);
/* Returns the contribution of each record to the metric, or to its logarithm if lower is better, as
 * for gains. The values are jackknife pseudo-values (Tukey 1958): R v - (R - 1) (v without the
 * record). For a mean these are the values themselves. The variance of their mean estimates the
 * metric's sampling variance. The caller frees the result; NULL if the metric cannot be computed or
 * there are fewer than two records. */
double *record_metric_parts(const struct metric *, const struct record_scores *);

#endif
