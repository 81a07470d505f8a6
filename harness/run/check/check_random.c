/* SPDX-License-Identifier: MIT
 * Random whole compositions for the check matrix (check_matrix.h): every factor drawn at once, so
 * that pairs and triples nobody thought of are met too. The same seed gives the same cells.
 *
 * Inputs stay the ordinary ones: hostile inputs are a part of the matrix of their own, and through
 * several squares on end they leave the range of float, where no check can decide anything. */
#include "base/rng.h"
#include "harness/run/check/check_matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE_SIZE = 32, MOST_LENGTH = 150, MOST_HEADS = 4, LEAST_D = 8, MOST_D = 24 };
/* For gradients, where every difference costs two passes. */
enum { MOST_GRADIENT_LENGTH = 20 };

struct draw {
    struct matrix *matrix;
    uint64_t seed, cell, next; /* next: number of draws made for this cell */
    char (*text)[VALUE_SIZE];  /* of each axis: its number as text */
};

static int below(struct draw *d, int bound)
{
    uint64_t index = d->cell << 16 | d->next++;
    return (int)rng_below(d->seed, rng_stream("check"), index, (uint64_t)bound);
}

/* The case of an axis that applies under what is drawn so far; a condition stands before. */
static const struct axis_case *applying(const struct draw *d, const struct axis *axis)
{
    const struct axes *axes = d->matrix->axes;
    for (int c = 0; c < axis->case_count; c++) {
        const struct axis_case *k = &axis->cases[c];
        if (k->when_axis < 0) return k;
        const char *value = d->matrix->values[k->when_axis];
        if (!value) value = axes->list[k->when_axis].cases->default_text;
        if (!strcmp(value, k->when_value)) return k;
    }
    return NULL;
}

/* Numbers near the default: up to twice an integer, half to twice a real. */
static double near_default(struct draw *d, const struct axis *axis, const struct axis_case *c)
{
    double standard = strtod(c->default_text, NULL);
    if (axis->type == AXIS_INT) {
        double most = fmin(c->max, fmax(2 * standard, c->min + 3));
        return c->min + below(d, (int)(most - c->min) + 1);
    }
    double factor = 0.5 + 1.5 * below(d, 1000) / 1000;
    double value = standard != 0 ? standard * factor : c->min + fmin(c->max - c->min, 1) * factor / 2;
    return fmin(c->max, fmax(c->min, value));
}

static void draw_axis(struct draw *d, int i)
{
    const struct axis *axis = &d->matrix->axes->list[i];
    const struct axis_case *c = applying(d, axis);
    if (!c || axis->role == ROLE_MEASURE) return;
    if (c->choice_count)
        d->matrix->values[i] = c->choices[below(d, c->choice_count)];
    else if (axis->role == ROLE_VARIANT && !axis->quiet && axis->type != AXIS_TEXT)
        d->matrix->values[i] = number_text(near_default(d, axis, c), d->text[i]);
}

static void set_number(struct draw *d, const char *axis, int value)
{
    int i = axes_find(d->matrix->axes, axis);
    if (i < 0) return;
    snprintf(d->text[i], VALUE_SIZE, "%d", value);
    d->matrix->values[i] = d->text[i];
}

/* How many heads come together: two, of whatever makes one of several, else each is its own. */
static int joined(const struct draw *d)
{
    int i = axes_find(d->matrix->axes, "combine");
    const char *drawn = i >= 0 ? d->matrix->values[i] : NULL;
    return drawn && strcmp(drawn, d->matrix->axes->list[i].cases->default_text) != 0 ? 2 : 1;
}

/* So many heads, and now and then fewer of keys and values, which divide them. */
static int draw_heads(struct draw *d)
{
    int together = joined(d), heads = 1 + below(d, MOST_HEADS / together), kv_heads = heads;
    if (below(d, 3) == 0) kv_heads = 1 + below(d, heads);
    while (heads % kv_heads) kv_heads--;
    set_number(d, "heads", heads * together);
    set_number(d, "kv_heads", kv_heads * together);
    return heads * together;
}

/* d_model is free of heads times d_head now and then, as choices allow it. */
static void draw_shape(struct draw *d)
{
    int heads = draw_heads(d), d_head = LEAST_D + below(d, MOST_D - LEAST_D + 1);
    set_number(d, "batch", 1 + below(d, 2));
    set_number(d, "d_head", d_head);
    set_number(d, "d_model", below(d, 4) ? heads * d_head : LEAST_D + below(d, 64));
    int most = d->matrix->gradients ? MOST_GRADIENT_LENGTH : MOST_LENGTH, n = 1 + below(d, most);
    set_number(d, "n", n);
    set_number(d, "m", below(d, 2) ? n : 1 + below(d, most));
    set_number(d, "threads", below(d, 8) ? 1 : 2);
    set_number(d, "seed", 1 + below(d, 1000));
    int isa = axes_find(d->matrix->axes, "isa");
    if (isa < 0) return;
    const struct axis_case *c = d->matrix->axes->list[isa].cases;
    d->matrix->values[isa] = c->choices[below(d, c->choice_count)];
}

void matrix_add_random(struct matrix *m, uint64_t seed, int count)
{
    struct draw d = {.matrix = m, .seed = seed};
    d.text = xarray((size_t)m->axes->count, sizeof *d.text);
    for (int k = 0; k < count; k++) {
        d.cell = (uint64_t)k, d.next = 0;
        matrix_reset(m);
        for (int i = 0; i < m->axes->count; i++) draw_axis(&d, i);
        draw_shape(&d);
        matrix_add(m);
    }
    matrix_reset(m);
    free(d.text);
}
