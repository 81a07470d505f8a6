/* SPDX-License-Identifier: MIT
 * Multinomial logistic regression: on which words a text has, or on the pixels of an image (a
 * linear map and softmax).
 *
 *     least  1/R sum_records -log softmax(W x + b)_target + penalty / 2 |W|^2
 *
 * The objective is convex, so what is found hangs on the data alone, not on a recipe. The penalty
 * is that of `penalties` which, fitted to the first nine tenths of the records, has the least loss
 * on the rest. Texts: x is 1 for each word that occurs. Images: the pixels as the model reads them.
 */
#include "models/yardsticks/yardstick.h"

#include "models/yardsticks/lbfgs.h"
#include "models/yardsticks/row_words.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Strong ones first: what they find is near where the next begins. */
static const double penalties[] = {1, 0.1, 0.01, 0.001}, tolerance = 1e-4;
enum { PENALTIES = sizeof penalties / sizeof *penalties, MOST_STEPS = 100, HELD_OUT = 10 };

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
    int fitted; /* records that the objective is of: the first so many */
    double penalty;
    double *w;       /* (features + 1, C) */
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

/* w and its gradient are (features + 1, C): the loops over classes are what the processor's vectors
 * do, and need no other order of sums. */
static void add_scores(const struct logistic *m, const double *w, double x, double *scores)
{
    for (int c = 0; c < m->classes; c++) scores[c] += x * w[c];
}

/* Log-probabilities of the classes (C). */
static void answer(const struct logistic *m, const double *w, const struct example *x, double *out)
{
    size_t classes = (size_t)m->classes;
    double most = -HUGE_VAL, sum = 0;
    memcpy(out, w + m->features * classes, classes * sizeof *out);
    for (size_t i = 0; i < x->count; i++)
        if (m->dense)
            add_scores(m, w + i * classes, (double)x->values[i], out);
        else
            add_scores(m, w + (size_t)x->ids[i] * classes, 1, out);
    for (int c = 0; c < m->classes; c++) most = fmax(most, out[c]);
    for (int c = 0; c < m->classes; c++) sum += exp(out[c] - most);
    for (int c = 0; c < m->classes; c++) out[c] -= most + log(sum);
}

/* gradient += errors (C) times x. */
static void add_errors(const struct logistic *m, const struct example *x, const double *errors,
                       double *gradient)
{
    size_t classes = (size_t)m->classes;
    add_scores(m, errors, 1, gradient + m->features * classes);
    for (size_t i = 0; i < x->count; i++)
        if (m->dense)
            add_scores(m, errors, (double)x->values[i], gradient + i * classes);
        else
            add_scores(m, errors, 1, gradient + (size_t)x->ids[i] * classes);
}

static double value_at(void *of, const double *w, double *gradient)
{
    struct logistic *m = of;
    size_t free_from = m->features * (size_t)m->classes; /* the biases */
    double value = 0, share = 1.0 / m->fitted;
    memset(gradient, 0, (free_from + (size_t)m->classes) * sizeof *gradient);
    for (int i = 0; i < m->fitted; i++) {
        struct example x = record(m, i);
        answer(m, w, &x, m->scores);
        value -= share * m->scores[m->kept.labels[i]];
        for (int c = 0; c < m->classes; c++)
            m->scores[c] = share * (exp(m->scores[c]) - (c == m->kept.labels[i]));
        add_errors(m, &x, m->scores, gradient);
    }
    for (size_t i = 0; i < free_from; i++) {
        value += m->penalty / 2 * w[i] * w[i];
        gradient[i] += m->penalty * w[i];
    }
    return value;
}

static void minimise(struct logistic *m, int records, double penalty)
{
    m->fitted = records;
    m->penalty = penalty;
    lbfgs(value_at, m, m->w, (size_t)m->classes * (m->features + 1), tolerance, MOST_STEPS);
}

/* Of the records that are not fitted to. */
static double held_out_loss(struct logistic *m)
{
    double sum = 0;
    for (int i = m->fitted; i < m->kept.count; i++) {
        struct example x = record(m, i);
        answer(m, m->w, &x, m->scores);
        sum -= m->scores[m->kept.labels[i]];
    }
    return sum;
}

static void fit(struct model *model)
{
    struct logistic *m = (struct logistic *)model;
    int all = m->kept.count, best = 0;
    double least = HUGE_VAL;
    for (int p = 0; p < PENALTIES && all > 1; p++) {
        minimise(m, all - (all + HELD_OUT - 1) / HELD_OUT, penalties[p]);
        double loss = held_out_loss(m);
        if (loss < least) least = loss, best = p;
    }
    if (all) minimise(m, all, penalties[best]);
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
