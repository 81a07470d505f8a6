/* SPDX-License-Identifier: MIT
 * What figures of trained questions share: gains over the baseline in one reading, as drawn.
 *
 * Of a metric of which less is better a gain is drawn in percent of the baseline's value. */
#ifndef ATTNLAB_FIGURE_GAINS_H
#define ATTNLAB_FIGURE_GAINS_H

#include "harness/render/figures/figure_kinds.h"

struct gains {
    struct request request; /* the entries that have a gain */
    struct facets facets;
    enum reading reading;
    char *words; /* "loss below the baseline's (%)" */
    int axes[2]; /* of the options x, y; -1: the kind has none */
    bool percent;
};
struct gain {
    double value, low, high; /* without an interval (one seed) all the same */
};
/* x, y: whether these options are needed. NULL, or why nothing is drawn; gains_end() anyway. */
char *gains_begin(struct gains *, struct chart *, const struct request *, bool x, bool y);
void gains_end(struct gains *);
const struct effect *gain_effect(const struct gains *, int place); /* in request.entries */
struct gain gain_drawn(const struct gains *, int place);
double gain_scaled(const struct metric *, double gain);
/* "bits per character" */
const char *metric_words(const struct metric *);
/* Draws zero and the margin of equivalence, of which these are the edges. */
void gain_band(struct chart *, const struct question *, double *low, double *high);
/* A panel for each shape, y labelled at the left, x where no panel follows below. */
void shape_panels(struct chart *, const struct facets *, const char *x_label, const char *y_label);

#endif
