/* SPDX-License-Identifier: MIT
 * Why rows were or will be left out: each reason once, with the count of rows that it concerns. A
 * run of a thousand rows has a thousand times the same reason, and a person reads it once. */
#ifndef ATTNLAB_REASONS_H
#define ATTNLAB_REASONS_H

#include <stdio.h>

struct reasons {
    struct reason {
        char *status, *text;
        int rows;
    } * list;        /* in the order in which they were met */
    int count, rows; /* distinct ones; all rows */
};
/* One more row; status may be "". Both are copied. */
void reasons_add(struct reasons *, const char *status, const char *text);
/* A line each, the first ones where there are many. */
void reasons_print(FILE *, const struct reasons *);
void reasons_free(struct reasons *);

#endif
