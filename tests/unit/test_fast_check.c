/* SPDX-License-Identifier: MIT
 * Tests the check of fast functions: correct functions pass, faults are found, and messages contain
 * the failing inputs. test_choice_check.c tests every registered choice. */
#include "tests/unit/test.h"
#include "harness/measure/choices/choice_check.h"

#include <math.h>

/* Asserts that the check fails with this message, or passes if `message` is NULL. */
static void expect(enum slot_id slot, const struct choice *choice, const char *message)
{
    const struct args args = {{0}};
    struct fast_check c = {
        .slot = slot, .formula = choice, .fast = choice, .real_size = sizeof(float), .args = &args};
    fast_check_build(&c);
    if (!message != !c.wrong || (message && !strstr(c.wrong, message)))
        fail_msg("expected '%s', found '%s'", message ? message : "ok", c.wrong ? c.wrong : "ok");
    free(c.wrong);
}

/* ---- a normaliser whose weights do not sum to 1 ----
 *
 *   x = scale * s
 *   a = 2 * max(x, 0) / (sum |x| + eps)
 *
 * If x < 0, the gradient of s is scale * sum(a * da) / (sum |x| + eps). The weight a of this key is
 * 0, so da of this key has no effect. The terms of the other keys may cancel. */

static const double EPS = 1e-6;

static double divisor(const struct score_row *row, const double *s)
{
    double sum = EPS;
    for (int j = 0; j < row->visible; j++) sum += fabs(row->scale * s[j]);
    return sum;
}
static void formula(const struct score_row *row, const double *s, double *a)
{
    double sum = divisor(row, s);
    for (int j = 0; j < row->dims->m; j++)
        a[j] = j < row->visible ? 2 * fmax(row->scale * s[j], 0) / sum : 0;
}
static void derivative(const struct score_row *row, const double *s, const double *a,
                       const double *da, double *ds, double *const *dw)
{
    (void)dw;
    double factor = row->scale / divisor(row, s), along = 0;
    for (int j = 0; j < row->visible; j++) along += a[j] * da[j];
    for (int j = 0; j < row->dims->m; j++) {
        ds[j] = 0;
        if (j >= row->visible) continue;
        ds[j] = factor * (row->scale * s[j] > 0 ? 2 * da[j] - along : along);
    }
}

static void begin(const struct normalizer_run *run, int rows, float *state)
{
    (void)run;
    for (int r = 0; r < rows; r++) state[r] = 0;
}
static void fold(const struct normalizer_run *run, float *s, int rows, int cols, const int *visible,
                 float *state, float *rescale)
{
    (void)cols, (void)rescale;
    for (int i = 0; i < rows * TILE_K; i++) {
        int r = i / TILE_K;
        float x = i % TILE_K < visible[r] ? run->scale * s[i] : 0;
        state[r] += fabsf(x);
        s[i] = fmaxf(x, 0);
    }
}
static void finish(const struct normalizer_run *run, int rows, const float *state, float *scale_out)
{
    (void)run;
    for (int r = 0; r < rows; r++) scale_out[r] = 2 / (state[r] + (float)EPS);
}
static void weights(const struct normalizer_run *run, float *s, int rows, int cols,
                    const int *visible, const float *state)
{
    (void)cols;
    for (int i = 0; i < rows * TILE_K; i++) {
        int r = i / TILE_K;
        float x = i % TILE_K < visible[r] ? run->scale * s[i] : 0;
        s[i] = 2 * fmaxf(x, 0) / (state[r] + (float)EPS);
    }
}
static void backward(const struct normalizer_run *run, const float *s, const float *a, float *da,
                     int rows, int cols, const int *visible, const float *state, const float *delta,
                     float *const *dw)
{
    (void)cols, (void)a, (void)dw;
    for (int i = 0; i < rows * TILE_K; i++) {
        int r = i / TILE_K;
        float factor = run->scale / (state[r] + (float)EPS);
        float ds = factor * (run->scale * s[i] > 0 ? 2 * da[i] - delta[r] : delta[r]);
        da[i] = i % TILE_K < visible[r] ? ds : 0;
    }
}
static void backward_off(const struct normalizer_run *run, const float *s, const float *a,
                         float *da, int rows, int cols, const int *visible, const float *state,
                         const float *delta, float *const *dw)
{
    backward(run, s, a, da, rows, cols, visible, state, delta, dw);
    for (int i = 0; i < rows * TILE_K; i++) da[i] *= 1.05f;
}
static void fold_unseen(const struct normalizer_run *run, float *s, int rows, int cols,
                        const int *visible, float *state, float *rescale)
{
    fold(run, s, rows, cols, visible, state, rescale);
    for (int r = 0; r < rows; r++) state[r] += visible[r] ? 0 : (float)EPS;
}

static const struct normalizer toy = {.base = {.name = "toy"},
                                      .formula = formula,
                                      .derivative = derivative,
                                      .stats = 1,
                                      .begin = begin,
                                      .fold = fold,
                                      .finish = finish,
                                      .weights = weights,
                                      .backward = backward};

TEST("a normaliser whose weights do not sum to 1 passes")
{
    expect(SLOT_NORMALIZER, &toy.base, NULL);
}

TEST("a fault in a normaliser's fast function is reported with its row")
{
    struct normalizer wrong = toy;
    wrong.backward = backward_off;
    expect(SLOT_NORMALIZER, &wrong.base, "your backward gives ds[0] = ");
    expect(SLOT_NORMALIZER, &wrong.base, ", but your derivative gives ");
    expect(SLOT_NORMALIZER, &wrong.base, " keys visible, s = [");
    expect(SLOT_NORMALIZER, &wrong.base, ", da = [");
    wrong = toy, wrong.fold = fold_unseen;
    expect(SLOT_NORMALIZER, &wrong.base,
           "your fold changes the state of a row without visible columns");
    wrong = toy, wrong.begin = NULL;
    expect(SLOT_NORMALIZER, &wrong.base, "`stats` is 1, but `begin` is missing");
}

TEST("a property that a normaliser declares but does not have is reported")
{
    struct normalizer wrong = toy;
    wrong.shift_invariant = true;
    expect(SLOT_NORMALIZER, &wrong.base, "your normaliser declares shift_invariant, but");
}

/* ---- projections ---- */

static void square(const struct dims *d, const struct args *a, const double *const *w,
                   const double *x, double *y, double *scratch)
{
    (void)a, (void)w, (void)scratch;
    for (int i = 0; i < d->d_out; i++) y[i] = x[i % d->d_in] * x[i % d->d_in];
}
static void square_derivative(const struct dims *d, const struct args *a, const double *const *w,
                              const double *x, const double *dy, double *dx, double *const *dw,
                              double *scratch)
{
    (void)a, (void)w, (void)dw, (void)scratch;
    for (int i = 0; i < d->d_out; i++) dx[i % d->d_in] += 2 * x[i % d->d_in] * dy[i];
}
static void square_rows(const struct projection_run *run)
{
    for (int i = 0; i < run->rows * run->dims->d_out; i++) {
        const float *x = run->x + i / run->dims->d_out * run->dims->d_in;
        float at = x[i % run->dims->d_out % run->dims->d_in];
        run->y[i] = at * at;
    }
}
static void square_backward(const struct projection_backward *run)
{
    for (int i = 0; i < run->rows * run->dims->d_out; i++) {
        int at = i / run->dims->d_out * run->dims->d_in + i % run->dims->d_out % run->dims->d_in;
        run->dx[at] += 2 * run->x[at] * run->dy[i];
    }
}
static void square_backward_off(const struct projection_backward *run)
{
    for (int i = 0; i < run->rows * run->dims->d_out; i++) {
        int at = i / run->dims->d_out * run->dims->d_in + i % run->dims->d_out % run->dims->d_in;
        run->dx[at] += 2.1f * run->x[at] * run->dy[i];
    }
}
static void square_sum(const struct projection_run *run)
{
    square_rows(run);
    run->y[0] += run->rows > 1 ? run->y[run->dims->d_out] * 1e-7f : 0;
    run->y[run->rows * run->dims->d_out] = 0;
}

TEST("a fault in a projection's fast function is reported with its row")
{
    struct projection squares = {.base = {.name = "squares"},
                                 .formula = square,
                                 .derivative = square_derivative,
                                 .forward = square_rows,
                                 .backward = square_backward};
    expect(SLOT_Q, &squares.base, NULL);
    squares.backward = square_backward_off;
    expect(SLOT_Q, &squares.base, "your backward gives dx[");
    expect(SLOT_Q, &squares.base, ", for d_in 7, d_out 33, 1 rows, row 0: x = [");
    squares.forward = square_sum;
    expect(SLOT_Q, &squares.base, "your forward: a write outside buffer y (");
}

/* with more than 4096 hidden units, a layer processes one row at a time */
TEST("gradients of wide rows match the formula")
{
    const struct dims dims = {521, 15, 3, 5, 1, 1, 1, 0, 0};
    const struct choice *const *list = N(slots)[SLOT_Q].choices;
    int mlp = 0;
    while (strcmp(list[mlp]->name, "mlp")) mlp++;
    for (const struct kernels *const *k = kernels_available(); *k; k++)
        for (int norm = 0; norm < 3; norm++) {
            const struct args args = {{2, 8, ACT_GELU, norm, 0, 1}};
            struct fast_check c = {.slot = SLOT_Q,
                                   .formula = list[mlp],
                                   .fast = (*k)->slots[SLOT_Q].choices[mlp],
                                   .build = (*k)->name,
                                   .real_size = (*k)->real_size,
                                   .args = &args,
                                   .dims = &dims};
            fast_check_build(&c);
            if (c.wrong) fail_msg("%s: %s", c.build, c.wrong);
        }
}
