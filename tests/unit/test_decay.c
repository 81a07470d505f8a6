/* SPDX-License-Identifier: MIT
 * Tests that ALiBi and the forget gate reduce attention weights with the distance between query and
 * key. */
#include "tests/unit/test.h"
#include "tests/unit/layer_walks.h"

struct pass {
    struct layer layer;
    struct tensor tensor[MAX_LAYER_TENSORS];
    void *w[MAX_LAYER_TENSORS];
    int tensors;
    double *x, *context;
    void *activations, *working, *y;
};

static const struct kernels *doubles(void) { return kernels_by_name("double"); }

static double value(size_t i) { return sin(1.0 + (double)i); }

static double *values(size_t count)
{
    double *x = xarray(count, sizeof *x);
    for (size_t i = 0; i < count; i++) x[i] = value(i);
    return x;
}

/* Runs a forward pass in which all queries, and therefore all scores, are 0. If f > 0, the forget
 * gate is f at every position and head. */
static void open_pass(struct pass *p, const struct layer *layer, double f)
{
    *p = (struct pass){.layer = *layer};
    const struct shape *s = &layer->shape;
    assert_null(doubles()->refuse(layer));
    p->tensors = doubles()->tensors(layer, p->tensor);
    for (int t = 0; t < p->tensors; t++) {
        const int *dim = p->tensor[t].dim;
        size_t count = (size_t)dim[0] * (size_t)dim[1] * (size_t)dim[2];
        double *w = values(count);
        bool bias = !strcmp(p->tensor[t].name, "forget.b");
        if (bias || !strcmp(p->tensor[t].name, "q.w") || !strcmp(p->tensor[t].name, "forget.w"))
            for (size_t i = 0; i < count; i++) w[i] = bias ? log(f / (1 - f)) : 0;
        p->w[t] = w;
    }
    size_t row = (size_t)s->batch * (size_t)s->d_model;
    p->x = values(row * (size_t)s->n);
    p->context = s->n == s->m ? p->x : values(row * (size_t)s->m);
    struct layer_memory bytes = doubles()->memory(layer, 1);
    p->activations = aligned_alloc(64, bytes.activations + 64);
    p->working = aligned_alloc(64, bytes.working + 64);
    p->y = aligned_alloc(64, (bytes.output + 63) / 64 * 64);
    struct layer_io io = {.x = p->x,
                          .context = p->context,
                          .tensors = p->w,
                          .activations = p->activations,
                          .working = p->working,
                          .y = p->y};
    doubles()->forward(layer, &io, NULL, NULL);
}

static void close_pass(struct pass *p)
{
    for (int t = 0; t < p->tensors; t++) free(p->w[t]);
    if (p->context != p->x) free(p->context);
    free(p->x), free(p->activations), free(p->working), free(p->y);
}

/* Checks that the attention output of query i in head h is the mean of all v_j, weighted by
 * e^(-rate[h] |i - j|). */
static void expect(const struct layer *layer, double f, const double *rate)
{
    struct pass p;
    open_pass(&p, layer, f);
    const struct shape *s = &layer->shape;
    struct layer_trace t = doubles()->trace(layer, p.activations);
    const double *v = t.v, *o = t.o;
    int ld = s->heads * s->d_head;
    for (int i = 0; i < s->n; i++)
        for (int c = 0; c < ld; c++) {
            int place = i + (s->m > s->n ? s->m - s->n : 0), h = c / s->d_head;
            int visible = layer->mask == MASK_CAUSAL ? place + 1 : s->m;
            double sum = 0, all = 0;
            for (int j = 0; j < visible; j++) {
                double a = exp(-rate[h] * abs(place - j));
                all += a;
                sum += a * v[j * ld + c];
            }
            if (!(fabs(o[i * ld + c] - sum / all) <= 1e-13))
                fail_msg("method %d, %d keys, o[%d,%d] is %.15g, expected %.15g", layer->method,
                         s->m, i, c, o[i * ld + c], sum / all);
        }
    close_pass(&p);
}

static struct layer layer_of(int n, int m, enum mask mask, enum method method)
{
    struct layer l = plain_layer();
    l.shape = (struct shape){.batch = 1, .heads = 2, .n = n, .m = m, .d_model = 6, .d_head = 3};
    l.mask = mask;
    l.method = method;
    return l;
}

static const int lengths[][2] = {{5, 5}, {3, 7}, {130, 200}};

/* With two heads, ALiBi has slopes 2^-4 and 2^-8. The logit multiplier does not affect the ALiBi
 * bias. */
TEST("ALiBi matches worked examples")
{
    const double slopes[] = {1 / 16.0, 1 / 256.0};
    for (int k = 0; k < 3 * METHODS * 2; k++) {
        struct layer l = layer_of(lengths[k % 3][0], lengths[k % 3][1],
                                  k / 6 ? MASK_CAUSAL : MASK_NONE, (enum method)(k / 3 % 2));
        l.alibi = 1;
        l.logit_multiplier = k % 2 ? 7 : 0;
        expect(&l, 0, slopes);
    }
    struct layer l = layer_of(9, 4, MASK_NONE, METHOD_STREAMING);
    l.alibi = 1;
    expect(&l, 0, slopes);
}

/* If the forget gate is 3/4 everywhere, a key at distance d gets the factor (3/4)^d. This factor is
 * multiplied by the ALiBi factor. */
TEST("the forget gate matches worked examples")
{
    const double kept = 0.75, rate = -log(kept);
    const double alone[] = {rate, rate}, both[] = {rate + 1 / 16.0, rate + 1 / 256.0};
    for (int k = 0; k < 3 * METHODS * 2; k++) {
        struct layer l =
            layer_of(lengths[k % 3][0], lengths[k % 3][1], MASK_CAUSAL, (enum method)(k / 3 % 2));
        choose(&l, SLOT_FORGET, choice_named(SLOT_FORGET, "sigmoid"));
        l.alibi = k / 6;
        expect(&l, kept, l.alibi ? both : alone);
    }
}

/* The expected slopes 2^-x are computed as in get_slopes() of the ALiBi authors. */
TEST("ALiBi slopes are correct for any number of heads")
{
    static const struct {
        int heads;
        double exponents[12];
    } cases[] = {{1, {8}},
                 {3, {4, 8, 2}},
                 {4, {2, 4, 6, 8}},
                 {6, {2, 4, 6, 8, 1, 3}},
                 {12, {1, 2, 3, 4, 5, 6, 7, 8, 0.5, 1.5, 2.5, 3.5}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double slopes[12];
        struct layer l = layer_of(6, 6, MASK_CAUSAL, METHOD_STREAMING);
        l.shape.heads = cases[i].heads;
        l.alibi = 1;
        for (int h = 0; h < 12; h++) slopes[h] = pow(2, -cases[i].exponents[h]);
        expect(&l, 0, slopes);
    }
}

/* A decay gives distant keys large negative logits. tanh and z^2 / (1 + z^2) would turn these
 * logits into large weights. */
TEST("decays are refused with normalisers that give large weights to negative logits")
{
    const struct choice *const *choices = doubles()->slots[SLOT_NORMALIZER].choices;
    int refused = 0;
    for (int c = 0; choices[c]; c++)
        for (int which = 0; which < 3; which++) {
            struct layer l = layer_of(5, 5, MASK_CAUSAL, METHOD_STREAMING);
            bool rises =
                !strcmp(choices[c]->name, "tanh") || !strcmp(choices[c]->name, "expressive");
            choose(&l, SLOT_NORMALIZER, c);
            assert_null(doubles()->refuse(&l));
            l.alibi = which != 1;
            if (which) choose(&l, SLOT_FORGET, choice_named(SLOT_FORGET, "sigmoid"));
            const char *reason = doubles()->refuse(&l);
            assert_true(!rises || (reason && strstr(reason, "weights fall to 0")));
            refused += reason != NULL;
        }
    assert_int_equal(refused, 2 * 3);
}

TEST("the forget gate needs a causal mask")
{
    for (int mask = 0; mask < MASKS; mask++) {
        struct layer l = layer_of(5, 5, (enum mask)mask, METHOD_STREAMING);
        bool causal = mask == MASK_CAUSAL || mask == MASK_CAUSAL_PADDING;
        l.alibi = 1;
        assert_null(doubles()->refuse(&l));
        choose(&l, SLOT_FORGET, choice_named(SLOT_FORGET, "sigmoid"));
        const char *reason = doubles()->refuse(&l);
        assert_true(causal ? !reason : strstr(reason, "needs a causal mask") != NULL);
        assert_int_equal(doubles()->decay_reals(&l), 2);
        l = layer_of(5, 5, (enum mask)mask, METHOD_STREAMING);
        assert_int_equal(doubles()->decay_reals(&l), 0);
    }
}

TEST("the declared FLOPs of decays are correct")
{
    struct layer plain = layer_of(10, 10, MASK_CAUSAL, METHOD_STREAMING), l = plain;
    const double pairs = 2 * 10 * 11 / 2.0;
    double before = doubles()->work(&plain).flop[PHASE_SCORE];
    choose(&l, SLOT_LOGITS, choice_named(SLOT_LOGITS, "softcap"));
    assert_true(doubles()->work(&l).flop[PHASE_SCORE] == before + 3 * pairs);
    l.alibi = 1;
    assert_true(doubles()->work(&l).flop[PHASE_SCORE] == before + 5 * pairs);
    struct layer_work both = doubles()->backward_work(&l), way = doubles()->backward_work(&plain);
    assert_true(both.flop[PHASE_SCORE] == way.flop[PHASE_SCORE] + 10 * pairs);
    assert_true(both.recomputed[PHASE_SCORE] == way.recomputed[PHASE_SCORE] + 5 * pairs);
    double rows = doubles()->work(&plain).flop[PHASE_PROJECTION];
    choose(&l, SLOT_FORGET, choice_named(SLOT_FORGET, "sigmoid"));
    /* The forget gate needs a product with a 6 x 2 matrix, a bias, and 5 FLOPs per logarithm. */
    assert_true(doubles()->work(&l).flop[PHASE_PROJECTION] == rows + 10 * (2 * 6 * 2 + 2 + 5 * 2));
}
