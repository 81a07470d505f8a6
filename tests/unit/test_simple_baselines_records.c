/* SPDX-License-Identifier: MIT
 * Simple baselines of records (classes, images, pairs of texts) against figures counted by hand. */
#include "simple_baseline_trial.h"
#include "models/tasks/tasks.h"

static const char *const two_names[] = {"no", "yes"};

TEST("records are walked once")
{
    struct hand *h = hand_open(DATA_CLASSES, "accuracy");
    h->data.classes = 2;
    h->data.class_names = two_names;
    for (int i = 0; i < 12; i++) hand_text(h, SPLIT_TRAIN, "a word", NULL, i % 2);
    hand_text(h, SPLIT_VALID, "a word", NULL, 0);
    struct task_options o = options("words", 4, 4);
    /* Five batches of four are more than an epoch of twelve: all, once. */
    double counted[] = {4, 8, 12, 12};
    for (int batches = 1; batches <= 4; batches++) {
        struct simple_baseline_result r =
            measured(h, &task_classes, &simple_baseline_majority, &o, batches == 4 ? 5 : batches);
        assert_close(r.counted, counted[batches - 1], 0);
    }
}

/* ---- positions ---- */

/* Four targets of three kinds, so r = 1/5. Of 256 answers drawn of three a third is right, give or
 * take four deviations of sqrt(1/3 2/3 / 256); the same in every run. */
TEST("chance is right once of as many as there are")
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

/* Of four targets of training one, 9, does not stand before its question: r = 2/6. In validation
 * two answers, 5 and 7, have been shown of ten ids; 1 is none, being asked for nowhere. The first
 * is one of two, the second stands nowhere, the third is the only one shown; drawn, the first is
 * right half the time. */
TEST("what was shown is as likely")
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
    assert_close(metric_of(&r.score[SPLIT_VALID], "accuracy"), 32.5 / 127,
                 0.125); /* four deviations */
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

/* Two of three are class 1: 3/5 and 2/5 with one added to each. */
TEST("the majority class is always the answer")
{
    struct simple_baseline_result r = of_opinions(&simple_baseline_majority);
    assert_close(metric_of(&r.score[SPLIT_VALID], "loss"), -(log(3 / 5.0) + log(2 / 5.0)) / 2,
                 1e-12);
    assert_close(metric_of(&r.score[SPLIT_VALID], "accuracy"), 0.5, 0);
}

/* Vocabulary 6 marks and good, film, plot, bad: 10. Class 1 has five words, good three times; class
 * 0 two, bad once. */
TEST("naive bayes multiplies shares")
{
    struct simple_baseline_result r = of_opinions(&simple_baseline_naive_bayes);
    double good1 = 3 / 5.0 * 4 / 15, good0 = 2 / 5.0 * 1 / 12, bad1 = 3 / 5.0 * 1 / 15,
           bad0 = 2 / 5.0 * 2 / 12;
    assert_close(metric_of(&r.score[SPLIT_VALID], "loss"),
                 -(log(good1 / (good1 + good0)) + log(bad0 / (bad1 + bad0))) / 2, 1e-12);
    assert_close(metric_of(&r.score[SPLIT_VALID], "accuracy"), 1, 0);
}

/* Every text is the same word: the free bias takes all, and the shares come out, 3 of 4. To within
 * what the gradient's tolerance of 1e-4 leaves: an error of a share by that is 1e-4 / (3/4 1/4) of
 * its logit. */
TEST("logistic regression is at its least")
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
    /* Often enough that the tenth by which the penalty is chosen, has both kinds. */
    h = opinions();
    for (int i = 0; i < 20; i++)
        hand_text(h, SPLIT_TRAIN, i % 2 ? "bad plot" : "good film", NULL, i % 2 == 0);
    r = measured(h, &task_classes, &simple_baseline_logistic, &o, ALL);
    assert_close(metric_of(&r.score[SPLIT_VALID], "accuracy"), 1, 0);
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

TEST("an image has a nearest mean")
{
    struct hand *h = pictures();
    struct task_options o = options("chars", 1, 2);
    struct simple_baseline_result r = measured(h, &task_images, &simple_baseline_centroid, &o, ALL);
    assert_close(metric_of(&r.score[SPLIT_VALID], "accuracy"), 1, 0);
    assert_true(isnan(metric_of(&r.score[SPLIT_VALID], "loss")));
    r = measured(h, &task_images, &simple_baseline_logistic, &o, ALL);
    assert_close(metric_of(&r.score[SPLIT_VALID], "accuracy"), 1, 0);
    /* Nearer to (210, 5, 190, 0), the mean of two, than to the other, of one. */
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

TEST("texts are written")
{
    assert_close(bleu_of(&simple_baseline_copying, "das buch ein haus", "das buch ein haus"), 100,
                 1e-9);
    assert_close(bleu_of(&simple_baseline_first_sentence, "das buch ein haus . ja ja",
                         "das buch ein haus ."),
                 100, 1e-9);
    assert_close(bleu_of(&simple_baseline_word_by_word, "das buch ein haus", "the book a house"),
                 100, 1e-9);
}

/* "ja" is said in another way each time, and what all texts have in common is that they end. */
TEST("no word is translated by an end")
{
    static const char *const said[] = {"p q", "r s", "t u", "v w"};
    struct hand *h = hand_open(DATA_PAIRS, "bleu");
    for (int i = 0; i < 4; i++) hand_text(h, SPLIT_TRAIN, "ja", said[i], 0);
    hand_text(h, SPLIT_VALID, "ja ja ja ja", "p p p p", 0); /* of alike the first */
    struct task_options o = options("words", 12, 2);
    struct simple_baseline_result r =
        measured(h, &task_translate, &simple_baseline_word_by_word, &o, ALL);
    assert_close(metric_of(&r.score[SPLIT_VALID], "bleu"), 100, 1e-9);
}

/* x 3, the end 2, y 1 of six: one token of count 1, one of 2, so D = 1/3, and what is discounted,
 * 1/3 of three, goes to six marks and three words alike. The beginning, which nobody writes, is
 * none of them. */
TEST("a beginning is not an outcome")
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

/* Of words that stand between blanks BLEU takes no mark off; of other texts it does. */
TEST("tokens are not split again")
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

/* Of four pairs those at 0 and 2, which are copies; the shorter one is written first. */
TEST("a limit is spread")
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
