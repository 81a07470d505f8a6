/* SPDX-License-Identifier: MIT
 * Implements rotary position embedding (RoPE; Su et al. 2021, arXiv 2104.09864, equation 34). After
 * the projection, queries and keys are rotated by their position, so that dot products depend only
 * on distances.
 *
 * Channel pair (c, c + D/2) of each head rotates by p * 10000^(-2c/D). The position p is j for key
 * j and i + max(m - n, 0) for query i, so the last query is aligned with the last key. The backward
 * pass rotates by -p. */
#include "resolved_layer.h"

#include <math.h>

static bool on(const struct layer *layer) { return layer->rotary; }

static const char *refuse(const struct layer *layer)
{
    return layer->rotary && layer->shape.d_head % 2
               ? "rotary positions rotate pairs of channels, so d_head must be even"
               : NULL;
}

static double angle(int d_head, int position, int c)
{
    return position * pow(10000, -2.0 * c / d_head);
}

/* Returns the number of reals per position of the table: D/2 cosines, then D/2 sines. */
static int table(const struct layer *layer) { return layer->shape.d_head; }

/* Fills the table. The outer loop runs over frequencies, because each frequency needs one call to
 * pow(). */
static void fill(const struct layer *layer, int first, int count, real *to)
{
    int d = layer->shape.d_head, half = d / 2;
    for (int c = 0; c < half; c++) {
        double frequency = angle(d, 1, c);
        for (int p = 0; p < count; p++) {
            real *row = to + (size_t)p * (size_t)d;
            row[c] = (real)cos((first + p) * frequency);
            row[half + c] = (real)sin((first + p) * frequency);
        }
    }
}

static void rotate(const real *restrict rotation, int half, real sign, real *restrict x)
{
    for (int c = 0; c < half; c++) {
        real cosine = rotation[c], sine = sign * rotation[half + c], a = x[c], b = x[half + c];
        x[c] = cosine * a - sine * b;
        x[half + c] = sine * a + cosine * b;
    }
}

static void rotate_rows(const struct stage_rows *s, real sign, real *x)
{
    int heads = N(slot_dims)(s->layer, s->slot).heads, d = s->layer->shape.d_head;
    if (s->slot == SLOT_V) return;
    for (int r = 0; r < s->rows; r++) {
        int entry = place_of(s->places, s->first + (size_t)r) - s->table_first;
        for (int h = 0; h < heads; h++, x += d)
            rotate(s->table + (size_t)entry * (size_t)d, d / 2, sign, x);
    }
}

static void forward(const struct stage_rows *s, real *x) { rotate_rows(s, 1, x); }
static void backward(const struct stage_rows *s, real *dx) { rotate_rows(s, -1, dx); }

static void formula(const struct layer *layer, enum slot_id slot, int place, double *x)
{
    int d = layer->shape.d_head, half = d / 2;
    if (slot == SLOT_V) return;
    for (double *head = x; head < x + N(slot_dims)(layer, slot).heads * d; head += d)
        for (int c = 0; c < half; c++) {
            double by = angle(d, place, c), a = head[c], b = head[half + c];
            head[c] = a * cos(by) - b * sin(by);
            head[half + c] = a * sin(by) + b * cos(by);
        }
}

/* Adds the declared FLOPs of a forward or backward pass: two products and a sum per element of Q
 * and K. */
static void work(const struct resolved *r, bool backward_pass, struct layer_work *w)
{
    (void)backward_pass;
    double numbers = (double)(N(row_reals)(r, SLOT_Q) + N(row_reals)(r, SLOT_K));
    w->flop[PHASE_PROJECTION] += 3.0 * numbers;
}

const struct stage N(stage_rotary) = {
    .name = "rotary",
    .on = on,
    .refuse = refuse,
    .work = work,
    .rows = {forward, backward, formula, table, fill},
};
