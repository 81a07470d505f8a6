/* SPDX-License-Identifier: MIT
 * Decodes with an encoder-decoder: searches for the most likely target sequences of a batch of
 * sources, greedily or by beam search. */
#ifndef ATTNLAB_DECODE_H
#define ATTNLAB_DECODE_H

#include "models/model.h"

struct decode_request {
    const struct model_build *build;
    struct model *model;
    int vocabulary;
    int beam;      /* hypotheses per source; 1 is greedy */
    int most_rows; /* largest number of rows in a batch of the model; at least beam * sources */
    /* maximum length of a target, without TOKEN_END; the model must accept one more token */
    int most_length;
    /* Finished hypotheses are ranked by log-probability / length^penalty (Wu et al. 2016, arXiv
     * 1609.08144, simplified). */
    double length_penalty;
};

/* Decodes `count` sources. sources (count, m) is padded, and lengths (count) contains the true
 * lengths. out (count, most_length) receives the tokens without TOKEN_BEGIN and TOKEN_END;
 * out_lengths (count) receives the numbers of tokens. */
void decode(const struct decode_request *, const int32_t *sources, const int *lengths, int count,
            int m, int32_t *out, int *out_lengths);

#endif
