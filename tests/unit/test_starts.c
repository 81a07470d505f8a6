/* SPDX-License-Identifier: MIT
 * Tests matched starting values of whole models (models/net/start.c). Initially, logits and
 * branches must be as large as in softmax attention. Softmax attention itself must not change. */
#include "models/swap.h"
#include "net_gradient.h"

enum { SEQUENCES = 3 };

static struct model_config everywhere(enum architecture a)
{
    struct model_config c = net_config(a);
    c.variant_layers = ~(uint64_t)0;
    c.variant_in = IN_ENCODER | IN_DECODER | IN_CROSS;
    c.initial = INITIAL_MATCHED;
    return c;
}

static void choose(struct model_config *c, int slot, int choice)
{
    const struct param *p = kernels_by_name("double")->slots[slot].choices[choice]->params;
    c->variant.choice[slot] = choice;
    for (int i = 0; p && p[i].name; i++) c->variant.args[slot].value[i] = p[i].def;
}

static struct net_batch *batch_of(const struct model_config *c)
{
    return net_batch(c, SEQUENCES, c->max_n, c->architecture == ARCH_ENCODER_DECODER ? c->max_m : 0,
                     5);
}

/* Measures the sizes of logits and branches in the softmax model with the same seed. Returns the
 * number of sizes. */
static int plain_starts(const struct model_build *build, const struct model_config *c,
                        const struct net_batch *b, struct start *out)
{
    struct model_config plain = swap_plain(c);
    struct model *twin = open_checked(build, &plain, false);
    int count = build->measure_starts(twin, &b->batch, out);
    return count;
}

/* ---- every choice begins with the plain sizes ---- */

static int matched, left;

/* Sizes may differ slightly, because multipliers are rounded to the precision of the parameters. */
static void same_size(const struct model_build *build, const char *what, const char *attention,
                      double is, double should, const char *why_left, double multiplier)
{
    double tolerance = build->real_size == 8 ? 1e-12 : 1e-5;
    if (why_left) {
        assert_true(multiplier == 1);
        left++;
        return;
    }
    if (!(fabs(is / should - 1) <= tolerance))
        fail_msg("%s [%s], %s: size %.9g (expected %.9g)", what, build->name, attention, is,
                 should);
    matched++;
}

static void check_matched(const struct model_build *build, const struct model_config *c,
                          const char *what)
{
    static struct start plain[MOST_ATTENTIONS], after[MOST_ATTENTIONS];
    static struct matched_start told[MOST_ATTENTIONS];
    struct net_batch *b = batch_of(c);
    int count = plain_starts(build, c, b, plain);
    struct model *m = open_checked(build, c, true);
    build->match_starts(m, &b->batch, plain);
    assert_int_equal(build->measure_starts(m, &b->batch, after), count);
    assert_int_equal(build->starts(m, told), count);
    for (int i = 0; i < count; i++) {
        const struct matched_start *s = &told[i];
        same_size(build, what, s->attention, after[i].logits, plain[i].logits, s->left_logits,
                  s->multiplier.logits);
        same_size(build, what, s->attention, after[i].branch, plain[i].branch, s->left_branch,
                  s->multiplier.branch);
    }
}

static void check_choice(const struct model_config *c, const char *what)
{
    if (double_build()->refuse(c)) return;
    check_matched(double_build(), c, what);
    check_matched(fastest_build(), c, what);
}

TEST("matching equalises initial logits and outputs with softmax attention")
{
    const struct kernels *k = kernels_by_name("double");
    matched = left = 0;
    for (int a = 0; a < ARCHITECTURES; a++)
        for (int slot = 0; slot < SLOTS; slot++)
            for (int i = 0; k->slots[slot].choices[i]; i++) {
                struct model_config c = everywhere((enum architecture)a);
                choose(&c, slot, i);
                c.norm_place = i % 2 ? NORM_POST : NORM_PRE;
                c.variant.scale_place = slot % 2 ? SCALE_OUTSIDE : SCALE_INSIDE;
                check_choice(&c, k->slots[slot].choices[i]->name);
            }
    assert_true(matched > 500 && left < matched / 50);
}

TEST("matching equalises initial logits and outputs of combined choices")
{
    const struct kernels *k = kernels_by_name("double");
    for (int i = 1; k->slots[SLOT_SCORE].choices[i]; i++) {
        struct model_config c = everywhere(ARCH_ENCODER_DECODER);
        choose(&c, SLOT_SCORE, i);
        choose(&c, SLOT_NORMALIZER, i % 4);
        choose(&c, SLOT_Q, i % 6);
        choose(&c, SLOT_O, i % 6);
        c.variant.method = i % 2 ? METHOD_MATERIALISED : METHOD_STREAMING;
        check_choice(&c, "all slots");
        c.variant_layers = 1;
        c.variant_in = i % 2 ? IN_DECODER : IN_CROSS | IN_ENCODER;
        check_choice(&c, "some layers");
    }
}

/* ---- what is measured ---- */

static const struct model_tensor *tensor_named(const struct model *m, const char *name)
{
    int count;
    const struct model_tensor *t = double_build()->tensors(m, &count);
    for (int i = 0; i < count; i++)
        if (strcmp(t[i].name, name) == 0) return &t[i];
    fail_msg("no tensor is named %s", name);
    return NULL;
}
static double *values_of(struct model *m, const char *name)
{
    return (double *)double_build()->parameters(m) + tensor_named(m, name)->at;
}

/* Computes the input of the first attention layer of a pre-norm stack: LayerNorm of embedding plus
 * position. */
static void first_rows(struct model *m, const struct model_config *c, const struct net_batch *b,
                       double *u)
{
    const double *embedding = values_of(m, "embedding"), *position = values_of(m, "position");
    int d = c->d_model, n = b->batch.n;
    for (int row = 0; row < SEQUENCES * n; row++, u += d) {
        double mean = 0, square = 0;
        for (int i = 0; i < d; i++) {
            u[i] = embedding[b->tokens[row] * d + i] + position[row % n * d + i];
            mean += u[i] / d;
        }
        for (int i = 0; i < d; i++) square += (u[i] - mean) * (u[i] - mean) / d;
        for (int i = 0; i < d; i++) u[i] = (u[i] - mean) / sqrt(square + 1e-5);
    }
}

/* Returns the initial sizes of logits and branch in a single layer with these input rows. */
static struct start layer_start(struct model *m, const struct model_config *c,
                                const struct net_batch *b, const char *stack)
{
    const struct kernels *k = kernels_by_name("double");
    struct layer l = c->plain;
    struct tensor list[MAX_LAYER_TENSORS];
    void *w[MAX_LAYER_TENSORS];
    int n = b->batch.n, d = c->d_model;
    double squares = 0, rows = 0;
    l.shape = (struct shape){SEQUENCES, c->heads, n, n, d, c->d_head, c->kv_heads};
    l.mask = c->architecture == ARCH_DECODER ? MASK_CAUSAL : MASK_PADDING;
    for (int t = k->tensors(&l, list) - 1; t >= 0; t--) {
        char name[80];
        snprintf(name, sizeof name, "%s.0.attention.%s", stack, list[t].name);
        w[t] = values_of(m, name);
    }
    struct layer_memory need = k->memory(&l, 1);
    size_t spread = k->spread_bytes(&l), working = need.working > spread ? need.working : spread;
    double *u = aligned_alloc(64, (need.input + 63) / 64 * 64),
           *y = aligned_alloc(64, (need.output + 63) / 64 * 64);
    struct layer_io io = {u,
                          u,
                          b->lengths,
                          w,
                          aligned_alloc(64, (need.activations + 63) / 64 * 64),
                          aligned_alloc(64, (working + 63) / 64 * 64),
                          y};
    first_rows(m, c, b, u);
    k->forward(&l, &io, NULL, NULL);
    for (int s = 0; s < SEQUENCES; s++)
        for (int i = 0; i < b->lengths[s] * d; i++) {
            squares += y[s * n * d + i] * y[s * n * d + i];
            rows += 1.0 / d;
        }
    struct start found = {k->spread(&l, &io, b->lengths).spread, sqrt(squares / rows / d)};
    free(u), free(y), free(io.activations), free(io.working);
    return found;
}

TEST("logit spread and output size in a model equal those of the layer alone")
{
    static const struct {
        enum architecture architecture;
        const char *stack;
    } cases[] = {{ARCH_DECODER, "decoder"}, {ARCH_ENCODER, "encoder"}};
    for (int i = 0; i < 2; i++) {
        struct model_config c = everywhere(cases[i].architecture);
        struct net_batch *b = batch_of(&c);
        struct model *m = open_checked(double_build(), &c, false);
        struct start all[MOST_ATTENTIONS], want = layer_start(m, &c, b, cases[i].stack);
        assert_int_equal(double_build()->measure_starts(m, &b->batch, all), c.layers);
        assert_true(fabs(all[0].logits / want.logits - 1) < 1e-12);
        assert_true(fabs(all[0].branch / want.branch - 1) < 1e-12);
        assert_true(fabs(all[1].branch / want.branch - 1) > 1e-3);
    }
}

TEST("attention layers are listed in order")
{
    static const char *const names[] = {"encoder.0.attention", "encoder.1.attention",
                                        "decoder.0.attention", "decoder.0.cross",
                                        "decoder.1.attention", "decoder.1.cross"};
    static struct matched_start told[MOST_ATTENTIONS];
    struct model_config c = everywhere(ARCH_ENCODER_DECODER);
    struct model *m = open_checked(double_build(), &c, false);
    assert_int_equal(double_build()->starts(m, told), 6);
    for (int i = 0; i < 6; i++) assert_string_equal(told[i].attention, names[i]);
    c.initial = INITIAL_OWN;
    m = open_checked(double_build(), &c, false);
    assert_int_equal(double_build()->starts(m, told), 0);
}

/* ---- what is left alone ---- */

/* Every multiplier must be exactly 1. A training step must give the same bits as without
 * multipliers. */
TEST("matching does not change softmax attention")
{
    static struct start plain[MOST_ATTENTIONS];
    static struct matched_start told[MOST_ATTENTIONS];
    const struct model_build *const builds[] = {double_build(), fastest_build()};
    for (int i = 0; i < 2 * ARCHITECTURES * 2; i++) {
        const struct model_build *build = builds[i % 2];
        struct model_config c = everywhere((enum architecture)(i / 2 % ARCHITECTURES)), own = c;
        own.initial = INITIAL_OWN;
        c.dropout = own.dropout = i / 2 / ARCHITECTURES ? 0.3 : 0;
        struct net_batch *b = batch_of(&c);
        int count = plain_starts(build, &c, b, plain), tensors;
        struct model *m = open_checked(build, &c, true), *w = open_checked(build, &own, true);
        build->match_starts(m, &b->batch, plain);
        assert_int_equal(build->starts(m, told), count);
        for (int a = 0; a < count; a++) {
            assert_true(told[a].multiplier.logits == 1 && told[a].multiplier.branch == 1);
            assert_true(!told[a].left_logits && !told[a].left_branch);
        }
        assert_true(loss_of(build, m, b, 3) == loss_of(build, w, b, 3));
        build->backward(m, &b->batch, 1);
        build->backward(w, &b->batch, 1);
        const struct model_tensor *t = build->tensors(w, &tensors);
        for (int j = 0; j < tensors; j++) {
            const char *name = t[j].name;
            int all;
            const struct model_tensor *other = build->tensors(m, &all);
            while (strcmp(other->name, name)) other++;
            assert_memory_equal((char *)build->gradients(m) + other->at * build->real_size,
                                (char *)build->gradients(w) + t[j].at * build->real_size,
                                t[j].count * build->real_size);
        }
    }
}

static int normalizer_named(const char *name)
{
    const struct choice *const *list = kernels_by_name("double")->slots[SLOT_NORMALIZER].choices;
    int i = 0;
    while (strcmp(list[i]->name, name)) i++;
    return i;
}

/* With score scale 0, all logits are 0. The normaliser relu then sets all weights to 0, so the
 * output of the branch is 0. */
TEST("starting values that cannot be matched are refused")
{
    static struct start plain[MOST_ATTENTIONS];
    static struct matched_start told[MOST_ATTENTIONS];
    for (int relu = 0; relu < 2; relu++) {
        struct model_config c = everywhere(ARCH_DECODER);
        c.variant.score_scale = 0;
        if (relu) choose(&c, SLOT_NORMALIZER, normalizer_named("relu"));
        struct net_batch *b = batch_of(&c);
        const struct model_build *build = fastest_build();
        int count = plain_starts(build, &c, b, plain);
        struct model *m = open_checked(build, &c, true);
        build->match_starts(m, &b->batch, plain);
        assert_int_equal(build->starts(m, told), count);
        for (int i = 0; i < count; i++) {
            assert_true(told[i].multiplier.logits == 1 && told[i].own.logits == 0);
            assert_string_equal(told[i].left_logits, "is 0");
            assert_int_equal(told[i].left_branch != NULL, relu);
            assert_int_equal(told[i].multiplier.branch == 1, relu);
        }
        for (int i = 0; i < count; i++) plain[i].branch = relu ? (double)NAN : 0;
        choose(&c, SLOT_NORMALIZER, 0);
        m = open_checked(build, &c, true);
        build->match_starts(m, &b->batch, plain);
        build->starts(m, told);
        assert_string_equal(told[0].left_branch, relu ? "is not finite in the baseline model"
                                                      : "is 0 in the baseline model");
        assert_true(told[0].multiplier.branch == 1);
    }
}

/* ---- gradients and steps ---- */

static void check_with_multipliers(const struct model_config *c, uint64_t dropout_step,
                                   const char *what)
{
    const struct model_build *build = double_build();
    if (build->refuse(c)) return;
    struct net_batch *b = net_batch(c, 2, 5, c->architecture == ARCH_ENCODER_DECODER ? 4 : 0, 5);
    struct model *m = open_checked(build, c, true);
    disturb(m);
    assert_true(set_multipliers(build, m, 1.75, 0.6) > 0);
    check_model(m, b, dropout_step, what);
}

TEST("gradients are right with multipliers")
{
    const struct kernels *k = kernels_by_name("double");
    for (int slot = 0; slot < SLOTS; slot++)
        for (int i = 0; k->slots[slot].choices[i]; i++) {
            struct model_config c = everywhere(i % 2 ? ARCH_ENCODER_DECODER : ARCH_DECODER);
            c.layers = 1;
            choose(&c, slot, i);
            c.variant.scale_place = slot % 2 ? SCALE_OUTSIDE : SCALE_INSIDE;
            c.norm_place = i % 3 ? NORM_PRE : NORM_POST;
            check_with_multipliers(&c, 0, k->slots[slot].choices[i]->name);
        }
    for (int a = 0; a < ARCHITECTURES; a++) {
        struct model_config c = everywhere((enum architecture)a);
        c.plain.method = c.variant.method = METHOD_MATERIALISED;
        check_with_multipliers(&c, 0, "materialised");
        c.dropout = c.attention_dropout = 0.3;
        check_with_multipliers(&c, 17, "dropout");
    }
}

/* Multipliers are not parameters, so they have no gradient and no weight decay. */
TEST("training steps do not change multipliers")
{
    const struct model_build *build = double_build();
    struct model_config c = everywhere(ARCH_ENCODER_DECODER);
    struct model *m = open_checked(build, &c, true);
    struct adamw w = {.lr = 0.1, .beta1 = 0.9, .beta2 = 0.9, .eps = 1e-8, .weight_decay = 0.5};
    static struct matched_start told[MOST_ATTENTIONS];
    size_t reals = build->memory(m).parameters / sizeof(double);
    set_multipliers(build, m, 1.75, 0.6);
    for (w.step = 1; w.step < 4; w.step++) {
        for (size_t i = 0; i < reals; i++) ((double *)build->gradients(m))[i] = 1;
        build->update(m, &w);
    }
    int count = build->starts(m, told);
    for (int i = 0; i < count; i++)
        assert_true(told[i].multiplier.logits == 1.75 && told[i].multiplier.branch == 0.6);
}
