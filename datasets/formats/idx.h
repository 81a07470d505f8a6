/* SPDX-License-Identifier: MIT
 * Writes pictures and labels as idx files, the format of MNIST. */
#ifndef ATTNLAB_IDX_H
#define ATTNLAB_IDX_H

#include "datasets/dataset.h"

/* Writes a split's grey pictures and their labels (below 256). Returns false and sets *error if a
 * file cannot be written. */
bool idx_write(const struct dataset *, enum split, const char *images, const char *labels,
               char **error);

#endif
