/* SPDX-License-Identifier: MIT
 * Declares the names, units and directions of the metrics from metric_list.def. */
#ifndef ATTNLAB_METRIC_NAMES_H
#define ATTNLAB_METRIC_NAMES_H

#include <stdbool.h>

struct record_rule;

struct metric {
    const char *name, *unit, *title;
    bool higher_is_better;
    /* rule that computes the metric from records or windows; NULL for other metrics */
    const struct record_rule *records;
    /* smallest and largest possible value; INFINITY if unbounded, as for a loss */
    double least, most;
};
extern const struct metric metrics[]; /* ends with an entry whose name is NULL */
const struct metric *metric_find(const char *name);
/* Returns the width of the metric's range, or INFINITY for an unbounded metric. Changing one of R
 * records changes the metric by at most `width / R`. */
double metric_span(const struct metric *);
/* Returns the metric's name as written in sentences ("loss", "BLEU"); "" for NULL. */
const char *metric_said(const struct metric *);
/* Returns the unit to print after a value, such as "nats per token". Returns "" for a bounded
 * metric, or if the name already contains the unit. */
const char *metric_unit_said(const struct metric *);

#endif
