/* SPDX-License-Identifier: MIT
 * Names, units and directions of the metrics, from metric_list.def. */
#include "base/metric_names.h"

#include <string.h>

#define METRIC(...)
#define RECORD_METRIC(name, unit, better, title, rule, span)                                       \
    extern const struct record_rule record_rule_##rule;
#include "base/metric_list.def"
#undef METRIC
#undef RECORD_METRIC

enum { LOWER, HIGHER };

const struct metric metrics[] = {
#define METRIC(name, unit, better, title) {#name, unit, title, better == HIGHER, NULL, 0},
#define RECORD_METRIC(name, unit, better, title, rule, span)                                       \
    {#name, unit, title, better == HIGHER, &record_rule_##rule, span},
#include "base/metric_list.def"
#undef METRIC
#undef RECORD_METRIC
    {0}};

const struct metric *metric_find(const char *name)
{
    for (const struct metric *m = metrics; m->name; m++)
        if (strcmp(m->name, name) == 0) return m;
    return NULL;
}
