/* SPDX-License-Identifier: MIT
 * Numbers of figures as people read them: with as many digits as their interval bears. */
#ifndef ATTNLAB_FIGURE_NUMBERS_H
#define ATTNLAB_FIGURE_NUMBERS_H

#include <stdbool.h>

/* A number with its interval; bounds NaN or equal to it: it has none. n: of how many seeds or
 * rounds; 0: not told. */
struct value {
    double at, low, high;
    int n;
};
struct value exactly(double); /* without an interval */

enum unit {
    UNIT_PLAIN,  /* a metric, a count, in its own unit */
    UNIT_GAIN,   /* with its sign, in the metric's own unit */
    UNIT_CHANGE, /* with its sign, in percent */
    UNIT_RATIO,
    UNIT_PERCENT,
    UNIT_SECONDS,
    UNIT_BYTES,
    UNITS
};
/* "+0.9 %", "7.31 ms", "1.34", and its interval "[-0.2, +2.0]" in the same digits, "" without one.
 * To be freed. */
char *value_text(struct value, enum unit);
char *interval_text(struct value, enum unit);
/* A bound of it by itself. To be freed. */
char *bound_text(struct value, bool high, enum unit);
/* Both, with a blank between them. To be freed. */
char *value_with_interval(struct value, enum unit);
/* "2.24 million", "48 thousand": how many there are of something. To be freed. */
char *count_text(double);
/* Digits behind the point that give a ratio below 0.1 three significant ones. */
int small_ratio_digits(double ratio);

#endif
