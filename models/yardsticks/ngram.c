/* SPDX-License-Identifier: MIT
 * N-grams of characters or pieces with interpolated Kneser-Ney smoothing (Kneser & Ney 1995; Chen &
 * Goodman 1998, section 4.1.6, with one discount an order).
 *
 *     p_k(w | h) = max(c(h w) - D_k, 0) / c(h) + D_k t(h) / c(h)  p_{k-1}(w | h without its oldest)
 *
 * c counts how often h w was seen where k is the longest order, and below it in how many different
 * tokens' company (how many v have v h w seen); c(h) is its sum over w and t(h) how many w have
 * any. D_k = n1 / (n1 + 2 n2), from how many n-grams of the order count 1 and 2. p_0 is uniform. A
 * history that was never seen is shortened.
 *
 * Every n-gram is a node of one table, child of its first k - 1 tokens. While a text is read, the
 * nodes of its last 1, 2, ... tokens are kept: each grows by the next token to one of the next row.
 * Scored windows begin without a history, as the model's do. */
#include "models/yardsticks/yardstick.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROOT, MOST_ORDER = 6, FIRST_ROOM = 1 << 12 };

struct node {
    uint32_t parent;       /* its first k - 1 tokens */
    int32_t token;         /* its last */
    uint32_t seen;         /* how often */
    uint32_t company;      /* different tokens before it */
    uint32_t total, types; /* c(h), t(h) of it as a history; fit() */
};
struct ngram {
    int order, vocabulary;
    struct node *nodes; /* nodes[ROOT] is the empty one */
    uint32_t count, room;
    uint32_t *slots;       /* hash table of node numbers, 2 * room of them; 0: empty */
    unsigned char *orders; /* (count) tokens of each node */
    double discount[MOST_ORDER + 1];
};

/* ---- the table ---- */

static uint32_t slot_of(const struct ngram *g, uint32_t parent, int32_t token)
{
    uint64_t key = ((uint64_t)parent << 32 | (uint32_t)token) * UINT64_C(0x9E3779B97F4A7C15);
    uint32_t mask = 2 * g->room - 1, at = (uint32_t)(key >> 32) & mask;
    while (g->slots[at] &&
           (g->nodes[g->slots[at]].parent != parent || g->nodes[g->slots[at]].token != token))
        at = (at + 1) & mask;
    return at;
}

static void grow(struct ngram *g)
{
    require(g->room < UINT32_MAX / 4);
    g->room *= 2;
    g->nodes = xgrow(g->nodes, g->room, sizeof *g->nodes);
    g->orders = xgrow(g->orders, g->room, sizeof *g->orders);
    free(g->slots);
    g->slots = xarray(2 * (size_t)g->room, sizeof *g->slots);
    for (uint32_t i = 1; i < g->count; i++)
        g->slots[slot_of(g, g->nodes[i].parent, g->nodes[i].token)] = i;
}

/* The n-gram that goes on from `parent` by a token; ROOT: never seen. */
static uint32_t child(const struct ngram *g, uint32_t parent, int32_t token)
{
    return g->slots[slot_of(g, parent, token)];
}

static uint32_t make_child(struct ngram *g, uint32_t parent, int32_t token)
{
    uint32_t at = slot_of(g, parent, token);
    if (g->slots[at]) return g->slots[at];
    if (g->count == g->room) {
        grow(g);
        at = slot_of(g, parent, token);
    }
    g->nodes[g->count] = (struct node){.parent = parent, .token = token};
    g->orders[g->count] = (unsigned char)(parent == ROOT ? 1 : g->orders[parent] + 1);
    return g->slots[at] = g->count++;
}

static struct model *open(const struct yardstick *y, const struct task *task,
                          const struct model_config *shape)
{
    struct ngram *g = xalloc(sizeof *g);
    (void)task;
    *g = (struct ngram){.order = y->order, .vocabulary = shape->vocabulary, .count = 1};
    g->room = FIRST_ROOM / 2;
    grow(g);
    g->nodes[ROOT] = (struct node){0};
    g->orders[ROOT] = 0;
    return (struct model *)g;
}

static void close(struct model *model)
{
    struct ngram *g = (struct ngram *)model;
    free(g->nodes);
    free(g->slots);
    free(g->orders);
    free(g);
}

/* ---- counting ---- */

/* last[k]: node of the last k tokens, ROOT where the text is shorter. Reads one more. */
static void read_token(struct ngram *g, uint32_t *last, int *length, int32_t token)
{
    uint32_t next[MOST_ORDER + 1] = {ROOT};
    int most = *length < g->order ? *length + 1 : g->order;
    for (int k = 1; k <= most; k++) {
        uint32_t node = make_child(g, last[k - 1], token);
        if (!g->nodes[node].seen++ && k > 1) g->nodes[next[k - 1]].company++;
        next[k] = node;
    }
    memcpy(last, next, sizeof next);
    *length += *length < g->order;
}

/* The first token of a row has no history, but is seen: as a history of the second. (Where tokens
 * are their own targets, masked ones, there is nothing before the first target.) */
static void count(struct model *model, const struct batch *b)
{
    struct ngram *g = (struct ngram *)model;
    for (int row = 0; row < b->batch; row++) {
        const int32_t *tokens = b->tokens + (size_t)row * (size_t)b->n,
                      *targets = b->targets + (size_t)row * (size_t)b->n;
        uint32_t last[MOST_ORDER + 1] = {ROOT};
        int length = 0;
        if (tokens != targets) read_token(g, last, &length, tokens[0]);
        for (int i = 0; i < b->lengths[row]; i++) read_token(g, last, &length, targets[i]);
    }
}

/* ---- fitting ---- */

/* What a node counts as: see above. */
static uint32_t counted(const struct ngram *g, uint32_t node)
{
    return g->orders[node] == g->order ? g->nodes[node].seen : g->nodes[node].company;
}

static void fit(struct model *model)
{
    struct ngram *g = (struct ngram *)model;
    double once[MOST_ORDER + 1] = {0}, twice[MOST_ORDER + 1] = {0};
    for (uint32_t i = 1; i < g->count; i++) {
        uint32_t c = counted(g, i);
        g->nodes[g->nodes[i].parent].total += c;
        g->nodes[g->nodes[i].parent].types += c > 0;
        once[g->orders[i]] += c == 1;
        twice[g->orders[i]] += c == 2;
    }
    for (int k = 1; k <= g->order; k++) {
        double all = once[k] + 2 * twice[k];
        g->discount[k] = once[k] > 0 && twice[k] > 0 ? once[k] / all : 0.5;
    }
}

/* ---- answering ---- */

/* history[k]: node of the last k tokens, ROOT: not seen (and for k = 0 the empty one). */
static double probability(const struct ngram *g, const uint32_t *history, int length, int32_t token)
{
    double p = 1.0 / g->vocabulary;
    for (int k = 0; k <= length && k < g->order; k++) {
        if (k && history[k] == ROOT) break;
        const struct node *h = &g->nodes[history[k]];
        if (!h->total) continue;
        uint32_t node = child(g, history[k], token);
        double c = node == ROOT ? 0 : counted(g, node), discount = g->discount[k + 1];
        p = (fmax(c - discount, 0) + discount * h->types * p) / h->total;
    }
    return p;
}

/* Histories after one more token: those that were seen. */
static void follow(const struct ngram *g, uint32_t *history, int *length, int32_t token)
{
    uint32_t next[MOST_ORDER + 1] = {ROOT};
    for (int k = 1; k <= *length + 1 && k < g->order; k++)
        if (k == 1 || history[k - 1] != ROOT) next[k] = child(g, history[k - 1], token);
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
        uint32_t history[MOST_ORDER + 1] = {ROOT};
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
    const struct yardstick yardstick_##its_name = {                                                \
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
NGRAM(unigram, 1, "next_token masked_token translate", "counting single tokens",
      "how often each token occurs");
NGRAM(bigram, 2, "next_token", "counting pairs", "counted pairs of tokens");
NGRAM(trigram, 3, "next_token", "counting trigrams", "counted runs of three tokens");
NGRAM(ngram4, 4, "next_token", "counting 4-grams", "counted runs of four tokens");
NGRAM(ngram5, 5, "next_token", "counting 5-grams", "counted runs of five tokens");
NGRAM(ngram6, 6, "next_token", "counting 6-grams", "counted runs of six tokens");
