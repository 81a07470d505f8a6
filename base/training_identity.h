/* SPDX-License-Identifier: MIT
 * Lists the facts, besides the cell, that determine the exact bits of a training run, such as the
 * SIMD instruction set. Checkpoints, `attnlab run --resume` and `--reuse` compare these facts. */
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
    char *fact[IDENTITY_FACTS];
};
extern const struct identity_name {
    const char *name; /* name of the fact in checkpoints and in the worker's answer */
    const char *path; /* path of the fact in a row's JSON record; NULL if the record does not
                         contain the fact */
    const char *said;
    bool of_core; /* true if the fact affects rounding but not the training data */
} identity_names[IDENTITY_FACTS];

/* Describes the first fact that differs, such as "another vector path: avx2 here, avx512 there". A
 * fact in only one of the lists counts as different. Facts in `leave_out` are skipped. Returns NULL
 * if all facts agree. The caller frees the text. */
char *identity_difference(const struct identity *here, const struct identity *there,
                          const bool leave_out[IDENTITY_FACTS]);
void identity_free(struct identity *);
/* Returns the FNV-1a hash of a program's file as 16 hexadecimal digits; "" if the file is
 * unreadable. The caller frees the text. */
char *identity_of_program(const char *path);

#endif
