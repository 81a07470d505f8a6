/* SPDX-License-Identifier: MIT
 * Generates the cells for `attnlab check` (check_cells.h). Shapes are tiny, so a cell takes about 1
 * ms. */
#include "harness/run/check/check_cells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- cells ---- */

void matrix_begin(struct matrix *m, const struct axes *axes, bool gradients,
                  const struct cell_filter *filters, int filter_count)
{
    *m = (struct matrix){.axes = axes,
                         .filters = filters,
                         .filter_count = filter_count,
                         .gradients = gradients,
                         .seen = json_object(),
                         .values = xarray((size_t)axes->count, sizeof *m->values)};
    matrix_reset(m);
}

void matrix_free(struct matrix *m)
{
    texts_free(m->cells, m->count);
    free(m->values);
    json_decref(m->seen);
    *m = (struct matrix){0};
}

void matrix_set(struct matrix *m, const char *axis, const char *value)
{
    int i = axes_find(m->axes, axis);
    if (i >= 0) m->values[i] = value;
}

/* Sets default values: n != m, n * m is not a multiple of a vector length, and d_model = heads *
 * d_head. */
void matrix_reset(struct matrix *m)
{
    static const char *const tiny[][2] = {{"batch", "2"}, {"heads", "2"},  {"n", "7"},
                                          {"m", "9"},     {"d_head", "8"}, {"d_model", "16"}};
    for (int i = 0; i < m->axes->count; i++) m->values[i] = NULL;
    for (size_t i = 0; i < sizeof tiny / sizeof *tiny; i++) matrix_set(m, tiny[i][0], tiny[i][1]);
    if (m->gradients) matrix_set(m, "phase", "both");
}

static bool filters_match(const struct matrix *m, const struct resolved *values)
{
    for (int i = 0; i < m->filter_count; i++) {
        const char *value = values->values[m->filters[i].axis];
        if (!value || strcmp(value, m->filters[i].value)) return false;
    }
    return true;
}

void matrix_add(struct matrix *m)
{
    struct assignment known = {.values = m->values};
    struct resolved values;
    char *error = NULL, *cell = NULL;
    int culprit;
    if (!axes_resolve(m->axes, &known, &values, &culprit, &error))
        die("the axis table contradicts itself: %s: %s",
            culprit >= 0 ? m->axes->list[culprit].name : "?", error);
    if (filters_match(m, &values)) cell = resolved_string(m->axes, &values);
    resolved_free(&values);
    if (!cell || json_object_get(m->seen, cell)) {
        free(cell);
        return;
    }
    json_object_set_new(m->seen, cell, json_true());
    m->cells = xgrow(m->cells, (size_t)m->count + 1, sizeof *m->cells);
    m->cells[m->count++] = cell;
}

void matrix_thin(struct matrix *m, int most)
{
    int count = 0, all = m->count;
    for (int i = 0; all > most && i < all; i++) {
        bool keep = (long)i * most / all >= count && count < most;
        if (keep)
            m->cells[count++] = m->cells[i];
        else
            free(m->cells[i]);
    }
    if (all > most) m->count = count;
}

/* ---- products ---- */

/* Sets the rotating axis to the next choice. Each cycle starts one choice later. All pairs of
 * choices of the rotating axis and the fastest axis therefore occur. */
static void rotate(struct matrix *m)
{
    const struct axis_case *c = m->rotating->cases;
    int choice = (m->turn + m->turn / c->choice_count) % c->choice_count;
    matrix_set(m, m->rotating->name, c->choices[choice]);
    m->turn++;
}

/* Returns true if an earlier case of the axis has this choice. */
static bool in_earlier_case(const struct axis *axis, int at, const char *choice)
{
    for (int c = 0; c < at; c++)
        for (int v = 0; v < axis->cases[c].choice_count; v++)
            if (!strcmp(axis->cases[c].choices[v], choice)) return true;
    return false;
}

/* Adds cells for all combinations of the choices of the named axes (NULL-terminated).
 */
static void add_product(struct matrix *m, const char *const *names)
{
    int i = *names ? axes_find(m->axes, *names) : -1;
    if (!*names && m->rotating) rotate(m);
    if (!*names)
        matrix_add(m);
    else if (i < 0)
        add_product(m, names + 1);
    if (i < 0) return;
    const struct axis *axis = &m->axes->list[i];
    for (int c = 0; c < axis->case_count; c++)
        for (int v = 0; v < axis->cases[c].choice_count; v++) {
            m->values[i] = axis->cases[c].choices[v];
            if (!in_earlier_case(axis, c, m->values[i])) add_product(m, names + 1);
        }
    m->values[i] = NULL;
}

/* Sets the axis whose choice changes with each cell; NULL for no axis. */
static void set_rotating(struct matrix *m, const char *name)
{
    int i = name ? axes_find(m->axes, name) : -1;
    if (m->rotating) matrix_set(m, m->rotating->name, NULL);
    m->rotating = i >= 0 ? &m->axes->list[i] : NULL;
    m->turn = 0;
}

static const char *const core[] = {"score", "normalizer", "mask", "method", "scale_place", NULL};
static const char *const kept[] = {"score", "normalizer", "mask", NULL};
/* axes with different kernels in different vector builds */
static const char *const built[] = {"score", "normalizer", "mask", "method", NULL};
static const char *const weighted[] = {"score", "normalizer", NULL};
static const char *const masked[] = {"score", "mask", NULL};

/* ---- parameters of the choices of each slot ---- */

/* Returns three values of a parameter: minimum, default, and a value between them. The middle value
 * of an integer is odd, so that no vector length divides it. */
static int sample_numbers(const struct axis *axis, const struct axis_case *c, double *values)
{
    double standard = strtod(c->default_text, NULL), middle = (c->min + standard) / 2;
    if (axis->type == AXIS_INT) middle = fmin(c->max, 2 * floor(middle / 2) + 1);
    values[0] = c->min, values[1] = standard, values[2] = fmax(c->min, middle);
    return 3;
}

static void add_parameter(struct matrix *m, int i, const struct axis_case *c,
                          const char *const *crossed)
{
    const struct axis *axis = &m->axes->list[i];
    double numbers[3];
    char text[32];
    int count = c->choice_count ? c->choice_count : sample_numbers(axis, c, numbers);
    for (int v = 0; v < count; v++) {
        m->values[i] = c->choice_count ? c->choices[v] : number_text(numbers[v], text);
        add_product(m, crossed);
    }
    m->values[i] = NULL;
}

/* Adds a choice of a slot with default parameters, then with one parameter changed at a time. */
static void add_choice(struct matrix *m, int slot, const char *choice, const char *const *crossed)
{
    m->values[slot] = choice;
    add_product(m, crossed);
    for (int i = 0; i < m->axes->count; i++)
        for (int c = 0; c < m->axes->list[i].case_count; c++) {
            const struct axis_case *k = &m->axes->list[i].cases[c];
            if (k->when_axis == slot && !strcmp(k->when_value, choice))
                add_parameter(m, i, k, crossed);
        }
    m->values[slot] = NULL;
}

/* Adds cells for each parameter of each choice. Parameters of scores are combined with the axes
 * `of_scores`, all other parameters with the axes `of_others`. */
static void add_parameters(struct matrix *m, const char *const *of_scores,
                           const char *const *of_others)
{
    for (int s = 0; s < m->axes->slot_count; s++) {
        int slot = axes_find(m->axes, m->axes->slots[s]);
        if (slot < 0) continue;
        bool is_score = strcmp(m->axes->slots[s], "score") == 0;
        const struct axis_case *c = m->axes->list[slot].cases;
        for (int v = 0; v < c->choice_count; v++)
            add_choice(m, slot, c->choices[v], is_score ? of_scores : of_others);
    }
}

static const char *const methods[] = {
    "normalizer", "method", NULL}; /* axes that are combined with the parameters of scores */
static const char *const scores[] = {
    "score", NULL}; /* axes that are combined with the parameters of other slots */
static const char *const alone[] = {NULL};

/* ---- tails: lengths at the edges of the engine's tiles ---- */

static void add_tails(struct matrix *m)
{
    /* Tiles have 64 queries and 128 keys, so both lengths take values around 64 and 128. The
     * rotating axis combines each normaliser with every score, mask and pair of lengths. */
    static const char *const edges[][4] = {{"1", "63", "64", "65"}, {"1", "127", "128", "129"}};
    matrix_set(m, "batch", "1");
    set_rotating(m, "normalizer");
    for (int tile = 0; tile < 2; tile++)
        for (int n = 0; n < 4; n++)
            for (int k = 0; k < 4; k++) {
                if (n == k) continue;
                matrix_set(m, "n", edges[tile][n]);
                matrix_set(m, "m", edges[tile][k]);
                add_product(m, masked);
            }
    set_rotating(m, NULL);
}

/* ---- other parts ---- */

/* For each choice of `axis`, adds the product of the axes `names`. */
static void add_under(struct matrix *m, const char *axis, const char *const *names)
{
    int i = axes_find(m->axes, axis);
    for (int v = 0; i >= 0 && v < m->axes->list[i].cases->choice_count; v++) {
        m->values[i] = m->axes->list[i].cases->choices[v];
        add_product(m, names);
    }
    matrix_reset(m);
}

/* Adds cells for each axis that applies between score and normaliser, combined with the axes
 * `names`. Then adds the product of all these axes for each vector build and for each input. */
static void add_between(struct matrix *m, const char *rotating, const char *const *names)
{
    static const char *const between[] = {"logits", "forget", "alibi", NULL};
    static const char *const under[] = {"isa", "input", NULL};
    set_rotating(m, rotating);
    for (int i = 0; between[i]; i++) add_under(m, between[i], names);
    set_rotating(m, "normalizer");
    for (int i = 0; under[i]; i++) {
        matrix_set(m, "mask", "causal");
        matrix_set(m, "m", "7");
        add_under(m, under[i], between);
    }
    set_rotating(m, NULL);
}

/* Adds cells with four query heads and two or one key heads. For choices of `combine` that join
 * pairs of heads, adds cells with four query heads and four or two key heads. */
static void add_heads(struct matrix *m, const char *const *most, const char *const *least)
{
    static const char *const shared[][2] = {{"2", "1"}, {"4", "2"}};
    int combine = axes_find(m->axes, "combine");
    for (int v = 0; combine >= 0 && v < m->axes->list[combine].cases->choice_count; v++)
        for (int i = 0; i < 2; i++) {
            matrix_set(m, "heads", "4");
            matrix_set(m, "d_model", "32");
            matrix_set(m, "combine", m->axes->list[combine].cases->choices[v]);
            matrix_set(m, "kv_heads", shared[v > 0][i]);
            add_product(m, i == 0 ? most : least);
        }
    matrix_reset(m);
}

/* Tests rounded operands in each vector build, with each choice of a slot. */
static void add_precision(struct matrix *m)
{
    matrix_set(m, "precision", "bf16");
    set_rotating(m, "isa");
    add_parameters(m, alone, alone);
    set_rotating(m, NULL);
    matrix_reset(m);
}

static void fill_forward(struct matrix *m)
{
    add_product(m, core);
    add_parameters(m, methods, scores);
    add_tails(m);
    matrix_reset(m);
    add_heads(m, built, kept);
    add_under(m, "rotary", kept);
    add_between(m, "method", kept);
    add_under(m, "input", kept);
    add_precision(m);
    matrix_set(m, "phase",
               "both"); /* the backward pass is also tested with huge, tiny and equal scores */
    add_under(m, "input", weighted);
    set_rotating(m, "scale_place"); /* `core` already contains every scale_place */
    add_under(m, "isa", built);
    set_rotating(m, NULL);
}

/* Adds lengths at the boundaries of both tile sizes, with more or fewer queries than keys. */
static void add_gradient_tails(struct matrix *m)
{
    static const char *const sizes[][2] = {{"1", "1"},  {"1", "129"}, {"3", "9"},    {"9", "3"},
                                           {"65", "3"}, {"63", "65"}, {"66", "130"}, {"64", "128"}};
    static const char *const crossed[] = {"score", "method", NULL};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int causal = 0; causal < 2; causal++) {
            matrix_set(m, "batch", "1");
            matrix_set(m, "n", sizes[i][0]);
            matrix_set(m, "m", sizes[i][1]);
            matrix_set(m, "mask", causal ? "causal" : "none");
            add_product(m, crossed);
        }
    matrix_reset(m);
}

static void fill_gradients(struct matrix *m)
{
    static const char *const by_score[] = {"score", "normalizer", "method", NULL};
    static const char *const grouped[] = {"score", "mask", "method", NULL};
    add_under(m, "method", kept);
    add_parameters(m, methods, scores);
    /* tests rows of zeros, where norms have steep gradients and activations have kinks */
    matrix_set(m, "input", "zero_rows");
    add_parameters(m, alone, alone);
    matrix_reset(m);
    add_gradient_tails(m);
    /* a gradient may be correct for a wrong layer, so forward passes are checked too */
    add_under(m, "phase", by_score);
    add_under(m, "scale_place", by_score);
    add_under(m, "rotary", by_score);
    add_between(m, "normalizer", grouped);
    add_precision(m);
    /* fill_forward() already combines each normaliser with all inputs and scores */
    set_rotating(m, "normalizer");
    add_under(m, "input", masked);
    add_heads(m, grouped, by_score);
    set_rotating(m, "method");
    add_under(m, "isa", weighted);
    set_rotating(m, NULL);
}

static bool filters_name_slot(const struct matrix *m)
{
    for (int i = 0; i < m->filter_count; i++)
        for (int s = 0; s < m->axes->slot_count; s++)
            if (m->filters[i].axis == axes_find(m->axes, m->axes->slots[s])) return true;
    return false;
}

void matrix_fill(struct matrix *m, uint64_t seed, int random)
{
    (m->gradients ? fill_gradients : fill_forward)(m);
    matrix_add_random(m, seed, random);
    if (m->gradients || !filters_name_slot(m)) return;
    m->gradients = true;
    matrix_reset(m);
    matrix_fill(m, seed, random);
}
