/* SPDX-License-Identifier: MIT
 * Runs cmark-gfm and gnuplot without a shell. */
#ifndef ATTNLAB_RUN_PROGRAM_H
#define ATTNLAB_RUN_PROGRAM_H

#include <stdio.h>

/* Runs argv[0], found in PATH, in a folder. in: standard input; NULL: empty. *output: stdout and
 * stderr of the program; the caller frees the text. Returns NULL, or an error message that the
 * caller frees. */
char *run_program(const char *const argv[], const char *folder, FILE *in, char **output);

#endif
