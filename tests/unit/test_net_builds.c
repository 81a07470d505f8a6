/* SPDX-License-Identifier: MIT
 * Tests that equivalent computations agree:
 * - float and double builds
 * - accumulated and single gradients
 * - whole and chunked logits
 * - AdamW and its textbook form */
#include "net_case.h"

/* Returns the gradients of the network in double with float32 products, which are freed at the end
 * of the test. */
static const double *smooth_gradients(const struct model_config *c, const struct net_batch *b)
{
    struct model_config smooth = *c;
    smooth.precision = PRECISION_FLOAT32;
    struct model *m = open_checked(double_build(), &smooth, true);
    set_multipliers(double_build(), m, 1.75, 0.6);
    loss_of(double_build(), m, b, 9);
    double_build()->backward(m, &b->batch, 0.5);
    return double_build()->gradients(m);
}

/* Compares loss and gradients of a build with the double build under the same dropout masks. The
 * tolerance is relative to the largest entry of the tensor or of the model.
 *
 * In bf16 and double, a number may be rounded differently, so the tolerance for bf16 includes the
 * effect of rounding (harness/measure/check/gradient.c). Rounding must change the gradient of each
 * matrix. */
static void compare(const struct model_config *c, const struct net_batch *b,
                    const struct model_build *build)
{
    const struct model_build *exact = double_build();
    struct model *m = open_checked(build, c, true), *e = open_checked(exact, c, true);
    assert_int_equal(set_multipliers(build, m, 1.75, 0.6), set_multipliers(exact, e, 1.75, 0.6));
    double loss = loss_of(build, m, b, 9), want = loss_of(exact, e, b, 9);
    assert_true(fabs(loss - want) <= (c->precision == PRECISION_BF16 ? 1e-2 : 1e-4) * want);
    build->backward(m, &b->batch, 0.5);
    exact->backward(e, &b->batch, 0.5);
    int count;
    const struct model_tensor *t = exact->tensors(e, &count);
    double all = largest_of(exact, e, exact->gradients(e), -1);
    const double *smooth = smooth_gradients(c, b);
    for (int i = 0; i < count; i++) {
        double scale = fmax(largest_of(exact, e, exact->gradients(e), i), 0.01 * all);
        double rounding = 0;
        for (size_t j = t[i].at; j < t[i].at + t[i].count; j++)
            rounding = fmax(rounding, fabs(real_at(exact, exact->gradients(e), j) - smooth[j]));
        assert_true(c->precision == PRECISION_FLOAT32 || t[i].rank < 2 || rounding > 0);
        for (size_t j = t[i].at; j < t[i].at + t[i].count; j++) {
            double is = real_at(build, build->gradients(m), j),
                   should = real_at(exact, exact->gradients(e), j);
            if (!(fabs(is - should) <= 1e-4 * scale + 4 * rounding))
                fail_msg("%s, %s: %s: found %g, expected %g", build->name,
                         architecture_names[c->architecture], t[i].name, is, should);
        }
    }
}

TEST("float builds agree with the double build")
{
    int builds = 0;
    for (const struct kernels *const *k = kernels_available(); *k; k++, builds++)
        for (int i = 0; i < 4 * ARCHITECTURES; i++) {
            enum architecture a = (enum architecture)(i / 4);
            struct model_config c = net_config(a);
            c.initial = i % 2 ? INITIAL_MATCHED : INITIAL_OWN;
            c.precision = i / 2 % 2 ? PRECISION_BF16 : PRECISION_FLOAT32;
            /* The widths of the model are not multiples of the vector length. */
            c.d_model = 24, c.d_head = 12, c.ffn = 50, c.dropout = 0.1;
            c.norm_place = a % 2 ? NORM_POST : NORM_PRE;
            struct net_batch *b = net_batch(&c, 3, 6, a == ARCH_ENCODER_DECODER ? 5 : 0, 1);
            assert_non_null(model_build_for(*k));
            compare(&c, b, model_build_for(*k));
        }
    assert_true(builds > 0);
}

/* Kernels overwrite their gradients; the model must add the gradients of several passes. */
TEST("gradients of two backward passes are added")
{
    const struct model_build *build = double_build();
    for (int a = 0; a < ARCHITECTURES; a++) {
        struct model_config c = net_config((enum architecture)a);
        struct net_batch *b = net_batch(&c, 3, 6, a == ARCH_ENCODER_DECODER ? 5 : 0, 2);
        struct model *m = open_checked(build, &c, true);
        size_t reals = build->memory(m).gradients / sizeof(double);
        double *g = build->gradients(m), *once = malloc(reals * sizeof *once);
        loss_of(build, m, b, 0);
        build->backward(m, &b->batch, 1);
        memcpy(once, g, reals * sizeof *once);
        loss_of(build, m, b, 0);
        build->backward(m, &b->batch, 0.5);
        /* The tolerance allows for sums added in a different order. */
        double largest = largest_of(build, m, g, -1);
        for (size_t i = 0; i < reals; i++)
            assert_true(fabs(g[i] - 1.5 * once[i]) < 1e-13 * largest);
        build->zero_gradients(m);
        for (size_t i = 0; i < reals; i++) assert_true(g[i] == 0);
        loss_of(build, m, b, 0);
        build->backward(m, &b->batch, 1);
        assert_memory_equal(g, once, reals * sizeof *once);
        free(once);
    }
}

TEST("the gradient of a tied embedding is the sum over both uses")
{
    const struct model_build *build = double_build();
    struct model_config c = net_config(ARCH_DECODER), tied = c;
    tied.tied = true;
    struct net_batch *b = net_batch(&c, 2, 6, 0, 3);
    struct model *apart = open_checked(build, &c, true), *one = open_checked(build, &tied, true);
    int na, count;
    const struct model_tensor *t = build->tensors(apart, &na), *head = NULL;
    for (int i = 0; i < na; i++)
        if (strcmp(t[i].name, "head.w") == 0) head = &t[i];
    assert_non_null(head);
    assert_string_equal(t[0].name, "embedding");
    assert_string_equal(build->tensors(one, &count)[0].name, "embedding");
    double *w = build->parameters(apart);
    memcpy(w + head->at, w + t[0].at, head->count * sizeof *w);
    assert_true(loss_of(build, apart, b, 0) == loss_of(build, one, b, 0));
    build->backward(apart, &b->batch, 1);
    build->backward(one, &b->batch, 1);
    const double *ga = build->gradients(apart), *g1 = build->gradients(one);
    for (size_t i = 0; i < head->count; i++)
        assert_true(fabs(g1[i] - ga[i] - ga[head->at + i]) < 1e-12);
}

/* Logits of 512 rows with 70,000 tokens need several chunks. Logits of half of the rows fit into
 * one chunk. */
TEST("chunked logits give the same loss and gradients")
{
    const struct model_build *build = fastest_build();
    struct model_config c = net_config(ARCH_DECODER);
    c.vocabulary = 70000, c.layers = 1, c.max_n = 64, c.max_batch = 8, c.tied = true;
    struct net_batch *b = net_batch(&c, 8, 64, 0, 4);
    for (int i = 0; i < 512; i++) b->targets[i] = draw(4, "chunks", i, c.vocabulary);
    struct model *whole = open_checked(build, &c, true), *parts = open_checked(build, &c, true);
    double loss = loss_of(build, whole, b, 0), sum = 0, count;
    build->backward(whole, &b->batch, 1);
    for (int half = 0; half < 2; half++) {
        struct batch part = b->batch;
        part.batch = 4, part.tokens += 256 * half, part.targets += 256 * half;
        sum += build->forward(parts, &part, 0, &count);
        build->backward(parts, &part, 1);
        assert_true(count == 256);
    }
    assert_true(fabs(loss - sum) < 1e-6 * loss);
    size_t reals = build->memory(whole).gradients / build->real_size;
    double largest = largest_of(build, whole, build->gradients(whole), -1);
    for (size_t i = 0; i < reals; i++)
        assert_true(fabs(real_at(build, build->gradients(whole), i) -
                         real_at(build, build->gradients(parts), i)) < 1e-5 * largest);
}

/* ---- AdamW ---- */

/* Computes textbook AdamW for one element (arXiv 1711.05101, algorithm 2). */
static double textbook(double w, double *m, double *v, double g, const struct adamw *a, bool decay)
{
    *m = a->beta1 * *m + (1 - a->beta1) * g;
    *v = a->beta2 * *v + (1 - a->beta2) * g * g;
    double m_hat = *m / (1 - pow(a->beta1, (double)a->step)),
           v_hat = *v / (1 - pow(a->beta2, (double)a->step));
    return w - a->lr * (m_hat / (sqrt(v_hat) + a->eps) + (decay ? a->weight_decay * w : 0));
}

/* Checks updates with known gradients. Half of the gradients are clipped. */
static void check_adamw(const struct model_build *build, double tolerance)
{
    struct model_config c = net_config(ARCH_ENCODER_DECODER);
    struct model *model = open_checked(build, &c, true);
    int count, decays = 0;
    const struct model_tensor *t = build->tensors(model, &count);
    size_t reals = build->memory(model).parameters / build->real_size;
    double *w = calloc(3 * reals, sizeof *w), *m = w + reals, *v = m + reals;
    for (size_t i = 0; i < reals; i++) w[i] = real_at(build, build->parameters(model), i);
    struct adamw a = {0.01, 0.9, 0.95, 1e-8, 0.3, 1, 0};
    for (a.step = 1; a.step <= 6; a.step++) {
        double norm = 0, size = a.step % 2 ? 1e-4 : 1;
        for (int i = 0; i < count; i++)
            for (size_t j = t[i].at; j < t[i].at + t[i].count; j++) {
                double g = size * rng_normal(1, (uint64_t)a.step, j);
                set_real(build, build->gradients(model), j, g);
                norm += g * g;
            }
        norm = sqrt(norm);
        assert_true((norm > a.clip) == (size == 1));
        double factor = norm > a.clip ? a.clip / norm : 1;
        for (int i = 0; i < count; i++) {
            decays += t[i].decay;
            for (size_t j = t[i].at; j < t[i].at + t[i].count; j++)
                w[j] = textbook(w[j], &m[j], &v[j],
                                factor * size * rng_normal(1, (uint64_t)a.step, j), &a, t[i].decay);
        }
        assert_true(fabs(build->update(model, &a) / norm - 1) < tolerance);
        for (size_t j = 0; j < reals; j++) {
            double is = real_at(build, build->parameters(model), j);
            assert_true(fabs(is - w[j]) <= tolerance * fmax(fabs(w[j]), 1));
        }
    }
    assert_true(decays > 0 && decays < 6 * count);
    free(w);
}

TEST("AdamW equals the textbook form")
{
    check_adamw(double_build(), 1e-12);
    /* A step changes a weight by about lr = 0.01, with a relative rounding error of about 6e-7. */
    for (const struct kernels *const *k = kernels_available(); *k; k++)
        check_adamw(model_build_for(*k), 1e-6);
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && !strcmp(text + length - tail, end);
}

/* The model has two neural scores: one of rank 1 shared by all heads, and one of rank 2 per head.
 */
TEST("only weight matrices of a neural score have weight decay")
{
    enum { SHARE = 1 };
    const struct slot *scores = &kernels_by_name("double")->slots[SLOT_SCORE];
    for (int share = 0; share < 2; share++) {
        struct model_config c = net_config(ARCH_DECODER);
        while (strcmp(scores->choices[c.variant.choice[SLOT_SCORE]]->name, "neural"))
            c.variant.choice[SLOT_SCORE]++;
        const struct param *p = scores->choices[c.variant.choice[SLOT_SCORE]]->params;
        for (int i = 0; p[i].name; i++) c.variant.args[SLOT_SCORE].value[i] = p[i].def;
        c.variant.args[SLOT_SCORE].value[SHARE] = share;
        c.variant_layers = ~(uint64_t)0, c.variant_in = IN_DECODER;
        struct model *model = open_checked(double_build(), &c, false);
        int count, seen = 0;
        const struct model_tensor *t = double_build()->tensors(model, &count);
        for (int i = 0; i < count; i++) {
            if (!strstr(t[i].name, ".score.")) continue;
            bool matrix = ends_with(t[i].name, ".wq") || ends_with(t[i].name, ".wk");
            if (t[i].decay != matrix) fail_msg("%s, share %d: decay %d", t[i].name, share, !matrix);
            seen++;
        }
        assert_int_equal(seen, 2 * 5);
    }
}

/* test_trainer_steps.c tests the decay of all matrices (all_2d). */
TEST("matrices have weight decay, but embeddings and vectors do not")
{
    struct model_config c = net_config(ARCH_ENCODER_DECODER);
    struct model *model = open_checked(double_build(), &c, false);
    int count;
    const struct model_tensor *t = double_build()->tensors(model, &count);
    for (int i = 0; i < count; i++) {
        bool table = strstr(t[i].name, "embedding") || strstr(t[i].name, "position");
        assert_int_equal(t[i].decay, t[i].rank > 1 && !table);
    }
}

static bool is_bias(const char *name)
{
    static const char *const ends[] = {"norm.bias", "ffn.b1", "ffn.b2", "patch.b", "head.b"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        const char *found = strstr(name, ends[i]);
        if (found && !found[strlen(ends[i])]) return true;
    }
    return false;
}

/* Absent biases do not contribute to the gradient norm. */
TEST("absent biases stay zero")
{
    for (int a = 0; a < ARCHITECTURES; a++) {
        struct model_config c = net_config((enum architecture)a);
        c.no_bias = true;
        struct model *model = open_checked(double_build(), &c, true);
        struct adamw w = {.lr = 0.1, .beta1 = 0.9, .beta2 = 0.9, .eps = 1e-8, .step = 1};
        int count, none = 0;
        const struct model_tensor *t = double_build()->tensors(model, &count);
        double *g = double_build()->gradients(model), *p = double_build()->parameters(model);
        double squares = 0;
        for (int i = 0; i < count; i++) {
            for (size_t j = t[i].at; j < t[i].at + t[i].count; j++) g[j] = 1;
            squares += t[i].fixed ? 0 : (double)t[i].count;
            assert_int_equal(t[i].fixed, is_bias(t[i].name));
            none += t[i].fixed;
        }
        double norm = double_build()->update(model, &w);
        assert_true(fabs(norm - sqrt(squares)) < 1e-12 * norm);
        for (int i = 0; i < count; i++)
            for (size_t j = t[i].at; j < t[i].at + t[i].count; j++)
                assert_int_equal(p[j] == 0, t[i].fixed);
        /* Each layer has at least four biases: two norms, b1 and b2. */
        assert_true(none >= 4 * c.layers);
    }
}
