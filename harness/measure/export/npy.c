/* SPDX-License-Identifier: MIT
 * Writes .npy files. */
#include "harness/measure/export/npy.h"

#include "base/mem.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "numbers are written in memory order");

enum { PREFIX = 10, ALIGNMENT = 64, ELEMENT = 4 };
static const char *const descriptors[NPY_TYPES] = {"<f4", "<i4"};
const char *const npy_type_names[NPY_TYPES] = {"float32", "int32"};

size_t npy_count(const struct npy *a)
{
    size_t count = 1;
    for (int i = 0; i < a->rank; i++) count *= a->dim[i];
    return count;
}

/* Adds the shape as a Python tuple. A tuple with one number ends with a comma: (3,). */
static void add_shape(struct text *t, const struct npy *a)
{
    text_add(t, "(");
    for (int i = 0; i < a->rank; i++) text_add(t, i ? ", %zu" : "%zu", a->dim[i]);
    text_add(t, a->rank == 1 ? ",)" : ")");
}

static void add_header(struct text *t, const struct npy *a)
{
    text_add_bytes(t, "\x93NUMPY\x01\x00\x00\x00", PREFIX);
    text_add(t, "{'descr': '%s', 'fortran_order': False, 'shape': ", descriptors[a->type]);
    add_shape(t, a);
    text_add(t, ", }");
    while ((t->length + 1) % ALIGNMENT) text_add(t, " ");
    text_add(t, "\n");
    size_t length = t->length - PREFIX;
    t->data[PREFIX - 2] = (char)(length & 255);
    t->data[PREFIX - 1] = (char)(length >> 8);
}

char *npy_bytes(const struct npy *a, size_t *size)
{
    struct text t = {0};
    require(a->rank >= 0 && a->rank <= NPY_MAX_RANK);
    add_header(&t, a);
    text_add_bytes(&t, a->data, npy_count(a) * ELEMENT);
    *size = t.length;
    return t.data;
}

bool npy_write(const char *path, const struct npy *a)
{
    size_t size;
    char *bytes = npy_bytes(a, &size);
    bool good = write_file_atomically(path, bytes, size);
    int saved = errno;
    free(bytes);
    errno = saved;
    return good;
}
