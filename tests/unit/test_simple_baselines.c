/* SPDX-License-Identifier: MIT
 * Tests simple baselines for running text against worked examples. Ids 0 to 5 are special tokens,
 * so a vocabulary of two letters has eight ids. */
#include "simple_baseline_trial.h"
#include "models/tasks/tasks.h"

/* ---- n-grams ---- */

static struct hand *language(const char *train, const char *valid)
{
    struct hand *h = hand_open(DATA_LANGUAGE, "loss");
    hand_text(h, SPLIT_TRAIN, train, NULL, 0);
    hand_text(h, SPLIT_VALID, valid, NULL, 0);
    return h;
}

static double loss_of_text(const struct simple_baseline *y, const char *train, const char *valid)
{
    struct hand *h = language(train, valid);
    struct task_options o = options("chars", 2, 1);
    struct simple_baseline_result r = measured(h, &task_next_token, y, &o, ALL);
    return metric_of(&r.score[SPLIT_VALID], "loss");
}

/* In "aaab", one token occurs once and no token twice, so the discount is 1/2. The discounted mass
 * of 1/4 is divided equally among eight ids. */
TEST("a unigram model uses discounted token frequencies")
{
    double a = (3 - 0.5) / 4 + 0.25 / 8, b = (1 - 0.5) / 4 + 0.25 / 8;
    assert_close(loss_of_text(&simple_baseline_unigram, "aaab", "aab"), -(log(a) + log(b)) / 2,
                 1e-12);
}

/* The pairs of "abaab" are ab (twice), ba and aa (once each), so the discount is 2 / (2 + 2). For
 * unigrams it is 1 / (1 + 2). */
TEST("a bigram model uses Kneser-Ney smoothing")
{
    double spread = 2 / 3.0 / 3 / 8, a = (2 - 1 / 3.0) / 3 + spread, b = (1 - 1 / 3.0) / 3 + spread,
           shorter = 0.5 * 2 / 3;
    double a_a = (1 - 0.5) / 3 + shorter * a, b_a = (2 - 0.5) / 3 + shorter * b;
    assert_close(loss_of_text(&simple_baseline_bigram, "abaab", "aab"), -(log(a_a) + log(b_a)) / 2,
                 1e-12);
}

/* Returns the model's probability for `token` after a history. */
static double share_of(const struct simple_baseline *y, struct model *model, const int32_t *history,
                       int length, int32_t token)
{
    int32_t targets[8];
    struct batch b = {
        .batch = 1, .n = length, .tokens = history, .lengths = &length, .targets = targets};
    double count;
    for (int i = 0; i < length; i++) targets[i] = -1;
    targets[length - 1] = token;
    return exp(-y->forward(model, &b, 0, &count));
}

static struct model *fitted(const struct simple_baseline *y, const struct hand *h,
                            const struct task_kind *kind, struct task **task, int *vocabulary)
{
    struct task_options o = options("chars", 6, 2);
    struct model_config shape = {0};
    *task = hand_task(h, kind, &o);
    kind->shape(*task, &shape);
    *vocabulary = shape.vocabulary;
    struct model *model = y->open(y, *task, &shape);
    kind->walk(*task, 0, (task_visit *)y->count, model);
    if (y->fit) y->fit(model);
    return model;
}

TEST("probabilities sum to one")
{
    struct hand *h = language("the cat saw the dog and the dog saw the cat and the hen", "the cow");
    const struct simple_baseline *grams[] = {&simple_baseline_unigram, &simple_baseline_trigram,
                                             &simple_baseline_ngram6};
    for (size_t g = 0; g < sizeof grams / sizeof *grams; g++) {
        struct task *task;
        int vocabulary;
        struct model *model = fitted(grams[g], h, &task_next_token, &task, &vocabulary);
        struct token_list text = {0};
        tokenizer_encode(task->tokenizer, string_of("saw the cow, and"), false, &text);
        for (size_t at = 0; at + 6 <= text.count; at++)
            for (int length = 1; length <= 6; length++) {
                double sum = 0;
                for (int32_t t = 0; t < vocabulary; t++)
                    sum += share_of(grams[g], model, text.ids + at, length, t);
                assert_close(sum, 1, 1e-12);
            }
        free(text.ids);
        grams[g]->close(model);
    }
}

/* The validation text repeats phrases of the training text, so a longer history helps. */
TEST("longer n-grams predict better")
{
    const char *train = "the cat saw the dog and the dog saw the cat and the dog and the cat";
    double one = loss_of_text(&simple_baseline_unigram, train, "the dog and the cat"),
           three = loss_of_text(&simple_baseline_trigram, train, "the dog and the cat");
    assert_true(three < one);
}

/* ---- what a training sees ---- */

struct seen_text {
    int32_t ids[256];
    int count, runs;
};
static void note_run(void *to, const struct batch *b)
{
    struct seen_text *s = to;
    memcpy(s->ids + s->count, b->tokens, (size_t)b->lengths[0] * sizeof *s->ids);
    s->count += b->lengths[0];
    s->runs++;
}

/* Three batches must contain each position once, in order. All characters are different, so an id
 * identifies its position. */
TEST("one pass over a split visits each token once, in order")
{
    enum { CHARACTERS = 180, WINDOW = 7, ROWS = 2, STEPS = 3 };
    struct text train = {0};
    for (int i = 0; i < CHARACTERS; i++) /* Characters from U+0100 on have two bytes in UTF-8. */
        text_add(&train, "%c%c", 0xC4 + i / 64, 0x80 + i % 64);
    struct hand *h = language(train.data, train.data);
    struct task_options o = options("chars", WINDOW, ROWS);
    struct task *t = hand_task(h, &task_next_token, &o);
    struct seen_text all = {0}, some = {0};
    task_next_token.walk(t, 0, note_run, &all);
    assert_int_equal(all.count,
                     CHARACTERS - 1); /* The last character is a target but never an input. */
    assert_int_equal(all.runs, 1);
    bool shown[CHARACTERS + TOKEN_SPECIALS] = {false};
    for (int step = 0; step < STEPS; step++)
        for (int i = 0; i < ROWS * WINDOW; i++)
            shown[task_next_token.batch(t, step)->tokens[i]] = true;
    task_next_token.walk(t, STEPS, note_run, &some);
    int at = 0;
    for (int i = 0; i < all.count; i++)
        if (shown[all.ids[i]]) assert_int_equal(some.ids[at++], all.ids[i]);
    assert_int_equal(some.count, at);
    assert_true(at > WINDOW && at <= STEPS * ROWS * WINDOW);
    text_free(&train);
}

/* ---- masked tokens ---- */

/* Computes the expected probability of a masked token in "abaab" by summing over the whole
 * vocabulary. */
static double both_sides(double left_a, double left_b, double left_rest, double right_a,
                         double right_b, double right_rest, bool of_a)
{
    double a = 4 / 13.0, b = 3 / 13.0, other = 1 / 13.0;
    double for_a = (left_a + left_rest * a) * (right_a + right_rest * a) / a,
           for_b = (left_b + left_rest * b) * (right_b + right_rest * b) / b,
           for_other = left_rest * other * right_rest * other / other;
    return (of_a ? for_a : for_b) / (for_a + for_b + 6 * for_other);
}

TEST("a masked token is predicted from both neighbours")
{
    struct hand *h = language("abaab", "ab");
    struct task *task;
    struct task_options o = options("chars", 2, 1);
    struct model_config shape = {0};
    const struct simple_baseline *y = &simple_baseline_neighbours;
    task = hand_task(h, &task_masked_token, &o);
    task_masked_token.shape(task, &shape);
    struct model *model = y->open(y, task, &shape);
    task_masked_token.walk(task, 0, (task_visit *)y->count, model);
    y->fit(model);
    struct token_list ab = {0};
    tokenizer_encode(task->tokenizer, string_of("ab"), false, &ab);
    int32_t a = ab.ids[0], b = ab.ids[1], tokens[3] = {a, TOKEN_MASK, b};
    /* In "abaab", the pair aa occurs once and ab twice, so every b follows an a. */
    for (int of_a = 0; of_a < 2; of_a++) {
        int32_t targets[3] = {-1, of_a ? a : b, -1};
        int length = 3;
        double count;
        struct batch batch = {
            .batch = 1, .n = 3, .tokens = tokens, .lengths = &length, .targets = targets};
        double want = both_sides(1 / 5.0, 2 / 5.0, 2 / 5.0, 2 / 3.0, 0, 1 / 3.0, of_a);
        assert_close(exp(-y->forward(model, &batch, 0, &count)), want, 1e-12);
        assert_close(count, 1, 0);
    }
    free(ab.ids);
    y->close(model);
}

/* ---- the list ---- */

/* The floor baseline of a task shows whether a model has learned anything. */
TEST("each task with simple baselines has exactly one baseline marked as floor")
{
    for (int k = 0; task_kinds[k]; k++) {
        int some = 0, floors = 0;
        for (int y = 0; simple_baselines[y]; y++) {
            assert_string_equal(simple_baselines[y]->name, simple_baseline_names[y]);
            some += simple_baseline_fits(simple_baselines[y], task_kinds[k]);
            floors += simple_baseline_fits(simple_baselines[y], task_kinds[k]) &&
                      simple_baselines[y]->floor;
        }
        bool counted = task_kinds[k]->counted_as;
        assert_int_equal(some > 0, counted);
        assert_int_equal(floors, counted);
    }
}

static bool somebody_counts_as(const char *name, size_t length)
{
    for (int k = 0; task_kinds[k]; k++) {
        const char *as = task_kinds[k]->counted_as;
        if (as && strlen(as) == length && !memcmp(as, name, length)) return true;
    }
    return false;
}

TEST("simple baselines list only known tasks")
{
    for (int y = 0; simple_baselines[y]; y++)
        for (const char *at = simple_baselines[y]->tasks; *at; at += strspn(at, " ")) {
            size_t length = strcspn(at, " ");
            if (!somebody_counts_as(at, length))
                fail_msg("%s: unknown task %.*s in the list of tasks", simple_baselines[y]->name,
                         (int)length, at);
            at += length;
        }
}
