/* SPDX-License-Identifier: MIT
 * Names, units and directions of the metrics of quality cells, from metric_list.def. */
#ifndef ATTNLAB_METRIC_NAMES_H
#define ATTNLAB_METRIC_NAMES_H

#include <stdbool.h>

struct metric {
    const char *name, *unit, *title;
    bool higher_is_better;
};
extern const struct metric metrics[];               /* ends with a NULL name */
const struct metric *metric_find(const char *name); /* NULL if there is none */

#endif
