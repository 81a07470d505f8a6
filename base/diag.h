/* SPDX-License-Identifier: MIT
 * Collects errors with their file, line and column, and prints them together, sorted by location.
 */
#ifndef ATTNLAB_DIAG_H
#define ATTNLAB_DIAG_H

#include <stdio.h>

struct diag {
    char *file;
    int line, column; /* line and column, numbered from 1; 0 means the whole file */
    char *message;    /* what is wrong, what was expected, and what to do */
};
struct diags {
    struct diag *list;
    int count;
};

void diag_add(struct diags *, const char *file, int line, int column, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* Prints each distinct error as "file:line:column: message", up to a limit, then the number of
 * errors that were not printed. Returns the number of collected errors. */
int diag_print(const struct diags *, FILE *);
void diag_free(struct diags *);

#endif
