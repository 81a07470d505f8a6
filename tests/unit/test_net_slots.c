/* SPDX-License-Identifier: MIT
 * Tests every choice of every slot in a model: its gradients, and the layers that use it. */
#include "net_gradient.h"

/* Returns a model config with this choice in one slot of every layer. */
static struct model_config choice_in(enum architecture a, int slot, int choice)
{
    struct model_config c = net_config(a);
    const struct param *p = kernels_by_name("double")->slots[slot].choices[choice]->params;
    c.layers = 1;
    c.variant.choice[slot] = choice;
    for (int i = 0; p && p[i].name; i++) c.variant.args[slot].value[i] = p[i].def;
    c.variant_layers = ~(uint64_t)0;
    c.variant_in = IN_ENCODER | IN_DECODER | IN_CROSS;
    return c;
}

static int choice_named(int slot, const char *name)
{
    const struct choice *const *list = kernels_by_name("double")->slots[slot].choices;
    int i = 0;
    while (list[i] && strcmp(list[i]->name, name)) i++;
    assert_non_null(list[i]);
    return i;
}
static struct model_config with_choice(int slot, int choice)
{
    return choice_in(ARCH_ENCODER_DECODER, slot, choice);
}

/* Checks the gradients of a choice. Returns 0 if the model refuses the choice, otherwise 1. */
static int check_choice(enum architecture a, int slot, int choice)
{
    const struct slot *of = &kernels_by_name("double")->slots[slot];
    struct model_config c = choice_in(a, slot, choice);
    char what[80];
    if (double_build()->refuse(&c)) return 0;
    snprintf(what, sizeof what, "%s: %s=%s", architecture_names[a], of->name,
             of->choices[choice]->name);
    struct net_batch *b = net_batch(&c, 2, 5, a == ARCH_ENCODER_DECODER ? 4 : 0, 5);
    check_gradients(&c, b, 0, what);
    return 1;
}

static void check_every_choice(enum architecture a)
{
    const struct kernels *k = kernels_by_name("double");
    int checked = 0;
    for (int s = 0; s < SLOTS; s++)
        for (int i = 0; k->slots[s].choices[i]; i++) checked += check_choice(a, s, i);
    assert_true(checked > 3 * SLOTS);
}

TEST("gradients of every choice are right in a decoder") { check_every_choice(ARCH_DECODER); }
TEST("gradients of every choice are right in an encoder") { check_every_choice(ARCH_ENCODER); }
TEST("gradients of every choice are right in an encoder-decoder")
{
    check_every_choice(ARCH_ENCODER_DECODER);
}
TEST("gradients of every choice are right in a vision model") { check_every_choice(ARCH_VISION); }

TEST("gradients of the materialised method are right")
{
    struct model_config c = with_choice(SLOT_SCORE, 1);
    c.variant.method = METHOD_MATERIALISED;
    c.variant.scale_place = SCALE_OUTSIDE;
    struct net_batch *b = net_batch(&c, 2, 5, 4, 5);
    check_gradients(&c, b, 0, "materialised");
}

/* Returns the number of swapped tensors whose names begin with `prefix`. */
static int swapped_under(const struct model_config *c, const char *prefix)
{
    struct model *m = open_checked(double_build(), c, false);
    int count, found = 0;
    const struct model_tensor *t = double_build()->tensors(m, &count);
    for (int i = 0; i < count; i++)
        found += t[i].swapped && strncmp(t[i].name, prefix, strlen(prefix)) == 0;
    return found;
}

TEST("a variant is used only in the chosen layers and types of attention")
{
    struct model_config c = with_choice(SLOT_V, choice_named(SLOT_V, "mlp"));
    c.layers = 3;
    c.variant_layers = 1 << 1;
    c.variant_in = IN_DECODER | IN_CROSS;
    assert_true(swapped_under(&c, "decoder.1.attention.v.") > 0);
    assert_true(swapped_under(&c, "decoder.1.cross.v.") > 0);
    assert_int_equal(swapped_under(&c, ""), swapped_under(&c, "decoder.1."));
    c.variant_in = IN_ENCODER;
    assert_int_equal(swapped_under(&c, ""), swapped_under(&c, "encoder.1.attention.v."));
    assert_true(swapped_under(&c, "") > 0);
    c.variant = c.plain;
    assert_int_equal(swapped_under(&c, ""), 0);
}

TEST("arms share the starting values of their common tensors")
{
    struct model_config a = net_config(ARCH_ENCODER_DECODER);
    struct model_config b = with_choice(SLOT_V, choice_named(SLOT_V, "mlp"));
    a.layers = 2, b.layers = 2;
    const struct model_build *build = double_build();
    struct model *ma = open_checked(build, &a, false), *mb = open_checked(build, &b, false);
    int na, nb, same = 0;
    const struct model_tensor *ta = build->tensors(ma, &na), *tb = build->tensors(mb, &nb);
    const double *wa = build->parameters(ma), *wb = build->parameters(mb);
    for (int i = 0; i < na; i++)
        for (int j = 0; j < nb; j++) {
            if (strcmp(ta[i].name, tb[j].name) || tb[j].swapped) continue;
            assert_int_equal(ta[i].count, tb[j].count);
            assert_memory_equal(wa + ta[i].at, wb + tb[j].at, ta[i].count * sizeof *wa);
            same++;
        }
    assert_true(same > na / 2);
}

/* The paper of this score specifies random initial biases. They apply only to swapped tensors, not
 * to tensors of softmax attention. */
TEST("published starting values change only swapped tensors")
{
    const struct slot *slot = &kernels_by_name("double")->slots[SLOT_SCORE];
    int choice = 0;
    while (!slot->choices[choice]->published || !slot->choices[choice]->published->biases) choice++;
    struct model_config own = with_choice(SLOT_SCORE, choice), published = own;
    published.initial = INITIAL_PUBLISHED;
    const struct model_build *build = double_build();
    struct model *a = open_checked(build, &own, false), *b = open_checked(build, &published, false);
    int count, drawn = 0;
    const struct model_tensor *t = build->tensors(a, &count);
    const double *wa = build->parameters(a), *wb = build->parameters(b);
    for (int i = 0; i < count; i++) {
        bool same = !memcmp(wa + t[i].at, wb + t[i].at, t[i].count * sizeof *wa);
        if (same == t[i].swapped)
            fail_msg("%s: %s", t[i].name,
                     same ? "swapped, but the values are the same"
                          : "not swapped, but the values changed");
        drawn += t[i].swapped && wa[t[i].at] == 0;
    }
    assert_true(drawn > 0);
}

/* Returns the root mean square of the entries of a tensor. */
static double deviation(const struct model_config *c, const char *name)
{
    const struct model_build *build = double_build();
    struct model *m = open_checked(build, c, false);
    int count;
    const struct model_tensor *t = build->tensors(m, &count);
    double square = NAN;
    for (int i = 0; i < count; i++) {
        if (strcmp(t[i].name, name)) continue;
        const double *w = (const double *)build->parameters(m) + t[i].at;
        square = 0;
        for (size_t j = 0; j < t[i].count; j++) square += w[j] * w[j] / (double)t[i].count;
    }
    return sqrt(square);
}

/* A linear map has the same initial weights with and without a bias. The last matrix of an MLP has
 * the same initial size in every slot. */
TEST("starting values have the configured gain in every slot")
{
    static const int slots[] = {SLOT_Q, SLOT_K, SLOT_V, SLOT_O};
    for (int i = 0; i < 4; i++) {
        struct model_config plain = net_config(ARCH_DECODER);
        struct model_config linear =
            choice_in(ARCH_DECODER, slots[i], choice_named(slots[i], "linear"));
        struct model_config mlp = choice_in(ARCH_DECODER, slots[i], choice_named(slots[i], "mlp"));
        const char *slot = kernels_by_name("double")->slots[slots[i]].name;
        char w[60], last[60];
        snprintf(w, sizeof w, "decoder.1.attention.%s.w", slot);
        snprintf(last, sizeof last, "decoder.1.attention.%s.w2", slot);
        plain.residual_scale = linear.residual_scale = mlp.residual_scale = true;
        plain.layers = linear.layers = mlp.layers = 2;
        linear.variant.args[slots[i]].value[0] = 1;
        double want = deviation(&plain, w);
        assert_true(fabs(deviation(&linear, w) / want - 1) < 1e-12);
        /* The expected standard deviation is 0.3 * sqrt(8) / sqrt(16) for 16 inputs. The output map
         * has half of this. The tolerance is four standard errors of 128 draws. */
        want = 0.3 * sqrt(8) / sqrt(16) / (slots[i] == SLOT_O ? 2 : 1);
        assert_true(fabs(deviation(&mlp, last) / want - 1) < 4 / sqrt(2.0 * 128));
    }
}
