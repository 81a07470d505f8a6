/* SPDX-License-Identifier: MIT
 * The filters of the command line: "axis=v1,v2", "arm=name" or a formula over axes and `arm`. */
#ifndef ATTNLAB_FILTER_H
#define ATTNLAB_FILTER_H

#include "harness/plan/expand.h"

struct filters {
    struct formula **list;
    const char **texts; /* as given */
    int count;
};
/* False with the errors in planning->diags; to be freed in either case. */
bool filters_parse(struct filters *, const char *const *texts, int count, const struct planning *);
/* True if all hold. */
bool filters_pass(const struct filters *, const struct candidate *, const struct planning *);
void filters_free(struct filters *);

#endif
