/* SPDX-License-Identifier: MIT
 * Defines deliberately broken projections. They repeat the input, y[c] = x[c mod d_in], with one
 * error each in a fast function or formula. */
#include "tests/broken/repeat.h"

static void repeat(const struct projection_run *run)
{
    const struct dims *d = run->dims;
    for (int r = 0; r < run->rows; r++)
        for (int c = 0; c < d->d_out; c++)
            run->y[(size_t)r * (size_t)d->d_out + (size_t)c] =
                run->x[(size_t)r * (size_t)d->d_in + (size_t)(c % d->d_in)];
}

static struct work no_work(const struct dims *d, const struct args *args)
{
    (void)d, (void)args;
    return (struct work){0};
}

#define BROKEN(name_, title_, formula_)                                                            \
    extern const struct projection N(projection_##name_);                                          \
    const struct projection N(projection_##name_) = {                                              \
        .base = {.name = #name_, .title = title_, .paper = "none", .work = no_work},               \
        .formula = formula_,                                                                       \
        .derivative = repeat_derivative,                                                           \
        .forward = name_}

static void writes_past(const struct projection_run *run)
{
    repeat(run);
    run->y[(size_t)run->rows * (size_t)run->dims->d_out] = 1;
}
BROKEN(writes_past, "writes one value past its output", repeat_formula);

static void skips_tail(const struct projection_run *run)
{
    size_t width = (size_t)run->dims->d_out;
    for (size_t r = 0; r < (size_t)run->rows; r++)
        for (size_t c = 0; c + 1 < width; c++)
            run->y[r * width + c] =
                run->x[r * (size_t)run->dims->d_in + c % (size_t)run->dims->d_in];
}
BROKEN(skips_tail, "does not write the last value of a row", repeat_formula);

static void mutates_input(const struct projection_run *run)
{
    repeat(run);
    ((real *)run->x)[0] += 1;
}
BROKEN(mutates_input, "changes the first value of x", repeat_formula);

static void changes_its_mind(const struct projection_run *run)
{
    static int times;
    repeat(run);
    /* the error is within every tolerance but changes the last bits of every second result */
    run->y[0] *= 1 + (real)(times++ % 2) / (1 << 22);
}
BROKEN(changes_its_mind, "the last bits depend on the number of calls", repeat_formula);

static void crashes(const struct projection_run *run)
{
    volatile real *volatile nowhere = NULL;
    repeat(run);
    *nowhere = 1;
}
BROKEN(crashes, "writes to address 0", repeat_formula);

static void hangs(const struct projection_run *run)
{
    volatile bool forever = true;
    repeat(run);
    while (forever) continue;
}
BROKEN(hangs, "never returns", repeat_formula);

static void zero_formula(const struct dims *d, const struct args *args, const double *const *w,
                         const double *x, double *y, double *scratch)
{
    (void)args, (void)w, (void)x, (void)scratch;
    memset(y, 0, (size_t)d->d_out * sizeof *y);
}
static void all_zero(const struct projection_run *run)
{
    memset(run->y, 0, (size_t)run->rows * (size_t)run->dims->d_out * sizeof *run->y);
}
BROKEN(all_zero, "zeros for every x", zero_formula);

/* Declares a projection with a correct forward pass and a wrong backward pass. Only gradient checks
 * detect the error. */
#define BROKEN_BACKWARD(name_, title_, derivative_, backward_)                                     \
    extern const struct projection N(projection_##name_);                                          \
    const struct projection N(projection_##name_) = {                                              \
        .base = {.name = #name_, .title = title_, .paper = "none", .work = no_work},               \
        .formula = repeat_formula,                                                                 \
        .derivative = derivative_,                                                                 \
        .forward = repeat,                                                                         \
        .backward = backward_}

static void flipped(const struct dims *d, const struct args *args, const double *const *w,
                    const double *x, const double *dy, double *dx, double *const *dw,
                    double *scratch)
{
    (void)args, (void)w, (void)x, (void)dw, (void)scratch;
    for (int c = 0; c < d->d_out; c++) dx[c % d->d_in] -= dy[c];
}
BROKEN_BACKWARD(flipped_derivative, "the derivative has the wrong sign", flipped, NULL);

/* This error exists only in float, so finite differences in double do not detect it. */
static void loses_row(const struct projection_backward *run)
{
    const struct dims *d = run->dims;
    int rows = run->rows - (sizeof(real) == sizeof(float));
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < d->d_out; c++)
            run->dx[(size_t)r * (size_t)d->d_in + (size_t)(c % d->d_in)] +=
                run->dy[(size_t)r * (size_t)d->d_out + (size_t)c];
}
BROKEN_BACKWARD(loses_row, "the backward pass omits the last row of a block", repeat_derivative,
                loses_row);

/* ---- y[c] = x[c mod d_in] + b[c] with a bias that starts at 0 and never changes, because its
 * gradient is missing ---- */

static int one_bias(const struct dims *d, const struct args *args, struct tensor *out)
{
    (void)args;
    out[0] = (struct tensor){.name = "b", .rank = 1, .dim = {d->d_out, 1, 1}, .init = INIT_ZERO};
    return 1;
}

static void shifted_formula(const struct dims *d, const struct args *args, const double *const *w,
                            const double *x, double *y, double *scratch)
{
    (void)args, (void)scratch;
    for (int c = 0; c < d->d_out; c++) y[c] = x[c % d->d_in] + w[0][c];
}

static void shifted_derivative(const struct dims *d, const struct args *args,
                               const double *const *w, const double *x, const double *dy,
                               double *dx, double *const *dw, double *scratch)
{
    repeat_derivative(d, args, w, x, dy, dx, dw, scratch);
    for (int c = 0; c < d->d_out; c++) dw[0][c] += dy[c];
}

static void forgets_bias(const struct projection_run *run)
{
    repeat(run);
    for (int r = 0; r < run->rows; r++)
        for (int c = 0; c < run->dims->d_out; c++)
            run->y[(size_t)r * (size_t)run->dims->d_out + (size_t)c] += run->w[0][c];
}

static void forgets_bias_backward(const struct projection_backward *run)
{
    const struct dims *d = run->dims;
    for (int r = 0; r < run->rows; r++)
        for (int c = 0; c < d->d_out; c++)
            run->dx[(size_t)r * (size_t)d->d_in + (size_t)(c % d->d_in)] +=
                run->dy[(size_t)r * (size_t)d->d_out + (size_t)c];
}
extern const struct projection N(projection_forgets_bias);
const struct projection N(projection_forgets_bias) = {
    .base = {.name = "forgets_bias",
             .title = "the backward pass omits the bias, which starts at 0",
             .paper = "none",
             .initial = "b 0",
             .tensors = one_bias,
             .work = no_work},
    .formula = shifted_formula,
    .derivative = shifted_derivative,
    .forward = forgets_bias,
    .backward = forgets_bias_backward};
