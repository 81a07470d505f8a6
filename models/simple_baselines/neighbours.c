/* SPDX-License-Identifier: MIT
 * Predicts a masked token from its two neighbours by pair counts. Assumes that the neighbours are
 * independent given the token:
 *
 *     p(t | l, r) ~ p(t | l) p(t | r) / p(t), p(t | l) = (c(l t) + T(l) p(t)) / (c(l) + T(l)).
 *
 * T(l) is the number of different tokens after l (Witten and Bell 1991). For p(t), one is added to
 * each count. Pairs t r are treated in the same way. A masked or missing neighbour is ignored.
 *
 * Let a(t) = c(l t) / (c(l) + T(l)) and u = T(l) / (c(l) + T(l)); b(t) and v are defined likewise
 * for the right neighbour. The sum of the product over all t is
 *
 *     sum a b / p + v sum a + u sum b + u v.
 *
 * Because a b is nonzero for few t, this sum needs no loop over the vocabulary. */
#include "models/simple_baselines/simple_baseline.h"

#include "datasets/tokenizers/pair_map.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

struct neighbours {
    int vocabulary;
    double all, *counts; /* total number of tokens, and count of each token, shape (V) */
    struct pair_map *pairs;
    double *seen;
    int room;
    /* number of pairs with each token on the left, and on the right; shape (V) */
    double *as_left, *as_right;
    /* number of different tokens after each token, and before each token; shape (V) */
    double *followers, *leaders;
    /* pairs sorted by left token; the pairs of token t are first[t] to first[t + 1] - 1 */
    int *first, *following;
};

static struct model *open(const struct simple_baseline *y, const struct task *task,
                          const struct model_config *shape)
{
    struct neighbours *m = xalloc(sizeof *m);
    size_t tokens = (size_t)shape->vocabulary;
    (void)y, (void)task;
    m->vocabulary = shape->vocabulary;
    m->pairs = pair_map_new();
    double **rows[] = {&m->counts, &m->as_left, &m->as_right, &m->followers, &m->leaders};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        *rows[i] = xarray(tokens, sizeof **rows[i]);
    return (struct model *)m;
}

static void close(struct model *model)
{
    struct neighbours *m = (struct neighbours *)model;
    double *rows[] = {m->counts, m->as_left, m->as_right, m->followers, m->leaders, m->seen};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) free(rows[i]);
    pair_map_free(m->pairs);
    free(m->first);
    free(m->following);
    free(m);
}

static void count_pair(struct neighbours *m, int32_t left, int32_t right)
{
    int before = m->pairs->count, pair = pair_map_add(m->pairs, (struct pair){left, right});
    if (m->pairs->count > m->room) {
        m->room = 2 * m->pairs->count;
        m->seen = xgrow(m->seen, (size_t)m->room, sizeof *m->seen);
    }
    if (m->pairs->count > before) {
        m->seen[pair] = 0;
        m->followers[left]++;
        m->leaders[right]++;
    }
    m->seen[pair]++;
    m->as_left[left]++;
    m->as_right[right]++;
}

static void count(struct model *model, const struct batch *b)
{
    struct neighbours *m = (struct neighbours *)model;
    for (int row = 0; row < b->batch; row++) {
        const int32_t *tokens = b->tokens + (size_t)row * (size_t)b->n;
        for (int i = 0; i < b->lengths[row]; i++) {
            m->counts[tokens[i]]++;
            m->all++;
            if (i) count_pair(m, tokens[i - 1], tokens[i]);
        }
    }
}

static void fit(struct model *model)
{
    struct neighbours *m = (struct neighbours *)model;
    size_t tokens = (size_t)m->vocabulary;
    int *next = xarray(tokens, sizeof *next);
    m->first = xarray(tokens + 1, sizeof *m->first);
    m->following = xarray((size_t)m->pairs->count + 1, sizeof *m->following);
    for (int t = 0; t < m->vocabulary; t++)
        next[t] = m->first[t], m->first[t + 1] = m->first[t] + (int)m->followers[t];
    for (int i = 0; i < m->pairs->count; i++) m->following[next[m->pairs->pairs[i].left]++] = i;
    free(next);
}

static double share(const struct neighbours *m, int32_t token)
{
    return (m->counts[token] + 1) / (m->all + m->vocabulary);
}

static double seen(const struct neighbours *m, int32_t left, int32_t right)
{
    int pair = pair_map_find(m->pairs, (struct pair){left, right});
    return pair < 0 ? 0 : m->seen[pair];
}

/* A neighbour of a masked token: p(t | neighbour) = (count of the pair) / all + rest * p(t). */
struct side {
    int32_t token; /* id of the neighbour; -1 if masked or missing */
    double all, rest;
};

static struct side side_of(int32_t token, const double *counts, const double *types)
{
    if (token == TOKEN_PAD || token == TOKEN_MASK) return (struct side){-1, 1, 1};
    double all = counts[token] + types[token];
    if (!(all > 0)) return (struct side){-1, 1, 1};
    return (struct side){token, all, types[token] / all};
}

/* Returns a(t) = (count of the pair l t) / (c(l) + T(l)) for the left neighbour l. */
static double before(const struct neighbours *m, const struct side *left, int32_t token)
{
    return left->token < 0 ? 0 : seen(m, left->token, token) / left->all;
}
static double behind(const struct neighbours *m, const struct side *right, int32_t token)
{
    return right->token < 0 ? 0 : seen(m, token, right->token) / right->all;
}

/* Returns the sum over all tokens t of p(t | l) p(t | r) / p(t). */
static double sum_of_all(const struct neighbours *m, const struct side *left,
                         const struct side *right)
{
    double sum =
        right->rest * (1 - left->rest) + left->rest * (1 - right->rest) + left->rest * right->rest;
    if (left->token < 0 || right->token < 0) return sum;
    for (int i = m->first[left->token]; i < m->first[left->token + 1]; i++) {
        int32_t token = m->pairs->pairs[m->following[i]].right;
        sum += m->seen[m->following[i]] / left->all * behind(m, right, token) / share(m, token);
    }
    return sum;
}

static double probability(const struct neighbours *m, int32_t l, int32_t r, int32_t token)
{
    struct side left = side_of(l, m->as_left, m->followers),
                right = side_of(r, m->as_right, m->leaders);
    double p = share(m, token), a = before(m, &left, token), b = behind(m, &right, token);
    return (a + left.rest * p) * (b + right.rest * p) / p / sum_of_all(m, &left, &right);
}

static double forward(struct model *model, const struct batch *b, uint64_t step, double *count)
{
    const struct neighbours *m = (const struct neighbours *)model;
    double nats = 0;
    (void)step;
    *count = 0;
    for (int row = 0; row < b->batch; row++) {
        size_t at = (size_t)row * (size_t)b->n;
        const int32_t *tokens = b->tokens + at, *targets = b->targets + at;
        for (int i = 0; i < b->lengths[row]; i++) {
            if (targets[i] < 0) continue;
            int32_t left = i ? tokens[i - 1] : TOKEN_PAD,
                    right = i + 1 < b->lengths[row] ? tokens[i + 1] : TOKEN_PAD;
            nats -= log(probability(m, left, right, targets[i]));
            ++*count;
        }
    }
    return nats;
}

const struct simple_baseline simple_baseline_neighbours = {
    .name = "neighbours",
    .label = "counted neighbours",
    .title = "predicts a masked token from counts of pairs with its two neighbours",
    .source = "smoothing: Witten & Bell 1991",
    .tasks = "masked_token",
    .open = open,
    .close = close,
    .count = count,
    .fit = fit,
    .forward = forward,
};
