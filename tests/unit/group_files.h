/* SPDX-License-Identifier: MIT
 * Folders in place of /proc and /sys, for tests of control groups. */
#ifndef ATTNLAB_GROUP_FILES_H
#define ATTNLAB_GROUP_FILES_H

#include "base/mem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *root;

static inline void write_under_root(const char *path, const char *text)
{
    char *folder = xformat("mkdir -p \"$(dirname '%s/%s')\"", root, path);
    assert_int_equal(system(folder), 0);
    free(folder);
    char *name = xformat("%s/%s", root, path);
    assert_true(write_file_atomically(name, text, strlen(text)));
    free(name);
}

static inline int root_begin(void **state)
{
    (void)state;
    root = xstrdup("/tmp/attnlab-groups-XXXXXX");
    return mkdtemp(root) ? 0 : -1;
}

static inline int root_end(void **state)
{
    (void)state;
    char *command = xformat("rm -r '%s'", root);
    int failed = system(command);
    free(command), free(root);
    return failed;
}

#endif
