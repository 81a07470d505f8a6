/* SPDX-License-Identifier: MIT
 * Helps tests find gradients that are never written: memory that the backward pass must write is
 * first filled with NaN. */
#ifndef ATTNLAB_NET_POISON_H
#define ATTNLAB_NET_POISON_H

#include <stdbool.h>

/* unit tests set this flag to enable poisoning */
extern bool net_poison;

#endif
