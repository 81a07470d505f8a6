/* SPDX-License-Identifier: MIT
 * Tests dropout of attention weights in the forward pass. The output must equal a reference
 * implementation, and all methods and builds must use the same masks. */
#include "tests/unit/test.h"
#include "base/rng.h"
#include "kernels/oracle.h"

#include <math.h>

static const double rate = 0.3;

/* Creates a layer with more queries and keys than one tile. The last vector of each row is partial.
 */
static struct layer make_layer(int normalizer, enum mask mask)
{
    const struct kernels *k = kernels_by_name("double");
    struct layer l = {.shape = {2, 3, 70, 141, 12, 4}, .mask = mask, .score_scale = 1};
    for (int s = 0; s < SLOTS; s++) {
        l.choice[s] = s == SLOT_NORMALIZER ? normalizer : 0;
        const struct param *p = k->slots[s].choices[l.choice[s]]->params;
        for (int i = 0; p && p[i].name; i++) l.args[s].value[i] = p[i].def;
    }
    l.dropout = rate;
    l.dropout_key = 12345;
    return l;
}

/* ---- one forward pass ---- */

struct run {
    const struct kernels *k;
    struct layer layer;
    void *w[MAX_LAYER_TENSORS], *x, *context, *activations, *working, *y;
    const void *o; /* attention output of shape (B, N, H*D), stored inside `activations` */
    int tensors, lengths[2];
};

/* Returns normal random numbers with equal values in every build. */
static void *normals(const struct kernels *k, size_t count, const char *stream, double std)
{
    void *p = aligned_alloc(64, (count * k->real_size + 127) / 64 * 64);
    for (size_t i = 0; i < count; i++) {
        float x = (float)(std * rng_normal(3, rng_stream(stream), i));
        if (k->real_size == 8)
            ((double *)p)[i] = (double)x;
        else
            ((float *)p)[i] = x;
    }
    return p;
}

static void open_run(struct run *r, const struct kernels *k, const struct layer *layer)
{
    struct tensor list[MAX_LAYER_TENSORS];
    const struct shape *s = &layer->shape;
    *r = (struct run){.k = k, .layer = *layer, .lengths = {s->m - 5, 64}};
    assert_null(k->refuse(layer));
    r->tensors = k->tensors(layer, list);
    for (int t = 0; t < r->tensors; t++)
        r->w[t] = normals(k, (size_t)(list[t].dim[0] * list[t].dim[1] * list[t].dim[2]),
                          list[t].name, 0.4);
    r->x = normals(k, (size_t)(s->batch * s->n * s->d_model), "x", 1);
    r->context = normals(k, (size_t)(s->batch * s->m * s->d_model), "context", 1);
    struct layer_memory m = k->memory(layer, 1);
    r->activations = aligned_alloc(64, (m.activations + 63) / 64 * 64);
    r->working = aligned_alloc(64, (m.working + 63) / 64 * 64);
    r->y = normals(k, (size_t)(s->batch * s->n * s->d_model), "y", 1);
    struct layer_io io = {r->x,           r->context, r->lengths, (void *const *)r->w,
                          r->activations, r->working, r->y};
    k->forward(layer, &io, NULL, NULL);
    r->o = k->trace(layer, r->activations).o;
}

static void close_run(struct run *r)
{
    for (int t = 0; t < r->tensors; t++) free(r->w[t]);
    void *rest[] = {r->x, r->context, r->activations, r->working, r->y};
    for (int i = 0; i < 5; i++) free(rest[i]);
}

static double o_at(const struct run *r, size_t i)
{
    return r->k->real_size == 8 ? ((const double *)r->o)[i] : (double)((const float *)r->o)[i];
}
static size_t o_count(const struct layer *l)
{
    return (size_t)(l->shape.batch * l->shape.n * l->shape.heads * l->shape.d_head);
}

/* Returns the largest difference between the attention outputs O of two runs, relative to the
 * largest entry of O. */
static double difference(const struct run *a, const struct run *b)
{
    double worst = 0, largest = 0;
    for (size_t i = 0; i < o_count(&a->layer); i++) {
        worst = fmax(worst, fabs(o_at(a, i) - o_at(b, i)));
        largest = fmax(largest, fabs(o_at(a, i)));
    }
    return worst / largest;
}

static void each_layer(void (*check)(const struct layer *))
{
    const struct slot *slot = &kernels_by_name("double")->slots[SLOT_NORMALIZER];
    for (int norm = 0; slot->choices[norm]; norm++)
        for (int mask = 0; mask < MASKS; mask++) {
            struct layer l = make_layer(norm, (enum mask)mask);
            check(&l);
        }
}

/* ---- comparison with the reference implementation ---- */

/* Compares the attention output O of the double build with the reference implementation for the
 * same Q, K and V. */
static void as_the_oracle(const struct layer *l)
{
    struct run r;
    const struct shape *s = &l->shape;
    size_t ld = (size_t)(s->heads * s->d_head);
    open_run(&r, kernels_by_name("double"), l);
    struct layer_trace t = r.k->trace(l, r.activations);
    struct layer whole = *l;
    whole.dropout = 0;
    struct oracle *dropped = calloc(1, oracle_bytes()), *undropped = calloc(1, oracle_bytes());
    oracle_open(dropped, l);
    oracle_open(undropped, &whole);
    double *scratch = calloc(oracle_scratch(l), sizeof *scratch), o[4], weights[141], kept[141];
    struct oracle_row of_dropped = {.weights = weights}, of_undropped = {.weights = kept};
    bool padded = l->mask == MASK_PADDING || l->mask == MASK_CAUSAL_PADDING;
    int zeros = 0, seen = 0;
    for (int row = 0; row < s->batch * s->n; row++)
        for (int h = 0; h < s->heads; h++) {
            int b = row / s->n, i = row % s->n;
            int visible = oracle_visible(l, i, padded ? r.lengths[b] : s->m);
            size_t at = (size_t)row * ld + (size_t)(h * s->d_head),
                   keys = (size_t)(b * s->m) * ld + (size_t)(h * s->d_head);
            oracle_attend(dropped, (const double *const *)r.w, b, h, i, visible, (double *)t.q + at,
                          (double *)t.k + keys, (int)ld, (double *)t.v + keys, (int)ld, NULL, o,
                          &of_dropped, scratch);
            for (int c = 0; c < s->d_head; c++)
                if (!(fabs(o[c] - o_at(&r, at + (size_t)c)) <= 1e-11))
                    fail_msg("row %d, head %d: %g, expected %g", row, h, o_at(&r, at + (size_t)c),
                             o[c]);
            oracle_attend(undropped, (const double *const *)r.w, b, h, i, visible,
                          (double *)t.q + at, (double *)t.k + keys, (int)ld, (double *)t.v + keys,
                          (int)ld, NULL, o, &of_undropped, scratch);
            for (int j = 0; j < visible; j++) zeros += weights[j] == 0 && kept[j] != 0;
            for (int j = 0; j < visible; j++) seen += kept[j] != 0;
        }
    /* The share of dropped weights may differ from `rate` by at most five standard deviations. */
    assert_true(fabs(zeros - rate * seen) < 5 * sqrt(rate * (1 - rate) * seen));
    free(scratch);
    free(dropped);
    free(undropped);
    close_run(&r);
}
TEST("attention with dropout matches the reference implementation") { each_layer(as_the_oracle); }

/* ---- masks ---- */

/* Checks that methods and builds drop the same weights. A different mask would change O by about
 * 0.1; rounding changes O by about 1e-6. */
static void same_mask_everywhere(const struct layer *l)
{
    struct run double_run, other;
    struct layer whole = *l;
    whole.method = METHOD_MATERIALISED;
    open_run(&double_run, kernels_by_name("double"), l);
    open_run(&other, kernels_by_name("double"), &whole);
    assert_true(difference(&double_run, &other) < 1e-12);
    close_run(&other);
    for (const struct kernels *const *k = kernels_available(); *k; k++)
        for (int method = 0; method < METHODS; method++) {
            whole.method = (enum method)method;
            open_run(&other, *k, &whole);
            assert_true(difference(&double_run, &other) < 2e-5);
            close_run(&other);
        }
    close_run(&double_run);
}
TEST("all methods and builds use the same dropout mask") { each_layer(same_mask_everywhere); }

TEST("the dropout key determines the mask")
{
    struct layer l = make_layer(0, MASK_NONE);
    struct run a, b, c;
    open_run(&a, kernels_by_name("double"), &l);
    open_run(&b, kernels_by_name("double"), &l);
    l.dropout_key++;
    open_run(&c, kernels_by_name("double"), &l);
    assert_true(difference(&a, &b) == 0);
    assert_true(difference(&a, &c) > 0.05);
    close_run(&a), close_run(&b), close_run(&c);
}

TEST("a dropout rate of 0 does not change the result")
{
    for (const struct kernels *const *k = kernels_available(); *k; k++) {
        struct layer l = make_layer(0, MASK_CAUSAL), plain;
        struct run a, b;
        l.dropout = 0;
        plain = l;
        plain.dropout_key = 0;
        open_run(&a, *k, &l);
        open_run(&b, *k, &plain);
        assert_true(difference(&a, &b) == 0);
        close_run(&a), close_run(&b);
    }
}

/* The mean of O over MASKS_DRAWN masks may deviate by at most 5.5 standard errors. Without the
 * factor 1 / (1 - rate), all entries would be 30 % too small. */
TEST("the mean over dropout masks equals the result without dropout")
{
    enum { MASKS_DRAWN = 400 };
    struct layer l = make_layer(0, MASK_NONE);
    struct run none, r;
    size_t count = o_count(&l);
    double *sum = calloc(count, sizeof *sum), *squares = calloc(count, sizeof *squares), ratio = 0;
    for (int i = 0; i < MASKS_DRAWN; i++) {
        l.dropout_key = 1000 + (uint64_t)i;
        open_run(&r, kernels_available()[0], &l);
        for (size_t e = 0; e < count; e++) {
            sum[e] += o_at(&r, e);
            squares[e] += o_at(&r, e) * o_at(&r, e);
        }
        close_run(&r);
    }
    l.dropout = 0;
    open_run(&none, kernels_available()[0], &l);
    for (size_t e = 0; e < count; e++) {
        double mean = sum[e] / MASKS_DRAWN, variance = squares[e] / MASKS_DRAWN - mean * mean;
        ratio = fmax(ratio, fabs(mean - o_at(&none, e)) / sqrt(variance / MASKS_DRAWN));
    }
    if (!(ratio > 1 && ratio < 5.5))
        fail_msg("the mean deviates by %g standard errors (expected 1 to 5.5)", ratio);
    close_run(&none);
    free(sum);
    free(squares);
}

TEST("invalid dropout rates are refused")
{
    struct layer l = make_layer(0, MASK_NONE);
    l.dropout = 1;
    assert_non_null(kernels_available()[0]->refuse(&l));
    l.dropout = -0.1;
    assert_non_null(kernels_available()[0]->refuse(&l));
}
