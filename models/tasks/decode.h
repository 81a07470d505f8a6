/* SPDX-License-Identifier: MIT
 * Decoding with an encoder-decoder: the likeliest target sequences for a batch of sources, greedily
 * or by beam search. */
#ifndef ATTNLAB_DECODE_H
#define ATTNLAB_DECODE_H

#include "models/model.h"

struct decode_request {
    const struct model_build *build;
    struct model *model;
    int vocabulary;
    int beam;              /* hypotheses kept for each source; 1: greedy */
    int most_rows;         /* that the model takes; beam * sources must not exceed it */
    int most_length;       /* of a target, TOKEN_END not counted; the model takes one more */
    double length_penalty; /* log-probability over length^penalty ranks finished hypotheses (Wu et
                            * al. 2016, arXiv 1609.08144, simplified) */
};

/* sources: (count, m) padded, with lengths; out: (count, most_length), out_lengths (count):
 * without TOKEN_BEGIN and TOKEN_END. */
void decode(const struct decode_request *, const int32_t *sources, const int *lengths, int count,
            int m, int32_t *out, int *out_lengths);

#endif
