/* SPDX-License-Identifier: MIT
 * Tests that decoding one token at a time gives the logits of the whole prefix, for every
 * architecture, choice, position and norm. */
#include "net_case.h"

enum { N = 7, M = 6, SOURCES = 2, HYPOTHESES = 3, ROWS = SOURCES * HYPOTHESES };

/* Returns the tolerance relative to the largest logit. It allows for about 30 successive rounding
 * errors; norms of small rows amplify them tenfold. */
static double tolerance(const struct model_build *build)
{
    return build->real_size == 8 ? 1e-12 : 3e-4;
}

static struct model_config config(enum architecture a)
{
    struct model_config c = net_config(a);
    c.max_n = N;
    c.max_m = M;
    c.max_batch = ROWS;
    return c;
}

/* Returns a batch in which each source is repeated once per hypothesis. */
static struct net_batch *repeated(const struct net_batch *b)
{
    struct net_batch *all = malloc(sizeof *all);
    int m = b->batch.m, per = b->batch.batch / SOURCES;
    memcpy(all, b, sizeof *all);
    all->batch.source = all->source;
    all->batch.source_lengths = all->source_lengths;
    for (int i = 0; i < b->batch.batch; i++) {
        memcpy(all->source + i * m, b->source + i / per * m, (size_t)m * sizeof *all->source);
        all->source_lengths[i] = b->source_lengths[i / per];
    }
    return all;
}

struct trial {
    const struct model_build *build;
    const struct model_config *c;
    struct model *steps, *whole;
    struct net_batch *b, *all;
    int32_t ids[ROWS * 200]; /* the tokens of each sequence, shape (rows, n) */
    float *logits;
};

static void open_trial(struct trial *t, const struct model_build *build,
                       const struct model_config *c, int n)
{
    bool source = c->architecture == ARCH_ENCODER_DECODER;
    *t = (struct trial){.build = build, .c = c};
    t->steps = open_checked(build, c, false);
    t->whole = open_checked(build, c, true);
    set_multipliers(build, t->steps, 1.75, 0.6);
    set_multipliers(build, t->whole, 1.75, 0.6);
    t->b = net_batch(c, ROWS, n, source ? c->max_m : 0, 9);
    t->all = repeated(t->b);
    memcpy(t->ids, t->b->tokens, (size_t)(ROWS * n) * sizeof *t->ids);
    t->logits = calloc((size_t)(ROWS * c->vocabulary), sizeof *t->logits);
}

static void close_trial(struct trial *t)
{
    free(t->all);
    free(t->logits);
}

static struct decoding *open_steps(const struct trial *t, int most)
{
    struct batch sources = {.batch = SOURCES,
                            .m = t->c->max_m,
                            .source = t->b->source,
                            .source_lengths = t->b->source_lengths};
    if (t->c->architecture == ARCH_ENCODER_DECODER) t->build->encode(t->steps, &sources);
    return t->build->open_steps(t->steps, ROWS, HYPOTHESES, most);
}

/* Returns the largest difference between the logits after `length` tokens, relative to the largest
 * logit. Also checks that the best tokens agree, unless rounding could change the best token. */
static double difference(struct trial *t, int n, int length)
{
    int32_t prefix[ROWS * 200];
    float want[64];
    double count, largest = 0, worst = 0;
    for (int b = 0; b < ROWS; b++)
        memcpy(prefix + b * length, t->ids + b * n, (size_t)length * sizeof *prefix);
    struct batch batch = t->all->batch;
    batch.n = length;
    batch.tokens = prefix;
    batch.targets = NULL;
    t->build->forward(t->whole, &batch, 0, &count);
    for (int b = 0; b < ROWS; b++) {
        t->build->logits(t->whole, b, length - 1, want);
        for (int v = 0; v < t->c->vocabulary; v++) {
            largest = fmax(largest, fabs((double)want[v]));
            worst =
                fmax(worst, fabs((double)want[v] - (double)t->logits[b * t->c->vocabulary + v]));
        }
    }
    assert_true(largest > 0.01);
    return worst / largest;
}

/* Reorders the sequences of each source halfway, so that two of them continue the same sequence. */
static void reorder(struct trial *t, struct decoding *d, int n)
{
    static const int from[ROWS] = {2, 0, 2, 4, 4, 3};
    int32_t was[ROWS * 200];
    memcpy(was, t->ids, sizeof was);
    for (int b = 0; b < ROWS; b++)
        memcpy(t->ids + b * n, was + from[b] * n, (size_t)n * sizeof *was);
    t->build->reorder(d, from);
}

static void check(const struct model_build *build, const struct model_config *c, int n,
                  const char *what)
{
    struct trial t;
    int32_t last[ROWS];
    open_trial(&t, build, c, n);
    if (build->refuse_steps(t.steps)) fail_msg("%s: %s", what, build->refuse_steps(t.steps));
    struct decoding *d = open_steps(&t, n);
    for (int length = 1; length <= n; length++) {
        if (length == n / 2) reorder(&t, d, n);
        for (int b = 0; b < ROWS; b++) last[b] = t.ids[b * n + length - 1];
        build->step(d, last, t.logits);
        double worst = difference(&t, n, length);
        if (!(worst <= tolerance(build)))
            fail_msg("%s, %s, length %d: logits differ by %g, relative to the largest logit",
                     build->name, what, length, worst);
    }
    build->close_steps(d);
    close_trial(&t);
}

static void check_both(const struct model_config *c, const char *what)
{
    check(double_build(), c, N, what);
    check(fastest_build(), c, N, what);
}

/* ---- every choice ---- */

static int taken;

static void try_choice(const struct model_config *c, const char *what)
{
    if (double_build()->refuse(c)) return;
    check_both(c, what);
    taken++;
}

static void try_values(struct model_config *c, int slot, const struct choice *choice)
{
    const struct param *p = choice->params;
    char what[120];
    for (int i = 0; p && p[i].name; i++)
        for (int v = 0; p[i].kind == PARAM_CHOICE && v <= (int)p[i].max; v++) {
            if (v == (int)p[i].def) continue;
            c->variant.args[slot].value[i] = v;
            snprintf(what, sizeof what, "%s=%s, %s=%s", kernels_by_name("double")->slots[slot].name,
                     choice->name, p[i].name, p[i].choices[v]);
            try_choice(c, what);
            c->variant.args[slot].value[i] = p[i].def;
        }
}

static void every_choice(enum architecture a)
{
    const struct kernels *k = kernels_by_name("double");
    for (int s = 0; s < SLOTS; s++)
        for (int i = 0; k->slots[s].choices[i]; i++) {
            const struct choice *choice = k->slots[s].choices[i];
            struct model_config c = config(a);
            c.variant.choice[s] = i;
            for (int p = 0; choice->params && choice->params[p].name; p++)
                c.variant.args[s].value[p] = choice->params[p].def;
            c.variant_layers = ~(uint64_t)0;
            c.variant_in = IN_ENCODER | IN_DECODER | IN_CROSS;
            try_choice(&c, choice->name);
            try_values(&c, s, choice);
        }
}

TEST("step-by-step decoding works with every choice")
{
    taken = 0;
    every_choice(ARCH_DECODER);
    every_choice(ARCH_ENCODER_DECODER);
    assert_true(taken > 2 * 40);
}

/* ---- the rest of a model ---- */

/* Returns a model config with a neural score, soft cap, forget gate and bottleneck query in its
 * second layer only. */
static struct model_config mixed(enum architecture a)
{
    struct model_config c = config(a);
    const struct slot *slots = kernels_by_name("double")->slots;
    static const struct {
        enum slot_id slot;
        const char *name;
    } swaps[] = {{SLOT_SCORE, "neural"},
                 {SLOT_LOGITS, "softcap"},
                 {SLOT_FORGET, "sigmoid"},
                 {SLOT_Q, "residual_bottleneck"},
                 {SLOT_GATE, "sigmoid"}};
    for (size_t i = 0; i < sizeof swaps / sizeof *swaps; i++) {
        enum slot_id s = swaps[i].slot;
        int at = 0;
        while (strcmp(slots[s].choices[at]->name, swaps[i].name)) at++;
        const struct param *p = slots[s].choices[at]->params;
        c.variant.choice[s] = at;
        for (int j = 0; p && p[j].name; j++) c.variant.args[s].value[j] = p[j].def;
    }
    c.variant_layers = 1 << 1;
    c.variant_in = IN_DECODER;
    return c;
}

TEST("step-by-step decoding works with every kind of model")
{
    static const enum architecture all[] = {ARCH_DECODER, ARCH_ENCODER_DECODER};
    for (int i = 0; i < 2 * POSITIONS * NORM_PLACES * METHODS; i++) {
        struct model_config c = mixed(all[i % 2]);
        char what[80];
        c.position = (enum position)(i / 2 % POSITIONS);
        c.norm_place = (enum norm_place)(i / 2 / POSITIONS % NORM_PLACES);
        c.plain.method = c.variant.method = (enum method)(i / 2 / POSITIONS / NORM_PLACES);
        c.tied = i / 2 % 3 == 0;
        c.shared_embedding = false;
        c.dropout = c.attention_dropout = 0.3; /* Dropout applies to training only. */
        c.plain.scale_place = i % 3 == 0;
        c.initial = (i / 2 + i / 2 / POSITIONS) % 2 ? INITIAL_MATCHED : INITIAL_OWN;
        snprintf(what, sizeof what, "%s, %s, %s-LN, %s", architecture_names[c.architecture],
                 position_names[c.position], norm_place_names[c.norm_place],
                 method_names[c.plain.method]);
        check_both(&c, what);
    }
}

/* The cache contains only the shared key and value heads. */
TEST("step-by-step decoding works with grouped queries")
{
    static const enum architecture all[] = {ARCH_DECODER, ARCH_ENCODER_DECODER};
    for (int i = 0; i < 2 * POSITIONS; i++) {
        struct model_config c = mixed(all[i % 2]);
        c.position = (enum position)(i / 2);
        c.heads = 4, c.d_head = 2;
        c.kv_heads = 1 + i / 2 % 2;
        c.variant.choice[SLOT_COMBINE] = c.kv_heads == 2;
        check_both(&c, c.kv_heads == 1 ? "multi-query attention" : "two of four heads");
    }
}

/* 135 keys exceed one attention tile, and the rows exceed one projection block. */
TEST("step-by-step decoding works beyond one tile of keys")
{
    struct model_config c = mixed(ARCH_ENCODER_DECODER);
    c.position = POSITION_ROTARY;
    c.max_n = 135;
    c.max_m = 140;
    check(fastest_build(), &c, c.max_n, "135 positions");
}

TEST("models without a decoder cannot decode")
{
    static const enum architecture all[] = {ARCH_ENCODER, ARCH_VISION};
    for (int a = 0; a < 2; a++) {
        struct model_config c = net_config(all[a]);
        struct model *m = open_checked(double_build(), &c, false);
        assert_non_null(double_build()->refuse_steps(m));
    }
}
