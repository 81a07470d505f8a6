/* SPDX-License-Identifier: MIT
 * Implements a learned score function per head (KArAt, arXiv 2503.10632, Fourier basis):
 *
 *     phi(s) = s + sum over k = 1 .. terms of a_k * cos(k * w * s) + b_k * sin(k * w * s)
 *
 * The paper replaces softmax by learned functions of a whole row. This function acts on single
 * scores before the normaliser, so it can run tile by tile. a and b are initially small, so
 * training starts near the baseline. Shapes: a, b (H, terms).
 *
 * The sine and cosine of each further term follow from those of the previous term by a rotation by
 * the angle w * s. */
#include "slots.h"
#include "vmath.h"

#include <math.h>

enum { TERMS, FREQUENCY };
enum { MOST_TERMS = 8 };
static const struct param params[] = {
    [TERMS] = {.name = "terms",
               .doc = "number of cosines and sines per head",
               .kind = PARAM_INT,
               .min = 1,
               .max = MOST_TERMS,
               .def = 4,
               .said = SAID("{} terms")},
    [FREQUENCY] = {.name = "frequency",
                   .doc = "frequency w of the first term",
                   .kind = PARAM_REAL,
                   .min = 0.001,
                   .max = 100,
                   .def = 1,
                   .said = SAID("frequency {}")},
    {0},
};

static int tensors(const struct dims *d, const struct args *a, struct tensor *out)
{
    const double small = 0.01;
    out[0] = (struct tensor){"a", 2, {d->heads, arg_int(a, TERMS), 1}, INIT_NORMAL, small, false};
    out[1] = (struct tensor){"b", 2, {d->heads, arg_int(a, TERMS), 1}, INIT_NORMAL, small, false};
    return 2;
}

/* Declared FLOPs per score: the angle, a cosine and a sine; products and sums per term; and a
 * rotation per term after the first. */
static struct work work(const struct dims *d, const struct args *a)
{
    (void)d;
    return (struct work){.per_pair = 3 + 4 + 10.0 * (arg_int(a, TERMS) - 1)};
}

static double formula(const struct dims *d, const struct args *args, const double *const *w,
                      int head, double s)
{
    (void)d;
    int terms = arg_int(args, TERMS);
    const double *a = w[0] + head * terms, *b = w[1] + head * terms;
    double angle = arg_real(args, FREQUENCY) * s, sum = s;
    for (int k = 1; k <= terms; k++) sum += a[k - 1] * cos(k * angle) + b[k - 1] * sin(k * angle);
    return sum;
}

static double derivative(const struct dims *d, const struct args *args, const double *const *w,
                         int head, double s, double dphi, double *const *dw)
{
    (void)d;
    int terms = arg_int(args, TERMS), at = head * terms;
    const double *a = w[0] + at, *b = w[1] + at;
    double frequency = arg_real(args, FREQUENCY), slope = 1;
    for (int k = 1; k <= terms; k++) {
        double c = cos(k * frequency * s), sine = sin(k * frequency * s);
        slope += k * frequency * (b[k - 1] * c - a[k - 1] * sine);
        if (!dw) continue;
        dw[0][at + k - 1] += dphi * c;
        dw[1][at + k - 1] += dphi * sine;
    }
    return slope;
}

/* ---- fast ---- */

/* Cosine and sine of k * angle, starting with k = 1. */
struct wave {
    vec c, s, c1, s1;
};
static inline struct wave wave(vec turns)
{
    vec c = vcos_turns(turns), s = vsin_turns(turns);
    return (struct wave){c, s, c, s};
}
static inline void next(struct wave *w)
{
    vec c = w->c * w->c1 - w->s * w->s1;
    w->s = w->s * w->c1 + w->c * w->s1;
    w->c = c;
}

/* Fourier series of one head: base frequency in turns per unit of raw score, and coefficients. */
struct series {
    real turns;
    int terms;
    const real *a, *b;
};
static struct series series(const struct logits_run *run)
{
    int terms = arg_int(run->args, TERMS);
    double frequency = arg_real(run->args, FREQUENCY);
    return (struct series){(real)(frequency * (double)run->scale * 0.15915494309189533577), terms,
                           run->w[0] + run->head * terms, run->w[1] + run->head * terms};
}

static void forward(const struct logits_run *run, real *s, int count)
{
    struct series f = series(run);
    for (int i = 0; i < count; i += VLEN) {
        vec x = vload(s + i), sum = run->scale * x;
        struct wave w = wave(f.turns * x);
        for (int k = 0; k < f.terms; k++, next(&w)) sum += f.a[k] * w.c + f.b[k] * w.s;
        vstore(s + i, run->factor * sum);
    }
}

static void backward(const struct logits_run *run, const real *s, real *ds, int count,
                     real *const *dw)
{
    struct series f = series(run);
    real frequency = (real)arg_real(run->args, FREQUENCY);
    vec da[MOST_TERMS] = {{0}}, db[MOST_TERMS] = {{0}};
    for (int i = 0; i < count; i += VLEN) {
        vec x = vload(s + i), dphi = run->factor * vload(ds + i), slope = vset(0);
        struct wave w = wave(f.turns * x);
        for (int k = 0; k < f.terms; k++, next(&w)) {
            da[k] += dphi * w.c;
            db[k] += dphi * w.s;
            slope += (real)(k + 1) * (f.b[k] * w.c - f.a[k] * w.s);
        }
        vstore(ds + i, run->scale * dphi * (1 + frequency * slope));
    }
    for (int k = 0; k < f.terms; k++) {
        dw[0][run->head * f.terms + k] += vsum(da[k]);
        dw[1][run->head * f.terms + k] += vsum(db[k]);
    }
}

/* Worked example for the second head. The angles pi/6 and pi/3 have the cosines sqrt(3)/2 and 1/2,
 * and the sines 1/2 and sqrt(3)/2. */
static const struct by_hand by_hand[] = {
    {.working = "pi/6 + 2 sqrt(3)/2 + 3/2 + 4/2 - 5 sqrt(3)/2",
     .dims = {.heads = 2},
     .head = 1,
     .args = {{2, 0.5}},
     .in = {VALUES(1.0471975511965977462)},
     .out = VALUES(1.0471975511965977462 + 3.5 - 1.5 * 1.7320508075688772935),
     .tensors = {VALUES(9, 9, 2, 4), VALUES(9, 9, 3, -5)}},
    {.working = "frequency 3, s = pi/2: cos(3 pi/2) = 0, sin(3 pi/2) = -1: pi/2 - 7",
     .dims = {.heads = 1},
     .args = {{1, 3}},
     .in = {VALUES(1.5707963267948966192)},
     .out = VALUES(1.5707963267948966192 - 7),
     .tensors = {VALUES(5), VALUES(7)}},
    {0},
};

const struct logits N(logits_fourier) = {
    .base = {.name = "fourier",
             .label = "learned score function (Fourier)",
             .title = "phi(s) = s + sum_k a_k cos(k w s) + b_k sin(k w s)",
             .paper = "arXiv 2503.10632, Fourier basis, pointwise",
             .by_hand = by_hand,
             .initial = "a N(0, 1/10000), b N(0, 1/10000)",
             .params = params,
             .tensors = tensors,
             .work = work},
    .formula = formula,
    .derivative = derivative,
    .forward = forward,
    .backward = backward,
};
