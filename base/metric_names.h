/* SPDX-License-Identifier: MIT
 * Names, units and directions of the metrics of quality cells, from metric_list.def. */
#ifndef ATTNLAB_METRIC_NAMES_H
#define ATTNLAB_METRIC_NAMES_H

#include <stdbool.h>

struct record_rule;

struct metric {
    const char *name, *unit, *title;
    bool higher_is_better;
    const struct record_rule *records; /* how it is computed from records or windows; NULL: not */
    double least, most;                /* its range; a loss has no upper bound: INFINITY */
};
extern const struct metric metrics[];               /* ends with a NULL name */
const struct metric *metric_find(const char *name); /* NULL if unknown */
/* most - least, so that one of R records weighs span / R; INFINITY: no range. */
double metric_span(const struct metric *);
/* As in a sentence: "loss", "BLEU"; NULL: "". */
const char *metric_said(const struct metric *);
/* Unit after a value in a sentence: "nats per token"; "" for metrics with a range, and if the name
 * is the unit. */
const char *metric_unit_said(const struct metric *);

#endif
