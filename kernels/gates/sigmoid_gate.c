/* SPDX-License-Identifier: MIT
 * Implements g = o * sigmoid(x Wg), a gate on the attention output before the output projection.
 * The gate is computed from the layer's input (arXiv 2505.06708, "G1", the best variant in the
 * paper). Arguments:
 *
 *     per=element: one gate per element of o; Wg (d_model, H*D);
 *     per=head: one gate per head; Wg (d_model, H);
 *     inputs=K: the gate reads only the first K entries of x.
 *
 * The sparse gate of modded-nanogpt (pull request 117) has per=head, inputs=12 and start=zero.
 *
 * Shapes: x (rows, d_model); o, g (rows, H*D). Cost per row for G gates of K inputs: 2 K G + G +
 * H*D. */
#include "projections/chain.h"
#include "../vmath.h"

#include <math.h>

static const char *const grains[] = {"element", "head", NULL};
static const char *const starts[] = {"random", "zero", "open", NULL};

enum { PER, INPUTS, START };
enum { PER_ELEMENT, PER_HEAD };
enum { START_RANDOM, START_ZERO, START_OPEN };
static const struct param params[] = {
    [PER] = {"per", "part of the output that one gate multiplies", PARAM_CHOICE, 0, 1, PER_ELEMENT,
             grains, SAID("one gate per element", "one gate per head")},
    [INPUTS] = {"inputs", "number of leading entries of x that the gate reads; 0: all", PARAM_INT,
                0, 65536, 0, NULL, SAID("{} gate inputs", "0: all inputs")},
    [START] = {"start",
               "initial gates: random; 1/2 (Wg = 0); or sigmoid(3) = 0.95 (Wg = 0, logit 3 + b "
               "with a learned b)",
               PARAM_CHOICE, 0, 2, START_RANDOM, starts,
               SAID("random start", "gates start at 1/2", "gates start at 0.95")},
    {0},
};

/* span() is the number of elements of o per gate. gates() is the number of gates per row. */
static int span(const struct dims *d, const struct args *a)
{
    return arg_int(a, PER) == PER_HEAD ? d->d_head : 1;
}
static int gates(const struct dims *d, const struct args *a) { return d->d_out / span(d, a); }

static int inputs(const struct dims *d, const struct args *a)
{
    return arg_int(a, INPUTS) ? arg_int(a, INPUTS) : d->d_in;
}

static bool opens(const struct args *a) { return arg_int(a, START) == START_OPEN; }

/* Returns the constant that is added to the gate's logits. */
static double offset(const struct args *a) { return opens(a) ? 3 : 0; }

static const char *refuse(const struct dims *d, const struct args *a)
{
    return inputs(d, a) > d->d_in ? "gate_inputs must not exceed d_model" : NULL;
}

static struct chain logits(const struct dims *d, const struct args *a)
{
    struct dims own = *d;
    own.d_in = inputs(d, a);
    struct chain c = N(chain_start)(&own, false);
    N(chain_affine)(&c, gates(d, a), opens(a), "");
    return c;
}

static int tensors(const struct dims *d, const struct args *a, struct tensor *out)
{
    int count = N(chain_tensors)(logits(d, a), out);
    if (arg_int(a, START) != START_RANDOM) out[0].init = INIT_ZERO;
    return count;
}

static struct work work(const struct dims *d, const struct args *a)
{
    struct work w = N(chain_work)(logits(d, a));
    w.per_query += gates(d, a) + d->d_out;
    return w;
}

/* Returns the scratch size: the gate's logits (later their gradients), then the chain's scratch
 * memory. */
static size_t formula_scratch(const struct dims *d, const struct args *a)
{
    return (size_t)gates(d, a) + N(chain_formula_scratch)(logits(d, a));
}

static void formula(const struct dims *d, const struct args *a, const double *const *w,
                    const double *x, const double *o, double *g, double *scratch)
{
    double *z = scratch;
    N(chain_formula)(logits(d, a), w, x, z, scratch + gates(d, a));
    for (int i = 0; i < d->d_out; i++) g[i] = o[i] / (1 + exp(-z[i / span(d, a)] - offset(a)));
}

static void derivative(const struct dims *d, const struct args *a, const double *const *w,
                       const double *x, const double *o, const double *dg, double *dx, double *d_o,
                       double *const *dw, double *scratch)
{
    double *z = scratch, *rest = scratch + gates(d, a);
    N(chain_formula)(logits(d, a), w, x, z, rest);
    for (int gate = 0, i = 0; gate < gates(d, a); gate++) {
        double s = 1 / (1 + exp(-z[gate] - offset(a))), dz = 0;
        for (int end = i + span(d, a); i < end; i++) {
            d_o[i] += dg[i] * s;
            dz += dg[i] * o[i] * s * (1 - s);
        }
        z[gate] = dz;
    }
    N(chain_derivative)(logits(d, a), w, x, z, dx, dw, rest);
}

/* Computes y = o * sigmoid(z) over count elements; y may be z. */
static void gate_elements(const real *o, const real *z, size_t count, real *y)
{
    size_t i = 0;
    for (; i + VLEN <= count; i += VLEN) vstore(y + i, vload(o + i) * vlogistic(vload(z + i)));
    for (; i < count; i++) y[i] = o[i] * vlogistic(vset(z[i]))[0];
}

static void gate_head(const real *o, real z, int d, real *g)
{
    real s = vlogistic(vset(z))[0];
    for (int i = 0; i < d; i++) g[i] = o[i] * s;
}

/* Returns the entries of x that the gate reads (rows x inputs): x itself, or a copy in `packed`. */
static const real *leading(const struct dims *d, const struct args *a, int rows, const real *x,
                           real *packed)
{
    size_t k = (size_t)inputs(d, a), width = (size_t)d->d_in;
    if (k == width) return x;
    for (size_t i = 0; i < (size_t)rows; i++) memcpy(packed + i * k, x + i * width, k * sizeof *x);
    return packed;
}
static size_t packed_size(const struct dims *d, const struct args *a, int rows)
{
    return inputs(d, a) == d->d_in ? 0 : round_up((size_t)rows * inputs(d, a));
}

/* Computes the logits z (rows x gates). `packed` must have packed_size() reals. */
static void run_logits(const struct dims *d, const struct args *a, const real *const *w, int rows,
                       const real *x, real *z, real *packed)
{
    size_t count = (size_t)rows * gates(d, a);
    N(chain_forward)(logits(d, a), w, rows, leading(d, a, rows, x, packed), z, NULL, NULL);
    if (!opens(a)) return;
    for (size_t i = 0; i < count; i++) z[i] += (real)offset(a);
}

static size_t scratch(const struct dims *d, const struct args *a, int rows)
{
    size_t z = arg_int(a, PER) == PER_HEAD ? (size_t)rows * d->heads : 0;
    return packed_size(d, a, rows) + z;
}

static void forward(const struct gate_run *r)
{
    const struct dims *d = r->dims;
    bool per_head = arg_int(r->args, PER) == PER_HEAD;
    real *z = per_head ? r->scratch + packed_size(d, r->args, r->rows) : r->g;
    run_logits(d, r->args, r->w, r->rows, r->x, z, r->scratch);
    if (!per_head)
        gate_elements(r->o, z, (size_t)r->rows * d->d_out, r->g);
    else
        for (size_t i = 0; i < (size_t)r->rows * d->heads; i++)
            gate_head(r->o + i * d->d_head, z[i], d->d_head, r->g + i * d->d_head);
}

/* Replaces z by its gradient dg * o * s * (1 - s), where s = sigmoid(z), and sets d_o = dg * s. */
static void gate_elements_backward(const real *o, const real *dg, size_t count, real *z, real *d_o)
{
    size_t i = 0;
    for (; i + VLEN <= count; i += VLEN) {
        vec logit = vload(z + i), g = vload(dg + i);
        vstore(d_o + i, g * vlogistic(logit));
        vstore(z + i, g * vload(o + i) * vlogistic_slope(logit));
    }
    for (; i < count; i++) {
        d_o[i] = dg[i] * vlogistic(vset(z[i]))[0];
        z[i] = dg[i] * o[i] * vlogistic_slope(vset(z[i]))[0];
    }
}

/* Runs the backward pass of one gate over d elements and returns the gradient of z. */
static real gate_head_backward(const real *o, const real *dg, int d, real z, real *d_o)
{
    real s = vlogistic(vset(z))[0], sum = 0;
    for (int i = 0; i < d; i++) {
        d_o[i] = dg[i] * s;
        sum += dg[i] * o[i];
    }
    return sum * vlogistic_slope(vset(z))[0];
}

/* Returns the scratch size: the gate's logits, the packed inputs and their gradients, then the
 * chain's scratch memory. */
static size_t backward_scratch(const struct dims *d, const struct args *a, int rows)
{
    return round_up((size_t)rows * gates(d, a)) + 2 * packed_size(d, a, rows) +
           N(chain_backward_scratch)(logits(d, a), rows);
}

static void backward(const struct gate_backward *r)
{
    const struct dims *d = r->dims;
    const struct args *a = r->args;
    size_t count = (size_t)r->rows * gates(d, a), head = (size_t)d->d_head;
    size_t k = (size_t)inputs(d, a), packed_count = packed_size(d, a, r->rows);
    real *z = r->scratch, *packed = z + round_up(count), *dpacked = packed + packed_count;
    run_logits(d, a, r->w, r->rows, r->x, z, packed);
    if (arg_int(a, PER) == PER_ELEMENT)
        gate_elements_backward(r->o, r->dg, count, z, r->d_o);
    else
        for (size_t i = 0; i < count; i++)
            z[i] = gate_head_backward(r->o + i * head, r->dg + i * head, d->d_head, z[i],
                                      r->d_o + i * head);
    bool copies = packed_count > 0;
    N(chain_backward)
    (logits(d, a), r->w, r->rows, copies ? packed : r->x, NULL, z, copies ? dpacked : r->dx, r->dw,
     (struct begin){.dx = copies}, dpacked + packed_count);
    for (size_t i = 0; copies && i < (size_t)r->rows; i++)
        add_reals(r->dx + i * d->d_in, dpacked + i * k, k);
}

/* sigmoid(log 3) = 3/4 and sigmoid(-log 3) = 1/4 */
static const struct by_hand by_hand[] = {
    {.working = "one gate per element: (8 * 3/4, -4 * 1/4)",
     .dims = {.d_in = 2, .d_out = 2, .heads = 1, .d_head = 2},
     .args = {{PER_ELEMENT}},
     .in = {VALUES(1, 2), VALUES(8, -4)},
     .out = VALUES(6, -1),
     .tensors = {VALUES(1.0986122886681098, 1, 0, -(1 + 1.0986122886681098) / 2)}},
    {.working = "one gate per head: (8, -4) * 3/4 and (4, 12) * 1/4",
     .dims = {.d_in = 2, .d_out = 4, .heads = 2, .d_head = 2},
     .args = {{PER_HEAD}},
     .in = {VALUES(1, 2), VALUES(8, -4, 4, 12)},
     .out = VALUES(6, -3, 1, 3),
     .tensors = {VALUES(1.0986122886681098, 1, 0, -(1 + 1.0986122886681098) / 2)}},
    {.working = "the gate reads one of two inputs: the logit is 1 log 3, so (8, -4) * 3/4",
     .dims = {.d_in = 2, .d_out = 2, .heads = 1, .d_head = 2},
     .args = {{PER_HEAD, 1}},
     .in = {VALUES(1, 5), VALUES(8, -4)},
     .out = VALUES(6, -3),
     .tensors = {VALUES(1.0986122886681098)}},
    {.working = "start=open: the logit is 2 + (log 3 - 5) + 3 = log 3, so (8, -4) * 3/4",
     .dims = {.d_in = 1, .d_out = 2, .heads = 1, .d_head = 2},
     .args = {{PER_HEAD, 0, START_OPEN}},
     .in = {VALUES(2), VALUES(8, -4)},
     .out = VALUES(6, -3),
     .tensors = {VALUES(1), VALUES(1.0986122886681098 - 5)}},
    {0},
};

const struct gate N(gate_sigmoid) = {
    .base =
        {
            .name = "sigmoid",
            .label = "sigmoid gate",
            .title = "g = o * sigmoid(x Wg)",
            .paper = "arXiv 2505.06708",
            .by_hand = by_hand,
            .initial = "w N(0, 1/fan_in), or w 0 and b 0 for start zero and open",
            .params = params,
            .refuse = refuse,
            .tensors = tensors,
            .work = work,
        },
    .formula = formula,
    .derivative = derivative,
    .formula_scratch = formula_scratch,
    .forward = forward,
    .scratch = scratch,
    .backward = backward,
    .backward_scratch = backward_scratch,
};
