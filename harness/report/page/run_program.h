/* SPDX-License-Identifier: MIT
 * Runs cmark-gfm and gnuplot without a shell. */
#ifndef ATTNLAB_RUN_PROGRAM_H
#define ATTNLAB_RUN_PROGRAM_H

#include <stdio.h>

/* Runs argv[0], found in PATH, in a folder. in: standard input; NULL if empty. *output: stdout and
 * stderr of the program, freed by the caller. Returns NULL on success, or an error message, which
 * the caller frees. */
char *run_program(const char *const argv[], const char *folder, FILE *in, char **output);

#endif
