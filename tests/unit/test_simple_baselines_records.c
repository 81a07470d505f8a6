/* SPDX-License-Identifier: MIT
 * Tests simple baselines of records (classes, images, pairs of texts) against worked examples. */
#include "simple_baseline_trial.h"
#include "models/tasks/tasks.h"

static const char *const two_names[] = {"no", "yes"};

TEST("each record is counted once")
{
    struct hand *h = hand_open(DATA_CLASSES, "accuracy");
    h->data.classes = 2;
    h->data.class_names = two_names;
    for (int i = 0; i < 12; i++) hand_text(h, SPLIT_TRAIN, "a word", NULL, i % 2);
    hand_text(h, SPLIT_VALID, "a word", NULL, 0);
    struct task_options o = options("words", 4, 4);
    /* Five batches of four are more than the twelve training records. Each record is still counted
     * only once. */
    double counted[] = {4, 8, 12, 12};
    for (int batches = 1; batches <= 4; batches++) {
        struct simple_baseline_result r =
            measured(h, &task_classes, &simple_baseline_majority, &o, batches == 4 ? 5 : batches);
        assert_close(r.counted, counted[batches - 1], 0);
    }
}

/* ---- positions ---- */

/* The training targets have three different ids, so about a third of the random answers must be
 * right. The tolerance is four standard deviations. */
TEST("a third of the random guesses among three answers is right")
{
    static const int32_t tokens[4] = {0, 1, 2, 3}, train[4] = {3, 5, 7, 3}, valid[4] = {5, 5, 5, 5};
    struct hand *h = hand_open(DATA_POSITIONS, "accuracy");
    h->data.vocabulary = 10;
    *hand_add(h, SPLIT_TRAIN) = (struct record){.tokens = tokens, .targets = train, .length = 4};
    for (int i = 0; i < HAND_RECORDS; i++)
        *hand_add(h, SPLIT_VALID) =
            (struct record){.tokens = tokens, .targets = valid, .length = 4};
    struct task_options o = options("chars", 4, 1);
    struct simple_baseline_result r =
        measured(h, &task_positions, &simple_baseline_chance, &o, ALL);
    assert_close(metric_of(&r.score[SPLIT_VALID], "loss"), -log(4 / 5.0 / 3), 1e-12);
    assert_close(metric_of(&r.score[SPLIT_VALID], "accuracy"), 1 / 3.0, 0.12);
    struct simple_baseline_result again =
        measured(h, &task_positions, &simple_baseline_chance, &o, ALL);
    assert_close(metric_of(&again.score[SPLIT_VALID], "accuracy"),
                 metric_of(&r.score[SPLIT_VALID], "accuracy"), 0);
}

/* In training, one of four targets did not occur earlier in its record. The probability of all
 * unseen ids together is therefore (1 + 1) / (4 + 2). The first validation target is one of two ids
 * seen earlier. */
TEST("answers that occurred earlier are equally likely")
{
    static const int32_t tokens[6] = {1, 5, 2, 7, 1, 2}, train[6] = {-1, 5, -1, 7, 5, 9},
                         valid[6] = {-1, -1, -1, -1, 5, 9}, early[6] = {-1, 5, -1, -1, -1, -1};
    struct hand *h = hand_open(DATA_POSITIONS, "accuracy");
    h->data.vocabulary = 10;
    *hand_add(h, SPLIT_TRAIN) = (struct record){.tokens = tokens, .targets = train, .length = 6};
    for (int i = 0; i < HAND_RECORDS - 1; i++)
        *hand_add(h, SPLIT_VALID) =
            (struct record){.tokens = tokens, .targets = valid, .length = 6};
    *hand_add(h, SPLIT_VALID) = (struct record){.tokens = tokens, .targets = early, .length = 6};
    struct task_options o = options("chars", 6, 3);
    struct simple_baseline_result r = measured(h, &task_positions, &simple_baseline_shown, &o, ALL);
    double pairs = HAND_RECORDS - 1, shown = 4 / 6.0 / 2, other = 2 / 6.0 / 8, only = 4 / 6.0;
    assert_close(metric_of(&r.score[SPLIT_VALID], "loss"),
                 -(pairs * (log(shown) + log(other)) + log(only)) / (2 * pairs + 1), 1e-12);
    assert_close(metric_of(&r.score[SPLIT_VALID], "accuracy"), 32.5 / 127, 0.125);
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

static struct simple_baseline_result of_opinions(const struct simple_baseline *y)
{
    struct hand *h = opinions();
    struct task_options o = options("words", 8, 2);
    struct simple_baseline_result r = measured(h, &task_classes, y, &o, ALL);
    return r;
}

/* Two of three records are class 1. Adding one to each count gives probabilities of 3/5 and 2/5. */
TEST("the majority class is always the answer")
{
    struct simple_baseline_result r = of_opinions(&simple_baseline_majority);
    assert_close(metric_of(&r.score[SPLIT_VALID], "loss"), -(log(3 / 5.0) + log(2 / 5.0)) / 2,
                 1e-12);
    assert_close(metric_of(&r.score[SPLIT_VALID], "accuracy"), 0.5, 0);
}

/* The vocabulary has 10 entries: six special tokens and four words. Three of five words of class 1
 * are "good"; one of two words of class 0 is "bad". */
TEST("naive Bayes multiplies the frequencies of words")
{
    struct simple_baseline_result r = of_opinions(&simple_baseline_naive_bayes);
    double good1 = 3 / 5.0 * 4 / 15, good0 = 2 / 5.0 * 1 / 12, bad1 = 3 / 5.0 * 1 / 15,
           bad0 = 2 / 5.0 * 2 / 12;
    assert_close(metric_of(&r.score[SPLIT_VALID], "loss"),
                 -(log(good1 / (good1 + good0)) + log(bad0 / (bad1 + bad0))) / 2, 1e-12);
    assert_close(metric_of(&r.score[SPLIT_VALID], "accuracy"), 1, 0);
}

/* All texts are the same word, so the bias alone predicts the class frequency of 3/4. */
TEST("logistic regression reaches the minimum of the loss")
{
    struct hand *h = hand_open(DATA_CLASSES, "accuracy");
    h->data.classes = 2;
    h->data.class_names = two_names;
    for (int i = 0; i < 4; i++) hand_text(h, SPLIT_TRAIN, "word", NULL, i == 3);
    hand_text(h, SPLIT_VALID, "word", NULL, 0);
    struct task_options o = options("words", 8, 2);
    struct simple_baseline_result r =
        measured(h, &task_classes, &simple_baseline_logistic, &o, ALL);
    assert_close(metric_of(&r.score[SPLIT_VALID], "loss"), -log(0.75), 1e-3);
    /* With 20 more records, the held-out tenth has records of both classes. */
    h = opinions();
    for (int i = 0; i < 20; i++)
        hand_text(h, SPLIT_TRAIN, i % 2 ? "bad plot" : "good film", NULL, i % 2 == 0);
    r = measured(h, &task_classes, &simple_baseline_logistic, &o, ALL);
    assert_close(metric_of(&r.score[SPLIT_VALID], "accuracy"), 1, 0);
}

/* ---- images ---- */

/* Creates images of four pixels. Each class has two bright pixels of its own. */
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

TEST("an image gets the class with the nearest mean")
{
    struct hand *h = pictures();
    struct task_options o = options("chars", 1, 2);
    struct simple_baseline_result r = measured(h, &task_images, &simple_baseline_centroid, &o, ALL);
    assert_close(metric_of(&r.score[SPLIT_VALID], "accuracy"), 1, 0);
    assert_true(isnan(metric_of(&r.score[SPLIT_VALID], "loss")));
    r = measured(h, &task_images, &simple_baseline_logistic, &o, ALL);
    assert_close(metric_of(&r.score[SPLIT_VALID], "accuracy"), 1, 0);
    /* The image is nearer to the mean of the two images of one class than to the single image of
     * the other class. */
    static const unsigned char between[] = {105, 95, 95, 85};
    *hand_add(h, SPLIT_VALID) = (struct record){.pixels = between, .label = 0};
    r = measured(h, &task_images, &simple_baseline_centroid, &o, ALL);
    assert_close(metric_of(&r.score[SPLIT_VALID], "accuracy"), 1, 0);
}

/* ---- texts from texts ---- */

static double bleu_of(const struct simple_baseline *y, const char *source, const char *target)
{
    struct hand *h = hand_open(DATA_PAIRS, "bleu");
    hand_text(h, SPLIT_TRAIN, "das haus", "the house", 0);
    hand_text(h, SPLIT_TRAIN, "das buch", "the book", 0);
    hand_text(h, SPLIT_TRAIN, "ein buch", "a book", 0);
    hand_text(h, SPLIT_TRAIN, "ein haus . ja", "a house . yes", 0);
    hand_text(h, SPLIT_VALID, source, target, 0);
    struct task_options o = options("words", 12, 2);
    struct simple_baseline_result r = measured(h, &task_translate, y, &o, ALL);
    return metric_of(&r.score[SPLIT_VALID], "bleu");
}

TEST("simple baselines of translation write the expected texts")
{
    assert_close(bleu_of(&simple_baseline_copying, "das buch ein haus", "das buch ein haus"), 100,
                 1e-9);
    assert_close(bleu_of(&simple_baseline_first_sentence, "das buch ein haus . ja ja",
                         "das buch ein haus ."),
                 100, 1e-9);
    assert_close(bleu_of(&simple_baseline_word_by_word, "das buch ein haus", "the book a house"),
                 100, 1e-9);
}

/* Each "ja" has a different translation, so only the end of text occurs in all targets. */
TEST("the end of text is never the translation of a word")
{
    static const char *const said[] = {"p q", "r s", "t u", "v w"};
    struct hand *h = hand_open(DATA_PAIRS, "bleu");
    for (int i = 0; i < 4; i++) hand_text(h, SPLIT_TRAIN, "ja", said[i], 0);
    /* The first of several equally frequent translations is used. */
    hand_text(h, SPLIT_VALID, "ja ja ja ja", "p p p p", 0);
    struct task_options o = options("words", 12, 2);
    struct simple_baseline_result r =
        measured(h, &task_translate, &simple_baseline_word_by_word, &o, ALL);
    assert_close(metric_of(&r.score[SPLIT_VALID], "bleu"), 100, 1e-9);
}

/* The six target tokens are x three times, end twice and y once, so the discount is 1/3. The
 * discounted mass is divided among all tokens except the begin token, which is never a target. */
TEST("the begin token has no probability")
{
    double spread = 1 / 3.0 * 3 / 6 / 9, x = (3 - 1 / 3.0) / 6 + spread,
           end = (2 - 1 / 3.0) / 6 + spread;
    struct hand *h = hand_open(DATA_PAIRS, "bleu");
    hand_text(h, SPLIT_TRAIN, "ja ja", "x x", 0);
    hand_text(h, SPLIT_TRAIN, "ja ja", "x y", 0);
    hand_text(h, SPLIT_VALID, "ja", "x", 0);
    struct task_options o = options("words", 12, 2);
    struct simple_baseline_result r =
        measured(h, &task_translate, &simple_baseline_unigram, &o, ALL);
    assert_close(metric_of(&r.score[SPLIT_VALID], "loss"), -(log(x) + log(end)) / 2, 1e-12);
}

TEST("tokenised texts are not split again for BLEU")
{
    struct hand *h = hand_open(DATA_PAIRS, "bleu");
    hand_text(h, SPLIT_TRAIN, "ein,zwei drei vier", "one", 0);
    hand_text(h, SPLIT_VALID, "ein,zwei drei vier", "ein , zwei drei vier", 0);
    struct task_options o = options("words", 12, 2);
    for (int tokenised = 0; tokenised < 2; tokenised++) {
        h->data.tokenised = tokenised;
        struct simple_baseline_result r =
            measured(h, &task_translate, &simple_baseline_copying, &o, ALL);
        double bleu = metric_of(&r.score[SPLIT_VALID], "bleu");
        assert_true(tokenised ? bleu < 50 : bleu > 100 - 1e-9);
    }
}

/* A limit of two takes records 0 and 2 of four. Their targets equal their sources, so copying gives
 * BLEU 100. */
TEST("a limit selects evenly spaced records")
{
    static const char *const sources[] = {"das haus das haus das", "ja ja ja ja",
                                          "ein buch das buch", "ja ja ja ja"};
    struct hand *h = hand_open(DATA_PAIRS, "bleu");
    hand_text(h, SPLIT_TRAIN, "das haus ein buch ja", "the house", 0);
    for (int i = 0; i < 4; i++)
        hand_text(h, SPLIT_VALID, sources[i], i % 2 ? "no no no no" : sources[i], 0);
    struct task_options o = options("words", 12, 2);
    struct task *t = hand_task(h, &task_translate, &o);
    struct simple_baseline_result r;
    simple_baseline_measure(&simple_baseline_copying, t, ALL, true, (const bool[SPLITS]){false}, 2,
                            &r);
    assert_int_equal(r.score[SPLIT_VALID].records, 2);
    assert_close(metric_of(&r.score[SPLIT_VALID], "bleu"), 100, 1e-9);
}
