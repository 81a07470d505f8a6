/* SPDX-License-Identifier: MIT
 * Rotary positions (Su et al. 2021, arXiv 2104.09864, equation 34): queries and keys are turned by
 * their position after the projection, so that a score that multiplies them sees only distances.
 *
 * Channel pair (c, c + D/2) of each head turns by the angle p * 10000^(-2c/D). Position p of key j
 * is j, of query i it is i + max(m - n, 0): as in a causal mask, the last query stands with the
 * last key. A rotation is orthogonal, so its backward is the turn by -p. */
#include "layer.h"

#include <math.h>

static int longest(const struct shape *s) { return s->n > s->m ? s->n : s->m; }

int N(rotary_position)(const struct layer *layer, enum slot_id slot, int row)
{
    const struct shape *s = &layer->shape;
    return slot == SLOT_Q && s->m > s->n ? row + s->m - s->n : row;
}

double N(rotary_angle)(int d_head, int position, int c)
{
    return position * pow(10000, -2.0 * c / d_head);
}

size_t N(rotary_bytes)(const struct layer *layer)
{
    return layer->rotary
               ? (size_t)longest(&layer->shape) * (size_t)layer->shape.d_head * sizeof(real)
               : 0;
}

/* table: of each position D/2 cosines, then D/2 sines. Few frequencies, many positions. */
void N(rotary_fill)(const struct layer *layer, int first, int count, real *table)
{
    int d = layer->shape.d_head, half = d / 2;
    for (int c = 0; layer->rotary && c < half; c++) {
        double frequency = N(rotary_angle)(d, 1, c);
        for (int p = 0; p < count; p++) {
            real *row = table + (size_t)p * (size_t)d;
            row[c] = (real)cos((first + p) * frequency);
            row[half + c] = (real)sin((first + p) * frequency);
        }
    }
}

static void turn(const real *restrict table, int half, real way, real *restrict x)
{
    for (int c = 0; c < half; c++) {
        real cosine = table[c], sine = way * table[half + c], a = x[c], b = x[half + c];
        x[c] = cosine * a - sine * b;
        x[half + c] = sine * a + cosine * b;
    }
}

void N(rotate_row)(const struct layer *layer, const real *turns, bool back, real *x)
{
    const struct shape *s = &layer->shape;
    for (int h = 0; h < s->heads; h++, x += s->d_head) turn(turns, s->d_head / 2, back ? -1 : 1, x);
}

void N(rotate_rows)(const struct layer *layer, enum slot_id slot, const real *table, size_t first,
                    int rows, bool back, real *x)
{
    const struct shape *s = &layer->shape;
    if (!layer->rotary || (slot != SLOT_Q && slot != SLOT_K)) return;
    size_t length = (size_t)(slot == SLOT_Q ? s->n : s->m), inner = (size_t)(s->heads * s->d_head);
    for (int r = 0; r < rows; r++) {
        int p = N(rotary_position)(layer, slot, (int)((first + (size_t)r) % length));
        N(rotate_row)(layer, table + (size_t)p * (size_t)s->d_head, back, x + (size_t)r * inner);
    }
}
