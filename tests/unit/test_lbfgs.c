/* SPDX-License-Identifier: MIT
 * Tests L-BFGS on a function with convex and concave regions. Search directions must match the BFGS
 * matrix formula. */
#include "models/simple_baselines/lbfgs.h"
#include "task_case.h"

enum { SIZE = 4, MEMORY = 8, MOST_PAIRS = 200 };

struct watched {
    double x[SIZE], gradient[SIZE], value;
    double direction[SIZE];
    /* `moved` holds the changes of x, and `turned` the changes of the gradient. */
    double moved[MOST_PAIRS][SIZE], turned[MOST_PAIRS][SIZE];
    /* `refused_late` counts the pairs that were refused while the memory for pairs was full */
    int pairs, calls, refused_late;
    double length;
};

/* Returns a sum of one function per coordinate. Each function is convex near its minimum and
 * concave far away. */
static double wells(const double *x, double *gradient)
{
    double value = 0;
    for (int i = 0; i < SIZE; i++) {
        double weight = i + 1, square = x[i] * x[i], flat = 1 + square;
        value += weight * (square / flat + 0.001 * square);
        gradient[i] = weight * (2 * x[i] / (flat * flat) + 0.002 * x[i]);
    }
    return value;
}

static double dot(const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < SIZE; i++) sum += a[i] * b[i];
    return sum;
}

/* Updates the inverse Hessian: h = (I - r s y') h (I - r y s') + r s s', where r = 1 / (s' y). The
 * sign ' means transposed. */
static void update(double h[SIZE][SIZE], const double *s, const double *y)
{
    double hy[SIZE], r = 1 / dot(s, y);
    for (int i = 0; i < SIZE; i++) hy[i] = dot(h[i], y);
    double stretch = r * (1 + r * dot(y, hy));
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++)
            h[i][j] += stretch * s[i] * s[j] - r * (hy[i] * s[j] + s[i] * hy[j]);
}

static void expect_direction(const struct watched *w)
{
    double h[SIZE][SIZE] = {0}, scale = 1;
    int newest = w->pairs - 1, oldest = w->pairs > MEMORY ? w->pairs - MEMORY : 0;
    if (w->pairs)
        scale =
            dot(w->moved[newest], w->turned[newest]) / dot(w->turned[newest], w->turned[newest]);
    for (int i = 0; i < SIZE; i++) h[i][i] = scale;
    for (int p = oldest; p < w->pairs; p++) update(h, w->moved[p], w->turned[p]);
    for (int i = 0; i < SIZE; i++) {
        double want = -dot(h[i], w->gradient);
        assert_close(w->direction[i], want, 1e-6 * (fabs(want) + 1e-3));
    }
}

static void keep(struct watched *w, const double *x, const double *gradient)
{
    double *moved = w->moved[w->pairs], *turned = w->turned[w->pairs];
    for (int i = 0; i < SIZE; i++) {
        moved[i] = x[i] - w->x[i];
        turned[i] = gradient[i] - w->gradient[i];
    }
    if (dot(moved, turned) > 0)
        assert_true(++w->pairs < MOST_PAIRS);
    else
        w->refused_late += w->pairs >= MEMORY;
}

static void stand(struct watched *w, const double *x, const double *gradient, double value)
{
    memcpy(w->x, x, sizeof w->x);
    memcpy(w->gradient, gradient, sizeof w->gradient);
    w->value = value;
    w->length = 1;
}

static double watch(void *of, const double *x, double *gradient)
{
    struct watched *w = of;
    double value = wells(x, gradient);
    if (!w->calls++) return stand(w, x, gradient, value), value;
    if (w->length == 1) {
        for (int i = 0; i < SIZE; i++) w->direction[i] = x[i] - w->x[i];
        expect_direction(w);
    }
    if (value <= w->value + 1e-4 * w->length * dot(w->gradient, w->direction)) {
        keep(w, x, gradient);
        stand(w, x, gradient, value);
    } else {
        w->length /= 2;
    }
    return value;
}

TEST("L-BFGS directions match the BFGS formula if a pair of differences is rejected")
{
    int refused = 0;
    for (int far = 2; far <= 6; far++) {
        static struct watched w;
        double x[SIZE];
        w = (struct watched){0};
        for (int i = 0; i < SIZE; i++) x[i] = (i % 2 ? 1 : -1.2) * far * (1 + 0.3 * i);
        assert_true(lbfgs(watch, &w, x, SIZE, 1e-4, 1000) < 1000);
        for (int i = 0; i < SIZE; i++) assert_close(x[i], 0, 1e-3);
        refused += w.refused_late;
    }
    assert_true(refused > 0);
}
