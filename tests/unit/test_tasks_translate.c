/* SPDX-License-Identifier: MIT
 * Tests text-to-text tasks: the inputs of encoder and decoder, and cut texts. A small model must
 * memorise eight pairs without an error. */
#include "models/trainer.h"
#include "task_case.h"
#include "models/tasks/tasks.h"

static struct task_options words(int n, int m, int batch)
{
    return (struct task_options){
        .tokenizer = "words", .min_count = 1, .batch = batch, .n = n, .m = m, .beam = 1, .seed = 1};
}

static struct hand *pairs_set(void)
{
    struct hand *h = hand_open(DATA_PAIRS, "bleu");
    hand_text(h, SPLIT_TRAIN, "a b c", "x", 0);
    hand_text(h, SPLIT_TRAIN, "a", "x y z", 0);
    hand_text(h, SPLIT_VALID, "c", "x y", 0);
    return h;
}

/* ---- what is read ---- */

/* Checks that the ids equal these words: B is BEGIN, E is END, P is padding, and - is -1. */
static void expect_ids(const struct task *t, const int32_t *ids, int count, const char *expected)
{
    struct text found = {0};
    for (int i = 0; i < count; i++) {
        char *word = ids[i] == TOKEN_BEGIN ? xstrdup("B")
                     : ids[i] == TOKEN_END ? xstrdup("E")
                     : ids[i] == TOKEN_PAD ? xstrdup("P")
                     : ids[i] < 0          ? xstrdup("-")
                                           : tokenizer_decode(t->tokenizer, ids + i, 1);
        text_add(&found, "%s%s", i ? " " : "", word);
        free(word);
    }
    assert_string_equal(found.data, expected);
    text_free(&found);
}

static int row_of(const struct batch *b, int source_length)
{
    for (int row = 0; row < b->batch; row++)
        if (b->source_lengths[row] == source_length) return row;
    fail_msg("no source has %d tokens", source_length);
    return -1;
}

static void expect_row(const struct task *t, const struct batch *b, int row, const char *source,
                       const char *tokens, const char *targets)
{
    expect_ids(t, b->source + row * b->m, b->m, source);
    expect_ids(t, b->tokens + row * b->n, b->n, tokens);
    expect_ids(t, b->targets + row * b->n, b->n, targets);
}

TEST("a model reads source and target with BEGIN and END")
{
    struct hand *h = pairs_set();
    struct task_options o = words(9, 9, 2);
    struct task *t = hand_task(h, &task_translate, &o);
    struct model_config c = {0};
    task_translate.shape(t, &c);
    assert_true(c.head == HEAD_TOKENS && c.shared_embedding && c.max_n == 9 && c.max_m == 9);
    assert_int_equal(c.vocabulary, TOKEN_SPECIALS + 6);
    assert_int_equal(c.source_vocabulary, c.vocabulary);
    for (int step = 0; step < 3; step++) { /* All batches reuse the same arrays. */
        const struct batch *b = task_translate.batch(t, step);
        assert_true(b->batch == 2 && b->n == 4 && b->m == 4);
        int longer = row_of(b, 4), shorter = row_of(b, 2);
        expect_row(t, b, longer, "a b c E", "B x P P", "x E - -");
        expect_row(t, b, shorter, "a E P P", "B x y z", "x y z E");
        assert_int_equal(b->lengths[longer], 2);
        assert_int_equal(b->lengths[shorter], 4);
    }
    assert_int_equal(t->cut, 0);
}

TEST("long sources and targets are cut and counted")
{
    struct hand *h = pairs_set();
    struct task_options o = words(3, 3, 2);
    struct task *t = hand_task(h, &task_translate, &o);
    const struct batch *b = task_translate.batch(t, 0);
    int longer = row_of(b, 3), shorter = row_of(b, 2);
    expect_row(t, b, longer, "a b E", "B x P", "x E -");
    expect_row(t, b, shorter, "a E P", "B x y", "x y E");
    assert_int_equal(t->cut, 2);
    o = words(1, 1, 2);
    t = hand_task(h, &task_translate, &o);
    b = task_translate.batch(t, 0);
    expect_row(t, b, 0, "E", "B", "E");
    assert_int_equal(t->cut,
                     3); /* If source and target are both cut, the record is counted once. */
    o.beam = 3;
    hand_refuses(h, &task_translate, &o, "beam=3 is too large (expected at most the batch size 2)");
}

TEST("the loss includes the target tokens and END")
{
    struct hand *h = pairs_set();
    struct task_options o = words(9, 9, 2);
    struct task *t = hand_task(h, &task_translate, &o);
    struct model m = {0};
    struct task_score s = fake_score(t, SPLIT_VALID, &m, 0);
    assert_close(s.targets, 3, 0);
    assert_close(metric_of(&s, "loss"), fake_nats, 1e-15);
    assert_int_equal(s.count, 2); /* Without decoding there are only loss and perplexity. */
    s = fake_score(t, SPLIT_TEST, &m, 0);
    assert_int_equal(s.count, 0);
}

static void add_losses(void *context, const struct prediction *p)
{
    text_add(context, "%d: %.0f of %.3f\n", p->record, p->targets, p->nats / p->targets);
}

/* The loss of a text includes its tokens and END, but not the padding. */
TEST("each text has its own loss")
{
    struct hand *h = pairs_set();
    struct task_options o = words(9, 9, 2);
    struct text told = {0};
    hand_text(h, SPLIT_VALID, "a", "x", 0);
    struct task *t = hand_task(h, &task_translate, &o);
    struct model m = {0};
    t->listener = (struct listener){.hear = add_losses, .context = &told};
    fake_score(t, SPLIT_VALID, &m, 0);
    assert_string_equal(told.data, "0: 3 of 2.000\n1: 2 of 2.000\n");
    text_free(&told);
}

/* ---- learning by heart ---- */

static const char *const pairs[][2] = {
    {"the dog runs", "der hund rennt jetzt schnell"},
    {"the cat runs", "die katze rennt jetzt schnell"},
    {"a dog sleeps", "ein hund schl\xc3\xa4"
                     "ft heute nicht"},
    {"a cat sleeps well here", "hier schl\xc3\xa4"
                               "ft eine katze sehr gut"},
    {"birds fly", "v\xc3\xb6gel fliegen \xc3\xbc"
                  "ber das haus"},
    {"birds sing in the morning", "am morgen singen die v\xc3\xb6gel"},
    {"the house is old", "das haus ist sehr alt"},
    {"it rains", "es regnet heute wieder"},
};
enum { PAIRS = sizeof pairs / sizeof *pairs };

static struct model_config small_model(const struct task *t)
{
    struct model_config c = net_config(ARCH_ENCODER_DECODER);
    c.layers = 1;
    c.d_model = 32;
    c.d_head = 16;
    c.ffn = 64;
    c.tied = true;
    c.init_std = 0.1;
    task_translate.shape(t, &c);
    return c;
}

static struct task_score learned(const struct hand *h, const struct task_options *o)
{
    struct task *t = hand_task(h, &task_translate, o);
    struct model_config c = small_model(t);
    struct train_options how = {.steps = 150,
                                .lr = 0.01,
                                .schedule = SCHEDULE_COSINE,
                                .warmup = 10,
                                .accumulate = 1,
                                .beta1 = 0.9,
                                .beta2 = 0.98,
                                .eps = 1e-8,
                                .clip = 1,
                                .generate = true,
                                .seed = 1};
    struct train_callbacks none = {0};
    struct train_result result;
    char *error = NULL;
    assert_true(train(fastest_build(), &c, t, &how, &none, &result, &error));
    assert_false(result.diverged);
    return result.score[SPLIT_VALID];
}

TEST("a model can memorise eight pairs")
{
    struct hand *h = hand_open(DATA_PAIRS, "bleu");
    for (int i = 0; i < PAIRS; i++) {
        hand_text(h, SPLIT_TRAIN, pairs[i][0], pairs[i][1], 0);
        hand_text(h, SPLIT_VALID, pairs[i][0], pairs[i][1], 0);
    }
    for (int beam = 1; beam <= 3; beam += 2) {
        struct task_options o = words(8, 6, 4);
        /* With a beam of 3, four rows are enough for only one source, so sources are decoded one at
         * a time. */
        o.beam = beam;
        struct task_score s = learned(h, &o);
        assert_true(metric_of(&s, "loss") < 0.1);
        assert_close(metric_of(&s, "bleu"), 100, 1e-9);
    }
}

/* The ROUGE score uses the best of several references. */
TEST("summaries are scored by ROUGE")
{
    struct hand *h = hand_open(DATA_PAIRS, "rougeL");
    struct string references[PAIRS][2];
    for (int i = 0; i < PAIRS; i++) {
        hand_text(h, SPLIT_TRAIN, pairs[i][0], pairs[i][1], 0);
        hand_text(h, SPLIT_VALID, pairs[i][0], "nothing of this", 0);
        references[i][0] = string_of("nothing of this");
        references[i][1] = string_of(pairs[i][1]);
        h->records[SPLIT_VALID][i].references = references[i];
        h->records[SPLIT_VALID][i].reference_count = 2;
    }
    struct task_options o = words(8, 6, 8);
    struct task_score s = learned(h, &o);
    assert_close(metric_of(&s, "rouge1"), 1, 1e-12);
    assert_close(metric_of(&s, "rouge2"), 1, 1e-12);
    assert_close(metric_of(&s, "rougeL"), 1, 1e-12);
}
