/* SPDX-License-Identifier: MIT
 * Defines simple baselines that generate text. Each token of the answer depends only on its
 * position and the source. These baselines have no probabilities and no loss. Their logits are
 * large for the token to generate, so that decoding chooses this token. */
#ifndef ATTNLAB_WRITER_H
#define ATTNLAB_WRITER_H

#include "models/simple_baselines/simple_baseline.h"

struct writer {
    int vocabulary;
    struct batch
        source; /* batch of the last encode(); its arrays must stay valid until decoding ends */
    /* Returns the token of the answer at `position`. `source` contains the ids of a row, ending in
     * TOKEN_END. */
    int32_t (*next)(const struct writer *, const int32_t *source, int length, int position);
};

void writer_open(struct writer *, const struct model_config *,
                 int32_t (*next)(const struct writer *, const int32_t *, int, int));
/* members of struct simple_baseline; the model must begin with a struct writer */
void writer_count_nothing(struct model *, const struct batch *);
double writer_forward(struct model *, const struct batch *, uint64_t, double *count);
void writer_logits(struct model *, int b, int n, float *out);
void writer_encode(struct model *, const struct batch *);
void writer_forward_decoder(struct model *, const struct batch *);
#define WRITER_MEMBERS                                                                             \
    .forward = writer_forward, .logits = writer_logits, .encode = writer_encode,                   \
    .forward_decoder = writer_forward_decoder

#endif
