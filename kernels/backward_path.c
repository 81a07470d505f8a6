/* SPDX-License-Identifier: MIT
 * Runs the backward pass of a choice. If the choice has no fast backward function, its
 * double-precision derivative runs row by row or pair by pair. */
#include "choices.h"
#include "in_double.h"

/* ---- projections ---- */

size_t N(project_backward_bytes)(const struct resolved *r, enum slot_id slot)
{
    const struct projection *f = r->projection[slot];
    const struct dims *d = &r->dims[slot];
    const struct args *args = &r->layer->args[slot];
    struct arena a = {0};
    if (f->backward) {
        carve(&a, f->backward_scratch ? f->backward_scratch(d, args, ROW_BLOCK) * sizeof(real) : 0);
        return a.used;
    }
    size_t inner = declared(f->formula_scratch, d, args);
    carve(&a, (2 * (size_t)d->d_in + (size_t)d->d_out + inner) * sizeof(double));
    return a.used + 2 * N(widen_bytes)(r, slot);
}

void N(project_rows_backward)(const struct pass *p, enum slot_id slot, size_t first, int rows,
                              const real *x, const real *dy, real *dx, real *const *dw,
                              struct begin begin, struct arena a)
{
    const struct projection *f = p->r.projection[slot];
    const struct dims *d = &p->r.dims[slot];
    const struct args *args = &p->r.layer->args[slot];
    if (f->backward) {
        struct projection_backward run = {d,  args, p->w + p->r.first_tensor[slot], rows, x, dy, dx,
                                          dw, NULL, N(kept_rows)(p, slot, first),   begin};
        run.scratch = carve(&a, 0);
        f->backward(&run);
        return;
    }
    size_t inner = declared(f->formula_scratch, d, args);
    double *in = carve(&a, (2 * (size_t)d->d_in + (size_t)d->d_out + inner) * sizeof *in);
    double *din = in + d->d_in, *dout = din + d->d_in;
    struct wide wide;
    N(wide_open)(&wide, p, slot, &a);
    for (int i = 0; i < rows; i++) {
        to_double(x + (size_t)i * d->d_in, d->d_in, in);
        to_double(dy + (size_t)i * d->d_out, d->d_out, dout);
        memset(din, 0, (size_t)d->d_in * sizeof *din);
        f->derivative(d, args, wide.w, in, dout, din, wide.dw, dout + d->d_out);
        add_from_double(din, (size_t)d->d_in, dx + (size_t)i * d->d_in);
    }
    N(wide_close)(&wide, dw);
}

/* ---- scores ---- */

void N(head_gradients)(const struct pass *p, enum slot_id slot, int which, real **dw)
{
    struct tensor list[MAX_TENSORS];
    int count = N(slot_tensors)(&p->r, slot, list);
    real *at = p->gradients->heads[slot] + (size_t)which * p->gradients->head_reals[slot];
    for (int t = 0; t < count; t++) {
        dw[t] = at;
        at += N(tensor_reals)(&list[t]);
    }
}

size_t N(score_backward_bytes)(const struct resolved *r)
{
    const struct score *f = r->score;
    const struct dims *d = &r->dims[SLOT_SCORE];
    const struct args *args = &r->layer->args[SLOT_SCORE];
    if (score_has_tiles(f, true))
        return f->backward_scratch ? f->backward_scratch(d, args) * sizeof(real) : 0;
    size_t inner = declared(f->formula_scratch, d, args);
    return 2 * N(widen_bytes)(r, SLOT_SCORE) + (4 * (size_t)d->d_head + inner) * sizeof(double) +
           256;
}

/* Computes the gradients of a score tile by the double-precision derivative. This function reads
 * queries and keys directly, not features. */
static void tile_derivative(struct score_path *path, const real *fq, int rows, const real *fk,
                            int cols, const real *ds, real *dfq, real *dfk, real *const *dw,
                            real *scratch)
{
    struct arena a = {(char *)scratch, 0};
    struct wide wide;
    int d = path->q_features;
    double *q = carve(&a, (4 * (size_t)d +
                           declared(path->score->formula_scratch, path->run.dims, path->run.args)) *
                              sizeof *q);
    double *k = q + d, *dq = k + d, *dk = dq + d;
    N(wide_open)(&wide, path->pass, SLOT_SCORE, &a);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) {
            if (ds[i * TILE_K + j] == 0) continue;
            to_double(fq + i * d, d, q);
            for (int c = 0; c < d; c++) k[c] = (double)fk[c * TILE_K + j];
            memset(dq, 0, 2 * (size_t)d * sizeof *dq);
            path->score->derivative(path->run.dims, path->run.args, wide.w, path->run.head, q, k,
                                    (double)ds[i * TILE_K + j], dq, dk, wide.dw, dk + d);
            add_from_double(dq, (size_t)d, dfq + i * d);
            for (int c = 0; c < d; c++) dfk[c * TILE_K + j] += (real)dk[c];
        }
    N(wide_close)(&wide, dw);
}

void N(score_tile_backward)(struct score_path *path, const real *fq, int rows, const real *fk,
                            int cols, const real *ds, real *dfq, real *dfk, real *const *dw,
                            real *scratch)
{
    if (path->fast)
        path->score->tile_backward(&path->run, fq, rows, fk, cols, ds, dfq, dfk, dw, scratch);
    else
        tile_derivative(path, fq, rows, fk, cols, ds, dfq, dfk, dw, scratch);
}

void N(score_queries_backward)(struct score_path *path, const real *q, int ld, int rows,
                               const real *fq, const real *dfq, real *dq, real *const *dw,
                               real *scratch)
{
    if (path->fast) {
        path->score->prepare_q_backward(&path->run, q, ld, rows, fq, dfq, dq, ld, dw, scratch);
        return;
    }
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < path->q_features; c++)
            dq[(size_t)r * (size_t)ld + (size_t)c] +=
                dfq[(size_t)r * (size_t)path->q_features + (size_t)c];
}

void N(score_keys_backward)(struct score_path *path, const real *k, int ld, int cols,
                            const real *fk, const real *dfk, real *dk, real *const *dw,
                            real *scratch)
{
    if (path->fast) {
        path->score->prepare_k_backward(&path->run, k, ld, cols, fk, dfk, dk, ld, dw, scratch);
        return;
    }
    for (int j = 0; j < cols; j++)
        for (int c = 0; c < path->k_features; c++)
            dk[(size_t)j * (size_t)ld + (size_t)c] += dfk[c * TILE_K + j];
}

/* ---- normalisers ---- */

void N(normalize_rows_backward)(const struct pass *p, int head, real *s, real *da, int ld, int rows,
                                const int *visible, real *const *dw, void *scratch)
{
    const struct normalizer *f = p->r.normalizer;
    struct arena arena = {scratch, 0};
    struct wide wide;
    int m = p->r.dims[SLOT_NORMALIZER].m;
    double *scores = carve(&arena, 4 * (size_t)m * sizeof *scores);
    double *a = scores + m, *ga = a + m, *ds = ga + m;
    N(wide_open)(&wide, p, SLOT_NORMALIZER, &arena);
    struct score_row row = N(score_row)(&p->r, wide.w, head, 0);
    for (int i = 0; i < rows; i++, s += ld, da += ld) {
        row.visible = visible[i];
        to_double(s, (size_t)m, scores);
        to_double(da, (size_t)m, ga);
        f->formula(&row, scores, a);
        f->derivative(&row, scores, a, ga, ds, wide.dw);
        from_double(a, (size_t)m, s);
        from_double(ds, (size_t)m, da);
    }
    N(wide_close)(&wide, dw);
}
