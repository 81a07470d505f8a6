/* SPDX-License-Identifier: MIT
 * Software-defined events: the declared work of a pass, published so that PAPI counts it like any
 * other event. counters_publish of counters.h is implemented here. */
#ifndef ATTNLAB_SDE_H
#define ATTNLAB_SDE_H

#include <stdbool.h>

/* Registers attnlab::FLOP, attnlab::BYTES and attnlab::TOKENS; the second call does nothing. Must
 * precede the adding of such an event to a set. */
void sde_register(void);

extern const bool sde_built; /* with libsde; without it nothing is published */

#endif
