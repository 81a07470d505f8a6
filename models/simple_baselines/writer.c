/* SPDX-License-Identifier: MIT
 * Implements struct model_build for simple baselines that only generate text. */
#include "models/simple_baselines/writer.h"

#include <math.h>

void writer_open(struct writer *w, const struct model_config *shape,
                 int32_t (*next)(const struct writer *, const int32_t *, int, int))
{
    *w = (struct writer){.vocabulary = shape->vocabulary, .next = next};
}

void writer_count_nothing(struct model *model, const struct batch *b) { (void)model, (void)b; }

double writer_forward(struct model *model, const struct batch *b, uint64_t step, double *count)
{
    (void)model, (void)step;
    *count = 0;
    for (int row = 0; row < b->batch; row++) *count += b->lengths[row];
    return NAN;
}

void writer_encode(struct model *model, const struct batch *b)
{
    ((struct writer *)model)->source = *b;
}

void writer_forward_decoder(struct model *model, const struct batch *b) { (void)model, (void)b; }

void writer_logits(struct model *model, int b, int n, float *out)
{
    const struct writer *w = (const struct writer *)model;
    const int32_t *source = w->source.source + (size_t)b * (size_t)w->source.m;
    /* logit of all other tokens, low enough that none is chosen */
    enum { NEVER = -1000 };
    for (int t = 0; t < w->vocabulary; t++) out[t] = NEVER;
    out[w->next(w, source, w->source.source_lengths[b], n)] = 0;
}
