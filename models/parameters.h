/* SPDX-License-Identifier: MIT
 * Initial values of parameters. */
#ifndef ATTNLAB_PARAMETERS_H
#define ATTNLAB_PARAMETERS_H

#include "kernels/kernels.h"

#include <stdint.h>

size_t tensor_count(const struct tensor *); /* elements */

/* Fills w (tensor_count elements) by the tensor's init from (seed, name): arms that share a
 * tensor's name and shape get equal values. The team (NULL: one thread) shares the work and does
 * not affect the values. */
void parameters_fill(const struct tensor *, uint64_t seed, struct team *, float *w);
/* As parameters_fill, with another name: that of the tensor in a model. */
void parameters_fill_as(const char *name, const struct tensor *, uint64_t seed, struct team *,
                        float *w);

#endif
