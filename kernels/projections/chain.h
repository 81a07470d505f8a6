/* SPDX-License-Identifier: MIT
 * Represents a projection as a chain of steps on a row: affine maps, activations and norms. Most
 * projections and the gate are chains. A choice defines its chain in one function:
 *
 *     struct chain c = N(chain_start)(dims, skip);
 *     N(chain_affine)(&c, width, true, "1");
 *     N(chain_activation)(&c, ACT_RELU);
 *     N(chain_affine)(&c, d_out, true, "2");
 *
 * The chain then provides tensors, declared work, formula, derivative and fast functions. */
#ifndef ATTNLAB_CHAIN_H
#define ATTNLAB_CHAIN_H

#include "slots.h"

enum step_kind { STEP_AFFINE, STEP_ACTIVATION, STEP_LAYER_NORM, STEP_RMS_NORM, STEP_KINDS };
enum { MAX_STEPS = 24, MAX_SUFFIX = 8 };

struct step {
    enum step_kind kind;
    int d_in, d_out; /* input and output width of the step; only affine steps change the width */
    bool bias;       /* true: an affine step or LayerNorm has a bias */
    enum activation act;
    int heads;  /* number of parts of the row that STEP_RMS_NORM normalises separately */
    int tensor; /* index of the step's first tensor in the chain */
    enum precision precision; /* precision of the operands of an affine step's product */
    char suffix[MAX_SUFFIX];
};

struct chain {
    int d_in, d_out; /* input width of the first step, output width of the last step */
    bool skip;       /* true: y = x + steps(x), which requires d_in = d_out */
    enum precision precision;
    int steps, tensors;
    struct step step[MAX_STEPS];
};

/* ---- description ---- */

/* Begins a chain with the input width and precision of `dims`. */
struct chain N(chain_start)(const struct dims *, bool skip);
/* Adds an affine step x W + b. Tensors: w<suffix> (d_in, d_out), initially N(0, 1/d_in), and
 * b<suffix>, initially 0, if `bias` is true. */
void N(chain_affine)(struct chain *, int d_out, bool bias, const char *suffix);
/* Adds an activation phi(x). The identity adds no step and costs nothing. */
void N(chain_activation)(struct chain *, enum activation);
/* Adds a LayerNorm. Tensors: gain<suffix>, initially 1, and shift<suffix>, initially 0, if `bias`
 * is true. */
void N(chain_layer_norm)(struct chain *, bool bias, const char *suffix);
/* Adds an RMSNorm of each of `heads` equal parts of the row. Tensor: gain<suffix>, initially 1. */
void N(chain_rms_norm)(struct chain *, int heads, const char *suffix);

/* ---- derived from the steps; as the members of struct projection ---- */

int N(chain_tensors)(struct chain, struct tensor *out);
struct work N(chain_work)(struct chain);
void N(chain_formula)(struct chain, const double *const *w, const double *x, double *y,
                      double *scratch);
void N(chain_derivative)(struct chain, const double *const *w, const double *x, const double *dy,
                         double *dx, double *const *dw, double *scratch);
size_t N(chain_formula_scratch)(struct chain);
/* Runs the fast forward pass, rows x d_in -> rows x d_out.
 * scratch: chain_scratch reals.
 * kept: rows * chain_kept reals, which receive the output of each affine step, including the bias,
 * one step after the other. A final affine step is not kept. */
void N(chain_forward)(struct chain, const real *const *w, int rows, const real *x, real *y,
                      real *kept, real *scratch);
size_t N(chain_scratch)(struct chain, int rows);
size_t N(chain_kept)(struct chain);
/* Runs the fast backward pass: dx += (dy/dx)^T dy, dw[t] += (dy/dw[t])^T dy. Buffers named by
 * `begin` are overwritten instead. scratch: chain_backward_scratch reals. */
void N(chain_backward)(struct chain, const real *const *w, int rows, const real *x,
                       const real *kept, const real *dy, real *dx, real *const *dw,
                       struct begin begin, real *scratch);
size_t N(chain_backward_scratch)(struct chain, int rows);

/* Sets the tensors `to` so that the chain computes x W + b with W (d_in, d_out)
 * (chain_reproduce.c). A NULL b means no bias. Returns NULL, or the reason why the chain cannot
 * compute x W + b. If `to` is NULL, nothing is written. */
const char *N(chain_reproduce)(struct chain, const real *w, const real *b, real *const *to);

/* ---- one step, by kind (steps.c) ---- */

struct step_ops {
    /* Writes the step's tensors to out, or only counts them if out is NULL. Returns their
     * number. */
    int (*tensors)(const struct step *, struct tensor *out);
    double (*flop)(const struct step *);
    void (*formula)(const struct step *, const double *const *w, const double *x, double *y);
    void (*derivative)(const struct step *, const double *const *w, const double *x,
                       const double *dy, double *dx, double *const *dw);
    /* Runs the fast forward pass in place on rows x d_out. For an affine step, y already contains x
     * W. */
    void (*finish)(const struct step *, const real *const *w, int rows, real *y);
    /* Runs the fast backward pass in place: g (rows x d_out) becomes the gradient of the input x.
     * Tensor gradients are accumulated into dw. NULL for affine steps, which chain_backward.c
     * handles. */
    void (*backward)(const struct step *, const real *const *w, int rows, const real *x, real *g,
                     real *const *dw);
};
extern const struct step_ops N(step_ops)[STEP_KINDS];

/* ---- shared by the fast passes ---- */

/* Returns the end of the stage that begins at step i: the index of the next affine step. */
int N(chain_stage_end)(const struct chain *, int i);

/* Returns true if the forward pass keeps the output of step `first`. Steps first .. end - 1 are one
 * stage. */
static inline bool stage_keeps(const struct chain *c, int first, int end)
{
    return c->step[first].kind == STEP_AFFINE && (end > first + 1 || end < c->steps);
}

/* number of reals per strip for row-wise steps, so that a strip stays in the first-level cache */
enum { STRIP = 4096 }; /* 16 KiB of floats or 32 KiB of doubles */
static inline int strip_rows(int width, int rows)
{
    int strip = STRIP / width > 1 ? STRIP / width : 1;
    return strip < rows ? strip : rows;
}

/* Rounds a number of floats up to a multiple of 64 bytes. */
static inline size_t round_up(size_t count) { return (count + 15) / 16 * 16; }

static inline void add_reals(real *y, const real *x, size_t count)
{
    for (size_t i = 0; i < count; i++) y[i] += x[i];
}

/* Computes y = x W, without the bias. */
static inline void affine_product(const struct step *s, const real *const *w, int rows,
                                  const real *x, real *y)
{
    gemm_in(s->precision, false, false, rows, s->d_out, s->d_in, 1, x, s->d_in, w[s->tensor],
            s->d_out, 0, y, s->d_out);
}

/* Refuses unequal input and output widths. Projections that add or copy the input to the output
 * need equal widths. */
static inline const char *refuse_unless_square(const struct dims *d, const struct args *args)
{
    (void)args;
    return d->d_in == d->d_out ? NULL
                               : "needs d_model == heads * d_head (for k and v: kv_heads * d_head)";
}

/* Initialises the function pointers of a projection. The functions are defined in wired.h and in
 * the file that includes wired.h. */
#define CHAIN_MEMBERS                                                                              \
    .formula = formula, .derivative = derivative, .formula_scratch = formula_scratch,              \
    .forward = forward, .scratch = scratch, .kept = kept, .backward = backward, .begins = true,    \
    .backward_scratch = backward_scratch

#endif
