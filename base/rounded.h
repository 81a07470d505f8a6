/* SPDX-License-Identifier: MIT
 * Formats rounded numbers for pages and figures. */
#ifndef ATTNLAB_ROUNDED_H
#define ATTNLAB_ROUNDED_H

/* Formats a count, such as "2.24 million" or "48 thousand". The caller frees the text. */
char *rounded_count(double);
/* Returns the number of decimals needed to show three significant digits of a ratio below 0.1. */
int small_ratio_digits(double ratio);

#endif
