/* SPDX-License-Identifier: MIT
 * Compares position encodings, and the weights of word positions in a sentence, with worked
 * examples. */
/* This test reads internal arrays of the double build: the residual stream of a stack. */
#define BUILD double
#define BUILD_DOUBLE
#include "models/net/block_kind.h"

#include "net_case.h"

/* Allowed rounding error of pow() and sin(). */
static const double rounding = 1e-14;

static void expect_row(const struct stack *s, int row, const double *want, int d, const char *what)
{
    for (int c = 0; c < d; c++) {
        double found = s->sum[0][row * d + c];
        if (!(fabs(found - want[c]) <= rounding))
            fail_msg("%s: row %d of the %s has %.17g in column %d, expected %.17g", what, row,
                     s->layout->name, found, c, want[c]);
    }
}

/* ---- positions ---- */

/* Opens a model with all parameters set to 0, so that rows contain only the position encoding. */
static struct model *open_empty(const struct model_config *c)
{
    struct model *m = open_checked(double_build(), c, false);
    memset(m->w, 0, m->layout.reals * sizeof *m->w);
    return m;
}

/* Computes the encoding of position n. The frequencies are 1, 0.1, 0.01 and 0.001 for d_model 8,
 * and 1 and 0.01 for d_model 4. */
static void sinusoid(int n, int d, double *row)
{
    static const double rate[] = {1, 0.1, 0.01, 0.001};
    for (int k = 0; k < d / 2; k++) {
        row[2 * k] = sin(n * rate[k * 8 / d]);
        row[2 * k + 1] = cos(n * rate[k * 8 / d]);
    }
}

static void expect_sinusoids(const struct stack *s, int batch, int n, int d, const char *what)
{
    double want[8];
    assert_int_equal(s->n, n);
    for (int row = 0; row < batch * n; row++) {
        sinusoid(row % n, d, want);
        expect_row(s, row, want, d, what);
    }
}

TEST("sinusoidal positions match worked examples")
{
    for (int i = 0; i < 2 * ARCHITECTURES; i++) {
        struct model_config c = net_config((enum architecture)(i / 2));
        bool both = c.architecture == ARCH_ENCODER_DECODER;
        c.position = POSITION_SINUSOIDAL;
        c.d_model = i % 2 ? 4 : 8;
        struct model *m = open_empty(&c);
        struct net_batch *b = net_batch(&c, 2, c.max_n, both ? c.max_m : 0, 1);
        loss_of(double_build(), m, b, 0);
        int n = c.max_n + (c.architecture == ARCH_VISION);
        expect_sinusoids(m->top, 2, n, c.d_model, architecture_names[i / 2]);
        if (both) expect_sinusoids(&m->encoder, 2, c.max_m, c.d_model, "its source");
    }
}

TEST("decoding steps use the sinusoidal encoding of their position")
{
    struct model_config c = net_config(ARCH_DECODER);
    c.position = POSITION_SINUSOIDAL;
    struct model *m = open_empty(&c);
    struct decoding *steps = double_build()->open_steps(m, 2, 1, c.max_n);
    for (int n = 0; n < c.max_n; n++) {
        const int32_t tokens[2] = {1, 2};
        float logits[2 * 11];
        double want[8];
        double_build()->step(steps, tokens, logits);
        sinusoid(n, c.d_model, want);
        for (int row = 0; row < 2; row++) expect_row(&m->decoder, row, want, c.d_model, "a step");
    }
    double_build()->close_steps(steps);
}

TEST("learned position encodings depend only on the position")
{
    struct model_config c = net_config(ARCH_ENCODER_DECODER);
    struct model *m = open_empty(&c);
    const struct stack *stacks[] = {&m->encoder, &m->decoder};
    for (int i = 0; i < 2; i++)
        for (int e = 0; e < stacks[i]->layout->n * c.d_model; e++)
            weight(m, stacks[i]->layout->position)[e] = 1000 * i + e;
    struct net_batch *b = net_batch(&c, 3, 5, 4, 1);
    loss_of(double_build(), m, b, 0);
    for (int i = 0; i < 2; i++)
        for (int row = 0; row < 3 * stacks[i]->n; row++) {
            double want[8];
            for (int e = 0; e < 8; e++) want[e] = 1000 * i + row % stacks[i]->n * 8 + e;
            expect_row(stacks[i], row, want, 8, "learned");
        }
}

/* ---- words ---- */

/* Weights of the words in sentences of one, two and three words at d_model 4, in twelfths. In
 * column k = 1 .. 4, word j of J has the weight (1 - j/J) - k/4 * (1 - 2j/J). */
static const double twelfths[3][3][4] = {
    {{3, 6, 9, 12}},
    {{6, 6, 6, 6}, {3, 6, 9, 12}},
    {{7, 6, 5, 4}, {5, 6, 7, 8}, {3, 6, 9, 12}},
};

TEST("weights of word positions match worked examples")
{
    enum { SENTENCES = 4, WORDS = 3, D = 4 };
    static const int32_t words[SENTENCES * WORDS] = {3, -1, -1, 4, 2, -1, 1, 5, 3, -1, -1, -1};
    struct model_config c = net_config(ARCH_ENCODER);
    c.head = HEAD_CLASS;
    c.d_model = D;
    c.position = POSITION_NONE;
    struct model *m = open_empty(&c);
    real *embedding = weight(m, m->layout.encoder.embedding);
    for (int e = 0; e < c.vocabulary * D; e++) embedding[e] = 1 + e * e;
    struct net_batch *b = net_batch(&c, 1, SENTENCES, 0, 1);
    b->batch.words = WORDS;
    memcpy(b->tokens, words, sizeof words);
    loss_of(double_build(), m, b, 0);
    for (int s = 0; s < SENTENCES; s++) {
        double want[D] = {0};
        int count = s < 3 ? s + 1 : 0;
        for (int j = 0; j < count; j++)
            for (int k = 0; k < D; k++)
                want[k] += twelfths[count - 1][j][k] / 12 * embedding[words[s * WORDS + j] * D + k];
        for (int k = 0; k < D; k++)
            assert_true(fabs(m->encoder.sum[0][s * D + k] - want[k]) <= 1e-12);
    }
}
