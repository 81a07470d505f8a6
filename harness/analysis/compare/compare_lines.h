/* SPDX-License-Identifier: MIT
 * The lines of a comparison's tables, as numbers (compare_formats.h). */
#ifndef ATTNLAB_COMPARE_LINES_H
#define ATTNLAB_COMPARE_LINES_H

#include "harness/analysis/compare/compare_formats.h"

/* A number with the interval that it has; NaN: none. */
struct told {
    double at, low, high;
};

struct compared_line {
    const char *says;
    const struct question *question;
    char *name; /* of the arm, owned */
    /* Of effects, gains as they are told: in percent where less is better. Of changes, means over
     * the pairs: ns, or the metric; and the gain of the rerun over the reference. */
    struct told reference, rerun, change;
    int pairs, of; /* rerun; in the reference */
};

int compared_count(const struct comparison *, enum compared);
struct compared_line compared_line(const struct comparison *, enum compared, int index);
/* Whether gains of a question are told in percent. */
bool told_in_percent(const struct question *);

#endif
