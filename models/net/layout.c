/* SPDX-License-Identifier: MIT
 * See layout.h. The order of calls here is the order of tensors in memory and in checkpoints. */
#include "models/net/layout.h"

#include "models/net/initial.h"

#include "base/mem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* GPT-2's and BERT's initial deviation of embeddings; the head's too, so that the loss begins near
 * log(outputs). */
static const double EMBEDDING_STD = 0.02;

/* ---- tensors ---- */

static size_t aligned(size_t count)
{
    return (count + TENSOR_ALIGN - 1) / TENSOR_ALIGN * TENSOR_ALIGN;
}

/* The name is "<a><b>". */
static int add_tensor(struct layout *l, const char *a, const char *b, struct tensor initial)
{
    int i = l->tensors++;
    l->tensor = xgrow(l->tensor, (size_t)l->tensors, sizeof *l->tensor);
    l->initial = xgrow(l->initial, (size_t)l->tensors, sizeof *l->initial);
    struct model_tensor *t = &l->tensor[i];
    *t = (struct model_tensor){.rank = initial.rank, .at = l->reals, .count = 1, .slot = -1};
    snprintf(t->name, sizeof t->name, "%.31s%.40s", a, b);
    for (int d = 0; d < 3; d++) t->count *= (size_t)(t->dim[d] = initial.dim[d]);
    t->decay = initial.rank >= 2;
    l->initial[i] = initial;
    l->reals += aligned(t->count);
    return i;
}

static struct tensor vector(int size, enum init init)
{
    return (struct tensor){.rank = 1, .dim = {size, 1, 1}, .init = init};
}
static struct tensor matrix(const struct layout *l, int rows, int columns, double std)
{
    if (l->config.init_std > 0) std = l->config.init_std;
    return (struct tensor){"", 2, {rows, columns, 1}, INIT_NORMAL, std};
}

/* A bias of (size). Where the model has none, zeros that nothing moves stand in its place, so that
 * the passes know one form only. */
static int add_bias(struct layout *l, const char *prefix, const char *name, int size)
{
    int i = add_tensor(l, prefix, name, vector(size, INIT_ZERO));
    l->tensor[i].fixed = l->config.no_bias;
    return i;
}

static int add_norm(struct layout *l, const char *prefix)
{
    int gain = add_tensor(l, prefix, "norm.gain", vector(l->config.d_model, INIT_ONE));
    add_bias(l, prefix, "norm.bias", l->config.d_model);
    return gain;
}

static int add_embedding(struct layout *l, const char *prefix, const char *name, int rows)
{
    int t = add_tensor(l, prefix, name, matrix(l, rows, l->config.d_model, EMBEDDING_STD));
    l->tensor[t].decay = l->config.decay == DECAY_ALL_2D;
    return t;
}

/* ---- branches ---- */

static bool has_variant(const struct model_config *c, int layer, int where)
{
    return c->variant_in & where && c->variant_layers >> layer & 1;
}

static void add_attention(struct layout *l, const struct kernels *k, const char *prefix,
                          bool variant, struct branch *b)
{
    struct tensor list[MAX_LAYER_TENSORS];
    b->first = l->tensors;
    b->count = k->tensors(&b->layer, list);
    initial_attention(k, &l->config, variant, &b->layer, list, b->count);
    for (int t = 0; t < b->count; t++) {
        int slot = slot_of_tensor(k, list[t].name);
        int at = add_tensor(l, prefix, list[t].name, list[t]); /* moves l->tensor */
        struct model_tensor *added = &l->tensor[at];
        added->swapped = slot_is_swapped(&l->config, variant, slot);
        added->slot = slot;
        added->placed = variant;
    }
}

static void add_feed_forward(struct layout *l, const char *prefix, struct branch *b)
{
    const struct model_config *c = &l->config;
    struct tensor w2 = matrix(l, c->ffn, c->d_model, 1 / sqrt(c->ffn));
    w2.std *= residual_gain(c);
    b->first = add_tensor(l, prefix, "w1", matrix(l, c->d_model, c->ffn, 1 / sqrt(c->d_model)));
    add_bias(l, prefix, "b1", c->ffn);
    add_tensor(l, prefix, "w2", w2);
    add_bias(l, prefix, "b2", c->d_model);
    b->count = 4;
}

/* What a layer of this model is at its largest; n queries, m keys. */
static struct layer attention(const struct model_config *c, bool variant, enum mask mask, bool self,
                              int n, int m)
{
    struct layer layer = variant ? c->variant : c->plain;
    layer.shape = (struct shape){c->max_batch, c->heads, n, m, c->d_model, c->d_head};
    layer.mask = mask;
    layer.dropout = c->attention_dropout;
    layer.rotary = self && c->position == POSITION_ROTARY;
    return layer;
}

static void add_branch(struct layout *l, const struct kernels *k, struct stack_layout *s, int layer,
                       enum branch_kind kind)
{
    static const char *const names[BRANCH_KINDS] = {"attention", "cross", "ffn"};
    const struct model_config *c = &l->config;
    struct branch *b = &s->branch[s->branches];
    bool pre = c->norm_place == NORM_PRE, decoder = s == &l->decoder, cross = kind == BRANCH_CROSS;
    char prefix[32];
    snprintf(prefix, sizeof prefix, "%s.%d.%s.", s->name, layer, names[kind]);
    if (pre) s->norm[s->branches] = add_norm(l, prefix);
    b->kind = kind;
    if (kind == BRANCH_FEED_FORWARD) {
        add_feed_forward(l, prefix, b);
    } else {
        bool variant = has_variant(c, layer, cross ? IN_CROSS : decoder ? IN_DECODER : IN_ENCODER);
        enum mask mask = cross                            ? MASK_PADDING
                         : decoder                        ? MASK_CAUSAL
                         : c->architecture == ARCH_VISION ? MASK_NONE
                                                          : MASK_PADDING;
        b->layer = attention(c, variant, mask, !cross, s->n, cross ? c->max_m : s->n);
        add_attention(l, k, prefix, variant, b);
    }
    if (!pre) s->norm[s->branches + 1] = add_norm(l, prefix);
    s->branches++;
}

static void add_branches(struct layout *l, const struct kernels *k, struct stack_layout *s)
{
    const struct model_config *c = &l->config;
    size_t most = 3 * (size_t)c->layers;
    char prefix[32];
    s->branch = xarray(most, sizeof *s->branch);
    s->norm = xarray(most + 1, sizeof *s->norm);
    s->norm[0] = -1;
    for (int layer = 0; layer < c->layers; layer++) {
        add_branch(l, k, s, layer, BRANCH_ATTENTION);
        if (s == &l->decoder && c->architecture == ARCH_ENCODER_DECODER)
            add_branch(l, k, s, layer, BRANCH_CROSS);
        add_branch(l, k, s, layer, BRANCH_FEED_FORWARD);
    }
    snprintf(prefix, sizeof prefix, "%s.", s->name);
    if (c->norm_place == NORM_PRE) s->norm[s->branches] = add_norm(l, prefix);
}

/* ---- what goes in and what comes out ---- */

static struct stack_layout empty_stack(const char *name, int n)
{
    return (struct stack_layout){
        .name = name, .n = n, .embedding = -1, .position = -1, .patch = -1, .class_token = -1};
}

/* source: names and sizes of the encoder of an encoder-decoder. */
static void add_input(struct layout *l, struct stack_layout *s, bool source)
{
    const struct model_config *c = &l->config;
    const char *prefix = source ? "source_" : "";
    if (source && c->shared_embedding)
        s->embedding = l->decoder.embedding;
    else
        s->embedding =
            add_embedding(l, prefix, "embedding", source ? c->source_vocabulary : c->vocabulary);
    if (c->position == POSITION_LEARNED) s->position = add_embedding(l, prefix, "position", s->n);
}

static void add_patches(struct layout *l, struct stack_layout *s)
{
    const struct model_config *c = &l->config;
    struct tensor class_token = vector(c->d_model, INIT_NORMAL);
    class_token.std = c->init_std > 0 ? c->init_std : EMBEDDING_STD;
    s->class_token = add_tensor(l, "class_token", "", class_token);
    s->n++;
    s->patch =
        add_tensor(l, "patch.", "w", matrix(l, c->patch_dim, c->d_model, 1 / sqrt(c->patch_dim)));
    add_bias(l, "patch.", "b", c->d_model);
    if (c->position == POSITION_LEARNED) s->position = add_embedding(l, "", "position", s->n);
}

/* A span's bias would move all positions alike, which a softmax over positions does not see; tied
 * outputs have none, as in GPT-2. */
static void add_head(struct layout *l)
{
    const struct model_config *c = &l->config;
    l->outputs = c->head == HEAD_TOKENS ? c->vocabulary : c->head == HEAD_CLASS ? c->classes : 2;
    l->head_bias = -1;
    l->head = l->top->embedding;
    if (c->tied) return;
    l->head = add_tensor(l, "head.", "w", matrix(l, l->outputs, c->d_model, EMBEDDING_STD));
    if (c->head != HEAD_SPAN) l->head_bias = add_bias(l, "head.", "b", l->outputs);
}

void layout_open(struct layout *l, const struct model_config *c, const struct kernels *k)
{
    bool both = c->architecture == ARCH_ENCODER_DECODER;
    *l = (struct layout){.config = *c};
    l->encoder = empty_stack("encoder", both ? c->max_m : c->max_n);
    l->decoder = empty_stack("decoder", c->max_n);
    bool decoder = both || c->architecture == ARCH_DECODER;
    l->top = decoder ? &l->decoder : &l->encoder;
    if (decoder) add_input(l, &l->decoder, false);
    if (c->architecture == ARCH_VISION)
        add_patches(l, &l->encoder);
    else if (c->architecture != ARCH_DECODER)
        add_input(l, &l->encoder, both);
    if (c->architecture != ARCH_DECODER) add_branches(l, k, &l->encoder);
    if (decoder) add_branches(l, k, &l->decoder);
    add_head(l);
}

static void close_stack(struct stack_layout *s)
{
    free(s->branch);
    free(s->norm);
}

void layout_close(struct layout *l)
{
    close_stack(&l->encoder);
    close_stack(&l->decoder);
    free(l->tensor);
    free(l->initial);
}
