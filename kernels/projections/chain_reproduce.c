/* SPDX-License-Identifier: MIT
 * Sets a chain's tensors so that the chain computes a given linear map. The swap-in experiments of
 * arXiv 2310.11398 use this to replace a trained linear map.
 *
 * For some activations, phi(a) - phi(-a) = c * a with a constant c. A hidden layer can then pass on
 * each output a = (x W + b)_j as the pair a, -a:
 *
 *     first step: [W, -W], bias [b, -b];
 *     middle steps: [I; -I] [I, -I] / c;
 *     last step: [I; -I] / c.
 *
 * All other hidden units are unused. With a skip connection, the steps compute x (W - I). */
#include "chain.h"

/* Returns the constant c with phi(a) - phi(-a) = c * a, or 0 if there is none.
 * relu: max(a, 0) - max(-a, 0) = a.
 * gelu and silu: a * F(a) + a * F(-a) = a, because F(a) + F(-a) = 1.
 * leaky_relu: a + slope * a. */
static double odd_part(enum activation act)
{
    static const double c[ACTIVATIONS] = {
        [ACT_IDENTITY] = 2, [ACT_RELU] = 1, [ACT_GELU] = 1, [ACT_SILU] = 1};
    if (act == ACT_LEAKY_RELU) return 1 - N(activation_formula)(act, -1);
    return c[act];
}

/* Returns the activation that follows affine step i and precedes the next affine step. */
static enum activation activation_after(const struct chain *c, int i)
{
    bool phi = i + 1 < c->steps && c->step[i + 1].kind == STEP_ACTIVATION;
    return phi ? c->step[i + 1].act : ACT_IDENTITY;
}

static const char *refuse(const struct chain *c, bool bias)
{
    if (c->step[c->steps - 1].kind == STEP_ACTIVATION)
        return "this projection ends with an activation, so it cannot reproduce a linear map";
    for (int i = 0; i < c->steps; i++) {
        const struct step *s = &c->step[i];
        bool last = i + 1 == c->steps;
        if (s->kind == STEP_LAYER_NORM || s->kind == STEP_RMS_NORM)
            return "this projection has a norm, so it cannot reproduce a linear map";
        if (s->kind == STEP_ACTIVATION && odd_part(s->act) == 0)
            return "two units with this activation cannot form a linear map, so this projection "
                   "cannot reproduce one";
        if (s->kind == STEP_AFFINE && !last && s->d_out < 2 * c->d_out)
            return "a linear map needs two hidden units per output: set the width to 2 or more";
    }
    return bias && !c->step[0].bias ? "the linear map has a bias, but this projection has none"
                                    : NULL;
}

/* Describes an affine step's matrix. If w is not NULL, the matrix is the linear map w. Otherwise,
 * the matrix subtracts the two units of each pair and divides by c. */
struct reader {
    const real *w, *b;
    bool skip;
    int outputs;
    double c;
};

static double read_entry(const struct reader *r, int i, int j)
{
    if (r->w) return (double)r->w[(size_t)i * (size_t)r->outputs + (size_t)j] - (r->skip && i == j);
    return i == j ? 1 / r->c : i == j + r->outputs ? -1 / r->c : 0;
}

/* Writes the matrix columns and biases of a step: the map, followed by the negated map unless the
 * step is the last. */
static void write_affine(const struct step *s, const struct reader *r, bool last, real *const *to)
{
    for (int j = 0; j < r->outputs * (last ? 1 : 2); j++) {
        int output = j % r->outputs;
        double sign = j < r->outputs ? 1 : -1;
        for (int i = 0; i < s->d_in; i++)
            to[0][(size_t)i * (size_t)s->d_out + (size_t)j] =
                (real)(sign * read_entry(r, i, output));
        if (s->bias) to[1][j] = r->b ? (real)sign * r->b[output] : 0;
    }
}

const char *N(chain_reproduce)(struct chain c, const real *w, const real *b, real *const *to)
{
    const char *reason = refuse(&c, b);
    struct reader r = {.w = w, .b = b, .skip = c.skip, .outputs = c.d_out};
    for (int i = 0; i < c.steps && to && !reason; i++) {
        const struct step *s = &c.step[i];
        if (s->kind != STEP_AFFINE) continue;
        write_affine(s, &r, i + 1 == c.steps, to + s->tensor);
        r = (struct reader){.outputs = c.d_out, .c = odd_part(activation_after(&c, i))};
    }
    return reason;
}
