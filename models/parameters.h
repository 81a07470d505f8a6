/* SPDX-License-Identifier: MIT
 * Initial values of parameters. */
#ifndef ATTNLAB_PARAMETERS_H
#define ATTNLAB_PARAMETERS_H

#include "kernels/kernels.h"

#include <stdint.h>

size_t tensor_count(const struct tensor *); /* elements */

/* Fills w (tensor_count elements) as the tensor's init says, from (seed, the tensor's name): arms
 * that share a tensor's name and shape start from the same values, whatever else differs. The
 * values do not depend on the team (NULL: one thread), which shares the work. */
void parameters_fill(const struct tensor *, uint64_t seed, struct team *, float *w);
/* The same under another name: one that says where in a model the tensor stands. */
void parameters_fill_as(const char *name, const struct tensor *, uint64_t seed, struct team *,
                        float *w);

#endif
