/* SPDX-License-Identifier: MIT
 * Tests swapping a variant into a trained model. Some tensors keep their values and others restart.
 * New slots can start with the trained linear map. */
#include "models/swap.h"
#include "base/rng.h"
#include "net_case.h"

enum { SEED = 7, BATCH = 3 };
enum { MLP_DEPTH, MLP_WIDTH, MLP_ACT, MLP_NORM, MLP_RESIDUAL, MLP_BIAS };
#define SLOT_BIT(slot) (1u << (slot))

static int choice_named(int slot, const char *name)
{
    const struct choice *const *list = kernels_by_name("double")->slots[slot].choices;
    for (int i = 0; list[i]; i++)
        if (strcmp(list[i]->name, name) == 0) return i;
    fail_msg("no choice is named %s", name);
    return -1;
}

static void choose(struct model_config *c, int slot, const char *name)
{
    int choice = choice_named(slot, name);
    const struct param *p = kernels_by_name("double")->slots[slot].choices[choice]->params;
    c->variant.choice[slot] = choice;
    c->variant.args[slot] = (struct args){{0}};
    for (int i = 0; p && p[i].name; i++) c->variant.args[slot].value[i] = p[i].def;
}

static struct model_config everywhere(void)
{
    struct model_config c = net_config(ARCH_ENCODER_DECODER);
    c.variant_layers = ~(uint64_t)0;
    c.variant_in = IN_ENCODER | IN_DECODER | IN_CROSS;
    return c;
}

/* Returns a softmax model whose weights and biases differ greatly from their starting values. */
static struct model *trained(const struct model_build *build, const struct model_config *c)
{
    struct model_config plain = swap_plain(c);
    struct model *m = build->open(&plain, 7, true);
    size_t reals = build->memory(m).parameters / build->real_size;
    void *w = build->parameters(m);
    for (size_t i = 0; i < reals; i++)
        set_real(build, w, i, real_at(build, w, i) + 0.2 * rng_normal(1, rng_stream("trained"), i));
    return m;
}

static struct model *swapped(const struct model_build *build, const struct model_config *c,
                             const struct swap *s, struct model *plain)
{
    const char *reason = swap_refuse(build, c, s);
    if (!reason) reason = build->refuse(c);
    if (reason) fail_msg("refused: %s", reason);
    return swap_in(build, c, s, SEED, plain);
}

/* ---- reproduce ---- */

enum { LOGITS = CASE_MOST };
static void all_logits(const struct model_build *build, struct model *m, const struct net_batch *b,
                       int vocabulary, float *out)
{
    double count;
    build->forward(m, &b->batch, 0, &count);
    for (int i = 0; i < b->batch.batch * b->batch.n; i++)
        build->logits(m, i / b->batch.n, i % b->batch.n, out + i * vocabulary);
}

/* The tolerance is relative to the largest logit. In float builds, sums are added in a different
 * order. */
static void check_reproduced(const struct model_build *build, const struct model_config *c,
                             const char *what)
{
    static float before[LOGITS], after[LOGITS];
    struct swap s = {.steps = 1, .init = SWAP_REPRODUCE};
    struct net_batch *b = net_batch(c, BATCH, 7, 6, 5);
    int count = BATCH * 7 * c->vocabulary;
    struct model *m = trained(build, c);
    all_logits(build, m, b, c->vocabulary, before);
    m = swapped(build, c, &s, m);
    all_logits(build, m, b, c->vocabulary, after);
    double largest = 0, worst = 0;
    for (int i = 0; i < count; i++) {
        largest = fmax(largest, fabs((double)before[i]));
        worst = fmax(worst, fabs((double)after[i] - (double)before[i]));
    }
    assert_true(largest > 0.1);
    if (!(worst <= 1e-6 * largest))
        fail_msg("%s [%s]: logits differ by %g (the largest logit is %g)", what, build->name, worst,
                 largest);
    build->close(m);
}

static void check_both(const struct model_config *c, const char *what)
{
    check_reproduced(double_build(), c, what);
    check_reproduced(fastest_build(), c, what);
}

static struct model_config all_mlp(int arg, double value)
{
    static const int slots[] = {SLOT_Q, SLOT_K, SLOT_V, SLOT_O};
    struct model_config c = everywhere();
    for (int i = 0; i < 4; i++) {
        choose(&c, slots[i], "mlp");
        if (arg >= 0) c.variant.args[slots[i]].value[arg] = value;
    }
    return c;
}

TEST("an MLP can reproduce the linear map")
{
    static const int acts[] = {ACT_IDENTITY, ACT_RELU, ACT_GELU, ACT_SILU, ACT_LEAKY_RELU};
    struct model_config c;
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) {
        c = all_mlp(MLP_ACT, acts[i]);
        check_both(&c, activation_names[acts[i]]);
    }
    c = all_mlp(MLP_WIDTH, 3); /* The MLP has more hidden units than the linear map needs. */
    check_both(&c, "width 3");
    for (int depth = 1; depth <= 4; depth++) {
        c = all_mlp(MLP_DEPTH, depth);
        c.variant.args[SLOT_K].value[MLP_ACT] = ACT_LEAKY_RELU;
        c.variant.args[SLOT_O].value[MLP_ACT] = ACT_GELU;
        check_both(&c, "depth");
    }
    c = all_mlp(MLP_RESIDUAL, 1);
    check_both(&c, "residual mlp");
    c = all_mlp(MLP_BIAS, 0);
    check_both(&c, "no bias");
}

TEST("other maps and biases can reproduce the linear map")
{
    struct model_config c = all_mlp(-1, 0);
    for (int s = 0; s < SLOTS; s++)
        if (s == SLOT_Q || s == SLOT_V) c.plain.args[s].value[0] = 1;
    c.heads = 1, c.d_head = 5;
    c.variant.args[SLOT_O].value[MLP_WIDTH] =
        4; /* The output map has 20 hidden units for 8 outputs. */
    check_both(&c, "bias, other widths");
    c = everywhere();
    choose(&c, SLOT_Q, "residual");
    choose(&c, SLOT_V, "activated");
    c.variant.args[SLOT_V].value[0] = ACT_IDENTITY;
    check_both(&c, "residual, activated without its activation");
    c = all_mlp(-1, 0);
    c.variant_layers = 2;
    c.variant_in = IN_CROSS;
    check_both(&c, "one attention only");
}

static const char *refusal(const struct model_config *c, struct swap s)
{
    s.steps = 1;
    return swap_refuse(double_build(), c, &s);
}
static void expect(const struct model_config *c, const char *words)
{
    const char *reason = refusal(c, (struct swap){.init = SWAP_REPRODUCE});
    if (!reason || !strstr(reason, words))
        fail_msg("expected '%s', found '%s'", words, reason ? reason : "(no error)");
    assert_null(refusal(c, (struct swap){.init = SWAP_FRESH}));
}

TEST("choices that cannot reproduce a linear map are refused")
{
    struct model_config c = all_mlp(MLP_ACT, ACT_TANH);
    expect(&c, "activation");
    c = all_mlp(MLP_ACT, ACT_RELU2);
    expect(&c, "activation");
    c = all_mlp(MLP_NORM, 1);
    expect(&c, "norm");
    c = all_mlp(MLP_WIDTH, 1.75);
    expect(&c, "width to 2 or more");
    c = all_mlp(MLP_BIAS, 0);
    c.plain.args[SLOT_V].value[0] = 1;
    expect(&c, "bias");
    c = everywhere();
    choose(&c, SLOT_K, "residual_bottleneck");
    expect(&c, "norm");
    c = everywhere();
    choose(&c, SLOT_Q, "activated");
    expect(&c, "ends with an activation");
    c = everywhere();
    choose(&c, SLOT_Q, "identity");
    expect(&c, "this projection cannot reproduce a linear map");
    c = everywhere();
    choose(&c, SLOT_SCORE, "neural");
    expect(&c, "only projections");
    struct swap none = {.init = SWAP_REPRODUCE};
    /* Reproducing a trained map requires a swap; otherwise the choice is refused. */
    assert_non_null(swap_refuse(double_build(), &c, &none));
    none.init = SWAP_FRESH;
    assert_null(swap_refuse(double_build(), &c, &none));
}

/* ---- fresh ---- */

/* Counts tensors of the swapped model that keep their trained values, and tensors that restart. */
struct seen {
    int kept, anew;
};
static struct seen compare(const struct model_config *c, const struct swap *s,
                           bool (*begins_anew)(const struct model_tensor *))
{
    const struct model_build *build = fastest_build();
    struct model *plain = trained(build, c), *other = trained(build, c);
    struct model *m = swapped(build, c, s, plain),
                 *initial = build->open(c, swap_seed(SEED), false);
    int count, old_count;
    const struct model_tensor *t = build->tensors(m, &count),
                              *old = build->tensors(other, &old_count);
    const float *w = build->parameters(m), *before = build->parameters(other);
    const float *fresh = build->parameters(initial);
    struct seen seen = {0, 0};
    for (int i = 0; i < count; i++) {
        const struct model_tensor *from = NULL;
        for (int j = 0; j < old_count; j++)
            if (strcmp(old[j].name, t[i].name) == 0) from = &old[j];
        size_t bytes = t[i].count * sizeof *w;
        if (begins_anew(&t[i])) {
            assert_memory_equal(w + t[i].at, fresh + t[i].at, bytes);
            seen.anew++;
        } else {
            assert_non_null(from);
            assert_memory_equal(w + t[i].at, before + from->at, bytes);
            seen.kept++;
        }
    }
    build->close(m);
    build->close(other);
    build->close(initial);
    return seen;
}

static bool is_q_or_v(const struct model_tensor *t)
{
    return strstr(t->name, "attention.q.") || strstr(t->name, "attention.v.") ||
           strstr(t->name, "cross.q.") || strstr(t->name, "cross.v.");
}
static bool is_score(const struct model_tensor *t) { return strstr(t->name, ".score."); }
static bool in_decoder_1(const struct model_tensor *t)
{
    return strncmp(t->name, "decoder.1.attention.", 20) == 0 && is_q_or_v(t);
}

TEST("a fresh swap keeps all other tensors bit for bit")
{
    struct swap s = {.steps = 1};
    struct model_config c = everywhere();
    choose(&c, SLOT_Q, "mlp");
    choose(&c, SLOT_V, "mlp");
    struct seen seen = compare(&c, &s, is_q_or_v);
    /* 6 attention layers with 2 slots of 4 tensors each (w1, b1, w2, b2) restart. */
    assert_int_equal(seen.anew, 6 * 2 * 4);
    assert_true(seen.kept > seen.anew);
    c = everywhere();
    choose(&c, SLOT_SCORE, "neural");
    assert_true(compare(&c, &s, is_score).anew > 0);
}

TEST("the control restarts only the given slots")
{
    struct swap s = {.steps = 1, .slots = SLOT_BIT(SLOT_Q) | SLOT_BIT(SLOT_V)};
    struct model_config c = everywhere();
    assert_int_equal(compare(&c, &s, is_q_or_v).anew, 6 * 2);
    c.variant_layers = 2;
    c.variant_in = IN_DECODER;
    assert_int_equal(compare(&c, &s, in_decoder_1).anew, 2);
}

/* A layer with the same starting values would repeat the same lucky or unlucky draw (lottery
 * ticket). */
TEST("fresh values differ from the first starting values")
{
    const struct model_build *build = double_build();
    struct model_config c = everywhere();
    struct model *first = build->open(&c, SEED, false), *second;
    second = build->open(&c, swap_seed(SEED), false);
    int count;
    const struct model_tensor *t = build->tensors(first, &count);
    const double *a = build->parameters(first), *b = build->parameters(second);
    for (int i = 0; i < count; i++)
        if (is_q_or_v(&t[i]))
            for (size_t e = 0; e < t[i].count; e++) assert_true(a[t[i].at + e] != b[t[i].at + e]);
    build->close(first);
    build->close(second);
}
