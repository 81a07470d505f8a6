/* SPDX-License-Identifier: MIT
 * The environment of a worker, built from nothing, so that what the user's shell happens to hold
 * cannot change a measurement; and its length varied on purpose (layout padding).
 *
 * The size of the environment shifts the stack and with it the alignment of everything on it,
 * which can move results more than the effects studied (Mytkowicz et al. 2009, "Producing wrong
 * data without doing anything obviously wrong"). A different length in each round turns that bias
 * into visible spread. */
#ifndef ATTNLAB_ENVIRONMENT_H
#define ATTNLAB_ENVIRONMENT_H

#include <stdint.h>

enum { PADDING_MOST = 4096 }; /* bytes: one page, the period of aliasing */

struct environment {
    char **list; /* NULL-ended "NAME=value" */
    int count;
};
/* The variables that every worker gets, and the user's ATTNLAB_* and the few that are passed on. */
void environment_make(struct environment *, uint64_t layout_seed, int round);
void environment_free(struct environment *);

#endif
