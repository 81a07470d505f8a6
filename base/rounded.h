/* SPDX-License-Identifier: MIT
 * Numbers as pages and figures write them. */
#ifndef ATTNLAB_ROUNDED_H
#define ATTNLAB_ROUNDED_H

/* "2.24 million", "48 thousand": how many there are of something. The caller frees it. */
char *rounded_count(double);
/* Digits behind the point that give a ratio below 0.1 three significant ones. */
int small_ratio_digits(double ratio);

#endif
