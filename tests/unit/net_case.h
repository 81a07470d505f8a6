/* SPDX-License-Identifier: MIT
 * Helpers for tests of models/net: they create small networks and batches. */
#ifndef ATTNLAB_NET_CASE_H
#define ATTNLAB_NET_CASE_H

#include "tests/unit/test.h"
#include "base/rng.h"
#include "models/model.h"

#include <math.h>

enum { GELU = 2 }; /* Index of GELU. GELU is smooth, so finite differences are accurate. */
enum { CASE_MOST = 4096 };

/* A batch and its arrays. */
struct net_batch {
    struct batch batch;
    int32_t tokens[CASE_MOST], source[CASE_MOST], targets[CASE_MOST];
    int lengths[64], source_lengths[64];
    float patches[CASE_MOST];
};

/* Returns the configuration of a small model with softmax attention. init_std is large, so that all
 * gradients have similar sizes. */
static inline struct model_config net_config(enum architecture a)
{
    struct model_config c = {.architecture = a,
                             .layers = 2,
                             .d_model = 8,
                             .heads = 2,
                             .d_head = 4,
                             .ffn = 12,
                             .ffn_act = GELU,
                             .norm_place = NORM_PRE,
                             .position = POSITION_LEARNED,
                             .vocabulary = 11,
                             .source_vocabulary = 13,
                             .head = a == ARCH_VISION ? HEAD_CLASS : HEAD_TOKENS,
                             .classes = 5,
                             .patch_dim = 6,
                             .max_n = 7,
                             .max_m = 6,
                             .max_batch = 3,
                             .init_std = 0.3};
    const struct kernels *k = kernels_by_name("double");
    c.plain.score_scale = 1;
    for (int s = 0; s < SLOTS; s++) {
        const struct param *p = k->slots[s].choices[0]->params;
        for (int i = 0; p && p[i].name; i++) c.plain.args[s].value[i] = p[i].def;
    }
    c.variant = c.plain;
    return c;
}

static inline int draw(uint64_t seed, const char *what, int i, int below)
{
    return (int)rng_below(seed, rng_stream(what), (uint64_t)i, (uint64_t)below);
}

static inline void fill_targets(struct net_batch *b, const struct model_config *c, uint64_t seed)
{
    int count = b->batch.batch, n = b->batch.n;
    if (c->head == HEAD_TOKENS) /* padding and a third of the tokens have no target */
        for (int i = 0; i < count * n; i++) {
            bool ask = i % n < b->lengths[i / n] && draw(seed, "ask", i, 3) > 0;
            b->targets[i] = ask ? draw(seed, "targets", i, c->vocabulary) : -1;
        }
    if (c->head == HEAD_CLASS)
        for (int i = 0; i < count; i++) b->targets[i] = draw(seed, "targets", i, c->classes);
    if (c->head == HEAD_SPAN)
        for (int i = 0; i < 2 * count; i++)
            b->targets[i] = i == 3 ? -1 : draw(seed, "targets", i, b->lengths[i / 2]);
}

/* Creates a batch of `count` sequences with at most n positions each; their sources have at most m
 * positions. The first sequence has n positions. The batch is freed when the test ends. */
static inline struct net_batch *net_batch(const struct model_config *c, int count, int n, int m,
                                          uint64_t seed)
{
    struct net_batch *b = kept(calloc(1, sizeof *b));
    b->batch = (struct batch){.batch = count,
                              .n = n,
                              .m = m,
                              .tokens = b->tokens,
                              .lengths = b->lengths,
                              .source = b->source,
                              .source_lengths = b->source_lengths,
                              .patches = b->patches,
                              .targets = b->targets};
    for (int i = 0; i < count * n; i++) b->tokens[i] = draw(seed, "tokens", i, c->vocabulary);
    for (int i = 0; i < count * m; i++)
        b->source[i] = draw(seed, "source", i, c->source_vocabulary);
    for (int i = 0; i < count * n * c->patch_dim && i < CASE_MOST; i++)
        b->patches[i] = (float)rng_normal(seed, rng_stream("patches"), (uint64_t)i);
    for (int i = 0; i < count; i++) {
        b->lengths[i] = i == 0 ? n : 1 + draw(seed, "lengths", i, n);
        b->source_lengths[i] = i == 0 || m == 0 ? m : 1 + draw(seed, "source lengths", i, m);
    }
    fill_targets(b, c, seed);
    return b;
}

static inline const struct model_build *double_build(void)
{
    return model_build_for(kernels_by_name("double"));
}
static inline const struct model_build *fastest_build(void)
{
    return model_build_for(kernels_available()[0]);
}

struct opened_model {
    const struct model_build *build;
    struct model *model;
};
static inline void close_model(void *what)
{
    struct opened_model *o = what;
    o->build->close(o->model);
    free(o);
}

/* Closes the model when the test ends. Returns the model. */
static inline struct model *closed_later(const struct model_build *build, struct model *model)
{
    struct opened_model *o = malloc(sizeof *o);
    *o = (struct opened_model){build, model};
    test_later(close_model, o);
    return model;
}

static inline struct model *open_checked(const struct model_build *build,
                                         const struct model_config *c, bool training)
{
    const char *reason = build->refuse(c);
    if (reason) fail_msg("refused: %s", reason);
    return closed_later(build, build->open(c, 7, training));
}

static inline double real_at(const struct model_build *build, const void *array, size_t i)
{
    return build->real_size == 4 ? (double)((const float *)array)[i] : ((const double *)array)[i];
}

static inline double loss_of(const struct model_build *build, struct model *m,
                             const struct net_batch *b, uint64_t step)
{
    double count;
    return build->forward(m, &b->batch, step, &count);
}

static inline void set_real(const struct model_build *build, void *array, size_t i, double value)
{
    if (build->real_size == 4)
        ((float *)array)[i] = (float)value;
    else
        ((double *)array)[i] = value;
}

/* Sets the multipliers of logits and branches, which exist only with INITIAL_MATCHED. Returns the
 * number of attention layers that have multipliers. */
static inline int set_multipliers(const struct model_build *build, struct model *m, double logits,
                                  double branch)
{
    int count, set = 0;
    const struct model_tensor *t = build->tensors(m, &count);
    for (int i = 0; i < count; i++) {
        if (!strstr(t[i].name, "start.multiplier")) continue;
        set_real(build, build->parameters(m), t[i].at, logits);
        set_real(build, build->parameters(m), t[i].at + 1, branch);
        set++;
    }
    return set;
}

/* Returns the largest absolute value in tensor t, or in all tensors if t < 0. */
static inline double largest_of(const struct model_build *build, const struct model *m,
                                const void *array, int t)
{
    int count;
    const struct model_tensor *list = build->tensors(m, &count);
    double largest = 0;
    for (int i = t < 0 ? 0 : t; i < (t < 0 ? count : t + 1); i++)
        for (size_t e = 0; e < list[i].count; e++)
            largest = fmax(largest, fabs(real_at(build, array, list[i].at + e)));
    return largest;
}

#endif
