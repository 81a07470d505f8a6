/* SPDX-License-Identifier: MIT
 * Implements multinomial naive Bayes on words (McCallum and Nigam 1998) with add-one smoothing. p(c
 * | text) ~ p(c) times the product over words of (count of the word in c + 1) / (words in c + V).
 */
#include "models/simple_baselines/simple_baseline.h"

#include "models/simple_baselines/row_words.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

struct naive_bayes {
    int classes, vocabulary;
    double records, *of_class; /* total number of records; number of records per class, shape (C) */
    double *words;             /* number of words per class; shape (C) */
    double *of_word;           /* number of occurrences of each word in each class; shape (V, C) */
    double *answers;           /* log p(c | text) from the last forward(); shape (B, C) */
};

static struct model *open(const struct simple_baseline *y, const struct task *task,
                          const struct model_config *shape)
{
    struct naive_bayes *m = xalloc(sizeof *m);
    size_t classes = (size_t)shape->classes;
    (void)y, (void)task;
    m->classes = shape->classes;
    m->vocabulary = shape->vocabulary;
    m->of_class = xarray(classes, sizeof *m->of_class);
    m->words = xarray(classes, sizeof *m->words);
    m->of_word = xarray(classes * (size_t)m->vocabulary, sizeof *m->of_word);
    m->answers = xarray(classes * (size_t)shape->max_batch, sizeof *m->answers);
    return (struct model *)m;
}

static void close(struct model *model)
{
    struct naive_bayes *m = (struct naive_bayes *)model;
    free(m->of_class);
    free(m->words);
    free(m->of_word);
    free(m->answers);
    free(m);
}

static void count(struct model *model, const struct batch *b)
{
    struct naive_bayes *m = (struct naive_bayes *)model;
    for (int row = 0; row < b->batch; row++) {
        int words, c = b->targets[row];
        const int32_t *ids = row_words(b, row, &words);
        if (c < 0) continue;
        m->records++;
        m->of_class[c]++;
        for (int i = 0; i < words; i++)
            if (ids[i] >= 0) m->words[c]++, m->of_word[ids[i] * m->classes + c]++;
    }
}

static double log_joint(const struct naive_bayes *m, const int32_t *ids, int words, int c)
{
    double sum = log((m->of_class[c] + 1) / (m->records + m->classes));
    for (int i = 0; i < words; i++)
        if (ids[i] >= 0)
            sum += log((m->of_word[ids[i] * m->classes + c] + 1) / (m->words[c] + m->vocabulary));
    return sum;
}

/* Converts log p(c, text) to log p(c | text). */
static void normalise(double *answers, int classes)
{
    double most = answers[0], sum = 0;
    for (int c = 1; c < classes; c++) most = fmax(most, answers[c]);
    for (int c = 0; c < classes; c++) sum += exp(answers[c] - most);
    for (int c = 0; c < classes; c++) answers[c] -= most + log(sum);
}

static double forward(struct model *model, const struct batch *b, uint64_t step, double *count)
{
    struct naive_bayes *m = (struct naive_bayes *)model;
    double nats = 0;
    (void)step;
    *count = 0;
    for (int row = 0; row < b->batch; row++) {
        int words;
        const int32_t *ids = row_words(b, row, &words);
        double *answers = m->answers + (size_t)row * (size_t)m->classes;
        for (int c = 0; c < m->classes; c++) answers[c] = log_joint(m, ids, words, c);
        normalise(answers, m->classes);
        if (b->targets[row] >= 0) nats -= answers[b->targets[row]], ++*count;
    }
    return nats;
}

static void logits(struct model *model, int b, int n, float *out)
{
    const struct naive_bayes *m = (const struct naive_bayes *)model;
    (void)n;
    for (int c = 0; c < m->classes; c++)
        out[c] = (float)m->answers[(size_t)b * (size_t)m->classes + (size_t)c];
}

const struct simple_baseline simple_baseline_naive_bayes = {
    .name = "naive_bayes",
    .label = "naive Bayes",
    .title = "word counts per class, as if words were independent",
    .source = "McCallum & Nigam 1998",
    .tasks = "classes stories",
    .open = open,
    .close = close,
    .count = count,
    .forward = forward,
    .logits = logits,
};
