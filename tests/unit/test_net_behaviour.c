/* SPDX-License-Identifier: MIT
 * Tests basic properties of a network: it is deterministic and causal, ignores padding, and can
 * learn. */
#include "net_case.h"

/* ---- what a position may depend on ---- */

TEST("the output at a position does not depend on later tokens")
{
    const struct model_build *build = fastest_build();
    static const enum architecture all[] = {ARCH_DECODER, ARCH_ENCODER_DECODER};
    for (int a = 0; a < 2; a++) {
        struct model_config c = net_config(all[a]);
        struct model *m = open_checked(build, &c, false);
        struct net_batch *b = net_batch(&c, 2, 7, a ? 5 : 0, 1);
        float before[7][11], after[11];
        loss_of(build, m, b, 0);
        for (int n = 0; n < 7; n++) build->logits(m, 1, n, before[n]);
        b->tokens[7 + 4] = (b->tokens[7 + 4] + 1) % c.vocabulary;
        loss_of(build, m, b, 0);
        for (int n = 0; n < 7; n++) {
            build->logits(m, 1, n, after);
            bool same = memcmp(before[n], after, sizeof after) == 0;
            assert_int_equal(same, n < 4);
        }
    }
}

static void check_padding(struct model_config c)
{
    const struct model_build *build = fastest_build();
    struct model *m = open_checked(build, &c, false);
    bool source = c.architecture == ARCH_ENCODER_DECODER;
    struct net_batch *b = net_batch(&c, 2, 6, source ? 6 : 0, 2);
    int *length = source ? &b->source_lengths[1] : &b->lengths[1];
    int32_t *row = (source ? b->source : b->tokens) + 6;
    *length = 4;
    fill_targets(b, &c, 2);
    double before = loss_of(build, m, b, 0);
    row[4] = (row[4] + 1) % c.vocabulary, row[5] = (row[5] + 2) % c.vocabulary;
    assert_true(loss_of(build, m, b, 0) == before);
    row[3] = (row[3] + 1) % c.vocabulary;
    assert_true(loss_of(build, m, b, 0) != before);
}

TEST("results depend on the last valid token, but not on padding")
{
    check_padding(net_config(ARCH_ENCODER_DECODER));
    static const enum head_kind heads[] = {HEAD_TOKENS, HEAD_CLASS, HEAD_SPAN};
    for (int h = 0; h < 3; h++) {
        struct model_config c = net_config(ARCH_ENCODER);
        c.head = heads[h];
        check_padding(c);
    }
}

/* The models use softmax. With a normaliser that divides by the maximum length, the loss would
 * change. */
TEST("a larger maximum batch and length do not change the loss")
{
    const struct model_build *build = fastest_build();
    for (int a = 0; a < ARCHITECTURES; a++) {
        struct model_config small = net_config((enum architecture)a), large = small;
        large.max_n = 90, large.max_m = 70, large.max_batch = 20;
        struct model *ms = open_checked(build, &small, false),
                     *ml = open_checked(build, &large, true);
        struct net_batch *b = net_batch(&small, 2, 5, a == ARCH_ENCODER_DECODER ? 4 : 0, 3);
        assert_true(loss_of(build, ms, b, 0) == loss_of(build, ml, b, 0));
    }
}

/* ---- repeats ---- */

TEST("training twice gives the same bits")
{
    const struct model_build *build = fastest_build();
    struct adamw adamw = {0.01, 0.9, 0.999, 1e-8, 0.1, 1, 1};
    for (int a = 0; a < ARCHITECTURES * PRECISIONS; a++) {
        struct model_config c = net_config((enum architecture)(a % ARCHITECTURES));
        c.dropout = 0.2;
        c.precision = (enum precision)(a / ARCHITECTURES);
        bool source = c.architecture == ARCH_ENCODER_DECODER;
        struct net_batch *b = net_batch(&c, 3, 6, source ? 5 : 0, 4);
        struct model *twin[2];
        double loss[2];
        size_t bytes = 0;
        for (int i = 0; i < 2; i++) {
            twin[i] = open_checked(build, &c, true);
            bytes = build->memory(twin[i]).parameters;
            for (adamw.step = 1; adamw.step <= 3; adamw.step++) {
                build->zero_gradients(twin[i]);
                loss[i] = loss_of(build, twin[i], b, (uint64_t)adamw.step);
                build->backward(twin[i], &b->batch, 0.1);
                build->update(twin[i], &adamw);
            }
        }
        assert_true(loss[0] == loss[1]);
        assert_memory_equal(build->parameters(twin[0]), build->parameters(twin[1]), bytes);
    }
}

TEST("each step draws its own dropout mask")
{
    const struct model_build *build = fastest_build();
    struct model_config c = net_config(ARCH_DECODER);
    struct net_batch *b = net_batch(&c, 2, 6, 0, 4);
    c.dropout = 0.2;
    struct model *m = open_checked(build, &c, false);
    double none = loss_of(build, m, b, 0), one = loss_of(build, m, b, 1),
           two = loss_of(build, m, b, 2);
    assert_true(none != one && one != two);
    assert_true(loss_of(build, m, b, 1) == one);
    assert_true(loss_of(build, m, b, 0) == none);
}

/* ---- decoding ---- */

TEST("the decoder alone gives the logits of the whole model")
{
    const struct model_build *build = fastest_build();
    struct model_config c = net_config(ARCH_ENCODER_DECODER);
    struct net_batch *b = net_batch(&c, 3, 6, 5, 5), *other = net_batch(&c, 3, 6, 5, 6);
    struct model *m = open_checked(build, &c, false);
    float whole[11], decoded[11];
    for (int n = 1; n <= 6; n++) {
        loss_of(build, m, b, 0);
        build->logits(m, 2, n - 1, whole);
        build->encode(m, &b->batch);
        struct batch prefix = {.batch = 3, .n = n};
        int32_t tokens[18];
        for (int i = 0; i < 3 * n; i++) tokens[i] = b->tokens[i / n * 6 + i % n];
        prefix.tokens = tokens;
        build->forward_decoder(m, &prefix);
        build->logits(m, 2, n - 1, decoded);
        for (int v = 0; v < 11; v++) /* Rows may be computed in blocks of a different size, which
                                        changes rounding errors. */
            assert_true(fabsf(whole[v] - decoded[v]) <= 1e-5f);
    }
    build->encode(m, &other->batch);
    struct batch tokens_only = {.batch = 3, .n = 6, .tokens = b->tokens};
    build->forward_decoder(m, &tokens_only);
    build->logits(m, 2, 5, whole);
    assert_true(memcmp(whole, decoded, sizeof whole) != 0);
}

/* ---- learning ---- */

TEST("the initial loss is that of a uniform guess")
{
    const struct model_build *build = fastest_build();
    struct model_config c = net_config(ARCH_DECODER);
    struct net_batch *b = net_batch(&c, 3, 7, 0, 7);
    for (int tied = 0; tied < 2; tied++) {
        c.init_std = 0, c.tied = tied;
        struct model *m = open_checked(build, &c, false);
        double count, loss = build->forward(m, &b->batch, 0, &count) / count;
        assert_true(count > 0);
        /* Initial logits have standard deviation 0.02 * sqrt(8) = 0.06. */
        assert_true(fabs(loss - log(c.vocabulary)) < 0.1);
    }
}

static double overfit(const struct model_config *c, int steps)
{
    const struct model_build *build = fastest_build();
    struct model *m = open_checked(build, c, true);
    struct net_batch *b = net_batch(c, 3, 6, c->architecture == ARCH_ENCODER_DECODER ? 5 : 0, 8);
    /* Each row starts with a different token, so that a decoder can distinguish the rows. */
    for (int i = 0; i < 3; i++) b->tokens[6 * i] = i;
    struct adamw adamw = {0.01, 0.9, 0.99, 1e-8, 0, 1, 0};
    double loss = 0, count = 1;
    for (adamw.step = 1; adamw.step <= steps; adamw.step++) {
        build->zero_gradients(m);
        loss = build->forward(m, &b->batch, 0, &count);
        build->backward(m, &b->batch, 1 / count);
        build->update(m, &adamw);
    }
    return loss / count;
}

TEST("every architecture can overfit one batch")
{
    for (int a = 0; a < ARCHITECTURES; a++)
        for (int p = 0; p < NORM_PLACES; p++) {
            struct model_config c = net_config((enum architecture)a);
            c.norm_place = (enum norm_place)p;
            c.init_std = 0, c.d_model = 16, c.d_head = 8, c.ffn = 32;
            for (int head = 0; head < (a == ARCH_ENCODER ? 3 : 1); head++) {
                if (a == ARCH_ENCODER) c.head = (enum head_kind)head;
                double loss = overfit(&c, 300);
                if (!(loss < 0.05))
                    fail_msg("%s, %s-LN, head %d: loss %g after 300 steps", architecture_names[a],
                             norm_place_names[p], c.head, loss);
            }
        }
}

/* ---- the size of embeddings ---- */

static double first_loss(struct model_config c, const struct net_batch *b)
{
    const struct model_build *build = fastest_build();
    struct model *m = open_checked(build, &c, false);
    double count = 0, loss = build->forward(m, &b->batch, 0, &count) / count;
    return loss;
}

static double embedding_deviation(const struct model_config *c)
{
    const struct model_build *build = fastest_build();
    struct model *m = open_checked(build, c, false);
    int count;
    const struct model_tensor *t = build->tensors(m, &count);
    while (strcmp(t->name, "embedding")) t++;
    double sum = 0, entries = (double)t->count;
    for (size_t i = 0; i < t->count; i++) {
        double e = (double)((const float *)build->parameters(m))[t->at + i];
        sum += e * e;
    }
    return sqrt(sum / entries);
}

TEST("embeddings have the configured deviation and scale")
{
    struct model_config c = net_config(ARCH_DECODER), by, one, root;
    struct net_batch *b = net_batch(&c, 3, 7, 0, 7);
    /* With pre-norm, the norm would cancel the scale of the embedding. */
    c.norm_place = NORM_POST;
    assert_true(fabs(embedding_deviation(&c) / 0.3 - 1) < 0.3);
    c.embedding_std = 2;
    assert_true(fabs(embedding_deviation(&c) / 2 - 1) < 0.3);
    by = one = root = c;
    one.embedding_scale = SCALE_ONE, root.embedding_scale = SCALE_ROOT;
    /* The default scale is 1 for learned positions and sqrt(d_model) for sinusoidal positions. */
    assert_true(first_loss(by, b) == first_loss(one, b));
    assert_true(first_loss(by, b) != first_loss(root, b));
    by.position = one.position = root.position = POSITION_SINUSOIDAL;
    assert_true(first_loss(by, b) == first_loss(root, b));
    assert_true(first_loss(by, b) != first_loss(one, b));
}

/* ---- refusals and FLOPs ---- */

TEST("invalid configurations are refused")
{
    const struct model_build *build = fastest_build();
    struct model_config c = net_config(ARCH_DECODER), bad = c;
    assert_null(build->refuse(&c));
    bad.layers = 0;
    assert_non_null(build->refuse(&bad));
    bad = c, bad.head = HEAD_CLASS;
    assert_non_null(build->refuse(&bad));
    bad = c, bad.dropout = 1;
    assert_non_null(build->refuse(&bad));
    /* Rotary positions rotate pairs of channels, so d_head must be even. */
    bad = c, bad.position = POSITION_ROTARY, bad.d_head = 3;
    assert_non_null(build->refuse(&bad));
    bad = net_config(ARCH_ENCODER_DECODER), bad.shared_embedding = true;
    /* The vocabularies have 11 and 13 tokens, so the embedding cannot be shared. */
    assert_non_null(build->refuse(&bad));
}

TEST("a training step costs 6 FLOPs per parameter and token")
{
    struct model_config c = net_config(ARCH_DECODER);
    c.d_model = 512, c.heads = 8, c.d_head = 64, c.ffn = 2048, c.layers = 6, c.vocabulary = 1000;
    c.max_n = 64, c.max_batch = 4, c.tied = true, c.position = POSITION_NONE;
    double parameters = 6 * (4.0 * 512 * 512 + 2.0 * 512 * 2048) + 1000 * 512;
    double flop = fastest_build()->step_flop(&c, 4, 64, 0, 256);
    assert_true(flop > 6 * parameters * 256 && flop < 6.4 * parameters * 256);
    double twice = fastest_build()->step_flop(&c, 8, 64, 0, 512);
    assert_true(fabs(twice / flop - 2) < 1e-9);
    /* With targets at one of eight positions, the output head does an eighth of the work. */
    double less = flop - fastest_build()->step_flop(&c, 4, 64, 0, 32);
    double head = 6.0 * 1000 * 512 * 224;
    assert_true(less > head && less < 1.01 * head);
}
