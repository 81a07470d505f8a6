/* SPDX-License-Identifier: MIT
 * Yardsticks against figures counted by hand: the counts stand beside each. Ids 0 .. 5 are marks
 * (TOKEN_SPECIALS), so a vocabulary of two letters has eight. */
#include "task_case.h"

#include "models/yardsticks/yardstick.h"

enum { ALL };
static const char *const two_names[] = {"no", "yes"};

static struct task_options options(const char *tokenizer, int n, int batch)
{
    return (struct task_options){.tokenizer = tokenizer,
                                 .min_count = 1,
                                 .batch = batch,
                                 .n = n,
                                 .m = n,
                                 .beam = 1,
                                 .patch = 2,
                                 .mask_rate = 0.5,
                                 .seed = 1};
}

static struct yardstick_result measured(const struct hand *h, const struct task_kind *kind,
                                        const struct yardstick *y, const struct task_options *o,
                                        int64_t batches)
{
    struct yardstick_result r;
    struct task *t = hand_task(h, kind, o);
    assert_true(yardstick_fits(y, kind));
    yardstick_measure(y, t, batches, true, false, 0, &r);
    kind->close(t);
    return r;
}

/* ---- n-grams ---- */

static struct hand *language(const char *train, const char *valid)
{
    struct hand *h = hand_open(DATA_LANGUAGE, "loss");
    hand_text(h, SPLIT_TRAIN, train, NULL, 0);
    hand_text(h, SPLIT_VALID, valid, NULL, 0);
    return h;
}

static double loss_of_text(const struct yardstick *y, const char *train, const char *valid)
{
    struct hand *h = language(train, valid);
    struct task_options o = options("chars", 2, 1);
    struct yardstick_result r = measured(h, &task_next_token, y, &o, ALL);
    free(h);
    return metric_of(&r.valid, "loss");
}

/* a 3, b 1: one token of count 1, none of 2, so D = 1/2; what is discounted, 1/2 twice of 4, goes
 * to eight ids alike. */
static void a_unigram_is_a_share(void **state)
{
    (void)state;
    double a = (3 - 0.5) / 4 + 0.25 / 8, b = (1 - 0.5) / 4 + 0.25 / 8;
    assert_close(loss_of_text(&yardstick_unigram, "aaab", "aab"), -(log(a) + log(b)) / 2, 1e-12);
}

/* a b a a b: ab 2, ba 1, aa 1, so D_2 = 2 / (2 + 2). Below, a stands behind two different tokens
 * and b behind one: D_1 = 1 / (1 + 2). Behind a stand three, of two kinds. */
static void a_bigram_is_kneser_and_neys(void **state)
{
    (void)state;
    double spread = 2 / 3.0 / 3 / 8, a = (2 - 1 / 3.0) / 3 + spread, b = (1 - 1 / 3.0) / 3 + spread,
           shorter = 0.5 * 2 / 3;
    double a_a = (1 - 0.5) / 3 + shorter * a, b_a = (2 - 0.5) / 3 + shorter * b;
    assert_close(loss_of_text(&yardstick_bigram, "abaab", "aab"), -(log(a_a) + log(b_a)) / 2,
                 1e-12);
}

/* A model of so many letters, and what it says of one more token. */
static double share_of(const struct yardstick *y, struct model *model, const int32_t *history,
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

/* Fits to a text and hands back the open task and model. */
static struct model *fitted(const struct yardstick *y, const struct hand *h,
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

static void probabilities_sum_to_one(void **state)
{
    (void)state;
    struct hand *h = language("the cat saw the dog and the dog saw the cat and the hen", "the cow");
    const struct yardstick *grams[] = {&yardstick_unigram, &yardstick_trigram, &yardstick_ngram6};
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
        task_next_token.close(task);
    }
    free(h);
}

/* A longer history is worth more on a text that repeats itself. */
static void longer_runs_know_more(void **state)
{
    (void)state;
    const char *train = "the cat saw the dog and the dog saw the cat and the dog and the cat";
    double one = loss_of_text(&yardstick_unigram, train, "the dog and the cat"),
           three = loss_of_text(&yardstick_trigram, train, "the dog and the cat");
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

/* Places that three batches of windows cover, each once and in order, and nothing else. Every
 * character of the text is another, so that an id says where it stands. */
static void a_walk_shows_what_batches_show(void **state)
{
    (void)state;
    enum { CHARACTERS = 180, WINDOW = 7, ROWS = 2, STEPS = 3 };
    struct text train = {0};
    for (int i = 0; i < CHARACTERS; i++) /* U+0100 and on, two bytes each */
        text_add(&train, "%c%c", 0xC4 + i / 64, 0x80 + i % 64);
    struct hand *h = language(train.data, train.data);
    struct task_options o = options("chars", WINDOW, ROWS);
    struct task *t = hand_task(h, &task_next_token, &o);
    struct seen_text all = {0}, some = {0};
    task_next_token.walk(t, 0, note_run, &all);
    assert_int_equal(all.count, CHARACTERS - 1); /* the last one is a target only */
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
    task_next_token.close(t);
    text_free(&train);
    free(h);
}

static void records_are_walked_once(void **state)
{
    (void)state;
    struct hand *h = hand_open(DATA_CLASSES, "accuracy");
    h->data.classes = 2;
    h->data.class_names = two_names;
    for (int i = 0; i < 12; i++) hand_text(h, SPLIT_TRAIN, "a word", NULL, i % 2);
    hand_text(h, SPLIT_VALID, "a word", NULL, 0);
    struct task_options o = options("words", 4, 4);
    /* Five batches of four are more than an epoch of twelve: all, once. */
    double counted[] = {4, 8, 12, 12};
    for (int batches = 1; batches <= 4; batches++) {
        struct yardstick_result r =
            measured(h, &task_classes, &yardstick_majority, &o, batches == 4 ? 5 : batches);
        assert_close(r.counted, counted[batches - 1], 0);
    }
    free(h);
}

/* ---- masked tokens ---- */

/* By the definition, with a sum over the vocabulary in place of the short one. Counts of a b a a b:
 * tokens a 3, b 2; pairs ab 2, ba 1, aa 1. */
static double both_sides(double left_a, double left_b, double left_rest, double right_a,
                         double right_b, double right_rest, bool of_a)
{
    double a = 4 / 13.0, b = 3 / 13.0, other = 1 / 13.0;
    double for_a = (left_a + left_rest * a) * (right_a + right_rest * a) / a,
           for_b = (left_b + left_rest * b) * (right_b + right_rest * b) / b,
           for_other = left_rest * other * right_rest * other / other;
    return (of_a ? for_a : for_b) / (for_a + for_b + 6 * for_other);
}

static void a_hidden_token_has_two_neighbours(void **state)
{
    (void)state;
    struct hand *h = language("abaab", "ab");
    struct task *task;
    struct task_options o = options("chars", 2, 1);
    struct model_config shape = {0};
    const struct yardstick *y = &yardstick_neighbours;
    task = hand_task(h, &task_masked_token, &o);
    task_masked_token.shape(task, &shape);
    struct model *model = y->open(y, task, &shape);
    task_masked_token.walk(task, 0, (task_visit *)y->count, model);
    y->fit(model);
    struct token_list ab = {0};
    tokenizer_encode(task->tokenizer, string_of("ab"), false, &ab);
    int32_t a = ab.ids[0], b = ab.ids[1], tokens[3] = {a, TOKEN_MASK, b};
    /* Behind a: a 1, b 2, two kinds, over 3 + 2. Before b: a 2, one kind, over 2 + 1. */
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
    task_masked_token.close(task);
    free(h);
}

/* ---- classes ---- */

static struct hand *opinions(void)
{
    struct hand *h = hand_open(DATA_CLASSES, "accuracy");
    h->data.classes = 2;
    h->data.class_names = two_names;
    hand_text(h, SPLIT_TRAIN, "good film", NULL, 1);
    hand_text(h, SPLIT_TRAIN, "good good plot", NULL, 1);
    hand_text(h, SPLIT_TRAIN, "bad film", NULL, 0);
    hand_text(h, SPLIT_VALID, "good", NULL, 1);
    hand_text(h, SPLIT_VALID, "bad", NULL, 0);
    return h;
}

static struct yardstick_result of_opinions(const struct yardstick *y)
{
    struct hand *h = opinions();
    struct task_options o = options("words", 8, 2);
    struct yardstick_result r = measured(h, &task_classes, y, &o, ALL);
    free(h);
    return r;
}

/* Two of three are class 1: 3/5 and 2/5 with one added to each. */
static void the_majority_is_always_said(void **state)
{
    (void)state;
    struct yardstick_result r = of_opinions(&yardstick_majority);
    assert_close(metric_of(&r.valid, "loss"), -(log(3 / 5.0) + log(2 / 5.0)) / 2, 1e-12);
    assert_close(metric_of(&r.valid, "accuracy"), 0.5, 0);
}

/* Vocabulary 6 marks and good, film, plot, bad: 10. Class 1 has five words, good three times; class
 * 0 two, bad once. */
static void naive_bayes_multiplies_shares(void **state)
{
    (void)state;
    struct yardstick_result r = of_opinions(&yardstick_naive_bayes);
    double good1 = 3 / 5.0 * 4 / 15, good0 = 2 / 5.0 * 1 / 12, bad1 = 3 / 5.0 * 1 / 15,
           bad0 = 2 / 5.0 * 2 / 12;
    assert_close(metric_of(&r.valid, "loss"),
                 -(log(good1 / (good1 + good0)) + log(bad0 / (bad1 + bad0))) / 2, 1e-12);
    assert_close(metric_of(&r.valid, "accuracy"), 1, 0);
}

/* Every text is the same word: the free bias takes all, and the shares come out, 3 of 4. To within
 * what the gradient's tolerance of 1e-4 leaves: an error of a share by that is 1e-4 / (3/4 1/4) of
 * its logit. */
static void logistic_regression_is_at_its_least(void **state)
{
    (void)state;
    struct hand *h = hand_open(DATA_CLASSES, "accuracy");
    h->data.classes = 2;
    h->data.class_names = two_names;
    for (int i = 0; i < 4; i++) hand_text(h, SPLIT_TRAIN, "word", NULL, i == 3);
    hand_text(h, SPLIT_VALID, "word", NULL, 0);
    struct task_options o = options("words", 8, 2);
    struct yardstick_result r = measured(h, &task_classes, &yardstick_logistic, &o, ALL);
    assert_close(metric_of(&r.valid, "loss"), -log(0.75), 1e-3);
    free(h);
    /* Often enough that the last tenth, by which the penalty is chosen, has both kinds. */
    h = opinions();
    for (int i = 0; i < 20; i++)
        hand_text(h, SPLIT_TRAIN, i % 2 ? "bad plot" : "good film", NULL, i % 2 == 0);
    r = measured(h, &task_classes, &yardstick_logistic, &o, ALL);
    assert_close(metric_of(&r.valid, "accuracy"), 1, 0);
    free(h);
}

/* ---- images ---- */

/* Two pixels of four are bright in one class, the other two in the other. */
static struct hand *pictures(void)
{
    static const unsigned char left[] = {200, 0, 180, 0}, left_too[] = {220, 10, 200, 0},
                               right[] = {0, 200, 0, 180}, near_left[] = {150, 90, 150, 80};
    struct hand *h = hand_open(DATA_IMAGES, "accuracy");
    h->data.classes = 2;
    h->data.class_names = two_names;
    h->data.width = h->data.height = 2;
    h->data.channels = 1;
    *hand_add(h, SPLIT_TRAIN) = (struct record){.pixels = left, .label = 0};
    *hand_add(h, SPLIT_TRAIN) = (struct record){.pixels = left_too, .label = 0};
    *hand_add(h, SPLIT_TRAIN) = (struct record){.pixels = right, .label = 1};
    *hand_add(h, SPLIT_VALID) = (struct record){.pixels = near_left, .label = 0};
    *hand_add(h, SPLIT_VALID) = (struct record){.pixels = right, .label = 1};
    return h;
}

static void an_image_has_a_nearest_mean(void **state)
{
    (void)state;
    struct hand *h = pictures();
    struct task_options o = options("chars", 1, 2);
    struct yardstick_result r = measured(h, &task_images, &yardstick_centroid, &o, ALL);
    assert_close(metric_of(&r.valid, "accuracy"), 1, 0);
    assert_true(isnan(metric_of(&r.valid, "loss")));
    r = measured(h, &task_images, &yardstick_logistic, &o, ALL);
    assert_close(metric_of(&r.valid, "accuracy"), 1, 0);
    free(h);
}

/* ---- texts from texts ---- */

static double bleu_of(const struct yardstick *y, const char *source, const char *target)
{
    struct hand *h = hand_open(DATA_PAIRS, "bleu");
    hand_text(h, SPLIT_TRAIN, "das haus", "the house", 0);
    hand_text(h, SPLIT_TRAIN, "das buch", "the book", 0);
    hand_text(h, SPLIT_TRAIN, "ein buch", "a book", 0);
    hand_text(h, SPLIT_TRAIN, "ein haus . ja", "a house . yes", 0);
    hand_text(h, SPLIT_VALID, source, target, 0);
    struct task_options o = options("words", 12, 2);
    struct yardstick_result r = measured(h, &task_translate, y, &o, ALL);
    free(h);
    return metric_of(&r.valid, "bleu");
}

static void texts_are_written(void **state)
{
    (void)state;
    assert_close(bleu_of(&yardstick_copying, "das buch ein haus", "das buch ein haus"), 100, 1e-9);
    assert_close(
        bleu_of(&yardstick_first_sentence, "das buch ein haus . ja ja", "das buch ein haus ."), 100,
        1e-9);
    assert_close(bleu_of(&yardstick_word_by_word, "das buch ein haus", "the book a house"), 100,
                 1e-9);
}

/* ---- the list ---- */

/* Every task but spans has one, and one that tells whether anything was learned. */
static void tasks_have_yardsticks(void **state)
{
    (void)state;
    for (int k = 0; task_kinds[k]; k++) {
        int some = 0, floors = 0;
        for (int y = 0; yardsticks[y]; y++) {
            assert_string_equal(yardsticks[y]->name, yardstick_names[y]);
            some += yardstick_fits(yardsticks[y], task_kinds[k]);
            floors += yardstick_fits(yardsticks[y], task_kinds[k]) && yardsticks[y]->floor;
        }
        bool spans = !strcmp(task_kinds[k]->name, "spans");
        assert_int_equal(some > 0, !spans);
        assert_int_equal(floors, !spans);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_unigram_is_a_share),
        cmocka_unit_test(a_bigram_is_kneser_and_neys),
        cmocka_unit_test(probabilities_sum_to_one),
        cmocka_unit_test(longer_runs_know_more),
        cmocka_unit_test(a_walk_shows_what_batches_show),
        cmocka_unit_test(records_are_walked_once),
        cmocka_unit_test(a_hidden_token_has_two_neighbours),
        cmocka_unit_test(the_majority_is_always_said),
        cmocka_unit_test(naive_bayes_multiplies_shares),
        cmocka_unit_test(logistic_regression_is_at_its_least),
        cmocka_unit_test(an_image_has_a_nearest_mean),
        cmocka_unit_test(texts_are_written),
        cmocka_unit_test(tasks_have_yardsticks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
