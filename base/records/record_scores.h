/* SPDX-License-Identifier: MIT
 * Metrics over records: how each comes of what is known of single records.
 *
 * Accuracy, Matthews correlation, exact match, F1, ROUGE and BLEU are each a function of a sum over
 * records: a record has a few numbers (was it right; how many of its n-grams match), and nothing
 * else of it matters. So whoever keeps these numbers can compute the metric again to the last
 * digit, and ask what it were with another sample of records. The tasks compute the metrics in this
 * way too: there is no other rule. */
#ifndef ATTNLAB_RECORD_SCORES_H
#define ATTNLAB_RECORD_SCORES_H

#include "base/metric_names.h"

#include <stdint.h>

enum { RECORD_COLUMNS = 16, COLUMN_NAME = 20 };

/* What is known of each record of a split, in their order. */
struct record_scores {
    int records, columns;
    char name[RECORD_COLUMNS][COLUMN_NAME];
    double *column[RECORD_COLUMNS]; /* (records) each, owned */
    uint64_t hash; /* of the records and their order (dataset_split_hash); 0: not told */
};
void record_scores_open(struct record_scores *, int records);
/* Adds a column of zeros; its place. */
int record_scores_add(struct record_scores *, const char *name);
/* Adds those of a NULL-ended list, and returns the place of the first. */
int record_scores_add_all(struct record_scores *, const char *const *names);
struct record_scores record_scores_copy(const struct record_scores *);
void record_scores_free(struct record_scores *);

/* A rule by which metrics come of records; the list of metrics names each one's. One file a rule.
 */
struct record_rule {
    const char *const *columns; /* that it reads, NULL-ended; NULL: one, called as the metric is */
    /* How many sums; NULL: as many as columns and one. */
    int (*sums)(const double *const *column, int records);
    /* Adds weight (1, or -1 to take it out again) times what a record has. */
    void (*add)(const double *row, double weight, double *sums, int count);
    double (*value)(const double *sums, int count); /* NaN: a ratio over nothing */
};

/* Whether it is a metric over records whose columns are there, and there are records. */
bool record_metric_known(const struct metric *, const struct record_scores *);
/* NaN unless known. */
double record_metric(const struct metric *, const struct record_scores *);
/* The part of each record in the metric, to be freed; NULL unless known and of two records or more.
 * These are the jackknife's pseudo-values (Tukey 1958), R v - (R - 1) v without the record: of a
 * mean over records just their values, of any smooth function of sums what it comes to, so that the
 * spread of their mean is that of the metric over samples of records. */
double *record_metric_parts(const struct metric *, const struct record_scores *);

#endif
