/* SPDX-License-Identifier: MIT
 * Computes W x + b with loops for words and with BLAS for pixels. w and its gradient have shape
 * (features + 1, classes), so that loops over classes vectorise. */
#include "models/simple_baselines/linear_map.h"

#include "base/mem.h"
#include "kernels/kernels.h"

#include <stdlib.h>
#include <string.h>

void linear_map_open(struct linear_map *m, int classes, size_t features, bool dense)
{
    size_t count = dense ? features * (size_t)classes : 0;
    *m = (struct linear_map){.classes = classes, .features = features, .dense = dense};
    m->narrow = xarray(count, sizeof *m->narrow);
    m->product = xarray(count, sizeof *m->product);
    m->block = xarray((size_t)classes * LINEAR_BLOCK, sizeof *m->block);
}

void linear_map_close(struct linear_map *m)
{
    free(m->narrow);
    free(m->product);
    free(m->block);
}

void linear_map_set(struct linear_map *m, const double *w)
{
    size_t count = m->dense ? m->features * (size_t)m->classes : 0;
    m->w = w;
    for (size_t i = 0; i < count; i++) m->narrow[i] = (float)w[i];
}

static void add_row(const struct linear_map *m, const double *from, double *to)
{
    for (int c = 0; c < m->classes; c++) to[c] += from[c];
}

/* ---- scores ---- */

static void add_words(const struct linear_map *m, const struct examples *x, double *scores)
{
    size_t classes = (size_t)m->classes, at = x->from;
    for (int i = 0; i < x->count; i++, scores += classes)
        for (; at < x->ends[i]; at++) add_row(m, m->w + (size_t)x->ids[at] * classes, scores);
}

static void add_pixels(const struct linear_map *m, const struct examples *x, double *scores)
{
    blas_sgemm_nn(x->count, m->classes, (int)m->features, x->values, m->narrow, m->block);
    for (int i = 0; i < x->count * m->classes; i++) scores[i] += (double)m->block[i];
}

void linear_map_scores(const struct linear_map *m, const struct examples *x, double *scores)
{
    size_t classes = (size_t)m->classes;
    for (int i = 0; i < x->count; i++)
        memcpy(scores + (size_t)i * classes, m->w + m->features * classes,
               classes * sizeof *scores);
    (m->dense ? add_pixels : add_words)(m, x, scores);
}

/* ---- gradient ---- */

static void add_word_errors(const struct linear_map *m, const struct examples *x,
                            const double *errors, double *gradient)
{
    size_t classes = (size_t)m->classes, at = x->from;
    for (int i = 0; i < x->count; i++, errors += classes)
        for (; at < x->ends[i]; at++) add_row(m, errors, gradient + (size_t)x->ids[at] * classes);
}

static void add_pixel_errors(const struct linear_map *m, const struct examples *x,
                             const double *errors, double *gradient)
{
    size_t classes = (size_t)m->classes, count = (size_t)x->count;
    for (size_t i = 0; i < count; i++)
        for (size_t c = 0; c < classes; c++)
            m->block[c * count + i] = (float)errors[i * classes + c];
    blas_sgemm_nn(m->classes, (int)m->features, x->count, m->block, x->values, m->product);
    for (size_t c = 0; c < classes; c++)
        for (size_t f = 0; f < m->features; f++)
            gradient[f * classes + c] += (double)m->product[c * m->features + f];
}

void linear_map_add_gradient(const struct linear_map *m, const struct examples *x,
                             const double *errors, double *gradient)
{
    size_t classes = (size_t)m->classes;
    for (size_t i = 0; i < (size_t)x->count; i++)
        add_row(m, errors + i * classes, gradient + m->features * classes);
    (m->dense ? add_pixel_errors : add_word_errors)(m, x, errors, gradient);
}
