/* SPDX-License-Identifier: MIT
 * Converts a configuration to stacks of blocks and their tensors. Tensors are stored in the order
 * in which the functions are called, in memory and in checkpoints. */
#include "models/net/block_kind.h"

#include "base/mem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Initial standard deviation of embeddings, as in GPT-2 and BERT. The head has the same value, so
 * that the first loss is near log(outputs). */
static const double EMBEDDING_STD = 0.02;

/* ---- tensors ---- */

int N(add_tensor)(struct layout *l, const char *a, const char *b, struct tensor initial)
{
    int i = l->tensors++;
    l->tensor = xgrow(l->tensor, (size_t)l->tensors, sizeof *l->tensor);
    l->initial = xgrow(l->initial, (size_t)l->tensors, sizeof *l->initial);
    struct model_tensor *t = &l->tensor[i];
    *t = (struct model_tensor){.rank = initial.rank, .at = l->reals, .count = 1, .slot = -1};
    snprintf(t->name, sizeof t->name, "%.31s%.40s", a, b);
    for (int d = 0; d < 3; d++) t->count *= (size_t)(t->dim[d] = initial.dim[d]);
    t->decay = initial.matrix;
    l->initial[i] = initial;
    l->reals += aligned_reals(t->count);
    return i;
}

static struct tensor vector(int size, enum init init)
{
    return (struct tensor){.rank = 1, .dim = {size, 1, 1}, .init = init};
}
struct tensor N(matrix)(const struct layout *l, int rows, int columns, double std)
{
    if (l->config.init_std > 0) std = l->config.init_std;
    return (struct tensor){"", 2, {rows, columns, 1}, INIT_NORMAL, std, true};
}

int N(add_vector)(struct layout *l, const char *prefix, const char *name, int size, enum init init,
                  bool fixed)
{
    int i = N(add_tensor)(l, prefix, name, vector(size, init));
    l->tensor[i].fixed = fixed;
    return i;
}

int N(add_bias)(struct layout *l, const char *prefix, const char *name, int size)
{
    return N(add_vector)(l, prefix, name, size, INIT_ZERO, l->config.no_bias);
}

static int add_norm(struct layout *l, const char *prefix)
{
    int gain = N(add_tensor)(l, prefix, "norm.gain", vector(l->config.d_model, INIT_ONE));
    N(add_bias)(l, prefix, "norm.bias", l->config.d_model);
    return gain;
}

static int add_embedding(struct layout *l, const char *prefix, const char *name, int rows)
{
    int t = N(add_tensor)(l, prefix, name, N(matrix)(l, rows, l->config.d_model, EMBEDDING_STD));
    l->tensor[t].decay = l->config.decay == DECAY_ALL_2D;
    return t;
}

/* ---- blocks ---- */

#define BLOCK(name) &N(block_##name),
const struct block_kind *const N(block_kinds)[] = {
#include "models/net/blocks/list.def"
    NULL};
#undef BLOCK
enum { BLOCK_KINDS = sizeof N(block_kinds) / sizeof *N(block_kinds) - 1 };

static void add_block(struct layout *l, struct stack_layout *s, int layer,
                      const struct block_kind *kind)
{
    struct block *b = &s->block[s->blocks];
    bool pre = l->config.norm_place == NORM_PRE;
    char prefix[32];
    snprintf(prefix, sizeof prefix, "%s.%d.%s.", s->name, layer, kind->name);
    if (pre) s->norm[s->blocks] = add_norm(l, prefix);
    b->kind = kind;
    b->start = -1;
    kind->tensors(l, s, prefix, layer, b);
    if (!pre) s->norm[s->blocks + 1] = add_norm(l, prefix);
    s->blocks++;
}

static void add_blocks(struct layout *l, struct stack_layout *s)
{
    size_t most = BLOCK_KINDS * (size_t)l->config.layers;
    char prefix[32];
    s->block = xarray(most, sizeof *s->block);
    s->norm = xarray(most + 1, sizeof *s->norm);
    s->norm[0] = -1;
    for (int layer = 0; layer < l->config.layers; layer++)
        for (const struct block_kind *const *kind = N(block_kinds); *kind; kind++)
            if (!(*kind)->reads_source || s->has_source) add_block(l, s, layer, *kind);
    snprintf(prefix, sizeof prefix, "%s.", s->name);
    if (l->config.norm_place == NORM_PRE) s->norm[s->blocks] = add_norm(l, prefix);
}

/* ---- input and output ---- */

static struct stack_layout empty_stack(const char *name, int n)
{
    return (struct stack_layout){
        .name = name, .n = n, .embedding = -1, .position = -1, .patch = -1, .class_token = -1};
}

/* Adds the embeddings of a stack. If `source` is true, the tensors get the names and sizes of the
 * encoder in an encoder-decoder. */
static void add_input(struct layout *l, struct stack_layout *s, bool source)
{
    const struct model_config *c = &l->config;
    const char *prefix = source ? "source_" : "";
    if (source && c->shared_embedding)
        s->embedding = l->decoder.embedding;
    else
        s->embedding =
            add_embedding(l, prefix, "embedding", source ? c->source_vocabulary : c->vocabulary);
    if (c->embedding_std > 0) l->initial[s->embedding].std = c->embedding_std;
    if (c->position == POSITION_LEARNED) s->position = add_embedding(l, prefix, "position", s->n);
}

static void add_patches(struct layout *l, struct stack_layout *s)
{
    const struct model_config *c = &l->config;
    struct tensor class_token = vector(c->d_model, INIT_NORMAL);
    class_token.std = c->init_std > 0 ? c->init_std : EMBEDDING_STD;
    s->class_token = N(add_tensor)(l, "class_token", "", class_token);
    s->n++;
    s->patch = N(add_tensor)(l, "patch.", "w",
                             N(matrix)(l, c->patch_dim, c->d_model, 1 / sqrt(c->patch_dim)));
    N(add_bias)(l, "patch.", "b", c->d_model);
    if (c->position == POSITION_LEARNED) s->position = add_embedding(l, "", "position", s->n);
}

/* Adds the head. The head for spans has no bias, because a softmax over positions ignores a bias. A
 * head with tied embeddings has no bias, as in GPT-2. */
static void add_head(struct layout *l)
{
    const struct model_config *c = &l->config;
    l->outputs = c->head == HEAD_TOKENS ? c->vocabulary : c->head == HEAD_CLASS ? c->classes : 2;
    l->head_bias = -1;
    l->head = l->top->embedding;
    if (c->tied) return;
    l->head = N(add_tensor)(l, "head.", "w", N(matrix)(l, l->outputs, c->d_model, EMBEDDING_STD));
    if (c->head != HEAD_SPAN) l->head_bias = N(add_bias)(l, "head.", "b", l->outputs);
}

void N(layout_open)(struct layout *l, const struct model_config *c)
{
    bool both = c->architecture == ARCH_ENCODER_DECODER;
    *l = (struct layout){.config = *c};
    l->encoder = empty_stack("encoder", both ? c->max_m : c->max_n);
    l->decoder = empty_stack("decoder", c->max_n);
    l->decoder.has_source = both;
    bool decoder = both || c->architecture == ARCH_DECODER;
    l->top = decoder ? &l->decoder : &l->encoder;
    if (decoder) add_input(l, &l->decoder, false);
    if (c->architecture == ARCH_VISION)
        add_patches(l, &l->encoder);
    else if (c->architecture != ARCH_DECODER)
        add_input(l, &l->encoder, both);
    if (c->architecture != ARCH_DECODER) add_blocks(l, &l->encoder);
    if (decoder) add_blocks(l, &l->decoder);
    add_head(l);
}

static void close_stack(struct stack_layout *s)
{
    free(s->block);
    free(s->norm);
}

void N(layout_close)(struct layout *l)
{
    close_stack(&l->encoder);
    close_stack(&l->decoder);
    free(l->tensor);
    free(l->initial);
}
