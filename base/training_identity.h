/* SPDX-License-Identifier: MIT
 * What determines the bits of a training besides its cell. Checkpoints, `attnlab run --resume` and
 * `--reuse` compare these facts, listed in training_identity.c. */
#ifndef ATTNLAB_TRAINING_IDENTITY_H
#define ATTNLAB_TRAINING_IDENTITY_H

#include <stdbool.h>

enum identity_fact {
    IDENTITY_WORKER,
    IDENTITY_ISA,
    IDENTITY_BLAS_CORE,
    IDENTITY_BLAS_CONFIG,
    IDENTITY_DATA,
    IDENTITY_TOKENIZER,
    IDENTITY_FACTS
};
struct identity {
    char *fact[IDENTITY_FACTS]; /* owned; NULL: unknown */
};
extern const struct identity_name {
    const char *name; /* in checkpoints and in the worker's answer */
    const char *path; /* in a row's record; NULL: none */
    const char *said;
    bool of_core; /* affects rounding, not the training data */
} identity_names[IDENTITY_FACTS];

/* The first fact that differs, as "another vector path: avx2 here, avx512 there"; a missing fact
 * differs. NULL: none. The caller frees it. leave_out: facts to skip. */
char *identity_difference(const struct identity *here, const struct identity *there,
                          const bool leave_out[IDENTITY_FACTS]);
void identity_free(struct identity *);
/* FNV-1a of a program's file, 16 hexadecimal digits (the caller frees it); "" if unreadable. */
char *identity_of_program(const char *path);

#endif
