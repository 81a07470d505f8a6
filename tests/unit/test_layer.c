/* SPDX-License-Identifier: MIT
 * Tests a whole attention layer: threads do not change results, both methods agree, causal rows
 * ignore later positions, and declared memory equals used memory. */
#include "tests/unit/test.h"
#include "base/rng.h"
#include "base/mem.h"
#include "kernels/kernels.h"

#include <math.h>

struct run {
    struct layer layer;
    const struct kernels *kernels;
    struct tensor tensors[MAX_LAYER_TENSORS];
    int count;
    float *w[MAX_LAYER_TENSORS], *x, *context, *y;
    char *activations, *working;
    int lengths[8];
    struct layer_memory memory;
};

static float *normals(size_t count, const char *stream, double std)
{
    float *p = aligned_alloc(64, (count * sizeof *p + 63) / 64 * 64);
    for (size_t i = 0; i < count; i++) p[i] = (float)(std * rng_normal(7, rng_stream(stream), i));
    return p;
}

static int find(const struct kernels *k, enum slot_id slot, const char *name)
{
    int i = 0;
    while (k->slots[slot].choices[i] && strcmp(k->slots[slot].choices[i]->name, name)) i++;
    assert_non_null(k->slots[slot].choices[i]);
    return i;
}

static void choose(const struct kernels *k, struct layer *l, enum slot_id slot, const char *name)
{
    l->choice[slot] = find(k, slot, name);
    const struct param *p = k->slots[slot].choices[l->choice[slot]]->params;
    for (int i = 0; p && p[i].name; i++) l->args[slot].value[i] = p[i].def;
}

static struct layer make_layer(const struct kernels *k, const char *score, const char *normalizer)
{
    struct layer l = {.shape = {2, 2, 150, 150, 32, 16}, .score_scale = 1};
    for (int s = 0; s < SLOTS; s++) choose(k, &l, (enum slot_id)s, k->slots[s].choices[0]->name);
    choose(k, &l, SLOT_SCORE, score);
    choose(k, &l, SLOT_NORMALIZER, normalizer);
    return l;
}

static void *bytes64(size_t bytes)
{
    void *p = aligned_alloc(64, (bytes + 127) / 64 * 64);
    /* Fills the buffer with NaN to reveal reads of unwritten values. */
    memset(p, 0xff, bytes + 1);
    return p;
}

static void open_run(struct run *r, const struct kernels *k, struct layer layer, int threads)
{
    *r = (struct run){.layer = layer, .kernels = k, .lengths = {131, 0}};
    const struct shape *s = &r->layer.shape;
    r->count = k->tensors(&r->layer, r->tensors);
    for (int t = 0; t < r->count; t++) {
        size_t size = (size_t)r->tensors[t].dim[0] * (size_t)r->tensors[t].dim[1] *
                      (size_t)r->tensors[t].dim[2];
        r->w[t] = normals(size, r->tensors[t].name, 0.3);
    }
    r->x = normals((size_t)(s->batch * s->n * s->d_model), "x", 1);
    r->context = s->n == s->m ? r->x : normals((size_t)(s->batch * s->m * s->d_model), "c", 1);
    r->memory = k->memory(&r->layer, threads);
    r->activations = bytes64(r->memory.activations);
    r->working = bytes64(r->memory.working);
    r->y = bytes64(r->memory.output);
}

static void forward(struct run *r, struct team *team)
{
    struct layer_io io = {r->x,           r->context, r->lengths, (void *const *)r->w,
                          r->activations, r->working, r->y};
    r->kernels->forward(&r->layer, &io, team, NULL);
}

static void close_run(struct run *r)
{
    for (int t = 0; t < r->count; t++) free(r->w[t]);
    if (r->context != r->x) free(r->context);
    free(r->x);
    free(r->activations);
    free(r->working);
    free(r->y);
}

/* Runs the work items from last to first, alternating between three threads. */
static void run_backwards(struct team *team, void (*job)(void *, int, int), void *arg, int items)
{
    for (int i = items - 1; i >= 0; i--) job(arg, i, i % team->threads);
}

static double largest_difference(const struct run *a, const struct run *b, int rows)
{
    double worst = 0;
    for (int i = 0; i < rows * a->layer.shape.d_model; i++)
        worst = fmax(worst, fabs((double)a->y[i] - (double)b->y[i]));
    return worst;
}

static void each_build(void (*test)(const struct kernels *))
{
    for (const struct kernels *const *k = kernels_available(); *k; k++) test(*k);
}

static void same_bits(const struct kernels *k)
{
    static const char *const scores[] = {"dot", "neural", "neural2"};
    for (int i = 0; i < 3; i++) {
        struct layer layer = make_layer(k, scores[i], "softmax");
        if (i == 0) choose(k, &layer, SLOT_FORGET, "sigmoid");
        layer.shape.n = layer.shape.m = 1300;
        layer.mask = MASK_CAUSAL;
        struct run one, many;
        struct team team = {3, run_backwards};
        open_run(&one, k, layer, 1);
        open_run(&many, k, layer, 3);
        forward(&one, NULL);
        forward(&many, &team);
        assert_memory_equal(one.y, many.y, one.memory.output);
        close_run(&one);
        close_run(&many);
    }
}
TEST("the number of threads does not change the result") { each_build(same_bits); }

static void both_methods(const struct kernels *k)
{
    static const char *const names[][2] = {
        {"dot", "softmax"}, {"neural", "softmax"}, {"neural2", "sigmoid"}, {"dot", "relu"}};
    for (int i = 0; i < 4; i++)
        for (int mask = 0; mask < MASKS; mask++) {
            struct layer layer = make_layer(k, names[i][0], names[i][1]);
            struct run streaming, whole;
            layer.mask = (enum mask)mask;
            open_run(&streaming, k, layer, 1);
            layer.method = METHOD_MATERIALISED;
            open_run(&whole, k, layer, 1);
            forward(&streaming, NULL);
            forward(&whole, NULL);
            /* The tolerance allows for rounding errors. Up to 150 terms near 1 are added in a
             * different order. */
            double difference = largest_difference(&streaming, &whole, 300);
            if (!(difference < 1e-3)) fail_msg("%s %s: %g", names[i][0], names[i][1], difference);
            close_run(&streaming);
            close_run(&whole);
        }
}
TEST("the streaming and materialised methods agree") { each_build(both_methods); }

static void no_look_ahead(const struct kernels *k)
{
    struct layer layer = make_layer(k, "neural", "softmax");
    layer.mask = MASK_CAUSAL;
    layer.shape.batch = 1;
    struct run before, after;
    open_run(&before, k, layer, 1);
    open_run(&after, k, layer, 1);
    for (int i = 70 * 32; i < 150 * 32; i++) after.x[i] = 100;
    forward(&before, NULL);
    forward(&after, NULL);
    assert_memory_equal(before.y, after.y, 70 * 32 * sizeof *before.y);
    assert_memory_not_equal(before.y + 70 * 32, after.y + 70 * 32, 32 * sizeof *before.y);
    close_run(&before);
    close_run(&after);
}
TEST("causal rows ignore later keys") { each_build(no_look_ahead); }

static void empty_length(const struct kernels *k)
{
    struct layer layer = make_layer(k, "dot", "softmax");
    layer.mask = MASK_PADDING;
    struct run r;
    open_run(&r, k, layer, 1);
    forward(&r, NULL);
    for (int i = 0; i < 150 * 32; i++) assert_true(isfinite(r.y[i]));
    for (int i = 150 * 32; i < 300 * 32; i++) assert_true(r.y[i] == 0);
    close_run(&r);
}
TEST("a row without keys has zero output") { each_build(empty_length); }

static void refused(const struct kernels *k)
{
    struct layer layer = make_layer(k, "dot", "softmax");
    assert_null(k->refuse(&layer));
    layer.mask = MASK_CAUSAL;
    layer.shape.m = 100;
    assert_non_null(k->refuse(&layer));
    layer.shape.m = 200;
    assert_null(k->refuse(&layer));
    layer.shape.heads = 0;
    assert_non_null(k->refuse(&layer));
}
TEST("invalid layers are refused") { each_build(refused); }

/* The materialised method also computes masked pairs, but these do not count as useful work. Each
 * thread stores whole N x M arrays of one head. */
static void materialised_counts(const struct kernels *k, struct layer layer)
{
    const size_t matrix = sizeof(float) << 20;
    layer.method = METHOD_MATERIALISED;
    struct layer streamed = layer;
    streamed.method = METHOD_STREAMING;
    struct layer_work forward = k->work(&layer), back = k->backward_work(&layer);
    struct layer_work forward_streamed = k->work(&streamed);
    struct layer_work back_streamed = k->backward_work(&streamed);
    for (int p = 0; p < PHASES; p++) {
        assert_true(forward.flop[p] == forward_streamed.flop[p]);
        assert_true(back.flop[p] == back_streamed.flop[p]);
    }
    /* Both passes compute all pairs. The backward pass also recomputes scores and weights once. */
    double sum = 2.0 * 8 * 1024 * 1024 * 64, hidden = sum - forward.flop[PHASE_SUM];
    double score = forward.flop[PHASE_SCORE] + forward.recomputed[PHASE_SCORE];
    assert_true(forward.recomputed[PHASE_SUM] == hidden);
    assert_true(back.recomputed[PHASE_SUM] == 2 * hidden);
    assert_true(score == sum);
    assert_true(back.flop[PHASE_SCORE] + back.recomputed[PHASE_SCORE] == 3 * score);
    /* The backward pass keeps three N x M arrays: S, A and dA. */
    size_t one = k->memory(&layer, 1).backward, two = k->memory(&layer, 2).backward;
    assert_true(two - one > 3 * matrix && two - one < 4 * matrix);
    assert_true(back.bytes[PHASE_NORMALIZE] == 6.0 * 8 * (double)matrix);
}

static void counts(const struct kernels *k)
{
    struct layer layer = make_layer(k, "dot", "softmax");
    layer.shape = (struct shape){1, 8, 1024, 1024, 512, 64, 0};
    struct layer_work full = k->work(&layer);
    /* The projections take 3 * 2 * N * d_model^2 FLOPs. Q K^T and A V take 2 * H * N^2 * D FLOPs
     * each. */
    assert_true(full.flop[PHASE_PROJECTION] == 3 * 2.0 * 1024 * 512 * 512);
    assert_true(full.flop[PHASE_SUM] == 2.0 * 8 * 1024 * 1024 * 64);
    /* Softmax needs five FLOPs per pair (maximum, difference, scale, exponential and sum) and one
     * division per row. */
    assert_true(full.flop[PHASE_NORMALIZE] == 8 * (5.0 * 1024 * 1024 + 1024));
    layer.mask = MASK_CAUSAL;
    struct layer_work half = k->work(&layer);
    assert_true(half.flop[PHASE_SUM] == 2.0 * 8 * 64 * (1024.0 * 1025 / 2));
    /* The 100 queries are the last of 1024 positions, so each query can see at least 924 keys. */
    layer.shape.n = 100;
    assert_true(k->work(&layer).flop[PHASE_SUM] == 2.0 * 8 * 64 * (100.0 * 924 + 100 * 101 / 2));
    layer.shape.n = 1024;
    /* Each matrix product in the forward pass needs two products in the backward pass. Nothing is
     * recomputed. */
    struct layer_work back = k->backward_work(&layer);
    assert_true(back.flop[PHASE_PROJECTION] == 2 * half.flop[PHASE_PROJECTION]);
    assert_true(back.recomputed[PHASE_PROJECTION] == 0);
    assert_true(back.flop[PHASE_SUM] == 2 * half.flop[PHASE_SUM]);
    assert_true(back.recomputed[PHASE_SUM] == 0);
    /* Each product in the forward pass needs two products in the backward pass. Recomputed values
     * are counted separately. */
    assert_true(back.flop[PHASE_SCORE] == 2 * half.flop[PHASE_SCORE]);
    assert_true(back.recomputed[PHASE_SCORE] == half.flop[PHASE_SCORE]);
    assert_true(back.flop[PHASE_NORMALIZE] == half.flop[PHASE_NORMALIZE]);
    assert_true(back.recomputed[PHASE_NORMALIZE] == half.flop[PHASE_NORMALIZE]);
    for (int p = 0; p < PHASES; p++) assert_true(half.recomputed[p] == 0);
    /* The backward pass reuses the products of an MLP and recomputes only cheap element-wise
     * operations. */
    struct layer hidden = layer;
    choose(k, &hidden, SLOT_Q, "mlp");
    double there = k->work(&hidden).flop[PHASE_PROJECTION];
    struct layer_work again = k->backward_work(&hidden);
    assert_true(again.flop[PHASE_PROJECTION] == 2 * there);
    assert_true(again.recomputed[PHASE_PROJECTION] > 0);
    assert_true(again.recomputed[PHASE_PROJECTION] < 0.01 * there);
    assert_true(k->memory(&hidden, 1).activations >=
                k->memory(&layer, 1).activations + 1024 * 1024 * k->real_size);
    materialised_counts(k, layer);
    /* The streaming method has no N x M array. Beyond one block of queries, its memory does not
     * grow with N. */
    size_t small = k->memory(&layer, 1).working;
    layer.shape.n = layer.shape.m = 32768;
    assert_true(k->memory(&layer, 1).working <= small);
    assert_true(small < (size_t)16 << 20);
}
TEST("declared FLOPs, bytes and memory are correct") { each_build(counts); }

/* ---- rotary positions ---- */

/* All tokens are equal, so rotary scores depend only on the distance between query and key. Without
 * positions, all scores would be equal. */
static void only_distances(const struct kernels *k)
{
    struct layer layer = make_layer(k, "dot", "softmax");
    layer.rotary = 1;
    struct run r;
    open_run(&r, k, layer, 1);
    const struct shape *s = &layer.shape;
    size_t width = (size_t)s->heads * (size_t)s->d_head;
    for (int i = 1; i < s->batch * s->n; i++)
        memcpy(r.x + i * s->d_model, r.x, (size_t)s->d_model * sizeof *r.x);
    forward(&r, NULL);
    struct layer_trace t = k->trace(&layer, r.activations);
    double at[2][3], size = 0; /* scores[position][distance] */
    for (int place = 0; place < 2; place++)
        for (int distance = 0; distance < 3; distance++) {
            const float *q = (float *)t.q + (size_t)(20 + 100 * place) * width;
            const float *key = (float *)t.k + (size_t)(20 + 100 * place - 7 * distance) * width;
            at[place][distance] = 0;
            for (int c = 0; c < s->d_head; c++) {
                at[place][distance] += (double)(q[c] * key[c]);
                size += fabs((double)(q[c] * key[c]));
            }
        }
    /* The tolerance allows float rounding of 6 x 16 products. */
    for (int distance = 0; distance < 3; distance++)
        assert_true(fabs(at[0][distance] - at[1][distance]) < 1e-6 * size);
    assert_true(fabs(at[0][0] - at[0][1]) > 1e-3 * size);
    close_run(&r);
}
TEST("rotary scores depend only on the distance of positions") { each_build(only_distances); }
