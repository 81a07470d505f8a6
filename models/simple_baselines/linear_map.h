/* SPDX-License-Identifier: MIT
 * W x + b of many records at once, and its gradient, for logistic regression. x is 1 for each word
 * of a text, or the pixels of an image. */
#ifndef ATTNLAB_LINEAR_MAP_H
#define ATTNLAB_LINEAR_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LINEAR_BLOCK = 128 }; /* largest number of records at once */

/* `count` records. Texts: ids of the words with x = 1; those of record i end at ends[i], the first
 * start at `from`. Images: values (count, features). */
struct examples {
    int count;
    const int32_t *ids;
    const size_t *ends;
    size_t from;
    const float *values;
};

/* w: (features + 1, classes), the last row is b. Products with pixels use BLAS in float, block by
 * block, so that a block stays in cache for W x and the gradient. */
struct linear_map {
    int classes;
    size_t features;
    bool dense;      /* images */
    const double *w; /* owned by the caller */
    float *narrow;   /* images: W in float, (features, classes) */
    float *block;    /* scores of a block (count, classes), or its errors (classes, count) */
    float *product;  /* a block's gradient of W (classes, features) */
};

void linear_map_open(struct linear_map *, int classes, size_t features, bool dense);
void linear_map_close(struct linear_map *);
/* Sets the map; w stays the caller's and must not change meanwhile. */
void linear_map_set(struct linear_map *, const double *w);
/* scores (count, classes) are written. */
void linear_map_scores(const struct linear_map *, const struct examples *, double *scores);
/* errors (count, classes), the gradient of the scores; adds to gradient, laid out like w. */
void linear_map_add_gradient(const struct linear_map *, const struct examples *,
                             const double *errors, double *gradient);

#endif
