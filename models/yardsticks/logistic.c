/* SPDX-License-Identifier: MIT
 * Multinomial logistic regression: on which words a text has, or on the pixels of an image (a
 * linear map and softmax).
 *
 *     least  1/R sum_records -log softmax(W x + b)_target + PENALTY / 2 |W|^2
 *
 * The objective is convex, so what is found hangs on the data alone, not on a recipe. Texts: x is 1
 * for each word that occurs. Images: the pixels as the model reads them. */
#include "models/yardsticks/yardstick.h"

#include "models/yardsticks/lbfgs.h"
#include "models/yardsticks/row_words.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* By cross-validation such penalties of 1e-4 to 1e-2 are usual for words; one for all, said here.
 */
static const double penalty = 1e-3, tolerance = 1e-5;
enum { MOST_STEPS = 200 };

struct logistic {
    int classes;
    bool dense;      /* images */
    size_t features; /* and one more that is always 1: the bias */
    /* The records: of texts the words that occur, of images every feature. */
    struct records {
        int *labels, count, room;
        int32_t *ids;  /* of texts */
        float *values; /* of images */
        size_t *ends;  /* of each record, in ids or values */
        size_t used, space;
    } kept;
    double *w;       /* (C, features + 1) */
    double *answers; /* (B, C): log-probabilities of the last forward() */
    double *scores;  /* (C) */
    int *met;        /* (features) number of the row in which a word was met last */
    int rows;
};

static struct model *open(const struct yardstick *y, const struct task *task,
                          const struct model_config *shape)
{
    struct logistic *m = xalloc(sizeof *m);
    size_t classes = (size_t)shape->classes;
    (void)y, (void)task;
    m->classes = shape->classes;
    m->dense = shape->patch_dim;
    m->features =
        m->dense ? (size_t)shape->max_n * (size_t)shape->patch_dim : (size_t)shape->vocabulary;
    m->w = xarray(classes * (m->features + 1), sizeof *m->w);
    m->answers = xarray(classes * (size_t)shape->max_batch, sizeof *m->answers);
    m->scores = xarray(classes, sizeof *m->scores);
    m->met = xarray(m->features, sizeof *m->met);
    return (struct model *)m;
}

static void close(struct model *model)
{
    struct logistic *m = (struct logistic *)model;
    free(m->kept.labels);
    free(m->kept.ids);
    free(m->kept.values);
    free(m->kept.ends);
    free(m->w);
    free(m->answers);
    free(m->scores);
    free(m->met);
    free(m);
}

/* ---- features of a row ---- */

/* One record: ids of what is 1, or values of all. */
struct example {
    const int32_t *ids;
    const float *values;
    size_t count;
};

/* Each word once; out has room for all words of the row. */
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
    return m->dense ? m->features : (size_t)b->n * (size_t)(b->words > 1 ? b->words : 1);
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
    if (m->dense)
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
        if (m->dense) {
            memcpy(k->values + k->used, b->patches + (size_t)row * m->features,
                   m->features * sizeof *k->values);
            k->used += m->features;
        } else {
            k->used += distinct_words(m, b, row, k->ids + k->used);
        }
        k->labels[k->count] = b->targets[row];
        k->ends[k->count++] = k->used;
    }
}

static struct example record(const struct logistic *m, int i)
{
    const struct records *k = &m->kept;
    size_t from = i ? k->ends[i - 1] : 0;
    return (struct example){m->dense ? NULL : k->ids + from, m->dense ? k->values + from : NULL,
                            k->ends[i] - from};
}

/* ---- the model ---- */

static double score(const struct logistic *m, const double *w, const struct example *x)
{
    double sum = w[m->features];
    if (m->dense)
        for (size_t i = 0; i < x->count; i++) sum += w[i] * (double)x->values[i];
    else
        for (size_t i = 0; i < x->count; i++) sum += w[x->ids[i]];
    return sum;
}

/* Log-probabilities of the classes (C). */
static void answer(const struct logistic *m, const double *w, const struct example *x, double *out)
{
    double most = -HUGE_VAL, sum = 0;
    for (int c = 0; c < m->classes; c++) {
        out[c] = score(m, w + (size_t)c * (m->features + 1), x);
        most = fmax(most, out[c]);
    }
    for (int c = 0; c < m->classes; c++) sum += exp(out[c] - most);
    for (int c = 0; c < m->classes; c++) out[c] -= most + log(sum);
}

/* gradient += error x of one class. */
static void add_error(const struct logistic *m, const struct example *x, double error,
                      double *gradient)
{
    gradient[m->features] += error;
    if (m->dense)
        for (size_t i = 0; i < x->count; i++) gradient[i] += error * (double)x->values[i];
    else
        for (size_t i = 0; i < x->count; i++) gradient[x->ids[i]] += error;
}

static double value_at(void *of, const double *w, double *gradient)
{
    struct logistic *m = of;
    size_t width = m->features + 1, all = width * (size_t)m->classes;
    double value = 0, share = 1.0 / m->kept.count;
    memset(gradient, 0, all * sizeof *gradient);
    for (int i = 0; i < m->kept.count; i++) {
        struct example x = record(m, i);
        answer(m, w, &x, m->scores);
        value -= share * m->scores[m->kept.labels[i]];
        for (int c = 0; c < m->classes; c++)
            add_error(m, &x, share * (exp(m->scores[c]) - (c == m->kept.labels[i])),
                      gradient + (size_t)c * width);
    }
    for (size_t i = 0; i < all; i++) {
        if (i % width == m->features) continue; /* the bias is free */
        value += penalty / 2 * w[i] * w[i];
        gradient[i] += penalty * w[i];
    }
    return value;
}

static void fit(struct model *model)
{
    struct logistic *m = (struct logistic *)model;
    if (m->kept.count)
        lbfgs(value_at, m, m->w, (size_t)m->classes * (m->features + 1), tolerance, MOST_STEPS);
}

static double forward(struct model *model, const struct batch *b, uint64_t step, double *count)
{
    struct logistic *m = (struct logistic *)model;
    double nats = 0;
    int32_t *ids = xarray(most_features(m, b), sizeof *ids);
    (void)step;
    *count = 0;
    for (int row = 0; row < b->batch; row++) {
        struct example x = {ids, NULL, 0};
        double *answers = m->answers + (size_t)row * (size_t)m->classes;
        if (m->dense)
            x = (struct example){NULL, b->patches + (size_t)row * m->features, m->features};
        else
            x.count = distinct_words(m, b, row, ids);
        answer(m, m->w, &x, answers);
        if (b->targets[row] >= 0) nats -= answers[b->targets[row]], ++*count;
    }
    free(ids);
    return nats;
}

static void logits(struct model *model, int b, int n, float *out)
{
    const struct logistic *m = (const struct logistic *)model;
    (void)n;
    for (int c = 0; c < m->classes; c++)
        out[c] = (float)m->answers[(size_t)b * (size_t)m->classes + (size_t)c];
}

const struct yardstick yardstick_logistic = {
    .name = "logistic",
    .title = "a linear map of the words or pixels, and softmax",
    .source = "",
    .tasks = "classes stories images",
    .open = open,
    .close = close,
    .count = count,
    .fit = fit,
    .forward = forward,
    .logits = logits,
};
