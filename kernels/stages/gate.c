/* SPDX-License-Identifier: MIT
 * Implements slot `gate` as a stage: applies the gate to rows of O, by fast functions or by
 * formula. */
#include "in_double.h"

static const struct dims *dims(const struct resolved *r) { return &r->dims[SLOT_GATE]; }
static const struct args *args(const struct resolved *r) { return &r->layer->args[SLOT_GATE]; }

static bool on(const struct layer *layer)
{
    return !((const struct gate *)chosen(layer, SLOT_GATE))->absent;
}

/* ---- forward ---- */

static size_t forward_scratch(const struct resolved *r)
{
    const struct gate *f = r->gate;
    const struct dims *d = dims(r);
    if (f->forward) return f->scratch ? f->scratch(d, args(r), ROW_BLOCK) * sizeof(real) : 0;
    struct arena a = {0};
    size_t inner = declared(f->formula_scratch, d, args(r));
    carve(&a, ((size_t)d->d_in + 2 * (size_t)d->d_out + inner) * sizeof(double));
    return a.used + N(widen_bytes)(r, SLOT_GATE);
}

static void forward(const struct pass *p, int rows, const real *x, const real *o, real *g,
                    struct arena a)
{
    const struct gate *f = p->r.gate;
    const struct dims *d = dims(&p->r);
    if (f->forward) {
        f->forward(&(struct gate_run){d, args(&p->r), p->w + p->r.first_tensor[SLOT_GATE], rows, x,
                                      o, g, carve(&a, 0)});
        return;
    }
    const double *wide[MAX_TENSORS];
    size_t n_in = (size_t)d->d_in, n_out = (size_t)d->d_out;
    size_t inner = declared(f->formula_scratch, d, args(&p->r));
    double *in = carve(&a, (n_in + 2 * n_out + inner) * sizeof *in);
    double *mid = in + n_in, *out = mid + n_out;
    N(widen)(p, SLOT_GATE, &a, wide);
    for (size_t i = 0; i < (size_t)rows; i++) {
        to_double(x + i * n_in, n_in, in);
        to_double(o + i * n_out, n_out, mid);
        f->formula(d, args(&p->r), wide, in, mid, out, out + n_out);
        from_double(out, n_out, g + i * n_out);
    }
}

/* ---- backward ---- */

static size_t backward_scratch(const struct resolved *r)
{
    const struct gate *f = r->gate;
    const struct dims *d = dims(r);
    if (f->backward)
        return f->backward_scratch ? f->backward_scratch(d, args(r), ROW_BLOCK) * sizeof(real) : 0;
    struct arena a = {0};
    size_t inner = declared(f->formula_scratch, d, args(r));
    carve(&a, (2 * (size_t)d->d_in + 3 * (size_t)d->d_out + inner) * sizeof(double));
    return a.used + 2 * N(widen_bytes)(r, SLOT_GATE);
}

static size_t scratch(const struct resolved *r, bool back)
{
    return back ? backward_scratch(r) : forward_scratch(r);
}

static void by_derivative(const struct pass *p, int rows, const real *x, const real *o,
                          const real *dg, real *dx, real *d_o, real *const *dw, struct arena a)
{
    const struct gate *f = p->r.gate;
    const struct dims *d = dims(&p->r);
    size_t n_in = (size_t)d->d_in, n_out = (size_t)d->d_out;
    size_t inner = declared(f->formula_scratch, d, args(&p->r));
    double *in = carve(&a, (2 * n_in + 3 * n_out + inner) * sizeof *in);
    double *din = in + n_in, *mid = din + n_in, *dmid = mid + n_out, *dout = dmid + n_out;
    struct wide wide;
    N(wide_open)(&wide, p, SLOT_GATE, &a);
    for (size_t i = 0; i < (size_t)rows; i++) {
        to_double(x + i * n_in, n_in, in);
        to_double(o + i * n_out, n_out, mid);
        to_double(dg + i * n_out, n_out, dout);
        memset(din, 0, n_in * sizeof *din);
        memset(dmid, 0, n_out * sizeof *dmid);
        f->derivative(d, args(&p->r), wide.w, in, mid, dout, din, dmid, wide.dw, dout + n_out);
        add_from_double(din, n_in, dx + i * n_in);
        from_double(dmid, n_out, d_o + i * n_out);
    }
    N(wide_close)(&wide, dw);
}

static void backward(const struct pass *p, int rows, const real *x, const real *o, const real *dg,
                     real *dx, real *d_o, real *const *dw, struct arena a)
{
    if (p->r.gate->backward)
        p->r.gate->backward(&(struct gate_backward){dims(&p->r), args(&p->r),
                                                    p->w + p->r.first_tensor[SLOT_GATE], rows, x, o,
                                                    dg, dx, d_o, dw, carve(&a, 0)});
    else
        by_derivative(p, rows, x, o, dg, dx, d_o, dw, a);
}

/* ---- oracle and work ---- */

static void formula(const struct resolved *r, const double *const *w, const double *x,
                    const double *o, double *g, double *inner)
{
    r->gate->formula(dims(r), args(r), w + r->first_tensor[SLOT_GATE], x, o, g, inner);
}

static size_t formula_scratch(const struct resolved *r)
{
    return declared(r->gate->formula_scratch, dims(r), args(r));
}

/* Adds the FLOPs and memory traffic of the gate. Forward traffic: X, O, the gated O and the
 * parameters. Backward traffic: X, dX, O, dO, the gradient of the gated O, the parameters and their
 * gradients. */
static void work(const struct resolved *r, bool back, struct layer_work *w)
{
    size_t rows = N(layer_rows)(r->layer, SLOT_GATE), row = sizeof(real);
    double x = (double)(rows * (size_t)dims(r)->d_in * row);
    double o = (double)(rows * (size_t)dims(r)->d_out * row);
    double parameters = (double)(N(slot_reals)(r, SLOT_GATE) * row);
    double flop = N(work_of)(r, SLOT_GATE).per_query * (double)rows;
    w->flop[PHASE_OUTPUT] += back ? 2 * flop : flop;
    w->recomputed[PHASE_OUTPUT] += back ? flop : 0;
    w->bytes[PHASE_OUTPUT] += back ? 2 * x + 3 * o + 2 * parameters : x + 2 * o + parameters;
}

const struct stage N(stage_gate) = {
    .name = "gate",
    .on = on,
    .work = work,
    .output = {forward, backward, scratch, formula, formula_scratch, SLOT_GATE},
};
