/* SPDX-License-Identifier: MIT
 * Runs any projection, score, logit function or normaliser. A choice without fast functions runs by
 * its formula and derivative, in double precision. */
#ifndef ATTNLAB_CHOICES_H
#define ATTNLAB_CHOICES_H

#include "in_double.h"
#include "resolved_layer.h"

/* state that one pass needs to compute the logits of one head */
struct logit_path {
    const struct pass *pass;
    const struct logits
        *f; /* logit function; if NULL, scores are only multiplied by run.scale and run.factor */
    struct logits_run run;
    bool fast; /* true: use the choice's fast functions; false: use its formula */
    struct wide
        wide; /* double-precision parameters and their gradients; used only by the formula */
    const double *decay; /* running sums of the head's log decays, starting at position 0, stride H;
                            NULL without decay */
    double *d_decay;     /* gradients of the running sums; NULL if not needed */
};

/* state that one pass needs to compute the scores of one head */
struct score_path {
    struct score_run run;
    const struct pass *pass;
    const struct score *score;
    bool fast; /* true: use the score's fast functions; false: use its formula */
    int q_features, k_features;
    real *scratch;
    double *doubles;                 /* scratch memory, used only by the formula */
    const double *wide[MAX_TENSORS]; /* double-precision parameters, used only by the formula */
    struct logit_path logits;
};

/* Returns true if tiles use the score's fast functions. If a backward pass follows, the score must
 * have fast functions for both passes. */
static inline bool score_has_tiles(const struct score *s, bool backward)
{
    return s->tile && (!backward || s->tile_backward);
}

/* ---- forward (formula_path.c) ---- */

void N(score_path_open)(struct score_path *, const struct pass *, int head, struct arena *);
size_t N(score_path_bytes)(const struct resolved *, bool backward);
void N(score_prepare_q)(const struct score_path *, const real *q, int ld, int rows, real *fq);
void N(score_prepare_k)(const struct score_path *, const real *k, int ld, int cols, real *fk);
void N(score_tile)(const struct score_path *, const real *fq, int rows, const real *fk, int cols,
                   real *s);
/* ---- logits (logit_path.c): tiles of row stride TILE_K; only if maps_logits() ---- */

/* Prepares the score and the logit function of one head for a pass. score_path_open() calls
 * logits_open(), and score_path_bytes() includes logits_bytes(). `head` is 0 .. H - 1. */
void N(logits_open)(struct logit_path *, const struct pass *, int head, struct arena *);
size_t N(logits_bytes)(const struct resolved *, bool backward);
void N(logits_head)(struct logit_path *, int which);
/* Turns the scores of a tile into logits, in place. The tile starts at query i and key j. */
void N(map_tile)(const struct logit_path *, int i, int rows, int j, int cols, real *s);
/* Turns scores into logits without the decay. */
void N(map_scores)(const struct logit_path *, real *s, int rows, int cols);
/* Replaces ds, the gradient of the logits, by the gradient of the scores s. Accumulates the
 * gradients of the logit function's tensors into dw. May overwrite columns of s from column `cols`
 * on. */
void N(map_tile_backward)(struct logit_path *, int i, int rows, int j, int cols, real *s, real *ds,
                          real *const *dw);

struct normalizer_run N(normalizer_run)(const struct pass *, int head);
/* Turns whole rows of logits (row stride ld) into weights by the normaliser's formula. visible[r]
 * is the number of visible keys of row r. `scratch` must have normalize_bytes() bytes. */
void N(normalize_rows)(const struct pass *, int head, real *s, int ld, int rows, const int *visible,
                       void *scratch);
size_t N(normalize_bytes)(const struct resolved *, bool backward);
/* Projects rows first .. first + rows - 1 of the slot. x and y point to row `first`. */
void N(project_rows)(const struct pass *, enum slot_id, size_t first, int rows, const real *x,
                     real *y, struct arena);
/* Returns the memory for the values that a projection keeps for the backward pass, starting at row
 * `first`. */
real *N(kept_rows)(const struct pass *, enum slot_id, size_t first);
size_t N(kept_width)(const struct resolved *, enum slot_id);
size_t N(project_bytes)(const struct resolved *, enum slot_id);

/* ---- backward (backward_path.c) ---- */

/* Sets dw to the gradient buffers of head `which` (of B*H). Only for slots with by_head(). */
void N(head_gradients)(const struct pass *, enum slot_id, int which, real **dw);
size_t N(score_backward_bytes)(const struct resolved *);
void N(score_tile_backward)(struct score_path *, const real *fq, int rows, const real *fk, int cols,
                            const real *ds, real *dfq, real *dfk, real *const *dw, real *scratch);
void N(score_queries_backward)(struct score_path *, const real *q, int ld, int rows, const real *fq,
                               const real *dfq, real *dq, real *const *dw, real *scratch);
void N(score_keys_backward)(struct score_path *, const real *k, int ld, int cols, const real *fk,
                            const real *dfk, real *dk, real *const *dw, real *scratch);
/* Runs the backward pass of projected rows and accumulates gradients into dx and dw. Buffers marked
 * in `begin` are overwritten instead; only choices that set `begins` support this. */
void N(project_rows_backward)(const struct pass *, enum slot_id, size_t first, int rows,
                              const real *x, const real *dy, real *dx, real *const *dw,
                              struct begin, struct arena);
size_t N(project_backward_bytes)(const struct resolved *, enum slot_id);
/* Runs the backward pass of normalize_rows(). Replaces scores s by weights, and weight gradients da
 * by score gradients (row stride ld). Accumulates the gradients of the normaliser's tensors into
 * dw. */
void N(normalize_rows_backward)(const struct pass *, int head, real *s, real *da, int ld, int rows,
                                const int *visible, real *const *dw, void *scratch);

#endif
