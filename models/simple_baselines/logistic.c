/* SPDX-License-Identifier: MIT
 * Implements multinomial logistic regression on the set of words of a text, or on the pixels of an
 * image. The objective is
 *
 *     1/R sum_records -log softmax(W x + b)_target + penalty / 2 |W|^2.
 *
 * The objective is convex and minimised until no entry of its gradient exceeds `tolerance`, so the
 * result depends only on the data. Penalties are tried from strongest to weakest, until the loss on
 * a held-out tenth of the records no longer decreases. The held-out records are random, because
 * files may be sorted by class. */
#include "models/simple_baselines/simple_baseline.h"

#include "models/simple_baselines/lbfgs.h"
#include "models/simple_baselines/linear_map.h"
#include "models/simple_baselines/row_words.h"
#include "base/mem.h"
#include "base/rng.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Penalties from strongest to weakest. Each solution is a good starting point for the next penalty.
 */
static const double penalties[] = {1, 0.1, 0.01, 0.001}, tolerance = 1e-4;
enum { PENALTIES = sizeof penalties / sizeof *penalties, HELD_OUT = 10, DRAW_SEED = 1 };
/* limit on steps; far more than CIFAR-10 needs with the weakest penalty */
enum { MOST_STEPS = 2000 };

struct logistic {
    struct linear_map map;
    /* features of the records: words of texts, or pixels of images */
    struct records {
        int *labels, count, room;
        int32_t *ids;  /* words of all texts */
        float *values; /* pixels of all images */
        size_t *ends;  /* end offset of each record in `ids` or `values` */
        size_t used, space;
    } kept;
    bool *held_out; /* marks records that are excluded from the objective; may be NULL */
    int fitted;
    double penalty;
    double *w;       /* weights, shape (features + 1, C); the last row is the bias */
    double *answers; /* log-probabilities from the last forward(); shape (B, C) */
    double *scores;  /* scores of one block of records; shape (LINEAR_BLOCK, C) */
    int *met;        /* last row in which each word occurred; shape (features) */
    int rows;
};

static struct model *open(const struct simple_baseline *y, const struct task *task,
                          const struct model_config *shape)
{
    struct logistic *m = xalloc(sizeof *m);
    size_t classes = (size_t)shape->classes;
    bool dense = shape->patch_dim;
    size_t features =
        dense ? (size_t)shape->max_n * (size_t)shape->patch_dim : (size_t)shape->vocabulary;
    (void)y, (void)task;
    linear_map_open(&m->map, shape->classes, features, dense);
    m->w = xarray(classes * (features + 1), sizeof *m->w);
    m->answers = xarray(classes * (size_t)shape->max_batch, sizeof *m->answers);
    m->scores = xarray(classes * LINEAR_BLOCK, sizeof *m->scores);
    m->met = xarray(features, sizeof *m->met);
    return (struct model *)m;
}

static void close(struct model *model)
{
    struct logistic *m = (struct logistic *)model;
    linear_map_close(&m->map);
    void *arrays[] = {m->kept.labels, m->kept.ids, m->kept.values, m->kept.ends,
                      m->w,           m->answers,  m->scores,      m->met};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) free(arrays[i]);
    free(m);
}

/* ---- features of a row ---- */

/* Writes each distinct word of a row once. `out` must have space for all words of the row. */
static size_t distinct_words(struct logistic *m, const struct batch *b, int row, int32_t *out)
{
    int words;
    size_t count = 0;
    const int32_t *ids = row_words(b, row, &words);
    m->rows++;
    for (int i = 0; i < words; i++) {
        if (ids[i] < 0 || m->met[ids[i]] == m->rows) continue;
        m->met[ids[i]] = m->rows;
        out[count++] = ids[i];
    }
    return count;
}

static size_t most_features(const struct logistic *m, const struct batch *b)
{
    return m->map.dense ? m->map.features : (size_t)b->n * (size_t)(b->words > 1 ? b->words : 1);
}

static void make_room(struct logistic *m, size_t more)
{
    struct records *k = &m->kept;
    if (k->count == k->room) {
        k->room = k->room ? 2 * k->room : 1024;
        k->labels = xgrow(k->labels, (size_t)k->room, sizeof *k->labels);
        k->ends = xgrow(k->ends, (size_t)k->room, sizeof *k->ends);
    }
    if (k->used + more <= k->space) return;
    k->space = 2 * k->space + more;
    if (m->map.dense)
        k->values = xgrow(k->values, k->space, sizeof *k->values);
    else
        k->ids = xgrow(k->ids, k->space, sizeof *k->ids);
}

static void count(struct model *model, const struct batch *b)
{
    struct logistic *m = (struct logistic *)model;
    struct records *k = &m->kept;
    for (int row = 0; row < b->batch; row++) {
        if (b->targets[row] < 0) continue;
        make_room(m, most_features(m, b));
        if (m->map.dense) {
            memcpy(k->values + k->used, b->patches + (size_t)row * m->map.features,
                   m->map.features * sizeof *k->values);
            k->used += m->map.features;
        } else {
            k->used += distinct_words(m, b, row, k->ids + k->used);
        }
        k->labels[k->count] = b->targets[row];
        k->ends[k->count++] = k->used;
    }
}

static struct examples block(const struct logistic *m, int i)
{
    const struct records *k = &m->kept;
    int left = k->count - i;
    size_t from = i ? k->ends[i - 1] : 0;
    return (struct examples){.count = left < LINEAR_BLOCK ? left : LINEAR_BLOCK,
                             .ids = k->ids,
                             .ends = k->ends + i,
                             .from = from,
                             .values = m->map.dense ? k->values + from : NULL};
}

/* ---- the model ---- */

/* Writes the log-probabilities of the classes (count, C) with the current weights. */
static void answer(const struct logistic *m, const struct examples *x, double *out)
{
    int classes = m->map.classes;
    linear_map_scores(&m->map, x, out);
    for (int i = 0; i < x->count; i++, out += classes) {
        double most = -HUGE_VAL, sum = 0;
        for (int c = 0; c < classes; c++) most = fmax(most, out[c]);
        for (int c = 0; c < classes; c++) sum += exp(out[c] - most);
        for (int c = 0; c < classes; c++) out[c] -= most + log(sum);
    }
}

/* Turns the log-probabilities of records, starting at record `first`, into errors. Returns the sum
 * of the losses. An error is the gradient of `share * loss`; it is 0 for held-out records. */
static double to_errors(const struct logistic *m, int first, int count, double share,
                        double *answers)
{
    int classes = m->map.classes;
    double sum = 0;
    for (int i = 0; i < count; i++, answers += classes) {
        int label = m->kept.labels[first + i];
        double part = m->held_out && m->held_out[first + i] ? 0 : share;
        sum -= part * answers[label];
        for (int c = 0; c < classes; c++) answers[c] = part * (exp(answers[c]) - (c == label));
    }
    return sum;
}

static double value_at(void *of, const double *w, double *gradient)
{
    struct logistic *m = of;
    /* index of the first bias; biases have no penalty */
    size_t free_from = m->map.features * (size_t)m->map.classes;
    double value = 0;
    memset(gradient, 0, (free_from + (size_t)m->map.classes) * sizeof *gradient);
    linear_map_set(&m->map, w);
    for (int i = 0; i < m->kept.count; i += LINEAR_BLOCK) {
        struct examples x = block(m, i);
        answer(m, &x, m->scores);
        value += to_errors(m, i, x.count, 1.0 / m->fitted, m->scores);
        linear_map_add_gradient(&m->map, &x, m->scores, gradient);
    }
    for (size_t i = 0; i < free_from; i++) {
        value += m->penalty / 2 * w[i] * w[i];
        gradient[i] += m->penalty * w[i];
    }
    return value;
}

static void minimise(struct logistic *m, double penalty)
{
    m->penalty = penalty;
    lbfgs(value_at, m, m->w, (size_t)m->map.classes * (m->map.features + 1), tolerance, MOST_STEPS);
    linear_map_set(&m->map, m->w);
}

static void hold_out(struct logistic *m)
{
    int all = m->kept.count, out = (all + HELD_OUT - 1) / HELD_OUT;
    int *order = xarray((size_t)all, sizeof *order);
    rng_permutation(DRAW_SEED, rng_stream("logistic.held_out"), all, order);
    m->held_out = xarray((size_t)all, sizeof *m->held_out);
    for (int i = 0; i < out; i++) m->held_out[order[i]] = true;
    m->fitted = all - out;
    free(order);
}

static double held_out_loss(struct logistic *m)
{
    double sum = 0;
    for (int i = 0; i < m->kept.count; i += LINEAR_BLOCK) {
        struct examples x = block(m, i);
        answer(m, &x, m->scores);
        for (int k = 0; k < x.count; k++)
            if (m->held_out[i + k]) sum -= m->scores[k * m->map.classes + m->kept.labels[i + k]];
    }
    return sum;
}

static void fit(struct model *model)
{
    struct logistic *m = (struct logistic *)model;
    int best = 0;
    double least = HUGE_VAL;
    hold_out(m);
    for (int p = 0; p < PENALTIES && m->fitted > 0; p++) {
        minimise(m, penalties[p]);
        double loss = held_out_loss(m);
        if (!(loss < least)) break;
        least = loss, best = p;
    }
    free(m->held_out);
    m->held_out = NULL;
    m->fitted = m->kept.count;
    minimise(m, penalties[best]);
}

/* Returns one row of a batch. `ids` must have space for the row's words; *end receives their
 * number. */
static struct examples batch_row(struct logistic *m, const struct batch *b, int row, int32_t *ids,
                                 size_t *end)
{
    if (m->map.dense)
        return (struct examples){.count = 1, .values = b->patches + (size_t)row * m->map.features};
    *end = distinct_words(m, b, row, ids);
    return (struct examples){.count = 1, .ids = ids, .ends = end};
}

static double forward(struct model *model, const struct batch *b, uint64_t step, double *count)
{
    struct logistic *m = (struct logistic *)model;
    double nats = 0;
    int32_t *ids = xarray(most_features(m, b), sizeof *ids);
    (void)step;
    *count = 0;
    for (int row = 0; row < b->batch; row++) {
        size_t end = 0;
        struct examples x = batch_row(m, b, row, ids, &end);
        double *answers = m->answers + (size_t)row * (size_t)m->map.classes;
        answer(m, &x, answers);
        if (b->targets[row] >= 0) nats -= answers[b->targets[row]], ++*count;
    }
    free(ids);
    return nats;
}

static void logits(struct model *model, int b, int n, float *out)
{
    const struct logistic *m = (const struct logistic *)model;
    (void)n;
    for (int c = 0; c < m->map.classes; c++)
        out[c] = (float)m->answers[(size_t)b * (size_t)m->map.classes + (size_t)c];
}

const struct simple_baseline simple_baseline_logistic = {
    .name = "logistic",
    .label = "logistic regression",
    .title = "softmax regression on the words of a text or the pixels of an image",
    .source = "",
    .tasks = "classes stories images",
    .open = open,
    .close = close,
    .count = count,
    .fit = fit,
    .forward = forward,
    .logits = logits,
};
