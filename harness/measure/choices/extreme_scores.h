/* SPDX-License-Identifier: MIT
 * A normaliser at scores that no ordinary input has: huge, tiny, all equal.
 *
 * Exponentials and squares overflow there, sums of what underflows are 0 and get divided by. The
 * formula and the derivative must stay finite, and give 0 where a key is not visible; and in every
 * build that this CPU can run the fast functions, tile by tile over two tiles, must agree with
 * them.
 *
 * Scores go up to 1e36: what float holds, less room for the sum over a row. They are given, not
 * computed, so that unlike in a whole layer nothing is lost to the rounding of a score: equal ones
 * are equal to the bit. What is tolerated is what scores off by some roundings, or denormals taken
 * for 0, do to the formula, and the roundings of sums and functions (TOLERATED). */
#ifndef ATTNLAB_EXTREME_SCORES_H
#define ATTNLAB_EXTREME_SCORES_H

#include "harness/measure/choices/choice_trial.h"

/* index: of the normaliser in its slot's list. NULL: right everywhere; else the first place where
 * it is not, to be freed. */
char *extreme_scores_check(int index, const struct args *);

#endif
