/* SPDX-License-Identifier: MIT
 * W x + b of many records at once, and the gradient of both: the map that logistic regression fits.
 * x is 1 for each word that a text has, or the pixels of an image. */
#ifndef ATTNLAB_LINEAR_MAP_H
#define ATTNLAB_LINEAR_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LINEAR_BLOCK = 128 }; /* records at once, at most */

/* `count` records side by side. Texts: ids of what is 1, those of record i up to ends[i], the first
 * from `from` on. Images: values (count, features). */
struct examples {
    int count;
    const int32_t *ids;
    const size_t *ends;
    size_t from;
    const float *values;
};

/* w: (features + 1, classes), the last row is b. Products with pixels are BLAS's, in float; a block
 * is read once for W x and for the gradient, from the cache. */
struct linear_map {
    int classes;
    size_t features;
    bool dense;      /* images */
    const double *w; /* the caller's */
    float *narrow;   /* images: W in float, (features, classes) */
    float *block;    /* scores of a block (count, classes), or its errors (classes, count) */
    float *product;  /* what a block adds to the gradient of W (classes, features) */
};

void linear_map_open(struct linear_map *, int classes, size_t features, bool dense);
void linear_map_close(struct linear_map *);
/* What the map is from now on; w stays the caller's and must not change under it. */
void linear_map_set(struct linear_map *, const double *w);
/* scores (count, classes) are written. */
void linear_map_scores(const struct linear_map *, const struct examples *, double *scores);
/* errors (count, classes), the gradient of the scores -> gradient, like w, added to. */
void linear_map_add_gradient(const struct linear_map *, const struct examples *,
                             const double *errors, double *gradient);

#endif
