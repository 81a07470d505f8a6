/* SPDX-License-Identifier: MIT
 * Draws random compositions (check_cells.h). All axes of a cell are drawn together. A seed always
 * gives the same cells.
 *
 * Shapes in the matrix are small. Shapes of `attnlab check --random` are near the block boundaries
 * of the engine. Inputs are moderate: if float overflows, errors cannot be checked. */
#include "base/rng.h"
#include "harness/run/check/check_cells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE_SIZE = 32, MOST_LENGTH = 150, MOST_HEADS = 4, LEAST_D = 8, MOST_D = 24 };
/* maximum length for gradients; small, because central differences need two passes per entry */
enum { MOST_GRADIENT_LENGTH = 20 };

struct draw {
    struct matrix *matrix;
    uint64_t stream, seed, cell,
        next;                 /* next: number of random numbers drawn for the current cell */
    char (*text)[VALUE_SIZE]; /* drawn number of each axis as text */
};

static int below(struct draw *d, int bound)
{
    uint64_t index = d->cell << 16 | d->next++;
    return (int)rng_below(d->seed, d->stream, index, (uint64_t)bound);
}

/* Returns the case of an axis whose condition is true. Call this after drawing the axis in the
 * condition. */
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

/* Draws a number near the default: integers up to 2 * default, reals from default / 2 to 2 *
 * default. */
static double near_default(struct draw *d, const struct axis *axis, const struct axis_case *c)
{
    double standard = strtod(c->default_text, NULL);
    if (axis->type == AXIS_INT) {
        double most = fmin(c->max, fmax(2 * standard, c->min + 3));
        return c->min + below(d, (int)(most - c->min) + 1);
    }
    double factor = 0.5 + 1.5 * below(d, 1000) / 1000;
    double value =
        standard != 0 ? standard * factor : c->min + fmin(c->max - c->min, 1) * factor / 2;
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

/* Returns the number of heads that the drawn choice of `combine` joins. */
static int joined_heads(const struct draw *d)
{
    int i = axes_find(d->matrix->axes, "combine");
    const char *drawn = i >= 0 ? d->matrix->values[i] : NULL;
    return drawn && strcmp(drawn, d->matrix->axes->list[i].cases->default_text) != 0 ? 2 : 1;
}

/* Draws the number of heads. In a third of the cells, also draws a number of key heads that divides
 * the number of heads. */
static int draw_heads(struct draw *d)
{
    int together = joined_heads(d), heads = 1 + below(d, MOST_HEADS / together), kv_heads = heads;
    if (below(d, 3) == 0) kv_heads = 1 + below(d, heads);
    while (heads % kv_heads) kv_heads--;
    set_number(d, "heads", heads * together);
    set_number(d, "kv_heads", kv_heads * together);
    return heads * together;
}

static void draw_placement(struct draw *d)
{
    set_number(d, "threads", below(d, 8) ? 1 : 2);
    set_number(d, "seed", 1 + below(d, 1000));
    int isa = axes_find(d->matrix->axes, "isa");
    if (isa < 0) return;
    const struct axis_case *c = d->matrix->axes->list[isa].cases;
    d->matrix->values[isa] = c->choices[below(d, c->choice_count)];
}

/* Draws a small shape. In a quarter of the cells, d_model is drawn independently of heads * d_head.
 */
static void draw_shape(struct draw *d)
{
    int heads = draw_heads(d), d_head = LEAST_D + below(d, MOST_D - LEAST_D + 1);
    set_number(d, "batch", 1 + below(d, 2));
    set_number(d, "d_head", d_head);
    set_number(d, "d_model", below(d, 4) ? heads * d_head : LEAST_D + below(d, 64));
    int most = d->matrix->gradients ? MOST_GRADIENT_LENGTH : MOST_LENGTH, n = 1 + below(d, most);
    set_number(d, "n", n);
    set_number(d, "m", below(d, 2) ? n : 1 + below(d, most));
    draw_placement(d);
}

/* ---- shapes at the edges of blocks ---- */

static int number(const struct draw *d, const char *axis)
{
    int i = axes_find(d->matrix->axes, axis);
    return i >= 0 && d->matrix->values[i] ? atoi(d->matrix->values[i]) : 1;
}

/* Draws a length: a multiple of a block boundary, or one less or one more. */
static int near_edge(struct draw *d, const struct edges *edges, int multiples)
{
    int edge = edges->count ? edges->at[below(d, edges->count)] : MOST_LENGTH;
    return edge * (1 + below(d, multiples)) + below(d, 3) - 1;
}

struct length {
    int each, rows; /* each: length per sequence. rows: total length of the batch. At most one of
                       them is nonzero; if both are 0, the length equals n. */
};

/* Draws a length. Most lengths are near a boundary in row_edges. Some are near a boundary in
 * tile_edges, or anywhere. */
static struct length draw_length(struct draw *d)
{
    const struct axes *axes = d->matrix->axes;
    int kind = below(d, 8);
    if (kind == 0) return (struct length){.each = 1 + below(d, MOST_LENGTH)};
    if (kind == 1) return (struct length){.each = near_edge(d, &axes->tile_edges, 3)};
    return (struct length){.rows = near_edge(d, &axes->row_edges, 1)};
}

static int length_of(struct draw *d, struct length l, int batch)
{
    int each = l.rows ? (l.rows + below(d, batch)) / batch : l.each;
    return each ? each : 1;
}

/* Draws a width from 1 to `most` with a log-uniform distribution. */
static int draw_width(struct draw *d, int most)
{
    return (int)pow(most + 1, below(d, 1000) / 1000.0);
}

/* Returns the largest integer parameter of a cell, such as the hidden units of a score. */
static double widest(const struct draw *d)
{
    double most = 0;
    for (int i = 0; i < d->matrix->axes->count; i++) {
        const struct axis *axis = &d->matrix->axes->list[i];
        const char *value = d->matrix->values[i];
        if (axis->type == AXIS_INT && axis->role == ROLE_VARIANT && value && applying(d, axis))
            most = fmax(most, atof(value));
    }
    return most;
}

/* Returns the approximate number of multiply-adds per pass. */
static double work_of(const struct draw *d)
{
    double batch = number(d, "batch"), heads = number(d, "heads"), model = number(d, "d_model");
    double n = number(d, "n"), m = number(d, "m"), head = number(d, "d_head");
    double pairs = batch * heads * n * m, rows = batch * (n + m);
    return pairs * (20 + head + widest(d)) + 4 * (rows + 100) * model * heads * head;
}

static void draw_sizes(struct draw *d, struct length n, struct length m)
{
    enum { MOST_BATCH = 32, LARGEST_D = 128 };
    int heads = draw_heads(d), batch = 1 + below(d, MOST_BATCH);
    int d_head = draw_width(d, LARGEST_D), queries = length_of(d, n, batch);
    bool cross = m.each || m.rows;
    set_number(d, "batch", batch);
    set_number(d, "n", queries);
    set_number(d, "m", cross ? length_of(d, m, batch) : queries);
    set_number(d, "d_head", d_head);
    set_number(d, "d_model", below(d, 4) ? heads * d_head : draw_width(d, LARGEST_D));
}

/* Draws the phase. One cell in eight has only a forward pass. */
static void draw_phase(struct draw *d)
{
    int i = axes_find(d->matrix->axes, "phase"), drawn = below(d, 8);
    if (i < 0 || d->matrix->gradients) return;
    const struct axis_case *c = d->matrix->axes->list[i].cases;
    d->matrix->values[i] = c->choices[drawn < c->choice_count ? drawn : c->choice_count - 1];
}

/* Draws lengths, then a batch size and widths for which the number of multiply-adds is below a
 * limit. */
static void draw_edges(struct draw *d)
{
    enum { TRIES = 50 };
    const double most_work = 1e7;
    struct length n = {0}, m = {0};
    int tried = 0;
    do {
        if (tried++ % TRIES == 0) {
            n = draw_length(d);
            m = below(d, 4) ? draw_length(d) : (struct length){0};
        }
        draw_sizes(d, n, m);
    } while (work_of(d) > most_work);
    draw_placement(d);
    draw_phase(d);
}

/* ---- cells ---- */

/* Adds the draws `first` to `first + count - 1` of a seed. */
static void add_draws(struct matrix *m, const char *stream, void (*shape)(struct draw *),
                      uint64_t seed, long first, int count)
{
    struct draw d = {.matrix = m, .stream = rng_stream(stream), .seed = seed};
    d.text = xarray((size_t)m->axes->count, sizeof *d.text);
    for (int k = 0; k < count; k++) {
        d.cell = (uint64_t)(first + k), d.next = 0;
        matrix_reset(m);
        for (int i = 0; i < m->axes->count; i++) draw_axis(&d, i);
        shape(&d);
        matrix_add(m);
    }
    matrix_reset(m);
    free(d.text);
}

void matrix_add_random(struct matrix *m, uint64_t seed, int count)
{
    add_draws(m, "check", draw_shape, seed, 0, count);
}

void matrix_draw(struct matrix *m, uint64_t seed, int count)
{
    matrix_thin(m, 0);
    add_draws(m, "check edges", draw_edges, seed, m->drawn, count);
    m->drawn += count;
}
