/* SPDX-License-Identifier: MIT
 * Filters of the command line: "axis=v1,v2", "arm=name" or a formula over axes and `arm`. */
#ifndef ATTNLAB_FILTER_H
#define ATTNLAB_FILTER_H

#include "harness/plan/expand.h"

struct filter {
    const char *text;        /* as given */
    struct formula *formula; /* NULL: "axis=v1,v2" or "arm=a,b" */
    int axis;                /* of "axis=v1,v2"; -1: others */
    char **values;           /* canonical, or names of arms */
    int value_count;
    /* For errors, over all files: cells that reached it, cells that passed, and their different
     * values of the axis, or arms. */
    int met, passed;
    char **found;
    int found_count;
};
struct filters {
    struct filter *list;
    int count;
};
/* False with the errors in planning->diags; to be freed in either case. */
bool filters_parse(struct filters *, const char *const *texts, int count, const struct planning *);
/* Keeps cells that pass all filters, and their baselines. */
void filters_apply(struct filters *, struct candidates *, const struct planning *);
/* Keeps the simple baselines of the cells that are left, and those that pass the filters. */
void filters_apply_to_simple_baselines(struct filters *, struct candidates *simple_baselines,
                                       const struct candidates *left, const struct planning *);
void filters_free(struct filters *);
/* An error per unknown arm. */
void filters_check_arms(const struct filters *, const struct spec *, int count, struct diags *);
/* The error of filters that left no cell. */
void filters_explain(const struct filters *, struct diags *);

#endif
