/* SPDX-License-Identifier: MIT
 * Implements slot `combine` as a stage, which joins several heads into one. The stage maps rows of
 * O to narrower rows, by fast functions or by formula. */
#include "choices.h"

static const struct projection *map(const struct resolved *r)
{
    return r->projection[SLOT_COMBINE];
}

static bool on(const struct layer *layer)
{
    return ((const struct projection *)chosen(layer, SLOT_COMBINE))->joins > 0;
}

static const char *refuse(const struct layer *layer)
{
    const struct shape *s = &layer->shape;
    int joins = on(layer) ? ((const struct projection *)chosen(layer, SLOT_COMBINE))->joins : 1;
    return s->heads % joins || s->kv_heads % joins ? "heads and kv_heads must be multiples of the "
                                                     "number of heads that slot combine joins"
                                                   : NULL;
}

static size_t scratch(const struct resolved *r, bool back)
{
    return back ? N(project_backward_bytes)(r, SLOT_COMBINE) : N(project_bytes)(r, SLOT_COMBINE);
}

static void forward(const struct pass *p, int rows, const real *x, const real *o, real *g,
                    struct arena a)
{
    (void)x;
    N(project_rows)(p, SLOT_COMBINE, 0, rows, o, g, a);
}

static void backward(const struct pass *p, int rows, const real *x, const real *o, const real *dg,
                     real *dx, real *d_o, real *const *dw, struct arena a)
{
    (void)x, (void)dx;
    memset(d_o, 0, (size_t)rows * (size_t)p->r.dims[SLOT_COMBINE].d_in * sizeof *d_o);
    N(project_rows_backward)
    (p, SLOT_COMBINE, 0, rows, o, dg, d_o, dw, (struct begin){false, false}, a);
}

static void formula(const struct resolved *r, const double *const *w, const double *x,
                    const double *o, double *g, double *inner)
{
    (void)x;
    map(r)->formula(&r->dims[SLOT_COMBINE], &r->layer->args[SLOT_COMBINE],
                    w + r->first_tensor[SLOT_COMBINE], o, g, inner);
}

static size_t formula_scratch(const struct resolved *r)
{
    const struct projection *f = map(r);
    return f->formula_scratch
               ? f->formula_scratch(&r->dims[SLOT_COMBINE], &r->layer->args[SLOT_COMBINE])
               : 0;
}

/* Adds the FLOPs and memory traffic of slot combine. Forward traffic: O, the result and the
 * parameters. Backward traffic: O, dO, the gradient of the result, the parameters and their
 * gradients. */
static void work(const struct resolved *r, bool back, struct layer_work *w)
{
    const struct dims *d = &r->dims[SLOT_COMBINE];
    double rows = (double)N(layer_rows)(r->layer, SLOT_COMBINE);
    double in = rows * d->d_in * sizeof(real), out = rows * d->d_out * sizeof(real);
    double parameters = (double)(N(slot_reals)(r, SLOT_COMBINE) * sizeof(real));
    double flop = N(work_of)(r, SLOT_COMBINE).per_query * rows;
    w->flop[PHASE_OUTPUT] += back ? 2 * flop : flop;
    w->recomputed[PHASE_OUTPUT] += back ? flop : 0;
    w->bytes[PHASE_OUTPUT] += back ? 2 * in + out + 2 * parameters : in + out + parameters;
}

const struct stage N(stage_combine) = {
    .name = "combine",
    .on = on,
    .refuse = refuse,
    .work = work,
    .output = {forward, backward, scratch, formula, formula_scratch, SLOT_COMBINE},
};
