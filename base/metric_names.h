/* SPDX-License-Identifier: MIT
 * Names, units and directions of quality metrics, from metric_list.def. */
#ifndef ATTNLAB_METRIC_NAMES_H
#define ATTNLAB_METRIC_NAMES_H

#include <stdbool.h>

struct record_rule;

struct metric {
    const char *name, *unit, *title;
    bool higher_is_better;
    /* computes the metric from records or windows; NULL if it is not computed from them */
    const struct record_rule *records;
    double least, most; /* range of values; INFINITY if unbounded, as for a loss */
};
extern const struct metric metrics[]; /* the list ends with an entry whose name is NULL */
const struct metric *metric_find(const char *name);
/* Returns most - least, so that one of R records has the weight span / R; INFINITY if the metric is
 * unbounded. */
double metric_span(const struct metric *);
/* Returns the metric's name as used in sentences ("loss", "BLEU"); "" for NULL. */
const char *metric_said(const struct metric *);
/* Returns the unit to print after a value ("nats per token"); "" for metrics with a range, and if
 * the name is the unit. */
const char *metric_unit_said(const struct metric *);

#endif
