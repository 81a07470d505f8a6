/* SPDX-License-Identifier: MIT
 * Converts ids or patches to the rows of a stack, with positions and dropout:
 *
 *   tokens: sum_0 = dropout(f E[token] + P[position]);
 *   words: sum_0 = dropout(f sum_j l_j * E[word j] + P[position]), l_j: struct word_weights;
 *   patches: sum_0 = dropout(x + P[position]), x: class token, then patch W + b.
 *
 * The factor f is 1 or sqrt(d_model), see enum embedding_scale. Patches follow arXiv 2010.11929,
 * eq. 1. */
#include "base/mem.h"
#include "models/net/net.h"
#include "models/net/rows.h"

#include <math.h>

static real embedding_factor(const struct model *m)
{
    const struct model_config *c = &m->layout.config;
    bool root = c->embedding_scale == SCALE_BY_POSITION ? c->position == POSITION_SINUSOIDAL
                                                        : c->embedding_scale == SCALE_ROOT;
    return root ? (real)sqrt((double)c->d_model) : 1;
}

/* Returns the offset of the embedding of an id, which must be in the vocabulary. */
static size_t embedding_row(const struct model *m, const struct stack *s, int32_t id)
{
    const struct model_tensor *e = &m->layout.tensor[s->layout->embedding];
    if (id < 0 || id >= e->dim[0])
        die("token id %d out of range (expected 0 .. %d)", (int)id, e->dim[0] - 1);
    return (size_t)id * (size_t)e->dim[1];
}

static const real *position_row(const struct model *m, const struct stack *s, int n)
{
    size_t at = (size_t)(s->first + n) * (size_t)m->layout.config.d_model;
    if (s->layout->position >= 0) return weight(m, s->layout->position) + at;
    return s->sinusoid ? s->sinusoid + at : NULL;
}

/* ---- patches ---- */

static const real *real_patches(const struct stack *s, const float *patches, size_t count)
{
#ifdef BUILD_DOUBLE
    for (size_t i = 0; i < count; i++) s->patches[i] = (double)patches[i];
    return s->patches;
#else
    (void)s, (void)count;
    return patches;
#endif
}

static void project_patches(struct model *m, struct stack *s, const float *patches)
{
    int d = m->layout.config.d_model, width = m->layout.config.patch_dim, n = s->n - 1;
    size_t each = (size_t)n * (size_t)width;
    const real *x = real_patches(s, patches, (size_t)s->batch * each);
    for (size_t b = 0; b < (size_t)s->batch; b++)
        gemm(false, false, n, d, width, 1, x + b * each, width, weight(m, s->layout->patch), d, 0,
             s->sum[0] + (b * (size_t)s->n + 1) * (size_t)d, d);
}

static void project_patches_backward(struct model *m, struct stack *s, const float *patches,
                                     const real *g)
{
    int d = m->layout.config.d_model, width = m->layout.config.patch_dim, n = s->n - 1;
    size_t each = (size_t)n * (size_t)width;
    const real *x = real_patches(s, patches, (size_t)s->batch * each);
    for (size_t b = 0; b < (size_t)s->batch; b++)
        gemm(true, false, width, d, n, 1, x + b * each, width,
             g + (b * (size_t)s->n + 1) * (size_t)d, d, 1, gradient(m, s->layout->patch), d);
}

/* ---- sentences ---- */

/* Weights that encode the position of a word in its sentence (arXiv 1503.08895 sec. 4.1). Component
 * k = 1..d of the embedding of word j = 1..J is multiplied by `l_kj = (1 - j/J) - (k/d) (1 -
 * 2j/J)`. The sum of the words then depends on their order. */
struct word_weights {
    real first, slope; /* l_kj = first + k * slope */
};
static struct word_weights word_weights(int j, int count, int d)
{
    real place = (real)j / (real)count;
    return (struct word_weights){1 - place, -(1 - 2 * place) / (real)d};
}

static int words_of(const struct stack *s, const int32_t *words)
{
    int count = 0;
    while (count < s->words && words[count] >= 0) count++;
    return count;
}

/* Sets each row of sum[0] to the weighted sum of its words. */
static void add_words(struct model *m, struct stack *s, const int32_t *tokens)
{
    int d = m->layout.config.d_model;
    for (size_t row = 0; row < stack_rows(s); row++) {
        const int32_t *words = tokens + row * (size_t)s->words;
        real *to = s->sum[0] + row * (size_t)d;
        int count = words_of(s, words);
        memset(to, 0, (size_t)d * sizeof *to);
        for (int j = 1; j <= count; j++) {
            const real *e = weight(m, s->layout->embedding) + embedding_row(m, s, words[j - 1]);
            struct word_weights w = word_weights(j, count, d);
            for (int k = 1; k <= d; k++) to[k - 1] += (w.first + (real)k * w.slope) * e[k - 1];
        }
    }
}

/* Accumulates the gradients of the embeddings of a row's words; g is the gradient of their sum. */
static void add_words_backward(struct model *m, const struct stack *s, const int32_t *words,
                               real factor, const real *g)
{
    int d = m->layout.config.d_model, count = words_of(s, words);
    for (int j = 1; j <= count; j++) {
        real *to = gradient(m, s->layout->embedding) + embedding_row(m, s, words[j - 1]);
        struct word_weights w = word_weights(j, count, d);
        for (int k = 1; k <= d; k++) to[k - 1] += factor * (w.first + (real)k * w.slope) * g[k - 1];
    }
}

/* ---- rows ---- */

/* Each row is `factor * content + bias + position`; bias and position may be NULL. */
struct parts {
    const real *content, *bias, *position;
    real factor;
};

static struct parts row_parts(const struct model *m, const struct stack *s, size_t row,
                              const int32_t *tokens)
{
    const struct stack_layout *l = s->layout;
    int n = (int)(row % (size_t)s->n);
    const real *position = position_row(m, s, n), *row_sum = s->sum[0];
    row_sum += row * (size_t)m->layout.config.d_model;
    if (s->words > 1) return (struct parts){row_sum, NULL, position, embedding_factor(m)};
    if (l->patch < 0)
        return (struct parts){weight(m, l->embedding) + embedding_row(m, s, tokens[row]), NULL,
                              position, embedding_factor(m)};
    if (n == 0) return (struct parts){weight(m, l->class_token), NULL, position, 1};
    return (struct parts){row_sum, weight(m, l->patch + 1), position, 1};
}

static void embed_row(struct dropout drop, size_t row, int d, struct parts p, real *to)
{
    uint64_t key = dropout_row(drop, row);
    for (int c = 0; c < d; c += VLEN) {
        vec v = p.factor * row_load(p.content + c, d - c);
        if (p.bias) v += row_load(p.bias + c, d - c);
        if (p.position) v += row_load(p.position + c, d - c);
        if (drop.threshold) v *= dropout_factor(drop, key, c);
        row_store(to + c, d - c, v);
    }
}

void N(embed)(struct model *m, struct stack *s, const int32_t *tokens, const float *patches)
{
    int d = m->layout.config.d_model;
    struct dropout drop = dropout_at(m, s, 0);
    if (s->layout->patch >= 0) project_patches(m, s, patches);
    if (s->words > 1) add_words(m, s, tokens);
    for (size_t row = 0; row < stack_rows(s); row++)
        embed_row(drop, row, d, row_parts(m, s, row, tokens), s->sum[0] + row * (size_t)d);
}

static void drop_row(struct dropout drop, size_t row, int d, real *g)
{
    uint64_t key = dropout_row(drop, row);
    for (int c = 0; c < d; c += VLEN)
        row_store(g + c, d - c, row_load(g + c, d - c) * dropout_factor(drop, key, c));
}

/* Returns the address for the gradient of a row's content. */
static real *content_gradient(const struct model *m, const struct stack *s, size_t row,
                              const int32_t *tokens)
{
    const struct stack_layout *l = s->layout;
    if (l->patch < 0) return gradient(m, l->embedding) + embedding_row(m, s, tokens[row]);
    return gradient(m, row % (size_t)s->n == 0 ? l->class_token : l->patch + 1);
}

void N(embed_backward)(struct model *m, struct stack *s, const int32_t *tokens,
                       const float *patches, real *d_sum)
{
    int d = m->layout.config.d_model;
    struct dropout drop = dropout_at(m, s, 0);
    real factor = s->layout->patch < 0 ? embedding_factor(m) : 1;
    for (size_t row = 0; row < stack_rows(s); row++) {
        real *g = d_sum + row * (size_t)d;
        if (drop.threshold) drop_row(drop, row, d, g);
        if (s->words > 1)
            add_words_backward(m, s, tokens + row * (size_t)s->words, factor, g);
        else
            row_add_scaled(content_gradient(m, s, row, tokens), factor, g, d);
        if (s->layout->position >= 0)
            row_add(gradient(m, s->layout->position) + row % (size_t)s->n * (size_t)d, g, d);
    }
    if (s->layout->patch >= 0) project_patches_backward(m, s, patches, d_sum);
}
