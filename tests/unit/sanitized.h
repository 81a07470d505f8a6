/* SPDX-License-Identifier: MIT
 * Number of repetitions in simulated tests. All repetitions run the same code with different
 * numbers, so a few are enough under the slow sanitizers. */
#ifndef ATTNLAB_SANITIZED_H
#define ATTNLAB_SANITIZED_H

#ifdef __SANITIZE_ADDRESS__
#define REPEATED(plain, sanitized) (sanitized)
#else
#define REPEATED(plain, sanitized) (plain)
#endif

#endif
