/* SPDX-License-Identifier: MIT
 * Formats and frees placements of threads: CPUs, cores and NUMA nodes. */
#include "base/mem.h"
#include "base/topology.h"

#include <stdlib.h>
#include <string.h>

static int ascending(const void *x, const void *y)
{
    int a = *(const int *)x, b = *(const int *)y;
    return (a > b) - (a < b);
}

char *ranges_text(const int *numbers, int count)
{
    int *sorted = xarray((size_t)count + 1, sizeof *sorted);
    if (count) memcpy(sorted, numbers, (size_t)count * sizeof *sorted);
    qsort(sorted, (size_t)count, sizeof *sorted, ascending);
    struct text out = {0};
    text_add(&out, "%s", "");
    for (int i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && sorted[end] - sorted[end - 1] <= 1;) end++;
        text_add(&out, "%s%d", i ? "," : "", sorted[i]);
        if (sorted[end - 1] != sorted[i]) text_add(&out, "-%d", sorted[end - 1]);
    }
    free(sorted);
    return out.data;
}

char *placement_cpus(const struct placement *p) { return ranges_text(p->cpus, p->threads); }
char *placement_numa(const struct placement *p) { return ranges_text(p->nodes, p->threads); }

char *placement_cores(const struct placement *p)
{
    char *ranges = ranges_text(p->cores, p->threads);
    struct text out = {0};
    for (char *rest = NULL, *term = strtok_r(ranges, ",", &rest); term;
         term = strtok_r(NULL, ",", &rest))
        text_add(&out, "%score:%s", out.length ? "," : "", term);
    free(ranges);
    return out.data;
}

void placement_free(struct placement *p)
{
    free(p->cpus);
    free(p->cores);
    free(p->nodes);
    *p = (struct placement){0};
}
