/* SPDX-License-Identifier: MIT
 * For tests: a backward pass over a network begins with NaN wherever it must write, so that a row
 * that nobody wrote is found in the gradients. */
#ifndef ATTNLAB_NET_POISON_H
#define ATTNLAB_NET_POISON_H

#include <stdbool.h>

/* The program of the unit tests sets it. */
extern bool net_poison;

#endif
