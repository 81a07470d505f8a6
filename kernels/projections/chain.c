/* SPDX-License-Identifier: MIT
 * Runs a chain forward and backward: on one row in double precision, and fast on a block of rows.
 *
 * The fast pass works in *stages*: an affine step and the row-wise steps after it. A stage is one
 * gemm, then one pass of bias, norm and activation over strips that stay in the first-level cache.
 * The last stage also adds the skip connection. The fast backward pass is in chain_backward.c. */
#include "chain.h"

/* ---- description ---- */

struct chain N(chain_start)(const struct dims *d, bool skip)
{
    return (struct chain){
        .d_in = d->d_in, .d_out = d->d_in, .skip = skip, .precision = d->precision};
}

static void append(struct chain *c, struct step s, const char *suffix)
{
    s.d_in = c->d_out;
    s.precision = c->precision;
    s.tensor = c->tensors;
    strncpy(s.suffix, suffix, MAX_SUFFIX - 1);
    c->step[c->steps++] = s;
    c->d_out = s.d_out;
    c->tensors += N(step_ops)[s.kind].tensors(&s, NULL);
}

void N(chain_affine)(struct chain *c, int d_out, bool bias, const char *suffix)
{
    append(c, (struct step){.kind = STEP_AFFINE, .d_out = d_out, .bias = bias}, suffix);
}

void N(chain_activation)(struct chain *c, enum activation act)
{
    if (act == ACT_IDENTITY) return;
    append(c, (struct step){.kind = STEP_ACTIVATION, .d_out = c->d_out, .act = act}, "");
}

void N(chain_layer_norm)(struct chain *c, bool bias, const char *suffix)
{
    append(c, (struct step){.kind = STEP_LAYER_NORM, .d_out = c->d_out, .bias = bias}, suffix);
}

void N(chain_rms_norm)(struct chain *c, int heads, const char *suffix)
{
    append(c, (struct step){.kind = STEP_RMS_NORM, .d_out = c->d_out, .heads = heads}, suffix);
}

int N(chain_tensors)(struct chain c, struct tensor *out)
{
    for (int i = 0; i < c.steps; i++)
        N(step_ops)[c.step[i].kind].tensors(&c.step[i], out + c.step[i].tensor);
    return c.tensors;
}

struct work N(chain_work)(struct chain c)
{
    double flop = c.skip ? c.d_out : 0;
    for (int i = 0; i < c.steps; i++) flop += N(step_ops)[c.step[i].kind].flop(&c.step[i]);
    return (struct work){.per_query = flop};
}

/* ---- one row, in double ---- */

/* The scratch memory has the outputs of all steps (`sum` doubles), then two gradients as wide as
 * the widest step (`widest`). */
struct extent {
    size_t sum, widest;
};
static struct extent extent(const struct chain *c)
{
    struct extent e = {0, (size_t)c->d_in};
    for (int i = 0; i < c->steps; i++) {
        size_t width = (size_t)c->step[i].d_out;
        e.sum += width;
        e.widest = width > e.widest ? width : e.widest;
    }
    return e;
}

size_t N(chain_formula_scratch)(struct chain c)
{
    struct extent e = extent(&c);
    return e.sum + 2 * e.widest;
}

/* Runs the steps and stores their outputs in scratch: value[0] = x, value[i + 1] = step i of
 * value[i]. */
static void run_steps(const struct chain *c, const double *const *w, const double *x,
                      double *scratch, const double *value[MAX_STEPS + 1])
{
    value[0] = x;
    for (int i = 0; i < c->steps; i++) {
        const struct step *s = &c->step[i];
        N(step_ops)[s->kind].formula(s, w + s->tensor, value[i], scratch);
        value[i + 1] = scratch;
        scratch += s->d_out;
    }
}

void N(chain_formula)(struct chain c, const double *const *w, const double *x, double *y,
                      double *scratch)
{
    const double *value[MAX_STEPS + 1];
    run_steps(&c, w, x, scratch, value);
    for (int i = 0; i < c.d_out; i++) y[i] = (c.skip ? x[i] : 0) + value[c.steps][i];
}

void N(chain_derivative)(struct chain c, const double *const *w, const double *x, const double *dy,
                         double *dx, double *const *dw, double *scratch)
{
    const double *value[MAX_STEPS + 1];
    struct extent e = extent(&c);
    double *gradient[2] = {scratch + e.sum, scratch + e.sum + e.widest};
    run_steps(&c, w, x, scratch, value);
    for (int i = 0; c.skip && i < c.d_in; i++) dx[i] += dy[i];
    for (int i = c.steps - 1; i >= 0; i--) {
        const struct step *s = &c.step[i];
        double *din = i == 0 ? dx : gradient[i % 2];
        if (i > 0) memset(din, 0, (size_t)s->d_in * sizeof *din);
        N(step_ops)[s->kind].derivative(s, w + s->tensor, value[i], dy, din, dw + s->tensor);
        dy = din;
    }
}

/* ---- a block of rows, fast ---- */

int N(chain_stage_end)(const struct chain *c, int i)
{
    for (i++; i < c->steps && c->step[i].kind != STEP_AFFINE; i++) continue;
    return i;
}

/* Returns the number of reals in one buffer between stages; its size is a multiple of 64 bytes. */
static size_t buffer_size(const struct chain *c, int rows)
{
    size_t widest = 0;
    for (int i = 0, end; i < c->steps && (end = N(chain_stage_end)(c, i)) < c->steps; i = end) {
        /* no buffer is needed: this stage writes its output to the kept values */
        if (stage_keeps(c, i, end) && end == i + 1) continue;
        size_t width = (size_t)c->step[i].d_out;
        widest = width > widest ? width : widest;
    }
    return round_up(widest * (size_t)rows);
}

size_t N(chain_scratch)(struct chain c, int rows)
{
    int stages = 0;
    for (int i = 0; i < c.steps; i = N(chain_stage_end)(&c, i)) stages++;
    return buffer_size(&c, rows) * (stages > 2 ? 2 : 1);
}

size_t N(chain_kept)(struct chain c)
{
    size_t kept = 0;
    for (int i = 0, end; i < c.steps; i = end) {
        end = N(chain_stage_end)(&c, i);
        if (stage_keeps(&c, i, end)) kept += (size_t)c.step[i].d_out;
    }
    return kept;
}

static void begin_stage(const struct step *s, const real *const *w, int rows, const real *x,
                        real *y)
{
    if (s->kind == STEP_AFFINE)
        affine_product(s, w, rows, x, y);
    else
        memcpy(y, x, (size_t)rows * s->d_out * sizeof *y);
}

/* Runs steps first..end-1 on y, then adds `skip` (may be NULL). z contains the product of step
 * `first`, without its bias; the bias is added in place. z may be y. */
static void finish_stage(const struct chain *c, int first, int end, const real *const *w, int rows,
                         const real *skip, real *z, real *y)
{
    size_t width = (size_t)c->step[first].d_out;
    int strip = strip_rows((int)width, rows);
    for (int r = 0; r < rows; r += strip) {
        int count = rows - r < strip ? rows - r : strip;
        real *part = y + r * width;
        const struct step *s = c->step + first;
        N(step_ops)[s->kind].finish(s, w + s->tensor, count, z + r * width);
        if (z != y) memcpy(part, z + r * width, count * width * sizeof *part);
        for (s++; s < c->step + end; s++)
            N(step_ops)[s->kind].finish(s, w + s->tensor, count, part);
        if (skip) add_reals(part, skip + r * width, count * width);
    }
}

void N(chain_forward)(struct chain c, const real *const *w, int rows, const real *x, real *y,
                      real *kept, real *scratch)
{
    real *buffer[2] = {scratch, scratch + buffer_size(&c, rows)};
    const real *in = x;
    for (int i = 0, end, stage = 0; i < c.steps; i = end, stage++) {
        end = N(chain_stage_end)(&c, i);
        bool last = end == c.steps, keeps = stage_keeps(&c, i, end);
        real *out = last ? y : keeps && end == i + 1 ? kept : buffer[stage % 2];
        real *z = keeps ? kept : out;
        begin_stage(&c.step[i], w, rows, in, z);
        finish_stage(&c, i, end, w, rows, last && c.skip ? x : NULL, z, out);
        if (keeps) kept += (size_t)rows * c.step[i].d_out;
        in = out;
    }
}
