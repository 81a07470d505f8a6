/* SPDX-License-Identifier: MIT
 * Sets the number of repetitions in simulations. Builds with sanitizers are slow, so they use fewer
 * repetitions. */
#ifndef ATTNLAB_SANITIZED_H
#define ATTNLAB_SANITIZED_H

#ifdef __SANITIZE_ADDRESS__
#define REPEATED(plain, sanitized) (sanitized)
#else
#define REPEATED(plain, sanitized) (plain)
#endif

#endif
