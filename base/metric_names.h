/* SPDX-License-Identifier: MIT
 * Names, units and directions of the metrics of quality cells, from metric_list.def. */
#ifndef ATTNLAB_METRIC_NAMES_H
#define ATTNLAB_METRIC_NAMES_H

#include <stdbool.h>

struct record_rule;

struct metric {
    const char *name, *unit, *title;
    bool higher_is_better;
    const struct record_rule *records; /* how it comes of records; NULL: it is one over tokens */
    double least, most;                /* that it can be; a loss has no most: INFINITY */
};
extern const struct metric metrics[];               /* ends with a NULL name */
const struct metric *metric_find(const char *name); /* NULL if there is none */
/* From the least to the most, so that of R records one weighs span / R; INFINITY: it has no range.
 */
double metric_span(const struct metric *);
/* In a sentence: "loss", "BLEU"; NULL: "". */
const char *metric_said(const struct metric *);
/* Behind a value of it in a sentence: "nats per token"; "" of one with a range, which is no unit,
 * and of one whose name is its unit. */
const char *metric_unit_said(const struct metric *);

#endif
