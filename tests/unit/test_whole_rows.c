/* SPDX-License-Identifier: MIT
 * Tests normalisers without fast functions, for which the engine stores whole rows. The fast
 * functions of each normaliser are removed, and the results must not change. */
#define BUILD double
#define BUILD_DOUBLE
#include "kernels/resolved_layer.h"

#include "backward_trial.h"
#include "layer_walks.h"

/* ---- a pass whose normaliser has lost its fast functions ---- */

static struct normalizer formula_alone;

static void run_by_formula(struct team *team, void (*job)(void *, int, int), void *arg, int items)
{
    struct pass *p = arg;
    (void)team;
    formula_alone = *p->r.normalizer;
    formula_alone.begin = NULL, formula_alone.fold = NULL, formula_alone.finish = NULL;
    formula_alone.weights = NULL, formula_alone.backward = NULL;
    p->r.normalizer = &formula_alone;
    for (int i = 0; i < items; i++) job(p, i, 0);
}

/* Enlarges the working memory of the only thread, so that whole rows fit. */
static void make_room(struct layer_arrays *r)
{
    size_t more = (size_t)1 << 21;
    struct layer_memory m = r->k->memory(&r->layer, 1);
    assert_true((size_t)r->layer.shape.m * (2 * TILE_Q + 8) * sizeof(double) < more);
    free(r->working), free(r->backward);
    r->working = buffer(m.working + more);
    r->backward = buffer(m.backward + more);
}

/* ---- against tiles ---- */

/* The tolerance of 1e-11 allows for about a thousand rounding errors in double. */
static void same(const struct layer_arrays *r, const char *what, const void *found,
                 const void *want, size_t count, double size)
{
    char text[512];
    describe(&r->layer, r->k, text, sizeof text);
    for (size_t i = 0; i < count; i++)
        if (!(fabs(get(r->k, found, i) - get(r->k, want, i)) <= 1e-11 * size))
            fail_msg("%s, alibi %d, dropout %g: %s[%zu] is %g (tiles give %g)", text,
                     r->layer.alibi, r->layer.dropout, what, i, get(r->k, found, i),
                     get(r->k, want, i));
}

static int compared;
static void as_in_tiles(const struct layer *layer)
{
    const struct kernels *k = kernels_by_name("double");
    struct team by_formula = {1, run_by_formula};
    struct layer_arrays tiles, rows;
    if (k->refuse(layer)) return;
    compared++;
    open_arrays(&tiles, k, layer, 1);
    open_arrays(&rows, k, layer, 1);
    make_room(&rows);
    differentiate(&tiles, NULL);
    differentiate(&rows, &by_formula);
    double size = 1;
    for (int a = 0; a < tiles.array_count; a++)
        size = fmax(size, largest(&tiles, &tiles.arrays[a]));
    assert_true(isfinite(size));
    same(&rows, "y", rows.y, tiles.y, rows.outputs, 10);
    for (int a = 0; a < rows.array_count; a++)
        same(&rows, rows.arrays[a].name, rows.arrays[a].gradient, tiles.arrays[a].gradient,
             rows.arrays[a].count, size);
    close_arrays(&tiles);
    close_arrays(&rows);
}

/* ---- layers ---- */

/* The queries fill two tiles and part of a third. The keys need more than one tile. */
enum { QUERIES = 2 * TILE_Q + 6, KEYS = TILE_K + 9 };
_Static_assert(QUERIES > 64, "beyond 64 queries");

/* Returns true if a normaliser's weights fade with decreasing logits. Only such normalisers support
 * forget gates and ALiBi. */
static bool fades(int normalizer)
{
    const struct choice *c = kernels_by_name("double")->slots[SLOT_NORMALIZER].choices[normalizer];
    return ((const struct normalizer *)(const void *)c)->fades;
}
static int fading(void)
{
    int count = 0;
    for (int norm = 0; norm < choices(SLOT_NORMALIZER); norm++) count += fades(norm);
    return count;
}

static struct layer layer_of(int normalizer, int n, int m, enum mask mask)
{
    struct layer l = plain_layer();
    choose(&l, SLOT_NORMALIZER, normalizer);
    l.shape.n = n;
    l.shape.m = m;
    /* Both query heads share a key head, so their gradients are added. */
    l.shape.kv_heads = 1;
    l.mask = mask;
    return l;
}

/* These stages depend on the positions of queries or keys. Each stage is tested alone, and all are
 * tested together. */
enum { DROPOUT = 1, ALIBI = 2, FORGET = 4, SOFTCAP = 8, STAGES_TOGETHER = 16 };

static void with_stages(struct layer *l, int stages)
{
    l->dropout = stages & DROPOUT ? 0.3 : 0;
    l->dropout_key = 77;
    l->alibi = (stages & ALIBI) != 0;
    if (stages & FORGET) choose(l, SLOT_FORGET, choice_named(SLOT_FORGET, "sigmoid"));
    if (stages & SOFTCAP) choose(l, SLOT_LOGITS, choice_named(SLOT_LOGITS, "softcap"));
}

static void each_stage(int normalizer, int n, int m, void (*check)(const struct layer *))
{
    static const int sets[] = {0, DROPOUT, ALIBI, FORGET, SOFTCAP, STAGES_TOGETHER - 1};
    for (int i = 0; i < 6; i++)
        for (int mask = 0; mask < MASKS; mask++) {
            struct layer l = layer_of(normalizer, n, m, (enum mask)mask);
            with_stages(&l, sets[i]);
            checked = check;
            by_both_methods(&l);
        }
}

TEST("whole rows and tiles give equal results with every stage and mask")
{
    compared = 0;
    for (int norm = 0; norm < choices(SLOT_NORMALIZER); norm++) {
        each_stage(norm, QUERIES, QUERIES, as_in_tiles);
        each_stage(norm, QUERIES, KEYS, as_in_tiles);
    }
    /* Each normaliser is tested with 3 sets of stages and 4 masks. Forget gates and ALiBi need
     * weights that fade. */
    int layers = choices(SLOT_NORMALIZER) * 3 * 4 + fading() * (4 + 2 * 2);
    assert_int_equal(compared, layers * 2 * 2);
}

TEST("whole rows and tiles give equal results in a second block of queries")
{
    compared = 0;
    for (int norm = 0; norm < choices(SLOT_NORMALIZER); norm++) {
        struct layer l =
            layer_of(norm, BLOCK_Q + TILE_Q + 8, BLOCK_Q + TILE_Q + 8, MASK_CAUSAL_PADDING);
        l.shape.batch = 1;
        with_stages(&l, DROPOUT | ALIBI | FORGET);
        as_in_tiles(&l);
    }
    assert_int_equal(compared, fading());
}

/* The comparison with whole rows would miss an error in both, so tiles are also compared with
 * finite differences. */
TEST("gradients with all stages agree with finite differences")
{
    for (int norm = 0; norm < choices(SLOT_NORMALIZER); norm++) {
        struct layer l = layer_of(norm, QUERIES, QUERIES, MASK_CAUSAL);
        l.shape.batch = 1;
        with_stages(&l, fades(norm) ? STAGES_TOGETHER - 1 : DROPOUT | SOFTCAP);
        checked = check_differences;
        by_both_methods(&l);
    }
}
