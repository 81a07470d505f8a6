/* SPDX-License-Identifier: MIT
 * Writes pictures and labels as idx files, the format of MNIST (read by sets/mnist.c). */
#ifndef ATTNLAB_IDX_H
#define ATTNLAB_IDX_H

#include "datasets/dataset.h"

/* Writes the grey pictures and labels (below 256) of a split. False with *error: a file cannot be
 * written. */
bool idx_write(const struct dataset *, enum split, const char *images, const char *labels,
               char **error);

#endif
