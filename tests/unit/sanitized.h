/* SPDX-License-Identifier: MIT
 * Number of repetitions in simulated tests. Under the slow sanitizers a few are enough, because all
 * repetitions run the same code. */
#ifndef ATTNLAB_SANITIZED_H
#define ATTNLAB_SANITIZED_H

#ifdef __SANITIZE_ADDRESS__
#define REPEATED(plain, sanitized) (sanitized)
#else
#define REPEATED(plain, sanitized) (plain)
#endif

#endif
