/* SPDX-License-Identifier: MIT
 * Computes metrics from a few numbers per record. Accuracy, Matthews correlation, exact match, F1,
 * ROUGE and BLEU depend only on sums over records, such as the number of correct answers.
 * Therefore, the exact metric of any subset or resample can be computed from the numbers per
 * record. Tasks score models with the same code. */
#ifndef ATTNLAB_RECORD_SCORES_H
#define ATTNLAB_RECORD_SCORES_H

#include "base/metric_names.h"

#include <stdint.h>

enum { RECORD_COLUMNS = 16, COLUMN_NAME = 20 };

struct record_scores {
    int records, columns;
    char name[RECORD_COLUMNS][COLUMN_NAME];
    double *column[RECORD_COLUMNS]; /* columns with one value per record; owned */
    uint64_t hash; /* hash of the records and their order (dataset_split_hash); 0 if unknown */
};
void record_scores_open(struct record_scores *, int records);
int record_scores_add(struct record_scores *, const char *name);
/* Adds the columns of a NULL-terminated list. Returns the index of the first column. */
int record_scores_add_all(struct record_scores *, const char *const *names);
struct record_scores record_scores_copy(const struct record_scores *);
void record_scores_free(struct record_scores *);

/* A rule that computes a metric from records. Each rule has its own file; metric_list.def names the
 * rule of each metric. */
struct record_rule {
    const char *const
        /* names of the columns to read, NULL-terminated; NULL means one column with the name of the
         * metric */
        *columns;
    /* Returns the number of sums. If this pointer is NULL, there is one more sum than columns. */
    int (*sums)(const double *const *column, int records);
    /* Adds weight * (numbers of one record) to the sums. Weight -1 removes the record. */
    void (*add)(const double *row, double weight, double *sums, int count);
    /* computes the metric from the sums; returns NaN instead of dividing by zero */
    double (*value)(const double *sums, int count);
};

/* Returns true if the metric can be computed from these records: it is defined over records, its
 * columns exist, and there is at least one record. */
bool record_metric_known(const struct metric *, const struct record_scores *);
double record_metric(const struct metric *, const struct record_scores *);
/* Returns the contribution of each record to the metric, as a jackknife pseudo-value (Tukey 1958):
 * R * v - (R - 1) * v_without, where v is the metric of all R records and v_without is the metric
 * without this record. The variance of the mean of these values estimates the sampling variance of
 * the metric. If lower is better, the logarithm of the metric is used. Returns NULL if the metric
 * cannot be computed or there are fewer than two records. The caller frees the result. */
double *record_metric_parts(const struct metric *, const struct record_scores *);

#endif
