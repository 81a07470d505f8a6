/* SPDX-License-Identifier: MIT
 * What this program is, and the hash of a program's file. build_commit.h and build_flags.h are
 * written by the Makefile into the build folder. */
#include "harness/run/program.h"

#include "build_commit.h"
#include "build_flags.h"
#include "base/training_identity.h"
#include "base/mem.h"
#include "base/paths.h"

#include <stdlib.h>
#include <string.h>

const struct program program = {
    .version = FACT_VERSION,
    .commit = FACT_COMMIT,
    .compiler = FACT_COMPILER,
    .harness_flags = FACT_HARNESS_FLAGS,
    .kernel_flags = FACT_KERNEL_FLAGS,
    .libraries = FACT_LIBRARIES,
};

char *program_hash(const char *path)
{
    char *file = strchr(path, '/') ? xstrdup(path) : path_program(path);
    char *text = file ? identity_of_program(file) : xstrdup("");
    free(file);
    return text;
}
