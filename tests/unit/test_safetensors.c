/* SPDX-License-Identifier: MIT
 * Tests that safetensors files with inconsistent headers are refused. */
#include "tests/unit/test.h"
#include "models/safetensors.h"
#include "base/mem.h"

#include <unistd.h>

/* Reads a file with this header and four bytes of tensor data. Returns the error, or NULL; the
 * caller frees the error. */
static char *reading(const char *header)
{
    char path[] = "/tmp/attnlab-tensors-XXXXXX", *error = NULL;
    int fd = mkstemp(path);
    uint64_t length = strlen(header);
    assert_true(fd >= 0 && write(fd, &length, sizeof length) == (ssize_t)sizeof length);
    assert_true(write(fd, header, length) == (ssize_t)length && write(fd, "\0\0\0\0", 4) == 4);
    close(fd);
    struct safetensors s = {0};
    bool good = safetensors_read(&s, path, &error);
    unlink(path);
    safetensors_free(&s);
    assert_true(good == !error);
    return error;
}

static void refused(const char *header, const char *expected)
{
    char *error = reading(header);
    assert_non_null(error);
    if (!strstr(error, expected)) fail_msg("expected '%s' in: %s", expected, error);
    free(error);
}

#define ONE(shape, places)                                                                         \
    "{\"w\":{\"dtype\":\"F32\",\"shape\":" shape ",\"data_offsets\":" places "}}"

TEST("shapes must match the data")
{
    assert_null(reading(ONE("[1, 1]", "[0, 4]")));
    refused(ONE("[2]", "[0, 4]"), "tensor w: ");
    refused(ONE("[1, 1, 1, 1, 1]", "[0, 4]"), "at most 4 numbers");
    refused(ONE("[-1]", "[0, 4]"), "out of range");
    refused(ONE("[2147483648]", "[0, 4]"), "out of range");
}

/* The size in bytes, 2^30 * 2^30 * 16 * 4, overflows to 0. */
TEST("a size that overflows is refused")
{
    refused(ONE("[1073741824, 1073741824, 16, 1]", "[0, 0]"), "exceeds the memory");
}
