/* SPDX-License-Identifier: MIT
 * Runs cmark-gfm and gnuplot without a shell. */
#ifndef ATTNLAB_RUN_PROGRAM_H
#define ATTNLAB_RUN_PROGRAM_H

#include <stdio.h>

/* Runs argv[0], found in PATH, in a folder. in: standard input, or NULL if empty. *output: stdout
 * and stderr of the program; the caller frees them. Returns NULL on success. Otherwise returns an
 * error message, which the caller frees. */
char *run_program(const char *const argv[], const char *folder, FILE *in, char **output);

#endif
