/* SPDX-License-Identifier: MIT
 * What decides the bits of a training, besides its cell. A checkpoint, `attnlab run --resume` and
 * `--reuse` compare these facts, all of them from the one table in training_identity.c. */
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
    char *fact[IDENTITY_FACTS]; /* owned; NULL: not known */
};
extern const struct identity_name {
    const char *name; /* in checkpoints and in the worker's answer */
    const char *path; /* in a row's record; NULL: it has none */
    const char *said;
    bool of_core; /* decides how sums are rounded, not what is learned from */
} identity_names[IDENTITY_FACTS];

/* The first fact in which two differ, as "another vector path: avx2 here, avx512 there"; a fact
 * that one of them lacks differs. NULL: none. To be freed. leave_out: facts that are not asked. */
char *identity_difference(const struct identity *here, const struct identity *there,
                          const bool leave_out[IDENTITY_FACTS]);
void identity_free(struct identity *);
/* FNV-1a of a program's file, 16 hexadecimal digits, to be freed; "" when it cannot be read. */
char *identity_of_program(const char *path);

#endif
