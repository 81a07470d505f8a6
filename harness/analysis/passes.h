/* SPDX-License-Identifier: MIT
 * Passes: what the axis `phase` asks to be timed. Forward, backward and both are questions of
 * their own, so the cells of an ablation are taken apart by pass before anything is said of them:
 * each pass has its answer, its tables and its panels, and no ratio crosses from one to another. */
#ifndef ATTNLAB_PASSES_H
#define ATTNLAB_PASSES_H

#include "harness/analysis/summary.h"

#define PASS_AXIS "phase"

/* Sets `pass` of every cell and brings the cells of one pass of an ablation together, forward
 * first. Where a group holds several passes, because its baseline is one of them, the passes are
 * what is compared: they stay ordinary labels and `pass` is "". */
void passes_separate(struct summary *);
/* Place among the passes, from 0; "" and unknown ones come last. */
int pass_rank(const char *pass);
/* "forward pass", ...; "pass" for "". Of an unknown one its name. */
const char *pass_words(const char *pass);

#endif
