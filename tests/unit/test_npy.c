/* SPDX-License-Identifier: MIT
 * Tests the .npy writer: every byte of the header follows the format, and the data are written
 * unchanged. */
#include "tests/unit/test.h"
#include "harness/measure/export/npy.h"

#include <unistd.h>

#include "base/mem.h"

/* Returns the header text of a .npy file without padding. Checks the magic number, length and
 * alignment. */
static char *header(const char *bytes, size_t size, size_t data)
{
    assert_true(size >= 64);
    assert_memory_equal(bytes, "\x93NUMPY\x01\x00", 8);
    size_t length = (unsigned char)bytes[8] + 256 * (size_t)(unsigned char)bytes[9];
    assert_int_equal((10 + length) % 64, 0);
    assert_int_equal(size, 10 + length + data);
    assert_int_equal(bytes[10 + length - 1], '\n');
    size_t end = 10 + length - 1;
    while (bytes[end - 1] == ' ') end--;
    char *text = xalloc(end - 10 + 1);
    memcpy(text, bytes + 10, end - 10);
    return text;
}

static void expect(const struct npy *a, const char *want)
{
    size_t size, data = npy_count(a) * 4;
    char *bytes = npy_bytes(a, &size), *found = header(bytes, size, data);
    assert_string_equal(found, want);
    if (data) assert_memory_equal(bytes + size - data, a->data, data);
    free(found);
    free(bytes);
}

TEST("the header has the shape and type of the array")
{
    static const float f[24] = {1, -0.0f, 3.5f, [23] = 1e-38f};
    static const int32_t n[3] = {-1, 0, INT32_MAX};
    expect(&(struct npy){NPY_FLOAT32, 3, {2, 3, 4}, f},
           "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3, 4), }");
    expect(&(struct npy){NPY_FLOAT32, 4, {1, 2, 3, 4}, f},
           "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2, 3, 4), }");
    expect(&(struct npy){NPY_INT32, 1, {3}, n},
           "{'descr': '<i4', 'fortran_order': False, 'shape': (3,), }");
    expect(&(struct npy){NPY_FLOAT32, 0, {0}, f},
           "{'descr': '<f4', 'fortran_order': False, 'shape': (), }");
    expect(&(struct npy){NPY_FLOAT32, 2, {0, 7}, f},
           "{'descr': '<f4', 'fortran_order': False, 'shape': (0, 7), }");
}

TEST("headers of any length are padded to 64 bytes")
{
    for (size_t huge = 1; huge < 1000000; huge *= 10)
        for (int rank = 1; rank <= 4; rank++) {
            float none = 0;
            struct npy a = {NPY_FLOAT32, rank, {0, huge, huge, huge}, &none};
            size_t size;
            char *bytes = npy_bytes(&a, &size);
            free(header(bytes, size, 0));
            free(bytes);
        }
}

TEST("a file contains the bytes of the array")
{
    char path[] = "/tmp/attnlab-npy-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    const float f[2] = {1.5f, -2};
    struct npy a = {NPY_FLOAT32, 1, {2}, f};
    assert_true(npy_write(path, &a));
    size_t size, read;
    char *want = npy_bytes(&a, &size), *found = read_file(path, &read);
    assert_int_equal(read, size);
    assert_memory_equal(found, want, size);
    unlink(path);
    assert_false(npy_write("/dev/null/x.npy", &a));
    free(want);
    free(found);
}
