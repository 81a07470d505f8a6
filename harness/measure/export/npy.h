/* SPDX-License-Identifier: MIT
 * Writes arrays as .npy files, format 1.0, which NumPy, PyTorch and most numerical programs read.
 * Source: numpy.lib.format, "Format Version 1.0".
 *
 * A file consists of "\x93NUMPY", bytes 1 and 0, the length of the header in two bytes
 * (little-endian), the header, and the data. The header is a Python dictionary with dtype, order
 * and shape. Spaces and a newline pad it, so that the data start at a multiple of 64 bytes. Data
 * are little-endian, in C order. */
#ifndef ATTNLAB_NPY_H
#define ATTNLAB_NPY_H

#include <stdbool.h>
#include <stddef.h>

enum npy_type { NPY_FLOAT32, NPY_INT32, NPY_TYPES };
/* NumPy's names of the types: "float32" and "int32" */
extern const char *const npy_type_names[NPY_TYPES];
enum { NPY_MAX_RANK = 4 };

/* An array to be written. The data are not owned. Rank 0 is a single number. */
struct npy {
    enum npy_type type;
    int rank;
    size_t dim[NPY_MAX_RANK];
    const void *data;
};
size_t npy_count(const struct npy *);
/* Returns the whole file in memory and sets *size to its length in bytes. The caller frees the
 * memory. */
char *npy_bytes(const struct npy *, size_t *size);
/* Writes the file atomically. On failure, returns false and sets errno. */
bool npy_write(const char *path, const struct npy *);

#endif
