/* SPDX-License-Identifier: MIT
 * The filters of the command line: "axis=v1,v2", "arm=name" or a formula over axes and `arm`. */
#ifndef ATTNLAB_FILTER_H
#define ATTNLAB_FILTER_H

#include "harness/plan/expand.h"

struct filter {
    struct formula *formula;
    const char *text; /* as given */
    char *name;       /* of "axis=v1,v2" and "arm=a,b"; NULL: a formula */
    /* What it has met, over all files: cells that the filters before it left, how many of them it
     * left, and what they have for `name`, each once. */
    int met, left;
    char **had;
    int had_count;
};
struct filters {
    struct filter *list;
    int count;
};
/* False with the errors in planning->diags; to be freed in either case. */
bool filters_parse(struct filters *, const char *const *texts, int count, const struct planning *);
/* Keeps what all of them let through, and the baselines it is compared with. */
void filters_apply(struct filters *, struct candidates *, const struct planning *);
/* Keeps the simple baselines that stand beside what was left, or are asked for themselves. */
void filters_apply_beside(struct filters *, struct candidates *simple_baselines,
                          const struct candidates *left, const struct planning *);
void filters_free(struct filters *);

/* ---- what is wrong with them (filter_words.c) ---- */

/* An error for each name of an arm that none of the files has, with the names there are. */
void filters_check_arms(const struct filters *, const struct spec *, int count, struct diags *);
/* An error that says which filter left no cell, and of what. */
void filters_explain(const struct filters *, struct diags *);

#endif
