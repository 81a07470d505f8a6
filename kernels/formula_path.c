/* SPDX-License-Identifier: MIT
 * Runs a choice by its fast function, or by its double-precision formula if it has no fast
 * function. A choice that has only a formula therefore works with every method, mask and build. */
#include "choices.h"
#include "in_double.h"

/* ---- projections ---- */

size_t N(project_bytes)(const struct resolved *r, enum slot_id slot)
{
    const struct projection *f = r->projection[slot];
    const struct dims *d = &r->dims[slot];
    const struct args *args = &r->layer->args[slot];
    struct arena a = {0};
    if (f->forward) {
        carve(&a, f->scratch ? f->scratch(d, args, ROW_BLOCK) * sizeof(real) : 0);
        return a.used;
    }
    size_t inner = declared(f->formula_scratch, d, args);
    carve(&a, ((size_t)d->d_in + (size_t)d->d_out + inner) * sizeof(double));
    return a.used + N(widen_bytes)(r, slot);
}

size_t N(kept_width)(const struct resolved *r, enum slot_id slot)
{
    const struct projection *f = r->projection[slot];
    return f && f->kept ? f->kept(&r->dims[slot], &r->layer->args[slot]) : 0;
}

real *N(kept_rows)(const struct pass *p, enum slot_id slot, size_t first)
{
    return (real *)p->trace.kept[slot] + first * N(kept_width)(&p->r, slot);
}

void N(project_rows)(const struct pass *p, enum slot_id slot, size_t first, int rows, const real *x,
                     real *y, struct arena a)
{
    const struct projection *f = p->r.projection[slot];
    const struct dims *d = &p->r.dims[slot];
    const struct args *args = &p->r.layer->args[slot];
    if (f->forward) {
        struct projection_run run = {d, args, p->w + p->r.first_tensor[slot], rows, x,
                                     y, NULL, N(kept_rows)(p, slot, first)};
        run.scratch = carve(&a, 0);
        f->forward(&run);
        return;
    }
    const double *wide[MAX_TENSORS];
    size_t inner = declared(f->formula_scratch, d, args);
    double *in = carve(&a, ((size_t)d->d_in + (size_t)d->d_out + inner) * sizeof *in);
    double *out = in + d->d_in;
    N(widen)(p, slot, &a, wide);
    for (int i = 0; i < rows; i++) {
        to_double(x + (size_t)i * d->d_in, d->d_in, in);
        f->formula(d, args, wide, in, out, out + d->d_out);
        from_double(out, d->d_out, y + (size_t)i * d->d_out);
    }
}

/* ---- scores: with a formula, the features are the query and the (transposed) keys ---- */

static size_t formula_score_doubles(const struct resolved *r)
{
    const struct dims *d = &r->dims[SLOT_SCORE];
    return 2 * (size_t)d->d_head +
           declared(r->score->formula_scratch, d, &r->layer->args[SLOT_SCORE]);
}

size_t N(score_path_bytes)(const struct resolved *r, bool backward)
{
    struct arena a = {.used = N(logits_bytes)(r, backward)};
    if (score_has_tiles(r->score, backward)) {
        const struct score *s = r->score;
        carve(&a, s->scratch
                      ? s->scratch(&r->dims[SLOT_SCORE], &r->layer->args[SLOT_SCORE]) * sizeof(real)
                      : 0);
        return a.used;
    }
    carve(&a, formula_score_doubles(r) * sizeof(double));
    return a.used + N(widen_bytes)(r, SLOT_SCORE);
}

/* Returns true if a score may omit terms that are constant along a row. The terms must stay if the
 * backward pass uses a formula or a published formulation, because both passes must compute the
 * same scores. They must also stay if a logit function follows. */
static bool may_drop(const struct resolved *r)
{
    bool published = r->layer->method == METHOD_MATERIALISED && r->score->materialise;
    return !published && !r->logits && (!r->score->tile || r->score->tile_backward);
}

void N(score_path_open)(struct score_path *path, const struct pass *p, int head, struct arena *a)
{
    const struct resolved *r = &p->r;
    const struct dims *d = &r->dims[SLOT_SCORE];
    const struct args *args = &r->layer->args[SLOT_SCORE];
    path->run = (struct score_run){d,
                                   args,
                                   p->w + r->first_tensor[SLOT_SCORE],
                                   head,
                                   r->normalizer->shift_invariant && may_drop(r),
                                   p->gradients != NULL};
    path->score = r->score;
    bool fast = score_has_tiles(r->score, p->gradients != NULL);
    path->pass = p;
    path->fast = fast;
    path->q_features = fast ? r->score->q_features(d, args) : d->d_head;
    path->k_features = fast ? r->score->k_features(d, args) : d->d_head;
    path->scratch = NULL;
    path->doubles = NULL;
    N(logits_open)(&path->logits, p, head, a);
    if (fast) {
        size_t reals = r->score->scratch ? r->score->scratch(d, args) : 0;
        path->scratch = carve(a, reals * sizeof(real));
    } else if (a->base) {
        path->doubles = carve(a, formula_score_doubles(r) * sizeof(double));
        N(widen)(p, SLOT_SCORE, a, path->wide);
    }
}

void N(score_prepare_q)(const struct score_path *path, const real *q, int ld, int rows, real *fq)
{
    if (path->fast) {
        path->score->prepare_q(&path->run, q, ld, rows, fq, path->scratch);
        return;
    }
    size_t d = (size_t)path->q_features;
    for (int i = 0; i < rows; i++) memcpy(fq + (size_t)i * d, q + (size_t)i * ld, d * sizeof *fq);
}

void N(score_prepare_k)(const struct score_path *path, const real *k, int ld, int cols, real *fk)
{
    if (path->fast) {
        path->score->prepare_k(&path->run, k, ld, cols, fk, path->scratch);
        return;
    }
    for (int c = 0; c < path->k_features; c++)
        for (int j = 0; j < TILE_K; j++) fk[c * TILE_K + j] = j < cols ? k[(size_t)j * ld + c] : 0;
}

void N(score_tile)(const struct score_path *path, const real *fq, int rows, const real *fk,
                   int cols, real *s)
{
    if (path->fast) {
        path->score->tile(&path->run, fq, rows, fk, cols, s, path->scratch);
        return;
    }
    const struct score_run *run = &path->run;
    int d = path->q_features;
    double *q = path->doubles, *k = q + d, *inner = k + d;
    for (int i = 0; i < rows; i++) {
        to_double(fq + i * d, d, q);
        for (int j = 0; j < cols; j++) {
            for (int c = 0; c < d; c++) k[c] = (double)fk[c * TILE_K + j];
            s[i * TILE_K + j] = (real)path->score->formula(run->dims, run->args, path->wide,
                                                           run->head, q, k, inner);
        }
    }
}

/* ---- normalisers ---- */

struct normalizer_run N(normalizer_run)(const struct pass *p, int head)
{
    const struct resolved *r = &p->r;
    return (struct normalizer_run){&r->dims[SLOT_NORMALIZER], &r->layer->args[SLOT_NORMALIZER],
                                   p->w + r->first_tensor[SLOT_NORMALIZER], head,
                                   (real)N(scale_inside)(r)};
}

size_t N(normalize_bytes)(const struct resolved *r, bool backward)
{
    struct arena a = {0};
    size_t m = (size_t)r->dims[SLOT_NORMALIZER].m;
    carve(&a, (backward ? 4 : 2) * m * sizeof(double));
    return a.used + (backward ? 2 : 1) * N(widen_bytes)(r, SLOT_NORMALIZER);
}

void N(normalize_rows)(const struct pass *p, int head, real *s, int ld, int rows,
                       const int *visible, void *scratch)
{
    struct arena a = {scratch, 0};
    const double *wide[MAX_TENSORS];
    size_t m = (size_t)p->r.dims[SLOT_NORMALIZER].m;
    double *scores = carve(&a, 2 * m * sizeof *scores), *weights = scores + m;
    N(widen)(p, SLOT_NORMALIZER, &a, wide);
    struct score_row row = N(score_row)(&p->r, wide, head, 0);
    for (int i = 0; i < rows; i++, s += ld) {
        row.visible = visible[i];
        to_double(s, m, scores);
        p->r.normalizer->formula(&row, scores, weights);
        from_double(weights, m, s);
    }
}
