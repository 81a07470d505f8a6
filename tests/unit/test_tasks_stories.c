/* SPDX-License-Identifier: MIT
 * Tests stories: one sentence per position, cut stories, and refused stories. A model must learn an
 * answer that depends on the order of the sentences. */
#include "models/tasks/class_scores.h"
#include "task_case.h"
#include "models/tasks/tasks.h"

static struct task_options words(int n, int batch)
{
    return (struct task_options){
        .tokenizer = "words", .min_count = 1, .batch = batch, .n = n, .seed = 1};
}

static struct hand *stories_set(void)
{
    struct hand *h = hand_open(DATA_CLASSES, "accuracy");
    h->data.classes = 3;
    return h;
}

/* Returns the sentences of row 0, separated by "|". */
static char *text_of(const struct task *t, const struct batch *b)
{
    struct text out = {0};
    for (int i = 0; i < b->lengths[0]; i++) {
        const int32_t *ids = b->tokens + i * b->words;
        int count = 0;
        while (count < b->words && ids[count] >= 0) count++;
        for (int j = count; j < b->words; j++) assert_int_equal(ids[j], -1);
        char *sentence = kept(tokenizer_decode(t->tokenizer, ids, (size_t)count));
        text_add(&out, "%s%s", i ? "|" : "", sentence);
    }
    return out.data;
}

static void reads(const char *text, const char *question, int n, const char *expected, long cut)
{
    struct hand *h = stories_set();
    struct task_options o = words(n, 1);
    hand_text(h, SPLIT_TRAIN, text, question, 0);
    hand_text(h, SPLIT_VALID, "", "x", 0);
    struct task *t = hand_task(h, &task_stories, &o);
    const struct batch *b = task_stories.batch(t, 0);
    assert_int_equal(b->n, b->lengths[0]);
    assert_true(b->n <= n && b->words >= 2);
    char *as = text_of(t, b);
    assert_string_equal(as, expected);
    assert_int_equal(t->cut, cut);
    free(as);
}

TEST("the question comes first, then the lines from last to first")
{
    reads("a b\nc d e\nf", "x y", 9, "x y|f|c d e|a b", 0);
    reads("a b\nc d e\nf", "x y", 4, "x y|f|c d e|a b", 0);
    reads("a b\nc d e\nf", "x y", 3, "x y|f|c d e", 1);
    reads("a b\nc d e\nf", "x y", 1, "x y", 1);
    reads("a", "x", 9, "x|a", 0);
    reads("", "x y z", 9, "x y z", 0);
    reads("a\n\nb", "x", 9, "x|b||a", 0);
}

/* The longest sentence of all splits determines the number of words per position. */
TEST("long sentences of validation are not cut")
{
    struct hand *h = stories_set();
    struct task_options o = words(4, 1);
    hand_text(h, SPLIT_TRAIN, "a b\nc d e f", "x", 0);
    hand_text(h, SPLIT_TRAIN, "a", "x", 0);
    hand_text(h, SPLIT_VALID, "f e d c b a\na", "x", 0);
    struct task *t = hand_task(h, &task_stories, &o);
    char *as = text_of(t, task_stories.fill(t, SPLIT_VALID, (const int[]){0}, 1));
    assert_string_equal(as, "x|a|f e d c b a");
    free(as);
}

TEST("texts without questions are refused")
{
    struct hand *h = stories_set();
    struct task_options o = words(4, 2);
    hand_refuses(h, &task_stories, &o, "no records in the train split");
    hand_text(h, SPLIT_TRAIN, "a", "x", 0);
    hand_text(h, SPLIT_VALID, "a", NULL, 0);
    hand_refuses(h, &task_stories, &o, "valid record 0 has no question");
}

/* Writes stories of two lines. Each line has one of three words. The label is the word of the
 * second line, so the answer depends on the order. */
static void fill_later(struct hand *h, enum split split)
{
    static const char *const stories[] = {"it is a\nit is b", "it is b\nit is a",
                                          "it is a\nit is c", "it is c\nit is a",
                                          "it is b\nit is c", "it is c\nit is b"};
    static const int later[] = {1, 0, 2, 0, 2, 1};
    for (int i = 0; i < 6; i++) hand_text(h, split, stories[i], "now ?", later[i]);
}

TEST("a model learns which word came last")
{
    const struct model_build *build = double_build();
    struct hand *h = stories_set();
    struct task_options o = words(4, 6);
    struct model_config c = net_config(ARCH_ENCODER);
    struct task_score before = {0}, after = {0};
    fill_later(h, SPLIT_TRAIN);
    fill_later(h, SPLIT_VALID);
    struct task *t = hand_task(h, &task_stories, &o);
    c.pool = POOL_FIRST;
    task_stories.shape(t, &c);
    struct model *m = open_checked(build, &c, true);
    task_stories.score(t, SPLIT_VALID, build, m, false, 0, &before);
    for (int step = 1; step <= 200; step++) {
        const struct batch *b = task_stories.batch(t, step);
        double count;
        build->zero_gradients(m);
        build->forward(m, b, (uint64_t)step, &count);
        build->backward(m, b, 1 / count);
        struct adamw w = {.lr = 0.01, .beta1 = 0.9, .beta2 = 0.95, .eps = 1e-8, .step = step};
        build->update(m, &w);
    }
    task_stories.score(t, SPLIT_VALID, build, m, false, 0, &after);
    assert_true(metric_of(&before, "loss") > 0.5);
    assert_true(metric_of(&after, "loss") < 0.05);
    assert_close(metric_of(&after, "accuracy"), 1, 0);
    assert_close(after.targets, 6, 0);
}
