/* SPDX-License-Identifier: MIT
 * Implements word-by-word translation: replaces each source token by its most likely target token
 * under IBM Model 1 (Brown et al. 1993, section 4.2) and keeps the source order. Unknown tokens are
 * copied.
 *
 *     t(f | e) ~ sum of t(f | e) / sum_e' t(f | e'),
 *
 * where the outer sum is over all occurrences of f and e in a sentence pair.
 * The iteration starts with a uniform t and makes STEPS steps. */
#include "models/simple_baselines/writer.h"

#include "datasets/tokenizers/pair_map.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS = 5 };

struct word_by_word {
    struct writer writer;
    struct side {
        int32_t *ids; /* tokens of all sentences, concatenated */
        size_t *ends; /* end of each sentence */
        size_t used, room;
    } source, target;
    int sentences, room;
    struct pair_map *pairs; /* pairs of a source token (left) and a target token (right) */
    double *likely, *next;  /* t(f | e) of each pair, and the sums for the next iteration */
    int32_t *best;          /* most likely target of each source token; shape (V) */
};

static int32_t next(const struct writer *w, const int32_t *source, int length, int position)
{
    const struct word_by_word *m = (const struct word_by_word *)w;
    return position < length ? m->best[source[position]] : TOKEN_END;
}

static struct model *open(const struct simple_baseline *y, const struct task *task,
                          const struct model_config *shape)
{
    struct word_by_word *m = xalloc(sizeof *m);
    (void)y, (void)task;
    writer_open(&m->writer, shape, next);
    m->pairs = pair_map_new();
    m->best = xarray((size_t)shape->vocabulary, sizeof *m->best);
    return (struct model *)m;
}

static void close(struct model *model)
{
    struct word_by_word *m = (struct word_by_word *)model;
    struct side *sides[] = {&m->source, &m->target};
    for (int i = 0; i < 2; i++) free(sides[i]->ids), free(sides[i]->ends);
    pair_map_free(m->pairs);
    free(m->likely);
    free(m->next);
    free(m->best);
    free(m);
}

/* ---- sentences ---- */

static void append(struct side *s, int sentence, const int32_t *ids, int length)
{
    size_t count = (size_t)length;
    if (s->used + count > s->room) {
        s->room = 2 * s->room + count;
        s->ids = xgrow(s->ids, s->room, sizeof *s->ids);
    }
    memcpy(s->ids + s->used, ids, count * sizeof *ids);
    s->ends[sentence] = s->used += count;
}

/* Stores source and target without TOKEN_END. The target consists of a row's decoder tokens
 * without TOKEN_BEGIN. */
static void count(struct model *model, const struct batch *b)
{
    struct word_by_word *m = (struct word_by_word *)model;
    for (int row = 0; row < b->batch; row++) {
        if (m->sentences == m->room) {
            m->room = m->room ? 2 * m->room : 1024;
            m->source.ends = xgrow(m->source.ends, (size_t)m->room, sizeof *m->source.ends);
            m->target.ends = xgrow(m->target.ends, (size_t)m->room, sizeof *m->target.ends);
        }
        append(&m->source, m->sentences, b->source + (size_t)row * (size_t)b->m,
               b->source_lengths[row] - 1);
        append(&m->target, m->sentences, b->targets + (size_t)row * (size_t)b->n,
               b->lengths[row] - 1);
        m->sentences++;
    }
}

struct sentence {
    const int32_t *ids;
    int length;
};

static struct sentence sentence(const struct side *s, int i)
{
    size_t from = i ? s->ends[i - 1] : 0;
    return (struct sentence){s->ids + from, (int)(s->ends[i] - from)};
}

/* ---- Model 1 ---- */

static void find_pairs(struct word_by_word *m)
{
    for (int i = 0; i < m->sentences; i++) {
        struct sentence e = sentence(&m->source, i), f = sentence(&m->target, i);
        for (int a = 0; a < e.length; a++)
            for (int b = 0; b < f.length; b++)
                pair_map_add(m->pairs, (struct pair){e.ids[a], f.ids[b]});
    }
    m->likely = xarray((size_t)m->pairs->count + 1, sizeof *m->likely);
    m->next = xarray((size_t)m->pairs->count + 1, sizeof *m->next);
    for (int i = 0; i < m->pairs->count; i++) m->likely[i] = 1;
}

static void share_token(struct word_by_word *m, struct sentence e, int32_t f)
{
    double sum = 0;
    for (int a = 0; a < e.length; a++)
        sum += m->likely[pair_map_find(m->pairs, (struct pair){e.ids[a], f})];
    for (int a = 0; a < e.length; a++) {
        int pair = pair_map_find(m->pairs, (struct pair){e.ids[a], f});
        m->next[pair] += m->likely[pair] / sum;
    }
}

static void improve(struct word_by_word *m)
{
    double *sums = xarray((size_t)m->writer.vocabulary, sizeof *sums);
    memset(m->next, 0, (size_t)m->pairs->count * sizeof *m->next);
    for (int i = 0; i < m->sentences; i++) {
        struct sentence e = sentence(&m->source, i), f = sentence(&m->target, i);
        for (int b = 0; b < f.length; b++) share_token(m, e, f.ids[b]);
    }
    for (int i = 0; i < m->pairs->count; i++) sums[m->pairs->pairs[i].left] += m->next[i];
    for (int i = 0; i < m->pairs->count; i++)
        m->likely[i] = m->next[i] / sums[m->pairs->pairs[i].left];
    free(sums);
}

static void fit(struct model *model)
{
    struct word_by_word *m = (struct word_by_word *)model;
    double *most = xarray((size_t)m->writer.vocabulary, sizeof *most);
    find_pairs(m);
    for (int step = 0; step < STEPS; step++) improve(m);
    for (int t = 0; t < m->writer.vocabulary; t++) m->best[t] = t;
    for (int i = 0; i < m->pairs->count; i++) {
        struct pair p = m->pairs->pairs[i];
        if (m->likely[i] > most[p.left]) most[p.left] = m->likely[i], m->best[p.left] = p.right;
    }
    free(most);
}

const struct simple_baseline simple_baseline_word_by_word = {
    .name = "word_by_word",
    .label = "word-by-word translation",
    .title = "replaces each word by its most likely translation",
    .source = "IBM Model 1: Brown et al. 1993",
    .tasks = "translate",
    .open = open,
    .close = close,
    .count = count,
    .fit = fit,
    WRITER_MEMBERS,
};
