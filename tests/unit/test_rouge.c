/* SPDX-License-Identifier: MIT
 * Tests ROUGE scores. Expected values come from google-research's rouge_score with the
 * PorterStemmer of nltk 3.8. */
#include "tests/unit/test.h"

#include "models/metrics/metrics.h"

#include <math.h>

static const double tight = 1e-12;

static void near(double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance)) fail_msg("found %.17g, expected %.17g", got, want);
}

#define COUNT(table) (sizeof(table) / sizeof *(table))

static const struct {
    const char *hypothesis, *references[4];
    struct rouge_score plain[ROUGE_KINDS], stemmed[ROUGE_KINDS];
} examples[] = {
    {"The quick brown dog jumps on the log.",
     {"The quick brown fox jumps over the lazy dog"},
     {{0.75, 0.666666666666667, 0.705882352941177},
      {0.285714285714286, 0.25, 0.266666666666667},
      {0.625, 0.555555555555556, 0.588235294117647}},
     {{0.75, 0.666666666666667, 0.705882352941177},
      {0.285714285714286, 0.25, 0.266666666666667},
      {0.625, 0.555555555555556, 0.588235294117647}}},
    {"testing one",
     {"testing one two"},
     {{1, 0.666666666666667, 0.8}, {1, 0.5, 0.666666666666667}, {1, 0.666666666666667, 0.8}},
     {{1, 0.666666666666667, 0.8}, {1, 0.5, 0.666666666666667}, {1, 0.666666666666667, 0.8}}},
    {"police killed the gunman",
     {"police kill the gunman", "the gunman kill police"},
     {{0.75, 0.75, 0.75},
      {0.333333333333333, 0.333333333333333, 0.333333333333333},
      {0.75, 0.75, 0.75}},
     {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}},
    {"the gunman police killed",
     {"police killed the gunman"},
     {{1, 1, 1}, {0.666666666666667, 0.666666666666667, 0.666666666666667}, {0.5, 0.5, 0.5}},
     {{1, 1, 1}, {0.666666666666667, 0.666666666666667, 0.666666666666667}, {0.5, 0.5, 0.5}}},
    {"The ponies were running happily; skies and dying kings' generalizations in the 1990s.",
     {"A pony ran happily under the sky, and the dying king generalized in 1990"},
     {{0.461538461538462, 0.428571428571429, 0.444444444444444},
      {0, 0, 0},
      {0.307692307692308, 0.285714285714286, 0.296296296296296}},
     {{0.846153846153846, 0.785714285714286, 0.814814814814815},
      {0.333333333333333, 0.307692307692308, 0.32},
      {0.692307692307692, 0.642857142857143, 0.666666666666667}}},
    {"CAFÉ İstanbul \342\204\252elvin",
     {"cafe istanbul kelvin"},
     {{0.25, 0.333333333333333, 0.285714285714286},
      {0, 0, 0},
      {0.25, 0.333333333333333, 0.285714285714286}},
     {{0.25, 0.333333333333333, 0.285714285714286},
      {0, 0, 0},
      {0.25, 0.333333333333333, 0.285714285714286}}},
    {"a b c d e f g",
     {"a c e g b d f", "g f e d c b a", "a b c x d e f"},
     {{1, 1, 1},
      {0.666666666666667, 0.666666666666667, 0.666666666666667},
      {0.857142857142857, 0.857142857142857, 0.857142857142857}},
     {{1, 1, 1},
      {0.666666666666667, 0.666666666666667, 0.666666666666667},
      {0.857142857142857, 0.857142857142857, 0.857142857142857}}},
    {"a a a b",
     {"a a b b", "b b b b"},
     {{0.75, 0.75, 0.75},
      {0.666666666666667, 0.666666666666667, 0.666666666666667},
      {0.75, 0.75, 0.75}},
     {{0.75, 0.75, 0.75},
      {0.666666666666667, 0.666666666666667, 0.666666666666667},
      {0.75, 0.75, 0.75}}},
    {"...", {"words"}, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}},
    {"words", {""}, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}},
    {"", {""}, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}},
    {"one", {"one"}, {{1, 1, 1}, {0, 0, 0}, {1, 1, 1}}, {{1, 1, 1}, {0, 0, 0}, {1, 1, 1}}},
    {"Don't stop-believing in 3.14",
     {"dont stop believing in 3 14"},
     {{0.714285714285714, 0.833333333333333, 0.769230769230769},
      {0.666666666666667, 0.8, 0.727272727272727},
      {0.714285714285714, 0.833333333333333, 0.769230769230769}},
     {{0.714285714285714, 0.833333333333333, 0.769230769230769},
      {0.666666666666667, 0.8, 0.727272727272727},
      {0.714285714285714, 0.833333333333333, 0.769230769230769}}},
};

static size_t listed(const char *const *texts)
{
    size_t count = 0;
    while (count < 4 && texts[count]) count++;
    return count;
}

static void same(struct rouge_score got, struct rouge_score want)
{
    near(got.precision, want.precision, tight);
    near(got.recall, want.recall, tight);
    near(got.f1, want.f1, tight);
}

TEST("scores agree with rouge_score")
{
    for (size_t i = 0; i < COUNT(examples); i++)
        for (int stem = 0; stem < 2; stem++) {
            struct rouge_score found[ROUGE_KINDS];
            rouge_of(stem, examples[i].hypothesis, examples[i].references,
                     listed(examples[i].references), found);
            for (enum rouge_kind k = 0; k < ROUGE_KINDS; k++)
                same(found[k], (stem ? examples[i].stemmed : examples[i].plain)[k]);
        }
}

/* Section 3 of Lin 2004 has two candidates with equal ROUGE-2 but ROUGE-L of 3/4 and 1/2. */
TEST("the examples of Lin 2004 have the published scores")
{
    const char *reference = "police killed the gunman";
    static const struct {
        const char *hypothesis;
        double rouge2, rougeL;
    } expected[] = {{"police kill the gunman", 1.0 / 3, 0.75},
                    {"the gunman kill police", 1.0 / 3, 0.5}};
    for (size_t i = 0; i < COUNT(expected); i++) {
        struct rouge_score found[ROUGE_KINDS];
        rouge_of(false, expected[i].hypothesis, &reference, 1, found);
        near(found[ROUGE_2].f1, expected[i].rouge2, tight);
        near(found[ROUGE_L].f1, expected[i].rougeL, tight);
    }
}

static struct rouge_score rouge1(const char *hypothesis, const char *const *references,
                                 size_t count)
{
    struct rouge_score found[ROUGE_KINDS];
    rouge_of(false, hypothesis, references, count, found);
    return found[ROUGE_1];
}

TEST("the score uses the best of several references")
{
    same(rouge1("testing", (const char *[]){"testing one two"}, 1),
         (struct rouge_score){1, 1.0 / 3, 0.5});
    same(rouge1("one", (const char *[]){"two", "one"}, 2), (struct rouge_score){1, 1, 1});
    same(rouge1("alone", NULL, 0), (struct rouge_score){0});
}

/* A model may produce such texts: invalid UTF-8, a megabyte without a space, or a long run of y. */
static const char *const hostile[] = {
    "\xff\xfe", "\xc3", "a \xe2\x82 b", "\xed\xa0\x80", "\x80\x80\x80 x", "\x01\x02", " ", "",
};

static char *repeated(const char *part, size_t times)
{
    size_t length = strlen(part);
    char *text = malloc(length * times + 1);
    assert_non_null(text);
    for (size_t i = 0; i < times; i++) memcpy(text + i * length, part, length);
    text[length * times] = '\0';
    return text;
}

TEST("invalid and very long texts have scores")
{
    struct rouge_score found[ROUGE_KINDS];
    for (size_t i = 0; i < COUNT(hostile); i++) {
        rouge_of(true, hostile[i], hostile, COUNT(hostile), found);
        for (enum rouge_kind k = 0; k < ROUGE_KINDS; k++) assert_true(found[k].f1 <= 1);
    }
    char *unbroken = repeated("y", 1000000), *words = repeated("running \xff", 2000);
    const char *const references[] = {words, unbroken}, *const each[] = {unbroken, words};
    for (int i = 0; i < 2;
         i++) { /* Each hypothesis equals one of the references, so its score is 1. */
        rouge_of(true, each[i], references, 2, found);
        near(found[ROUGE_1].f1, 1, 0);
        near(found[ROUGE_L].f1, 1, 0);
    }
    free(unbroken);
    free(words);
}
