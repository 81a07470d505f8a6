/* SPDX-License-Identifier: MIT
 * Implements n-grams of characters or pieces with interpolated Kneser-Ney smoothing (Kneser and Ney
 * 1995; Chen and Goodman 1998, section 4.1.6, one discount per order):
 *
 *     p_k(w | h) = max(c(h w) - D_k, 0) / c(h) + D_k t(h) / c(h) p_{k-1}(w | h').
 *
 * h': h without its first token.
 * c(h w): at the longest order, number of occurrences of h w; at lower orders, number of different
 * v for which v h w occurs.
 * c(h): sum of c(h w) over w. t(h): number of different w.
 * D_k = n1 / (n1 + 2 n2), where n1 and n2 are the numbers of n-grams with count 1 and 2.
 * p_0 is uniform. A history that never occurred is shortened.
 *
 * An n-gram of k tokens is a node of table k. Its parent in table k - 1 is the n-gram of its first
 * k - 1 tokens. While a text is read, the nodes of the last 1, 2, ... tokens are kept, and each is
 * extended by the next token. Scored windows start without a history.
 *
 * A hundred novels give tens of millions of nodes, so nodes are small: 12 bytes for the longest
 * order, 20 for others, plus 5 to 11 in a hash table. */
#include "models/simple_baselines/simple_baseline.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NONE, MOST_ORDER = 6, FIRST_SLOTS = 1 << 10 };

struct gram {
    uint32_t parent; /* node of the first k - 1 tokens, in the table of the next lower order */
    int32_t token;
};
struct history {
    uint32_t total, types; /* c(h) and t(h) of the Kneser-Ney formula, set by fit() */
};
/* n-grams of one length; nodes are numbered from 1 */
struct table {
    struct gram *grams;
    uint32_t *counted;       /* c(h w): number of occurrences, or of different tokens before h w */
    struct history *history; /* histories of these n-grams; NULL for the longest order */
    uint32_t count, room;    /* number of nodes (including number 0), and capacity */
    /* hash table of node numbers, NONE for an empty slot; the size is a power of two */
    uint32_t *slots, size;
};
struct ngram {
    int order, vocabulary;
    struct table table[MOST_ORDER + 1]; /* table[0] contains only the empty n-gram, number 0 */
    double discount[MOST_ORDER + 1];
};

/* ---- a table ---- */

static uint32_t slot_of(const struct table *t, uint32_t parent, int32_t token)
{
    uint64_t key = ((uint64_t)parent << 32 | (uint32_t)token) * UINT64_C(0x9E3779B97F4A7C15);
    uint32_t mask = t->size - 1, at = (uint32_t)(key >> 32) & mask;
    while (t->slots[at] &&
           (t->grams[t->slots[at]].parent != parent || t->grams[t->slots[at]].token != token))
        at = (at + 1) & mask;
    return at;
}

/* Doubles the number of slots. At most three quarters of the slots are used. */
static void spread(struct table *t)
{
    require(t->size < UINT32_MAX / 4);
    t->size = t->size ? 2 * t->size : FIRST_SLOTS;
    free(t->slots);
    t->slots = xarray(t->size, sizeof *t->slots);
    for (uint32_t i = 1; i < t->count; i++)
        t->slots[slot_of(t, t->grams[i].parent, t->grams[i].token)] = i;
}

static void make_room(struct table *t, bool histories)
{
    t->room = t->room ? 2 * t->room : FIRST_SLOTS;
    t->grams = xgrow(t->grams, t->room, sizeof *t->grams);
    t->counted = xgrow(t->counted, t->room, sizeof *t->counted);
    if (histories) t->history = xgrow(t->history, t->room, sizeof *t->history);
}

static void open_table(struct table *t, bool histories)
{
    make_room(t, histories);
    t->count = 1;
    if (histories) t->history[NONE] = (struct history){0};
    spread(t);
}

/* Returns the node of `parent` followed by a token, or NONE if this n-gram never occurred. */
static uint32_t child(const struct table *t, uint32_t parent, int32_t token)
{
    return t->slots[slot_of(t, parent, token)];
}

/* Returns the node of `parent` followed by a token. If the node is missing, creates it with count 0
 * and sets *fresh. */
static uint32_t make_child(struct table *t, uint32_t parent, int32_t token, bool *fresh)
{
    uint32_t at = slot_of(t, parent, token);
    *fresh = !t->slots[at];
    if (!*fresh) return t->slots[at];
    if (t->count == t->room) make_room(t, t->history);
    if (t->count >= t->size / 4 * 3) {
        spread(t);
        at = slot_of(t, parent, token);
    }
    t->grams[t->count] = (struct gram){parent, token};
    t->counted[t->count] = 0;
    if (t->history) t->history[t->count] = (struct history){0};
    return t->slots[at] = t->count++;
}

static struct model *open(const struct simple_baseline *y, const struct task *task,
                          const struct model_config *shape)
{
    struct ngram *g = xalloc(sizeof *g);
    (void)task;
    *g = (struct ngram){.order = y->order, .vocabulary = shape->vocabulary};
    for (int k = 0; k <= g->order; k++) open_table(&g->table[k], k < g->order);
    return (struct model *)g;
}

static void close(struct model *model)
{
    struct ngram *g = (struct ngram *)model;
    for (int k = 0; k <= g->order; k++) {
        free(g->table[k].grams);
        free(g->table[k].counted);
        free(g->table[k].history);
        free(g->table[k].slots);
    }
    free(g);
}

/* ---- counting ---- */

/* Counts one token. last[k] is the node of the last k tokens, or NONE if there are fewer than k. A
 * new node also increments the count of its n-gram without the first token. */
static void read_token(struct ngram *g, uint32_t *last, int *length, int32_t token)
{
    uint32_t next[MOST_ORDER + 1] = {NONE};
    int most = *length < g->order ? *length + 1 : g->order;
    for (int k = 1; k <= most; k++) {
        bool fresh;
        next[k] = make_child(&g->table[k], last[k - 1], token, &fresh);
        if (k == g->order) g->table[k].counted[next[k]]++;
        if (fresh && k > 1) g->table[k - 1].counted[next[k - 1]]++;
    }
    memcpy(last, next, sizeof next);
    *length += *length < g->order;
}

/* Returns true if the first token of a row is counted and used as a history. Exceptions: In a row
 * of masked tokens, the tokens are their own targets. With order 1, TOKEN_BEGIN is never predicted.
 */
static bool begins(const struct ngram *g, const int32_t *tokens, const int32_t *targets)
{
    return tokens != targets && (g->order > 1 || tokens[0] != TOKEN_BEGIN);
}

static void count(struct model *model, const struct batch *b)
{
    struct ngram *g = (struct ngram *)model;
    for (int row = 0; row < b->batch; row++) {
        const int32_t *tokens = b->tokens + (size_t)row * (size_t)b->n,
                      *targets = b->targets + (size_t)row * (size_t)b->n;
        uint32_t last[MOST_ORDER + 1] = {NONE};
        int length = 0;
        if (begins(g, tokens, targets)) read_token(g, last, &length, tokens[0]);
        for (int i = 0; i < b->lengths[row]; i++) read_token(g, last, &length, targets[i]);
    }
}

/* ---- fitting ---- */

static void fit(struct model *model)
{
    struct ngram *g = (struct ngram *)model;
    for (int k = 1; k <= g->order; k++) {
        const struct table *t = &g->table[k];
        double once = 0, twice = 0;
        for (uint32_t i = 1; i < t->count; i++) {
            struct history *h = &g->table[k - 1].history[t->grams[i].parent];
            uint32_t c = t->counted[i];
            h->total += c;
            h->types += c > 0;
            once += c == 1;
            twice += c == 2;
        }
        g->discount[k] = once > 0 && twice > 0 ? once / (once + 2 * twice) : 0.5;
    }
}

/* ---- answering ---- */

/* Returns p(token | history). history[k] is the node of the last k tokens, or NONE if they never
 * occurred; history[0] is the empty n-gram. */
static double probability(const struct ngram *g, const uint32_t *history, int length, int32_t token)
{
    double p = 1.0 / g->vocabulary;
    for (int k = 0; k <= length && k < g->order; k++) {
        if (k && history[k] == NONE) break;
        const struct history *h = &g->table[k].history[history[k]];
        if (!h->total) continue;
        uint32_t node = child(&g->table[k + 1], history[k], token);
        double c = node == NONE ? 0 : g->table[k + 1].counted[node], discount = g->discount[k + 1];
        p = (fmax(c - discount, 0) + discount * h->types * p) / h->total;
    }
    return p;
}

/* Extends the histories by one token. Keeps only histories that occurred in training. */
static void follow(const struct ngram *g, uint32_t *history, int *length, int32_t token)
{
    uint32_t next[MOST_ORDER + 1] = {NONE};
    for (int k = 1; k <= *length + 1 && k < g->order; k++)
        if (k == 1 || history[k - 1] != NONE) next[k] = child(&g->table[k], history[k - 1], token);
    memcpy(history, next, sizeof next);
    *length += *length < g->order;
}

static double forward(struct model *model, const struct batch *b, uint64_t step, double *count)
{
    const struct ngram *g = (const struct ngram *)model;
    double nats = 0;
    (void)step;
    *count = 0;
    for (int row = 0; row < b->batch; row++) {
        const int32_t *tokens = b->tokens + (size_t)row * (size_t)b->n,
                      *targets = b->targets + (size_t)row * (size_t)b->n;
        uint32_t history[MOST_ORDER + 1] = {NONE};
        int length = 0;
        for (int i = 0; i < b->lengths[row]; i++) {
            follow(g, history, &length, tokens[i]);
            if (targets[i] < 0) continue;
            nats -= log(probability(g, history, length, targets[i]));
            ++*count;
        }
    }
    return nats;
}

#define NGRAM(its_name, its_order, its_tasks, its_label, its_title)                                \
    const struct simple_baseline simple_baseline_##its_name = {                                    \
        .name = #its_name,                                                                         \
        .label = its_label,                                                                        \
        .title = its_title,                                                                        \
        .source = "Kneser & Ney 1995; Chen & Goodman 1998, section 4.1.6",                         \
        .tasks = its_tasks,                                                                        \
        .floor = (its_order) == 1,                                                                 \
        .order = (its_order),                                                                      \
        .open = open,                                                                              \
        .close = close,                                                                            \
        .count = count,                                                                            \
        .fit = fit,                                                                                \
        .forward = forward,                                                                        \
    }
NGRAM(unigram, 1, "next_token masked_token translate", "unigram model", "frequency of each token");
NGRAM(bigram, 2, "next_token", "bigram model", "counts of token pairs, smoothed");
NGRAM(trigram, 3, "next_token", "trigram model", "counts of up to three tokens, smoothed");
NGRAM(ngram4, 4, "next_token", "4-gram model", "counts of up to four tokens, smoothed");
NGRAM(ngram5, 5, "next_token", "5-gram model", "counts of up to five tokens, smoothed");
NGRAM(ngram6, 6, "next_token", "6-gram model", "counts of up to six tokens, smoothed");
