/* SPDX-License-Identifier: MIT
 * Computes W x + b for many records at once, and its gradient, for logistic regression. For a text,
 * x[w] is 1 if the text contains word w. For an image, x contains the pixels. */
#ifndef ATTNLAB_LINEAR_MAP_H
#define ATTNLAB_LINEAR_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LINEAR_BLOCK = 128 }; /* largest number of records processed at once */

/* Inputs of `count` records. Texts are lists of word ids in one array: the first list starts at
 * `from`, and the list of record i ends at ends[i]. Images are values (count, features). */
struct examples {
    int count;
    const int32_t *ids;
    const size_t *ends;
    size_t from;
    const float *values;
};

/* A linear map with weights w (features + 1, classes); the last row of w is b. BLAS multiplies
 * pixels in float, one block of records at a time, so that the block stays in cache. */
struct linear_map {
    int classes;
    size_t features;
    bool dense; /* true for images; false for texts */
    const double *w;
    float *narrow;  /* images: W (features, classes) in float */
    float *block;   /* scores (count, classes) or errors (classes, count) of a block */
    float *product; /* gradient of W from one block; shape (classes, features) */
};

void linear_map_open(struct linear_map *, int classes, size_t features, bool dense);
void linear_map_close(struct linear_map *);
/* Sets the weights. The caller owns w, which must not change while the map is used. */
void linear_map_set(struct linear_map *, const double *w);
void linear_map_scores(const struct linear_map *, const struct examples *, double *scores);
/* Accumulates the gradient, in the layout of w. `errors` (count, classes) is the gradient of the
 * scores. */
void linear_map_add_gradient(const struct linear_map *, const struct examples *,
                             const double *errors, double *gradient);

#endif
