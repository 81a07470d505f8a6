/* SPDX-License-Identifier: MIT
 * Template of the fast members of an elementwise normaliser. Each normaliser defines open_affine()
 * and these macros, then includes this file once:
 *
 *     ELEMENTWISE_F: vec f(vec);
 *     ELEMENTWISE_SLOPE: the derivative of f. */
static void weights(const struct normalizer_run *run, real *s, int rows, int cols,
                    const int *visible, const real *state)
{
    (void)cols, (void)state;
    elementwise(ELEMENTWISE_F, open_affine(run), s, rows, visible);
}
static void backward(const struct normalizer_run *run, const real *s, const real *a, real *da,
                     int rows, int cols, const int *visible, const real *state, const real *delta,
                     real *const *dw)
{
    (void)a, (void)cols, (void)state, (void)delta, (void)dw;
    elementwise_backward(ELEMENTWISE_SLOPE, open_affine(run), s, da, rows, visible);
}
/* `fold` computes final weights, because elementwise normalisers have no row state. */
static void fold(const struct normalizer_run *run, real *s, int rows, int cols, const int *visible,
                 real *state, real *rescale)
{
    (void)rescale;
    weights(run, s, rows, cols, visible, state);
}
