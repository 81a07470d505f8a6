/* SPDX-License-Identifier: MIT
 * What `attnlab cell` says of the row that it ran, on stdout. */
#ifndef ATTNLAB_CELL_SUMMARY_H
#define ATTNLAB_CELL_SUMMARY_H

#include "harness/run/outcome.h"

/* "text": a few lines for people; "json": how the row ended, and the worker's record
 * in it. */
bool cell_format_known(const char *format);
void cell_print(const char *format, const char *cell, int round, const struct outcome *);

#endif
