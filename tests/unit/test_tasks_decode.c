/* SPDX-License-Identifier: MIT
 * Tests greedy and beam decoding (models/tasks/decode.h) against simple searches on tiny random
 * models. */
#include "decode_case.h"

/* ---- what a sequence is worth ---- */

/* Returns the loss -log p(target, END | source), computed as in training. */
static double nats_of(struct model *m, const struct net_batch *b, int source, const int32_t *target,
                      int length)
{
    int32_t tokens[LENGTH + 1] = {TOKEN_BEGIN}, targets[LENGTH + 1];
    int n = length + 1;
    double count;
    memcpy(tokens + 1, target, (size_t)length * sizeof *target);
    memcpy(targets, target, (size_t)length * sizeof *target);
    targets[length] = TOKEN_END;
    struct batch one = {.batch = 1,
                        .n = n,
                        .m = b->source_lengths[source],
                        .tokens = tokens,
                        .lengths = &n,
                        .source = b->source + source * M,
                        .source_lengths = &b->source_lengths[source],
                        .targets = targets};
    double nats = fastest_build()->forward(m, &one, 0, &count);
    assert_close(count, n, 0);
    return nats;
}

/* Takes the allowed token with the largest logit at each step. Returns the length of the sequence.
 */
static int greedy(struct model *m, const struct model_config *c, const struct net_batch *b,
                  int source, int32_t *out)
{
    const struct model_build *build = fastest_build();
    int32_t tokens[LENGTH + 1] = {TOKEN_BEGIN};
    float logits[ROWS];
    for (int n = 1; n <= LENGTH; n++) {
        struct batch one = {.batch = 1,
                            .n = n,
                            .m = b->source_lengths[source],
                            .tokens = tokens,
                            .lengths = &n,
                            .source = b->source + source * M,
                            .source_lengths = &b->source_lengths[source]};
        double count;
        int best = TOKEN_UNKNOWN;
        build->forward(m, &one, 0, &count);
        build->logits(m, 0, n - 1, logits);
        for (int v = 0; v < c->vocabulary; v++)
            if (writable(v) && logits[v] > logits[best]) best = v;
        if (best == TOKEN_END) return n - 1;
        tokens[n] = out[n - 1] = best;
    }
    return LENGTH;
}

/* ---- greedy ---- */

static const char *no_cache(const struct model *m)
{
    (void)m;
    return "has no key/value cache, like a simple baseline";
}

/* Decodes one token at a time if `steps` is true. Otherwise, every prefix is computed from its
 * first token. */
static void check_greedy(bool steps)
{
    int ended = 0, full = 0;
    struct model_config c = decoder_config(11);
    struct model_build build = *fastest_build();
    if (!steps) build.refuse_steps = no_cache;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        struct model *m = random_model(&c, seed, 0.5f);
        struct net_batch *b = random_sources(&c);
        int32_t out[SOURCES * LENGTH], expected[LENGTH];
        int lengths[SOURCES];
        struct decode_request r = request_of(m, &c, 1, 1);
        r.build = &build;
        assert_int_equal(build.refuse_steps(m) == NULL, steps);
        decode(&r, b->source, b->source_lengths, SOURCES, M, out, lengths);
        for (int i = 0; i < SOURCES; i++) {
            int length = greedy(m, &c, b, i, expected);
            assert_int_equal(lengths[i], length);
            assert_memory_equal(out + i * LENGTH, expected, (size_t)length * sizeof *expected);
            ended += length < LENGTH;
            full += length == LENGTH;
        }
    }
    /* Some sequences ended with END, others reached the maximum length. */
    assert_true(ended > 3 && full > 3);
}

TEST("greedy decoding takes the largest logit") { check_greedy(true); }

TEST("greedy decoding of whole prefixes takes the largest logit") { check_greedy(false); }

/* ---- beams ---- */

/* Each source is decoded alone and in a batch with longer and shorter sources. */
TEST("sources in a batch do not affect each other")
{
    struct model_config c = decoder_config(11);
    struct model *m = random_model(&c, 1, 0.5f);
    struct net_batch *b = random_sources(&c);
    for (int beam = 1; beam <= 4; beam += 3) {
        struct decode_request r = request_of(m, &c, beam, 1);
        int32_t out[SOURCES * LENGTH], alone[LENGTH];
        int lengths[SOURCES], length;
        decode(&r, b->source, b->source_lengths, SOURCES, M, out, lengths);
        for (int i = 0; i < SOURCES; i++) {
            decode(&r, b->source + i * M, &b->source_lengths[i], 1, b->source_lengths[i], alone,
                   &length);
            assert_int_equal(lengths[i], length);
            assert_memory_equal(out + i * LENGTH, alone, (size_t)length * sizeof *alone);
        }
    }
}

/* Beam search can lose the greedy sequence. With these models, the result is always at least as
 * likely as the greedy sequence, and often more likely. */
TEST("beam search finds more likely sequences")
{
    int better = 0;
    struct model_config c = decoder_config(11);
    for (uint64_t seed = 1; seed <= 3; seed++) {
        struct model *m = random_model(&c, seed, 0.5f);
        struct net_batch *b = random_sources(&c);
        int32_t narrow[SOURCES * LENGTH], wide[SOURCES * LENGTH];
        int narrow_lengths[SOURCES], wide_lengths[SOURCES];
        struct decode_request one = request_of(m, &c, 1, 0), four = request_of(m, &c, 4, 0);
        decode(&one, b->source, b->source_lengths, SOURCES, M, narrow, narrow_lengths);
        decode(&four, b->source, b->source_lengths, SOURCES, M, wide, wide_lengths);
        for (int i = 0; i < SOURCES; i++) {
            double a = nats_of(m, b, i, narrow + i * LENGTH, narrow_lengths[i]),
                   w = nats_of(m, b, i, wide + i * LENGTH, wide_lengths[i]);
            assert_true(
                w <=
                a + 1e-4); /* The tolerance allows for float sums added in a different order. */
            better += w < a - 0.01;
        }
    }
    assert_true(better > 3);
}

/* A vocabulary of three tokens has 40 sequences of at most three tokens. A beam of 64 keeps all of
 * them and must find the best. */
TEST("a beam that keeps all sequences finds the best one")
{
    enum { SHORT = 3, WORDS = 3 };
    static const int32_t words[WORDS] = {TOKEN_UNKNOWN, TOKEN_SPECIALS, TOKEN_SPECIALS + 1};
    int of_length[SHORT + 1] = {0};
    struct model_config c = decoder_config(TOKEN_SPECIALS + 2);
    for (uint64_t seed = 1; seed <= 4; seed++) {
        struct model *m = random_model(&c, seed, 0);
        struct net_batch *b = random_sources(&c);
        for (int i = 0; i < SOURCES; i++) {
            double penalty = i % 2, best = -HUGE_VAL;
            int32_t target[SHORT], expected[SHORT], out[SHORT];
            int expected_length = 0, length;
            for (int size = 0, all = 1; size <= SHORT; size++, all *= WORDS)
                for (int number = 0; number < all; number++) {
                    for (int k = 0, rest = number; k < size; k++, rest /= WORDS)
                        target[k] = words[rest % WORDS];
                    double rank = -nats_of(m, b, i, target, size) / pow(size + 1, penalty);
                    if (rank <= best) continue;
                    best = rank;
                    expected_length = size;
                    memcpy(expected, target, sizeof expected);
                }
            struct decode_request r = request_of(m, &c, ROWS, penalty);
            r.most_length = SHORT;
            decode(&r, b->source + i * M, &b->source_lengths[i], 1, M, out, &length);
            assert_int_equal(length, expected_length);
            assert_memory_equal(out, expected, (size_t)length * sizeof *out);
            of_length[length]++;
        }
    }
    assert_true(of_length[SHORT] > 3 && of_length[0] + of_length[1] > 3);
}

TEST("an answer may be empty")
{
    struct model_config c = decoder_config(11);
    struct model *m = random_model(&c, 1, 50);
    struct net_batch *b = random_sources(&c);
    int32_t out[SOURCES * LENGTH];
    int lengths[SOURCES];
    for (int beam = 1; beam <= 4; beam += 3) {
        struct decode_request r = request_of(m, &c, beam, 1);
        decode(&r, b->source, b->source_lengths, SOURCES, M, out, lengths);
        for (int i = 0; i < SOURCES; i++) assert_int_equal(lengths[i], 0);
        r.most_length = 0; /* With n = 1 only the END token fits. */
        decode(&r, b->source, b->source_lengths, SOURCES, M, out, lengths);
        for (int i = 0; i < SOURCES; i++) assert_int_equal(lengths[i], 0);
    }
}
