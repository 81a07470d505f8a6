/* SPDX-License-Identifier: MIT
 * For tests: backward starts with NaN wherever it must write, so that an unwritten row is found in
 * the gradients. */
#ifndef ATTNLAB_NET_POISON_H
#define ATTNLAB_NET_POISON_H

#include <stdbool.h>

/* Set by the unit tests. */
extern bool net_poison;

#endif
