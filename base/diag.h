/* SPDX-License-Identifier: MIT
 * Errors for users: collected with file, line and column, printed together, sorted by location. */
#ifndef ATTNLAB_DIAG_H
#define ATTNLAB_DIAG_H

#include <stdio.h>

struct diag {
    char *file;
    int line, column; /* 1-based; 0: the whole file */
    char *message;    /* what is wrong, what was expected, what to do */
};
struct diags {
    struct diag *list;
    int count;
};

void diag_add(struct diags *, const char *file, int line, int column, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* Prints "file:line:column: message" per line, without duplicates, up to a limit, then the number
 * left; returns how many were added. */
int diag_print(const struct diags *, FILE *);
void diag_free(struct diags *);

#endif
