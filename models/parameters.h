/* SPDX-License-Identifier: MIT
 * Declares the functions that compute initial values of parameters. */
#ifndef ATTNLAB_PARAMETERS_H
#define ATTNLAB_PARAMETERS_H

#include "kernels/kernels.h"

#include <stdint.h>

size_t tensor_count(const struct tensor *);

/* Fills w (tensor_count elements) with the tensor's initial values, which depend only on (seed,
 * name). Arms in which a tensor has the same name and shape get equal values. The threads of `team`
 * (one thread if NULL) divide the work. */
void parameters_fill(const struct tensor *, uint64_t seed, struct team *, float *w);
/* Works like parameters_fill(), but uses the tensor's name in the model. */
void parameters_fill_as(const char *name, const struct tensor *, uint64_t seed, struct team *,
                        float *w);

#endif
