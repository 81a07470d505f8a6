/* SPDX-License-Identifier: MIT
 * Helpers for decoding tests: they create small random models, source sequences and decoding
 * requests. */
#ifndef ATTNLAB_DECODE_CASE_H
#define ATTNLAB_DECODE_CASE_H

#include "models/tasks/decode.h"
#include "task_case.h"

enum { SOURCES = 12, M = 6, LENGTH = 5, ROWS = 64 };

static inline struct model_config decoder_config(int vocabulary)
{
    struct model_config c = net_config(ARCH_ENCODER_DECODER);
    c.vocabulary = vocabulary;
    c.max_n = LENGTH + 1;
    c.max_m = M;
    c.max_batch = ROWS;
    c.init_std = 0.7; /* large, so that different sources give different tokens */
    return c;
}

/* Creates a random model and adds end_bias to the logit of the end token, so that some hypotheses
 * end early. */
static inline struct model *random_model(const struct model_config *c, uint64_t seed,
                                         float end_bias)
{
    const struct model_build *build = fastest_build();
    assert_null(build->refuse(c));
    struct model *m = closed_later(build, build->open(c, seed, false));
    int count;
    const struct model_tensor *list = build->tensors(m, &count);
    for (int t = 0; t < count; t++)
        if (!strcmp(list[t].name, "head.b"))
            ((float *)build->parameters(m))[list[t].at + TOKEN_END] = end_bias;
    return m;
}

static inline struct net_batch *random_sources(const struct model_config *c)
{
    struct net_batch *b = net_batch(c, SOURCES, LENGTH + 1, M, 3);
    b->source_lengths[1] = 1;
    return b;
}

static inline struct decode_request request_of(struct model *m, const struct model_config *c,
                                               int beam, double penalty)
{
    return (struct decode_request){.build = fastest_build(),
                                   .model = m,
                                   .vocabulary = c->vocabulary,
                                   .beam = beam,
                                   .most_rows = ROWS,
                                   .most_length = LENGTH,
                                   .length_penalty = penalty};
}

static inline bool writable(int token)
{
    return token == TOKEN_UNKNOWN || token == TOKEN_END || token >= TOKEN_SPECIALS;
}

#endif
