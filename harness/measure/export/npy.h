/* SPDX-License-Identifier: MIT
 * Arrays as .npy files, format 1.0, which NumPy, PyTorch and most numerical programs read.
 *
 * A file is: "\x93NUMPY", bytes 1 and 0, the header's length in two bytes (little end first), the
 * header (a Python dictionary with dtype, order and shape, padded with spaces and a newline so that
 * the data start at a multiple of 64 bytes), the data; here always little-endian, in C order.
 * Source: numpy.lib.format, "Format Version 1.0". */
#ifndef ATTNLAB_NPY_H
#define ATTNLAB_NPY_H

#include <stdbool.h>
#include <stddef.h>

enum npy_type { NPY_FLOAT32, NPY_INT32, NPY_TYPES };
extern const char *const npy_type_names[NPY_TYPES]; /* as NumPy calls them: "float32", "int32" */
enum { NPY_MAX_RANK = 4 };

/* The data are borrowed. Rank 0 is a single number. */
struct npy {
    enum npy_type type;
    int rank;
    size_t dim[NPY_MAX_RANK];
    const void *data;
};
size_t npy_count(const struct npy *); /* elements */
/* The whole file in memory (the caller frees it); its size in bytes. */
char *npy_bytes(const struct npy *, size_t *size);
/* Writes the file atomically. False with errno set. */
bool npy_write(const char *path, const struct npy *);

#endif
