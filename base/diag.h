/* SPDX-License-Identifier: MIT
 * Errors for people: collected with file, line and column, printed together, sorted by place. */
#ifndef ATTNLAB_DIAG_H
#define ATTNLAB_DIAG_H

#include <stdio.h>

struct diag {
    char *file;
    int line, column; /* 1-based; 0: the whole file */
    char *message;    /* what was found, what was expected, what to do */
};
struct diags {
    struct diag *list;
    int count;
};

void diag_add(struct diags *, const char *file, int line, int column, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* "file:line:column: message" a line each, what was added twice once, and of many how many more
 * there are; returns how many were added. */
int diag_print(const struct diags *, FILE *);
void diag_free(struct diags *);

#endif
