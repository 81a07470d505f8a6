/* SPDX-License-Identifier: MIT
 * Selects the number of repetitions in simulations. The sanitizers are slow, so they run fewer
 * repetitions. */
#ifndef ATTNLAB_SANITIZED_H
#define ATTNLAB_SANITIZED_H

#ifdef __SANITIZE_ADDRESS__
#define REPEATED(plain, sanitized) (sanitized)
#else
#define REPEATED(plain, sanitized) (plain)
#endif

#endif
