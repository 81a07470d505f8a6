/* SPDX-License-Identifier: MIT
 * Repetitions of tests that simulate, each of which walks the same code with other numbers. How
 * often something comes out right is asked of the plain build; under the sanitizers, where a
 * repetition costs several times as much and none walks code that the first did not, a few are
 * enough. */
#ifndef ATTNLAB_SANITIZED_H
#define ATTNLAB_SANITIZED_H

#ifdef __SANITIZE_ADDRESS__
#define REPEATED(plain, sanitized) (sanitized)
#else
#define REPEATED(plain, sanitized) (plain)
#endif

#endif
