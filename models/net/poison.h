/* SPDX-License-Identifier: MIT
 * Helps tests to find unwritten gradients: the backward pass starts with NaN in all memory that it
 * must write. */
#ifndef ATTNLAB_NET_POISON_H
#define ATTNLAB_NET_POISON_H

#include <stdbool.h>

/* Set by unit tests to enable poisoning. */
extern bool net_poison;

#endif
