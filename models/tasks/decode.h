/* SPDX-License-Identifier: MIT
 * Decoding with an encoder-decoder: the most likely target sequences for a batch of sources,
 * greedily or by beam search. */
#ifndef ATTNLAB_DECODE_H
#define ATTNLAB_DECODE_H

#include "models/model.h"

struct decode_request {
    const struct model_build *build;
    struct model *model;
    int vocabulary;
    int beam;              /* hypotheses per source; 1: greedy */
    int most_rows;         /* rows that the model accepts; at least beam * sources */
    int most_length;       /* of a target without TOKEN_END; the model accepts one more */
    double length_penalty; /* finished hypotheses are ranked by log-probability / length^penalty (Wu
                              et al. 2016, arXiv 1609.08144, simplified) */
};

/* sources: (count, m) padded, with lengths; out: (count, most_length), out_lengths (count):
 * without TOKEN_BEGIN and TOKEN_END. */
void decode(const struct decode_request *, const int32_t *sources, const int *lengths, int count,
            int m, int32_t *out, int *out_lengths);

#endif
