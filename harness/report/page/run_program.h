/* SPDX-License-Identifier: MIT
 * Running cmark-gfm and gnuplot, without a shell. */
#ifndef ATTNLAB_RUN_PROGRAM_H
#define ATTNLAB_RUN_PROGRAM_H

#include <stdio.h>

/* Runs argv[0] of the PATH in a folder. in: NULL: nothing is read; *output: what it printed on
 * stdout and stderr; the caller frees it. NULL, or why it failed; the caller frees it. */
char *run_program(const char *const argv[], const char *folder, FILE *in, char **output);

#endif
