/* SPDX-License-Identifier: MIT
 * Helps tests to find unwritten gradients: the backward pass first fills all memory that it must
 * write with NaN. */
#ifndef ATTNLAB_NET_POISON_H
#define ATTNLAB_NET_POISON_H

#include <stdbool.h>

/* unit tests set this flag to enable poisoning */
extern bool net_poison;

#endif
