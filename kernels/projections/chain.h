/* SPDX-License-Identifier: MIT
 * A projection as a chain of steps on a row: affine maps, activations, norms.
 *
 * Most projections, and the gate, are such chains. A choice describes its wiring once:
 *
 *     struct chain c = N(chain_start)(d_in, skip);
 *     N(chain_affine)(&c, width, true, "1");          x W1 + b1
 *     N(chain_activation)(&c, ACT_RELU);
 *     N(chain_affine)(&c, d_out, true, "2");
 *
 * Tensors, declared work, formula, derivative and fast pass follow from it. Other projections write
 * their own functions. */
#ifndef ATTNLAB_CHAIN_H
#define ATTNLAB_CHAIN_H

#include "slots.h"

enum step_kind { STEP_AFFINE, STEP_ACTIVATION, STEP_LAYER_NORM, STEP_RMS_NORM, STEP_KINDS };
enum { MAX_STEPS = 24, MAX_SUFFIX = 8 };

struct step {
    enum step_kind kind;
    int d_in, d_out;         /* equal except for an affine step */
    bool bias;               /* an affine step or LayerNorm with bias */
    enum activation act;     /* STEP_ACTIVATION */
    int heads;               /* STEP_RMS_NORM: parts of the row, each normalised alone */
    int tensor;              /* index of its first tensor in the chain */
    char suffix[MAX_SUFFIX]; /* of its tensors' names */
};

struct chain {
    int d_in, d_out; /* widths before the first and after the last step */
    bool skip;       /* y = x + steps(x); needs d_in = d_out */
    int steps, tensors;
    struct step step[MAX_STEPS];
};

/* ---- description ---- */

struct chain N(chain_start)(int d_in, bool skip);
/* x W + b. Tensors w<suffix> (d_in, d_out), N(0, 1/d_in), and with bias b<suffix>, zeros. */
void N(chain_affine)(struct chain *, int d_out, bool bias, const char *suffix);
/* phi(x). The identity adds no step and costs nothing. */
void N(chain_activation)(struct chain *, enum activation);
/* Tensors gain<suffix>, ones, and with bias shift<suffix>, zeros. */
void N(chain_layer_norm)(struct chain *, bool bias, const char *suffix);
/* Normalises each of `heads` equal parts of the row. Tensor gain<suffix>, ones. */
void N(chain_rms_norm)(struct chain *, int heads, const char *suffix);

/* ---- derived from the steps; as the members of struct projection ---- */

int N(chain_tensors)(struct chain, struct tensor *out);
struct work N(chain_work)(struct chain);
void N(chain_formula)(struct chain, const double *const *w, const double *x, double *y,
                      double *scratch);
void N(chain_derivative)(struct chain, const double *const *w, const double *x, const double *dy,
                         double *dx, double *const *dw, double *scratch);
size_t N(chain_formula_scratch)(struct chain);
/* rows x d_in -> rows x d_out. scratch: chain_scratch reals. kept: rows * chain_kept reals, written
 * block by block: the output (with bias) of each affine step that backward would otherwise multiply
 * again, which is all but a final one. */
void N(chain_forward)(struct chain, const real *const *w, int rows, const real *x, real *y,
                      real *kept, real *scratch);
size_t N(chain_scratch)(struct chain, int rows);
size_t N(chain_kept)(struct chain);
/* dx += (dy/dx)^T dy, dw[t] += (dy/dw[t])^T dy, over rows; written instead of added where `begin`
 * says so. scratch: chain_backward_scratch reals. */
void N(chain_backward)(struct chain, const real *const *w, int rows, const real *x,
                       const real *kept, const real *dy, real *dx, real *const *dw,
                       struct begin begin, real *scratch);
size_t N(chain_backward_scratch)(struct chain, int rows);

/* chain_reproduce.c: writes the tensors so that the chain computes x W + b, W (d_in, d_out), b
 * NULL: 0. Returns NULL, or the reason why it cannot. to NULL: only asks. */
const char *N(chain_reproduce)(struct chain, const real *w, const real *b, real *const *to);

/* ---- one step, by kind (steps.c) ---- */

struct step_ops {
    int (*tensors)(const struct step *, struct tensor *out); /* returns the count; out NULL: count
                                                                only, which formulas need per row */
    double (*flop)(const struct step *);
    void (*formula)(const struct step *, const double *const *w, const double *x, double *y);
    void (*derivative)(const struct step *, const double *const *w, const double *x,
                       const double *dy, double *dx, double *const *dw);
    /* Fast, in place on rows x d_out. For an affine step the product is already there. */
    void (*finish)(const struct step *, const real *const *w, int rows, real *y);
    /* Fast: x is the input; g, the gradient of the output, becomes that of the input, in place on
     * rows x d_out; dw added to. NULL for an affine step, whose products the chain computes. */
    void (*backward)(const struct step *, const real *const *w, int rows, const real *x, real *g,
                     real *const *dw);
};
extern const struct step_ops N(step_ops)[STEP_KINDS];

/* ---- shared by the fast passes ---- */

/* The end of the stage that begins with step i: the next affine step. */
int N(chain_stage_end)(const struct chain *, int i);

/* Whether the output of step `first`, which begins the stage that ends before `end`, is kept. */
static inline bool stage_keeps(const struct chain *c, int first, int end)
{
    return c->step[first].kind == STEP_AFFINE && (end > first + 1 || end < c->steps);
}

/* Rows per strip of row-wise steps, so that it stays in the first-level cache. */
enum { STRIP = 4096 }; /* reals: 16 or 32 KiB */
static inline int strip_rows(int width, int rows)
{
    int strip = STRIP / width > 1 ? STRIP / width : 1;
    return strip < rows ? strip : rows;
}

/* `count` rounded up to a multiple of 64 bytes, in reals. */
static inline size_t round_up(size_t count) { return (count + 15) / 16 * 16; }

static inline void add_reals(real *y, const real *x, size_t count)
{
    for (size_t i = 0; i < count; i++) y[i] += x[i];
}

/* y = x W, without the bias. */
static inline void affine_product(const struct step *s, const real *const *w, int rows,
                                  const real *x, real *y)
{
    gemm(false, false, rows, s->d_out, s->d_in, 1, x, s->d_in, w[s->tensor], s->d_out, 0, y,
         s->d_out);
}

/* refuse() of projections that add or copy the input to the output. */
static inline const char *refuse_unless_square(const struct dims *d, const struct args *args)
{
    (void)args;
    return d->d_in == d->d_out ? NULL
                               : "needs d_model == heads * d_head (as k or v: kv_heads * d_head)";
}

/* The members of a projection, by the function names of wired.h or the file's own. */
#define CHAIN_MEMBERS                                                                              \
    .formula = formula, .derivative = derivative, .formula_scratch = formula_scratch,              \
    .forward = forward, .scratch = scratch, .kept = kept, .backward = backward, .begins = true,    \
    .backward_scratch = backward_scratch

#endif
