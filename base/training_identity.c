/* SPDX-License-Identifier: MIT
 * Names and compares the facts that determine a training run (training_identity.h). */
#include "base/training_identity.h"

#include "base/hash.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* blas_config is OpenBLAS's configuration string, which contains its version and build options. */
const struct identity_name identity_names[IDENTITY_FACTS] = {
    [IDENTITY_WORKER] = {"worker_hash", NULL, "hash of attnlab-worker", false},
    [IDENTITY_ISA] = {"isa", "environment.isa", "vector path", true},
    [IDENTITY_BLAS_CORE] = {"blas_core", "environment.blas_core", "OpenBLAS core type", true},
    [IDENTITY_BLAS_CONFIG] = {"blas_config", "environment.blas_config", "OpenBLAS version", true},
    [IDENTITY_DATA] = {"data_hash", "input.hash", "data hash", false},
    [IDENTITY_TOKENIZER] = {"tokenizer_hash", "input.tokenizer_hash", "tokenizer hash", false},
};

char *identity_difference(const struct identity *here, const struct identity *there,
                          const bool leave_out[IDENTITY_FACTS])
{
    for (int i = 0; i < IDENTITY_FACTS; i++) {
        const char *x = here->fact[i], *y = there->fact[i];
        if ((leave_out && leave_out[i]) || (x && y && !strcmp(x, y))) continue;
        return xformat("another %s: %s here, %s there", identity_names[i].said, x ? x : "unknown",
                       y ? y : "unknown");
    }
    return NULL;
}

void identity_free(struct identity *identity)
{
    for (int i = 0; i < IDENTITY_FACTS; i++) free(identity->fact[i]);
    *identity = (struct identity){0};
}

char *identity_of_program(const char *path)
{
    size_t size;
    char *bytes = read_file(path, &size);
    char *text = bytes ? xformat("%016llx", (unsigned long long)hash_bytes(HASH_START, bytes, size))
                       : xstrdup("");
    free(bytes);
    return text;
}
