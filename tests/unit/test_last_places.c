/* SPDX-License-Identifier: MIT
 * Tests that random draws reach the last possible value, such as the last window of a text.
 * Averages would not reveal an off-by-one error. */
#include "task_case.h"
#include "models/tasks/tasks.h"

static const char text[] = "the quick brown fox jumps over the lazy dog";
enum { LENGTH = sizeof text - 1 };

static struct task *task_of(struct hand *h, const struct task_kind *kind, int n)
{
    struct task_options o = {
        .tokenizer = "chars", .min_count = 1, .batch = 8, .n = n, .mask_rate = 0.5, .seed = 1};
    hand_text(h, SPLIT_TRAIN, text, NULL, 0);
    hand_text(h, SPLIT_VALID, text, NULL, 0);
    return hand_task(h, kind, &o);
}

/* The text has one character more than a window and its target, so a window can start at two
 * positions. */
TEST("training windows start at every possible position")
{
    struct hand *h = hand_open(DATA_LANGUAGE, "perplexity");
    struct task *t = task_of(h, &task_next_token, LENGTH - 2);
    int begun[2] = {0};
    for (int step = 0; step < 10; step++) {
        const struct batch *b = task_next_token.batch(t, step);
        for (int row = 0; row < b->batch; row++) {
            char *first = tokenizer_decode(t->tokenizer, b->tokens + row * b->n, 1);
            assert_true(*first == text[0] || *first == text[1]);
            begun[*first == text[1]]++;
            free(first);
        }
    }
    /* The probability that all 80 windows start at the same character is 2^-79. */
    assert_true(begun[0] > 0 && begun[1] > 0);
}

/* Masking draws about 1,400 random words from a vocabulary of 27 words. */
TEST("every word can be drawn as a replacement")
{
    struct hand *h = hand_open(DATA_LANGUAGE, "perplexity");
    struct task *t = task_of(h, &task_masked_token, LENGTH - 2);
    int size = tokenizer_size(t->tokenizer), *drawn = kept(xarray((size_t)size, sizeof *drawn));
    for (int step = 0; step < 85; step++) {
        const struct batch *b = task_masked_token.batch(t, step);
        for (int i = 0; i < b->batch * b->n; i++) {
            bool disguised = b->targets[i] >= 0 && b->tokens[i] != b->targets[i];
            if (disguised) drawn[b->tokens[i]]++;
        }
    }
    for (int word = TOKEN_SPECIALS; word < size; word++)
        if (!drawn[word]) fail_msg("word %d of %d is never drawn", word, size);
}
