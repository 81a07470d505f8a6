/* SPDX-License-Identifier: MIT
 * Determines why a configuration is not supported, and which slots have no fast function. */
#include "models/net/block_kind.h"

#include <limits.h>

static const char *refuse_sizes(const struct model_config *c)
{
    bool source = c->architecture == ARCH_ENCODER_DECODER, image = c->architecture == ARCH_VISION;
    if (c->layers < 1 || c->layers > 64) return "layers must be 1 to 64";
    if (c->d_model < 1 || c->heads < 1 || c->d_head < 1 || c->ffn < 1)
        return "d_model, heads, d_head and ffn must be at least 1";
    if (c->max_n < 1 || c->max_batch < 1 || (source && c->max_m < 1))
        return "batches need at least one sequence and one position";
    if (!image && c->vocabulary < 1) return "the vocabulary is empty";
    if (source && c->source_vocabulary < 1) return "the source vocabulary is empty";
    if (image && c->patch_dim < 1) return "patches need at least one value";
    if (c->head == HEAD_CLASS && c->classes < 1) return "a class head needs at least one class";
    return NULL;
}

static const char *refuse_range(const struct model_config *c)
{
    double n = c->max_n > c->max_m ? c->max_n : c->max_m;
    if ((n + 1) * c->max_batch > INT_MAX) return "max_batch * positions must stay below 2^31";
    if (!(c->dropout >= 0 && c->dropout < 1)) return "dropout must be at least 0 and below 1";
    if (!(c->attention_dropout >= 0 && c->attention_dropout < 1))
        return "attention_dropout must be at least 0 and below 1";
    if (!(c->init_std >= 0)) return "init_std must not be negative";
    if (!(c->embedding_std >= 0)) return "embedding_std must not be negative";
    return NULL;
}

static const char *refuse_head(const struct model_config *c)
{
    bool decoder = c->architecture == ARCH_DECODER || c->architecture == ARCH_ENCODER_DECODER;
    if (decoder && c->head != HEAD_TOKENS) return "a decoder can predict only tokens";
    if (c->architecture == ARCH_VISION && c->head != HEAD_CLASS)
        return "a vision transformer can predict only classes";
    if (c->tied && c->head != HEAD_TOKENS)
        return "only a head that predicts tokens can be tied to the embedding";
    if (c->shared_embedding && c->architecture != ARCH_ENCODER_DECODER)
        return "only an encoder-decoder has two embeddings to share";
    if (c->shared_embedding && c->vocabulary != c->source_vocabulary)
        return "a shared embedding needs one vocabulary for source and target";
    return NULL;
}

static const char *refuse_stack(const struct stack_layout *s)
{
    const char *reason = NULL;
    for (int b = 0; b < s->blocks && !reason; b++)
        if (s->block[b].kind->refuse) reason = s->block[b].kind->refuse(&s->block[b]);
    return reason;
}

const char *N(refuse_model)(const struct model_config *c)
{
    const char *reason = refuse_sizes(c);
    if (!reason) reason = refuse_range(c);
    if (!reason) reason = refuse_head(c);
    if (reason) return reason;
    struct layout l;
    N(layout_open)(&l, c);
    reason = refuse_stack(&l.encoder);
    if (!reason) reason = refuse_stack(&l.decoder);
    N(layout_close)(&l);
    return reason;
}

static unsigned stack_by_formula(const struct stack_layout *s)
{
    unsigned slots = 0;
    for (int b = 0; b < s->blocks; b++)
        if (s->block[b].kind->by_formula) slots |= s->block[b].kind->by_formula(&s->block[b]);
    return slots;
}

unsigned N(model_by_formula)(const struct model_config *c)
{
    struct layout l;
    N(layout_open)(&l, c);
    unsigned slots = stack_by_formula(&l.encoder) | stack_by_formula(&l.decoder);
    N(layout_close)(&l);
    return slots;
}
