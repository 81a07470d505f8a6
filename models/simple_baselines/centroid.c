/* SPDX-License-Identifier: MIT
 * Implements the nearest-centroid baseline: predicts the class with the closest mean image, without
 * probabilities. */
#include "models/simple_baselines/simple_baseline.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

struct centroid {
    int classes;
    size_t pixels;
    /* per class: sum of the images, shape (C, pixels), and number of images, shape (C); fit() turns
     * the sums into means */
    double *sums, *counts;
    double *distances; /* squared distances from the last forward(); shape (B, C) */
};

static struct model *open(const struct simple_baseline *y, const struct task *task,
                          const struct model_config *shape)
{
    struct centroid *m = xalloc(sizeof *m);
    size_t classes = (size_t)shape->classes;
    (void)y, (void)task;
    m->classes = shape->classes;
    m->pixels = (size_t)shape->max_n * (size_t)shape->patch_dim;
    m->sums = xarray(classes * m->pixels, sizeof *m->sums);
    m->counts = xarray(classes, sizeof *m->counts);
    m->distances = xarray(classes * (size_t)shape->max_batch, sizeof *m->distances);
    return (struct model *)m;
}

static void close(struct model *model)
{
    struct centroid *m = (struct centroid *)model;
    free(m->sums);
    free(m->counts);
    free(m->distances);
    free(m);
}

static void count(struct model *model, const struct batch *b)
{
    struct centroid *m = (struct centroid *)model;
    for (int row = 0; row < b->batch; row++) {
        if (b->targets[row] < 0) continue;
        double *sum = m->sums + (size_t)b->targets[row] * m->pixels;
        const float *image = b->patches + (size_t)row * m->pixels;
        for (size_t i = 0; i < m->pixels; i++) sum[i] += (double)image[i];
        m->counts[b->targets[row]]++;
    }
}

static void fit(struct model *model)
{
    struct centroid *m = (struct centroid *)model;
    for (int c = 0; c < m->classes; c++)
        for (size_t i = 0; i < m->pixels && m->counts[c] > 0; i++)
            m->sums[(size_t)c * m->pixels + i] /= m->counts[c];
}

/* Returns the squared distance to a class mean; infinite if the class is missing in training. */
static double distance(const struct centroid *m, const float *image, int c)
{
    const double *mean = m->sums + (size_t)c * m->pixels;
    double sum = 0;
    if (!(m->counts[c] > 0)) return HUGE_VAL;
    for (size_t i = 0; i < m->pixels; i++) sum += pow((double)image[i] - mean[i], 2);
    return sum;
}

static double forward(struct model *model, const struct batch *b, uint64_t step, double *count)
{
    struct centroid *m = (struct centroid *)model;
    (void)step;
    for (int row = 0; row < b->batch; row++)
        for (int c = 0; c < m->classes; c++)
            m->distances[row * m->classes + c] =
                distance(m, b->patches + (size_t)row * m->pixels, c);
    *count = b->batch;
    return NAN;
}

static void logits(struct model *model, int b, int n, float *out)
{
    const struct centroid *m = (const struct centroid *)model;
    (void)n;
    for (int c = 0; c < m->classes; c++) out[c] = (float)-m->distances[b * m->classes + c];
}

const struct simple_baseline simple_baseline_centroid = {
    .name = "centroid",
    .label = "nearest mean image",
    .title = "the class whose mean image is nearest",
    .source = "",
    .tasks = "images",
    .open = open,
    .close = close,
    .count = count,
    .fit = fit,
    .forward = forward,
    .logits = logits,
};
