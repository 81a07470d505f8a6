/* SPDX-License-Identifier: MIT
 * Filters of the command line: "axis=v1,v2", "arm=name", or a formula over axes and `arm`. */
#ifndef ATTNLAB_FILTER_H
#define ATTNLAB_FILTER_H

#include "harness/plan/expand.h"

struct filter {
    const char *text;        /* text of the filter, as entered by the user */
    struct formula *formula; /* NULL for a filter "axis=v1,v2" or "arm=a,b" */
    int axis;                /* axis of a filter "axis=v1,v2"; -1 for other filters */
    char **values;           /* canonical values of the axis, or names of arms */
    int value_count;
    /* Counts for error messages, summed over all files: cells tested, cells passed, and distinct
     * values (or arms) of the tested cells. */
    int met, passed;
    char **found;
    int found_count;
};
struct filters {
    struct filter *list;
    int count;
};
/* Parses filters. Returns false if there are errors, which are added to planning->diags. Call
 * filters_free() in either case. */
bool filters_parse(struct filters *, const char *const *texts, int count, const struct planning *);
/* Keeps the cells that pass all filters, and their baselines. */
void filters_apply(struct filters *, struct candidates *, const struct planning *);
/* Keeps simple baselines that pass the filters or have the same data as a remaining cell. */
void filters_apply_to_simple_baselines(struct filters *, struct candidates *simple_baselines,
                                       const struct candidates *left, const struct planning *);
void filters_free(struct filters *);
void filters_check_arms(const struct filters *, const struct spec *, int count, struct diags *);
/* Reports that no cell passes the filters and explains the reason. */
void filters_explain(const struct filters *, struct diags *);

#endif
