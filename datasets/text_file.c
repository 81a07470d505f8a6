/* SPDX-License-Identifier: MIT
 * Reads a file byte for byte, without decoding. */
#include "datasets/text.h"

#include "base/mem.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

unsigned char *text_file(const char *path, size_t *size, char **error)
{
    char *bytes = read_file(path, size);
    if (!bytes) {
        *error =
            xformat("cannot read corpus '%s': %s (expected the path of a text file, or 'builtin')",
                    path, file_fault(errno));
        return NULL;
    }
    if (*size) return (unsigned char *)bytes;
    free(bytes);
    *error = xformat("corpus '%s' is empty (expected some kilobytes of text)", path);
    return NULL;
}
