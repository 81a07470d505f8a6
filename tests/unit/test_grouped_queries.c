/* SPDX-License-Identifier: MIT
 * Compares grouped queries (kv_heads below heads) with a layer that has one key/value head per
 * query head. In that layer, all key/value heads of a group are copies. */
#include "backward_trial.h"
#include "layer_walks.h"

enum { HEADS = 4, D = 6, D_MODEL = 10 };

static struct layer grouped(const struct layer *layer, int kv_heads)
{
    struct layer l = *layer;
    l.shape.heads = HEADS;
    l.shape.d_head = D;
    l.shape.d_model = D_MODEL;
    l.shape.kv_heads = kv_heads;
    return l;
}

/* ---- comparison with copied heads ---- */

/* Number of columns of K or V: for all query heads, for the shared heads, and per head. */
struct columns {
    size_t all, shared, head;
};

static struct columns columns_of(const struct layer_arrays *few, const struct layer_arrays *all,
                                 int a)
{
    enum slot_id slot = *few->arrays[a].name == 'k' ? SLOT_K : SLOT_V;
    struct dims wide = all->k->dims(&all->layer, slot), narrow = few->k->dims(&few->layer, slot);
    return (struct columns){(size_t)wide.d_out, (size_t)narrow.d_out, (size_t)wide.d_head};
}

/* Converts an index in the tensor of all heads to the index in the tensor of shared heads. */
static size_t shared_entry(size_t i, struct columns c)
{
    size_t column = i % c.all, group = c.all / c.shared;
    return i / c.all * c.shared + column / c.head / group * c.head + column % c.head;
}

/* Returns true if array `a` is a parameter of the k or v projection. The columns of these arrays
 * belong to shared heads. */
static bool is_shared(const struct layer_arrays *few, int a)
{
    const char *name = few->arrays[a].name;
    return a < few->tensor_count && (!strncmp(name, "k.", 2) || !strncmp(name, "v.", 2));
}

static void copy_values(const struct layer_arrays *few, struct layer_arrays *all)
{
    for (int a = 0; a < few->array_count; a++)
        for (size_t i = 0; i < all->arrays[a].count; i++) {
            size_t from = is_shared(few, a) ? shared_entry(i, columns_of(few, all, a)) : i;
            set(all->k, all->arrays[a].value, i, get(few->k, few->arrays[a].value, from));
        }
}

/* Returns the gradients of the layer with copied heads, summed over the copies. */
static double *gathered(const struct layer_arrays *few, const struct layer_arrays *all, int a)
{
    double *sum = xarray(few->arrays[a].count, sizeof *sum);
    for (size_t i = 0; i < few->arrays[a].count; i++) sum[i] = 0;
    for (size_t i = 0; i < all->arrays[a].count; i++) {
        size_t to = is_shared(few, a) ? shared_entry(i, columns_of(few, all, a)) : i;
        sum[to] += get(all->k, all->arrays[a].gradient, i);
    }
    return sum;
}

/* Checks that two arrays are equal to within 1e-11. */
static void same(const struct layer_arrays *few, const char *what, const void *found,
                 const double *want, size_t count, double size)
{
    char text[512];
    describe(&few->layer, few->k, text, sizeof text);
    for (size_t i = 0; i < count; i++) {
        double off = fabs(get(few->k, found, i) - want[i]);
        if (!(off <= 1e-11 * size))
            fail_msg("%s, kv_heads %d: %s[%zu] is %g, but %g with copied heads", text,
                     few->layer.shape.kv_heads, what, i, get(few->k, found, i), want[i]);
    }
}

static int compared;
static void as_with_copies(const struct layer *shared)
{
    const struct kernels *k = kernels_by_name("double");
    struct layer copied = *shared;
    struct layer_arrays few, all;
    copied.shape.kv_heads = 0;
    if (k->refuse(shared) || k->refuse(&copied)) return;
    compared++;
    open_arrays(&few, k, shared, 1);
    open_arrays(&all, k, &copied, 1);
    copy_values(&few, &all);
    differentiate(&few, NULL);
    differentiate(&all, NULL);
    double size = 1;
    for (int a = 0; a < all.array_count; a++) size = fmax(size, largest(&all, &all.arrays[a]));
    assert_true(isfinite(size));
    same(&few, "y", few.y, all.y, few.outputs, 10);
    for (int a = 0; a < few.array_count; a++) {
        double *want = gathered(&few, &all, a);
        same(&few, few.arrays[a].name, few.arrays[a].gradient, want, few.arrays[a].count,
             HEADS * size);
        free(want);
    }
    close_arrays(&few);
    close_arrays(&all);
}

static void by_pairs_and_by_all(const struct layer *layer)
{
    struct layer l = grouped(layer, 2);
    as_with_copies(&l);
    l.shape.kv_heads = 1;
    as_with_copies(&l);
}

TEST("grouped queries match copied heads with all scores, normalisers and masks")
{
    checked = by_pairs_and_by_all;
    scores_normalizers_masks(by_both_methods);
}

TEST("grouped queries work with rotary positions, gates and dropout")
{
    for (int score = 0; score < choices(SLOT_SCORE); score++) {
        struct layer l = plain_layer();
        choose(&l, SLOT_SCORE, score);
        choose(&l, SLOT_GATE, choice_named(SLOT_GATE, "sigmoid"));
        l.rotary = 1;
        l.dropout = 0.3;
        l.dropout_key = 77;
        checked = by_pairs_and_by_all;
        by_both_methods(&l);
    }
}

/* If heads are combined, a value head serves more query heads than a key head does. */
TEST("grouped queries work with combined heads")
{
    compared = 0;
    for (int combine = 1; combine < choices(SLOT_COMBINE); combine++)
        for (int score = 0; score < choices(SLOT_SCORE); score++) {
            struct layer l = plain_layer();
            choose(&l, SLOT_COMBINE, combine);
            choose(&l, SLOT_SCORE, score);
            l.rotary = 1;
            l.mask = MASK_CAUSAL;
            checked = by_pairs_and_by_all;
            by_both_methods(&l);
        }
    assert_true(compared >= 2 * choices(SLOT_SCORE));
}

TEST("grouped queries match copied heads for partial tiles")
{
    checked = by_pairs_and_by_all;
    tails(by_both_methods);
}

/* ---- independence of threads and order ---- */

static void same_gradients(const struct layer *a, const struct layer *b, struct team *team,
                           const struct kernels *k)
{
    struct layer_arrays one, other;
    open_arrays(&one, k, a, 1);
    open_arrays(&other, k, b, team ? team->threads : 1);
    differentiate(&one, NULL);
    differentiate(&other, team);
    assert_memory_equal(one.y, other.y, one.outputs * k->real_size);
    for (int i = 0; i < one.array_count; i++)
        assert_memory_equal(one.arrays[i].gradient, other.arrays[i].gradient,
                            one.arrays[i].count * k->real_size);
    close_arrays(&one);
    close_arrays(&other);
}

/* Runs the work items in reverse order, alternating between three simulated threads. */
static void run_backwards(struct team *team, void (*job)(void *, int, int), void *arg, int items)
{
    for (int i = items - 1; i >= 0; i--) job(arg, i, i % team->threads);
}

static void each_score(void (*check)(const struct layer *, const struct kernels *))
{
    static const char *const scores[] = {"dot", "neural", "gat"};
    for (const struct kernels *const *k = kernels_available(); *k; k++)
        for (int i = 0; i < 3; i++) {
            struct layer l = plain_layer();
            choose(&l, SLOT_SCORE, choice_named(SLOT_SCORE, scores[i]));
            l.shape = (struct shape){2, HEADS, 150, 150, D_MODEL, D, 2};
            l.mask = MASK_CAUSAL;
            for (int method = 0; method < METHODS; method++) {
                l.method = (enum method)method;
                check(&l, *k);
            }
        }
}

static void in_another_order(const struct layer *layer, const struct kernels *k)
{
    struct team team = {3, run_backwards};
    struct layer l = *layer;
    for (int combine = 0; combine < choices(SLOT_COMBINE); combine++) {
        choose(&l, SLOT_COMBINE, combine);
        same_gradients(&l, &l, &team, k);
    }
}
TEST("gradients are bitwise equal for any number of threads") { each_score(in_another_order); }

static void as_many_as_heads(const struct layer *l, const struct kernels *k)
{
    struct layer said = *l, left_out = *l;
    said.shape.kv_heads = HEADS;
    left_out.shape.kv_heads = 0;
    same_gradients(&said, &left_out, NULL, k);
}
TEST("each head has its own keys by default") { each_score(as_many_as_heads); }

/* ---- refusals and declared work ---- */

TEST("invalid numbers of key/value heads are refused")
{
    const struct kernels *k = kernels_by_name("double");
    struct layer plain = plain_layer(), l = grouped(&plain, 3);
    assert_non_null(strstr(k->refuse(&l), "heads must be a multiple of kv_heads"));
    l.shape.kv_heads = 8;
    assert_non_null(strstr(k->refuse(&l), "heads must be a multiple of kv_heads"));
    l.shape.kv_heads = -1;
    assert_non_null(k->refuse(&l));
    l.shape.kv_heads = 2;
    assert_null(k->refuse(&l));
    l.shape.d_model = HEADS * D; /* x is as wide as K with all heads */
    choose(&l, SLOT_K, choice_named(SLOT_K, "identity"));
    assert_non_null(strstr(k->refuse(&l), "d_model == heads * d_head"));
    l.shape.kv_heads = HEADS;
    assert_null(k->refuse(&l));
}

/* The layer has 1024 tokens, width 512 and 8 query heads of size 64. With 2 key/value heads, K and
 * V are a quarter as wide. */
TEST("grouped queries reduce work and memory")
{
    const struct kernels *k = kernels_available()[0];
    struct layer all = plain_layer(), few;
    all.shape = (struct shape){1, 8, 1024, 1024, 512, 64, 0};
    few = all;
    few.shape.kv_heads = 2;
    struct layer_work a = k->work(&all), f = k->work(&few);
    assert_int_equal(k->dims(&few, SLOT_K).d_out, 128);
    assert_int_equal(k->dims(&few, SLOT_Q).d_out, 512);
    assert_true(f.flop[PHASE_PROJECTION] == 2.0 * 1024 * 512 * (512 + 2 * 128));
    assert_true(f.flop[PHASE_SCORE] == a.flop[PHASE_SCORE]);
    assert_true(f.flop[PHASE_SUM] == a.flop[PHASE_SUM]);
    assert_true(f.flop[PHASE_OUTPUT] == a.flop[PHASE_OUTPUT]);
    assert_true(f.bytes[PHASE_SUM] == 4.0 * 1024 * (512 + 128));
    size_t matrix = (size_t)4 * 1024 * (512 - 128), weights = (size_t)4 * 512 * (512 - 128);
    struct layer_memory am = k->memory(&all, 1), fm = k->memory(&few, 1);
    assert_int_equal(am.activations - fm.activations, 2 * matrix);
    assert_int_equal(am.parameters - fm.parameters, 2 * weights);
    /* Shared heads save memory in the gradients of K and V, and in three partial sums of parameter
     * gradients. */
    assert_int_equal(am.backward - fm.backward, 2 * matrix + 3 * 2 * weights);
}
