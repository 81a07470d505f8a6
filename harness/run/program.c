/* SPDX-License-Identifier: MIT
 * What this program is, and the hash of a program's file. build_commit.h and build_flags.h are written by the Makefile
 * into the build folder. */
#include "harness/run/program.h"

#include "build_commit.h"
#include "build_flags.h"
#include "base/training_identity.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct program program = {
    .version = FACT_VERSION,
    .commit = FACT_COMMIT,
    .compiler = FACT_COMPILER,
    .harness_flags = FACT_HARNESS_FLAGS,
    .kernel_flags = FACT_KERNEL_FLAGS,
    .libraries = FACT_LIBRARIES,
};

/* The file that execvp() would take, to be freed. */
static char *in_path(const char *name)
{
    const char *path = getenv("PATH");
    char *copy = xstrdup(path ? path : ""), *rest = copy, *found = NULL;
    for (char *folder; !found && (folder = strsep(&rest, ":"));) {
        found = xformat("%s/%s", *folder ? folder : ".", name);
        if (!access(found, X_OK)) break;
        free(found);
        found = NULL;
    }
    free(copy);
    return found ? found : xstrdup(name);
}

char *program_hash(const char *path)
{
    char *file = strchr(path, '/') ? xstrdup(path) : in_path(path);
    char *text = identity_of_program(file);
    free(file);
    return text;
}
