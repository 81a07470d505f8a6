/* SPDX-License-Identifier: MIT
 * Tests the next-token and masked-token tasks: windows, targets, and scores that count every token
 * once. */
#include "task_case.h"
#include "models/tasks/tasks.h"

static const char train_text[] = "the cat saw the dog and the dog saw the cat, as cats and dogs "
                                 "will do when the day is long\n",
                  valid_text[] = "a dog saw a cat\nan\xc3\xa4"
                                 "b"; /* The training text does not contain the letter ä. */

enum { VALID = 20 };

static struct hand *text_set(void)
{
    struct hand *h = hand_open(DATA_LANGUAGE, "perplexity");
    for (int i = 0; i < 4; i++) hand_text(h, SPLIT_TRAIN, train_text, NULL, 0);
    hand_text(h, SPLIT_VALID, "a dog saw a cat\n", NULL, 0); /* The joined records form the text. */
    hand_text(h, SPLIT_VALID, "an\xc3\xa4", NULL, 0);
    hand_text(h, SPLIT_VALID, "b", NULL, 0);
    return h;
}

static struct task_options chars(int n, int batch)
{
    return (struct task_options){
        .tokenizer = "chars", .min_count = 1, .batch = batch, .n = n, .mask_rate = 0.15, .seed = 1};
}

/* ---- next token ---- */

TEST("targets are the next tokens")
{
    struct hand *h = text_set();
    struct task_options o = chars(9, 5);
    struct task *t = hand_task(h, &task_next_token, &o);
    char *whole = formatted("%s%s%s%s", train_text, train_text, train_text, train_text);
    for (int step = 0; step < 20; step++) {
        const struct batch *b = task_next_token.batch(t, step);
        assert_int_equal(b->batch, 5);
        assert_int_equal(b->n, 9);
        for (int row = 0; row < 5; row++) {
            const int32_t *ids = b->tokens + row * 9, *next = b->targets + row * 9;
            assert_memory_equal(ids + 1, next, 8 * sizeof *ids);
            assert_int_equal(b->lengths[row], 9);
            int32_t joined[10];
            memcpy(joined, ids, 9 * sizeof *ids);
            joined[9] = next[8];
            char *text = tokenizer_decode(t->tokenizer, joined, 10);
            assert_int_equal(strlen(text), 10);
            assert_non_null(strstr(whole, text));
            free(text);
        }
    }
}

/* Windows start at all positions that have enough tokens after them, so the last token is a target
 * too. */
TEST("windows start at each possible position")
{
    enum { N = 9, LETTERS = 12 };
    struct hand *h = hand_open(DATA_LANGUAGE, "perplexity");
    bool first[LETTERS] = {false};
    hand_text(h, SPLIT_TRAIN, "abcdefghijkl", NULL, 0);
    hand_text(h, SPLIT_VALID, "ab", NULL, 0);
    struct task_options o = chars(N, 1);
    struct task *t = hand_task(h, &task_next_token, &o);
    for (int step = 0; step < 50; step++)
        first[task_next_token.batch(t, step)->tokens[0] - TOKEN_SPECIALS] = true;
    for (int i = 0; i < LETTERS; i++) assert_int_equal(first[i], i < LETTERS - N);
}

/* Records the tokens and targets that the fake model receives. */
struct walk {
    int32_t tokens[64], targets[64];
    int count, asked;
};
static void note_walk(struct model *m, const struct batch *b)
{
    struct walk *w = m->context;
    for (int row = 0; row < b->batch; row++)
        for (int i = 0; i < b->n; i++) {
            bool inside = i < b->lengths[row];
            if (!inside) assert_int_equal(b->targets[row * b->n + i], -1);
            if (!inside) continue;
            w->tokens[w->count] = b->tokens[row * b->n + i];
            w->targets[w->count++] = b->targets[row * b->n + i];
        }
}

static struct token_list valid_ids(const struct task *t)
{
    struct token_list list = {0};
    tokenizer_encode(t->tokenizer, string_of(valid_text), false, &list);
    assert_int_equal(list.count, VALID);
    return list;
}

TEST("evaluation predicts each token once")
{
    struct hand *h = text_set();
    for (int n = 1; n <= VALID + 1; n++)
        for (int batch = 1; batch <= 4; batch++) {
            struct task_options o = chars(n, batch);
            struct task *t = hand_task(h, &task_next_token, &o);
            struct token_list ids = valid_ids(t);
            struct walk w = {0};
            struct model m = {.see = note_walk, .context = &w};
            struct task_score s = fake_score(t, SPLIT_VALID, &m, 0);
            assert_int_equal(w.count, VALID - 1);
            assert_memory_equal(w.tokens, ids.ids, (VALID - 1) * sizeof *ids.ids);
            assert_memory_equal(w.targets, ids.ids + 1, (VALID - 1) * sizeof *ids.ids);
            assert_close(s.targets, VALID - 1, 0);
            free(ids.ids);
        }
}

TEST("loss, perplexity and bits agree with worked examples")
{
    struct hand *h = text_set();
    struct task_options o = chars(8, 2);
    struct task *t = hand_task(h, &task_next_token, &o);
    struct model m = {0};
    struct task_score s = fake_score(t, SPLIT_VALID, &m, 0);
    assert_close(metric_of(&s, "loss"), 2, 1e-15);
    assert_close(metric_of(&s, "perplexity"), exp(2), 1e-13);
    /* Bits per character are omitted, because the text has an unknown token. */
    assert_int_equal(s.count, 2);
    /* The tokenizer is `chars`. A token is a code point of one or two bytes. */
    s = fake_score(t, SPLIT_VALID, &m, 1);
    assert_close(s.targets, 8, 0);
    assert_close(metric_of(&s, "bits_per_char"), 2 / log(2), 1e-14);
    s = fake_score(t, SPLIT_TEST, &m, 0); /* The data set has no test split. */
    assert_int_equal(s.count, 0);
    /* The tokenizer `bytes` predicts 20 of 21 bytes. They count as 19 characters after rounding. */
    o.tokenizer = "bytes";
    t = hand_task(h, &task_next_token, &o);
    s = fake_score(t, SPLIT_VALID, &m, 0);
    assert_close(s.targets, 20, 0);
    assert_close(metric_of(&s, "bits_per_char"), 20 * 2 / log(2) / 19, 1e-14);
    /* The tokenizer `words` predicts 7 of 8 tokens. The first window predicts "dog" and "saw". They
     * are 2 of 8 tokens, which count as 2 / 8 * 20 = 5 characters. */
    o = chars(2, 2);
    o.tokenizer = "words";
    t = hand_task(h, &task_next_token, &o);
    s = fake_score(t, SPLIT_VALID, &m, 0);
    assert_close(s.targets, 7, 0);
    assert_int_equal(s.count, 2);
    s = fake_score(t, SPLIT_VALID, &m, 1);
    assert_close(metric_of(&s, "bits_per_char"), 2 * 2 / log(2) / 5, 1e-14);
}

/* An untrained model gives all tokens nearly the same probability. */
TEST("the loss of an untrained model is the log of the vocabulary size")
{
    struct hand *h = text_set();
    struct task_options o = chars(7, 3);
    static const struct task_kind *const kinds[] = {&task_next_token, &task_masked_token};
    for (int k = 0; k < 2; k++) {
        struct task *t = hand_task(h, kinds[k], &o);
        struct model_config c = net_config(kinds[k]->architecture);
        c.init_std = 0.02;
        kinds[k]->shape(t, &c);
        struct model *m = open_checked(fastest_build(), &c, false);
        struct task_score s = {0};
        kinds[k]->score(t, SPLIT_VALID, fastest_build(), m, false, 0, &s);
        assert_close(metric_of(&s, "loss"), log(tokenizer_size(t->tokenizer)), 0.1);
    }
}

TEST("seed and step determine all batches")
{
    struct hand *h = text_set();
    static const struct task_kind *const kinds[] = {&task_next_token, &task_masked_token};
    for (int k = 0; k < 2; k++) {
        struct task_options o = chars(8, 4), other = o;
        size_t bytes = 32 * sizeof(int32_t);
        int32_t first[2][32];
        other.seed = 2;
        struct task *a = hand_task(h, kinds[k], &o), *b = hand_task(h, kinds[k], &o),
                    *c = hand_task(h, kinds[k], &other);
        const struct batch *x = kinds[k]->batch(a, 5);
        memcpy(first[0], x->tokens, bytes);
        memcpy(first[1], x->targets, bytes);
        kinds[k]->batch(b, 0);
        const struct batch *y = kinds[k]->batch(b, 5);
        assert_memory_equal(first[0], y->tokens, bytes);
        assert_memory_equal(first[1], y->targets, bytes);
        y = kinds[k]->batch(b, 6);
        assert_memory_not_equal(first[0], y->tokens, bytes);
        y = kinds[k]->batch(c, 5);
        assert_memory_not_equal(first[0], y->tokens, bytes);
    }
}

TEST("a text that is too short is refused")
{
    struct hand *h = hand_open(DATA_LANGUAGE, "perplexity");
    struct task_options o = chars(8, 1);
    hand_refuses(h, &task_next_token, &o, "the train split has 0 tokens (expected at least 9");
    hand_text(h, SPLIT_TRAIN, "abcdefghi", NULL, 0);
    hand_refuses(h, &task_next_token, &o, "the valid split has 0 tokens (expected at least 2");
    hand_text(h, SPLIT_VALID, "ab", NULL, 0);
    struct task *t = hand_task(h, &task_next_token, &o);
    assert_close(task_next_token.epoch_steps(t), 9. / 8, 1e-12);
    task_next_token.batch(t, 3);
    o.tokenizer = "letters";
    hand_refuses(h, &task_masked_token, &o, "letters");
}

/* ---- masked token ---- */

/* 15 % of the positions are selected; 80 % of these are masked, and 10 % get a random word. The
 * tolerances are four standard errors. */
TEST("the fractions of masked tokens agree with BERT")
{
    struct hand *h = text_set();
    struct task_options o = chars(50, 8);
    struct task *t = hand_task(h, &task_masked_token, &o);
    double asked = 0, masked = 0, kept = 0, places = 0;
    int words = tokenizer_size(t->tokenizer) - TOKEN_SPECIALS;
    for (int step = 0; step < 100; step++) {
        const struct batch *b = task_masked_token.batch(t, step);
        for (int i = 0; i < b->batch * b->n; i++, places++) {
            assert_true(b->tokens[i] == TOKEN_MASK || b->tokens[i] >= TOKEN_SPECIALS);
            if (b->targets[i] < 0) assert_true(b->tokens[i] != TOKEN_MASK);
            asked += b->targets[i] >= 0;
            masked += b->tokens[i] == TOKEN_MASK;
            kept += b->tokens[i] == b->targets[i];
        }
    }
    assert_close(asked / places, 0.15, 0.0072);
    assert_close(masked / asked, 0.8, 0.021);
    assert_close(kept / asked, 0.1 + 0.1 / words, 0.021);
}

/* Checks that every token of the split occurs in some window, and that tokens that are not targets
 * are unchanged. */
static void check_masked_walk(const struct hand *h, int n, uint64_t seed, struct walk *w)
{
    struct task_options o = chars(n, 3);
    o.seed = seed;
    o.mask_rate = 0.4;
    struct task *t = hand_task(h, &task_masked_token, &o);
    struct token_list ids = valid_ids(t);
    struct model m = {.see = note_walk, .context = w};
    struct task_score s = fake_score(t, SPLIT_VALID, &m, 0);
    int asked = 0;
    assert_int_equal(w->count, VALID);
    for (int i = 0; i < VALID; i++) {
        asked += w->targets[i] >= 0;
        assert_int_equal(w->targets[i] >= 0 ? w->targets[i] : w->tokens[i], ids.ids[i]);
    }
    assert_true(asked > 2 && asked < VALID - 2);
    assert_close(s.targets, asked, 0);
    assert_close(metric_of(&s, "loss"), fake_nats, 1e-15);
    free(ids.ids);
}

TEST("evaluation masks do not depend on the seed")
{
    struct hand *h = text_set();
    for (int n = 1; n <= VALID + 1; n++) {
        struct walk a = {0}, b = {0};
        check_masked_walk(h, n, 1, &a);
        check_masked_walk(h, n, 99, &b);
        assert_memory_equal(&a, &b, sizeof a);
    }
}
