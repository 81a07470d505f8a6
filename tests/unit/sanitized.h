/* SPDX-License-Identifier: MIT
 * Number of repetitions of simulated tests. All repetitions run the same code with other numbers,
 * so under the sanitizers, where they are slow, a few are enough. */
#ifndef ATTNLAB_SANITIZED_H
#define ATTNLAB_SANITIZED_H

#ifdef __SANITIZE_ADDRESS__
#define REPEATED(plain, sanitized) (sanitized)
#else
#define REPEATED(plain, sanitized) (plain)
#endif

#endif
