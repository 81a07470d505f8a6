/* SPDX-License-Identifier: MIT
 * Names, units and directions of the metrics, from metric_list.def. */
#include "base/metric_names.h"

#include <string.h>

enum { LOWER, HIGHER };

const struct metric metrics[] = {
#define METRIC(name, unit, better, title) {#name, unit, title, better == HIGHER},
#include "base/metric_list.def"
#undef METRIC
    {0}};

const struct metric *metric_find(const char *name)
{
    for (const struct metric *m = metrics; m->name; m++)
        if (strcmp(m->name, name) == 0) return m;
    return NULL;
}
