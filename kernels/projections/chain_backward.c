/* SPDX-License-Identifier: MIT
 * Runs the fast backward pass of a chain over a block of rows. A stage is an affine step and the
 * row-wise steps after it. The forward pass kept z, the output of each affine step.
 *
 * First, the row-wise steps recompute the output y of each stage except the last from z. Then, from
 * the last stage to the first:
 *
 *     1. dy -> dz: row-wise steps backward, in strips;
 *     2. dW += x^T dz, db += column sums of dz;
 *     3. dx = dz W^T; this dx is dy of the previous stage.
 *
 * dy overwrites y after the last read of y. */
#include "chain.h"

struct stage {
    int first, row_wise, end; /* steps first..end-1; row-wise steps start at row_wise */
    const real *x;            /* input of the first step, rows x d_in */
    const real *z; /* product plus bias, rows x d_out; equal to x without an affine step */
    real *y;       /* output, later its gradient, rows x d_out; NULL if the gradient is dy */
};

struct tape {
    int stages;
    struct stage stage[MAX_STEPS];
    real *strip; /* values between row-wise steps */
};

/* ---- layout ---- */

static bool bare(const struct stage *s) { return s->row_wise == s->end; }
static bool has_affine(const struct stage *s) { return s->row_wise > s->first; }

/* Allocates `count` reals. If the base is NULL, only counts the size. */
static real *carve_reals(real *base, size_t *used, size_t count)
{
    real *at = base ? base + *used : NULL;
    *used += round_up(count);
    return at;
}

static struct stage stage_at(const struct chain *c, int first)
{
    bool affine = c->step[first].kind == STEP_AFFINE;
    return (struct stage){
        .first = first, .row_wise = first + affine, .end = N(chain_stage_end)(c, first)};
}

/* Lays out the kept values for `rows` rows and returns their size in reals. The last stage needs y
 * only for the gradient of its row-wise steps. */
static size_t lay_out(const struct chain *c, int rows, real *base, struct tape *t)
{
    size_t used = 0, strip = 0;
    t->stages = 0;
    for (int i = 0; i < c->steps; i = t->stage[t->stages++].end) {
        struct stage *s = &t->stage[t->stages];
        *s = stage_at(c, i);
        int width = c->step[i].d_out, values = s->end - s->row_wise - 1;
        size_t block = (size_t)rows * width, part = (size_t)strip_rows(width, rows) * width;
        if (!bare(s) || s->end < c->steps) s->y = carve_reals(base, &used, block);
        if (values > 0 && values * part > strip) strip = values * part;
    }
    t->strip = carve_reals(base, &used, strip);
    return used;
}

size_t N(chain_backward_scratch)(struct chain c, int rows)
{
    struct tape t;
    return lay_out(&c, rows, NULL, &t);
}

/* ---- recomputed stages ---- */

static void finish(const struct step *s, const real *const *w, int rows, real *y)
{
    N(step_ops)[s->kind].finish(s, w + s->tensor, rows, y);
}

/* Computes y from z by the row-wise steps. */
static void recompute_output(const struct chain *c, const struct stage *s, const real *const *w,
                             int rows)
{
    int width = c->step[s->first].d_out, strip = strip_rows(width, rows);
    for (int r = 0; r < rows; r += strip) {
        int count = rows - r < strip ? rows - r : strip;
        size_t at = (size_t)r * width;
        memcpy(s->y + at, s->z + at, (size_t)count * width * sizeof *s->y);
        for (int i = s->row_wise; i < s->end; i++) finish(&c->step[i], w, count, s->y + at);
    }
}

/* Sets x and z of every stage to the kept values, or recomputes them. */
static void recompute_stages(const struct chain *c, struct tape *t, const real *const *w, int rows,
                             const real *x, const real *kept)
{
    for (struct stage *s = t->stage; s < t->stage + t->stages; s++) {
        s->x = s->z = x;
        if (stage_keeps(c, s->first, s->end)) {
            s->z = kept;
            kept += (size_t)rows * c->step[s->first].d_out;
        }
        if (!bare(s) && s->end < c->steps) recompute_output(c, s, w, rows);
        x = bare(s) ? s->z : s->y;
    }
}

/* ---- backward ---- */

/* Runs the row-wise steps of a stage backward on a few rows. g is the gradient of the stage's
 * output and becomes the gradient of z. */
static void strip_backward(const struct chain *c, const struct stage *s, const real *const *w,
                           int rows, const real *z, real *strip, real *g, real *const *dw)
{
    const real *value[MAX_STEPS] = {z};
    size_t part = (size_t)rows * c->step[s->first].d_out;
    const struct step *step = c->step + s->row_wise;
    int last = s->end - s->row_wise - 1;
    for (int i = 0; i < last; i++, strip += part) {
        memcpy(strip, value[i], part * sizeof *strip);
        finish(&step[i], w, rows, strip);
        value[i + 1] = strip;
    }
    for (int i = last; i >= 0; i--) {
        const struct step_ops *ops = &N(step_ops)[step[i].kind];
        ops->backward(&step[i], w + step[i].tensor, rows, value[i], g, dw + step[i].tensor);
    }
}

static void row_wise_backward(const struct chain *c, const struct stage *s, const real *const *w,
                              int rows, real *strip, real *const *dw)
{
    int width = c->step[s->first].d_out, most = strip_rows(width, rows);
    for (int r = 0; r < rows; r += most) {
        size_t at = (size_t)r * width;
        strip_backward(c, s, w, rows - r < most ? rows - r : most, s->z + at, strip, s->y + at, dw);
    }
}

/* Computes the gradients of an affine step: dW += x^T dz, db += column sums of dz, dx = dz W^T +
 * keep * dx. If `begin` is true, dW is overwritten. */
static void affine_backward(const struct step *s, const real *const *w, int rows, const real *x,
                            const real *dz, real keep, real *dx, bool begin, real *const *dw)
{
    int in = s->d_in, out = s->d_out;
    gemm_in(s->precision, true, false, in, out, rows, 1, x, in, dz, out, begin ? 0 : 1,
            dw[s->tensor], out);
    for (int r = 0; s->bias && r < rows; r++)
        add_reals(dw[s->tensor + 1], dz + (size_t)r * out, (size_t)out);
    gemm_in(s->precision, false, true, rows, in, out, 1, dz, out, w[s->tensor], out, keep, dx, in);
}

/* Adds dy to dx. If *begin is true, copies dy to dx instead and sets *begin to false. */
static void add_gradient(real *dx, const real *dy, size_t count, bool *begin)
{
    if (*begin)
        memcpy(dx, dy, count * sizeof *dx);
    else
        add_reals(dx, dy, count);
    *begin = false;
}

/* Clears the gradients of all tensors except matrices. The first product overwrites the gradient of
 * a matrix. */
static void clear_vectors(const struct chain *c, real *const *dw)
{
    struct tensor unused[2];
    for (const struct step *s = c->step; s < c->step + c->steps; s++) {
        int count = N(step_ops)[s->kind].tensors(s, unused);
        for (int t = s->kind == STEP_AFFINE; t < count; t++)
            memset(dw[s->tensor + t], 0, (size_t)s->d_out * sizeof(real));
    }
}

void N(chain_backward)(struct chain c, const real *const *w, int rows, const real *x,
                       const real *kept, const real *dy, real *dx, real *const *dw,
                       struct begin begin, real *scratch)
{
    struct tape t;
    lay_out(&c, rows, scratch, &t);
    recompute_stages(&c, &t, w, rows, x, kept);
    if (begin.dw) clear_vectors(&c, dw);
    if (c.skip) add_gradient(dx, dy, (size_t)rows * c.d_in, &begin.dx);
    real *last = t.stage[t.stages - 1].y;
    if (last) memcpy(last, dy, (size_t)rows * c.d_out * sizeof *last);
    for (int i = t.stages - 1; i >= 0; i--) {
        const struct stage *s = &t.stage[i];
        const real *dz = s->y ? s->y : dy;
        if (!bare(s)) row_wise_backward(&c, s, w, rows, t.strip, dw);
        if (has_affine(s))
            affine_backward(&c.step[s->first], w, rows, s->x, dz, i == 0 && !begin.dx,
                            i ? s[-1].y : dx, begin.dw, dw);
        else /* Only the first stage can lack an affine step. */
            add_gradient(dx, dz, (size_t)rows * c.d_in, &begin.dx);
    }
}
