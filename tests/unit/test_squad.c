/* SPDX-License-Identifier: MIT
 * Tests exact match and F1 of answers. Expected values were computed with SQuAD's evaluate-v1.1.py
 * and evaluate-v2.0.py. */
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
    const char *prediction, *answers[4];
    struct squad_score v1, v2;
} examples[] = {
    {"Denver Broncos",
     {"Denver Broncos", "Denver Broncos", "Denver Broncos"},
     {100, 100},
     {100, 100}},
    {"the Denver Broncos team", {"Denver Broncos"}, {0, 80}, {0, 80}},
    {"A cat, an apple & the dog!", {"cat apple dog", "Cat Apple"}, {100, 100}, {100, 100}},
    {"theatre an", {"theatre"}, {100, 100}, {100, 100}},
    {"a—b", {"b"}, {0, 0}, {0, 0}},
    {"état", {"Etat", "État."}, {100, 100}, {100, 100}},
    {"x y y z", {"y z w", "y y"}, {0, 66.6666666666667}, {0, 66.6666666666667}},
    {"U.S.A.", {"USA"}, {100, 100}, {100, 100}},
    {"well-known", {"wellknown", "well known"}, {100, 100}, {100, 100}},
    {"  many \302\240 blanks ", {"many blanks"}, {100, 100}, {100, 100}},
    {"", {"something"}, {0, 0}, {0, 0}},
    {"the", {"a"}, {100, 0}, {100, 100}},
    {"the", {"a", "cat"}, {100, 0}, {0, 0}},
    {"nothing", {"the", ""}, {0, 0}, {0, 0}},
    {"", {""}, {100, 0}, {100, 100}},
    {"one two", {"two one"}, {0, 100}, {0, 100}},
    {"308", {"308.", "1,308"}, {100, 100}, {100, 100}},
    {"the_end", {"the end"}, {0, 0}, {0, 0}},
    {"e\314\201 a\314\201", {"\314\201 e\314\201"}, {0, 100}, {0, 100}},
};

static size_t listed(const char *const *texts)
{
    size_t count = 0;
    while (count < 4 && texts[count]) count++;
    return count;
}

static struct squad_score alone(enum squad_rules rules, size_t i)
{
    return squad_of(rules, examples[i].prediction, examples[i].answers,
                    listed(examples[i].answers));
}

static void same(struct squad_score got, struct squad_score want)
{
    /* The expected values are percentages. */
    near(100 * got.exact_match, want.exact_match, tight * 100);
    near(100 * got.f1, want.f1, tight * 100);
}

TEST("scores agree with SQuAD's own scripts")
{
    for (size_t i = 0; i < COUNT(examples); i++) {
        same(alone(SQUAD_V1, i), examples[i].v1);
        same(alone(SQUAD_V2, i), examples[i].v2);
    }
}

TEST("the score uses the best of several reference answers")
{
    same(squad_of(SQUAD_V1, "The cat.", (const char *[]){"dog", "cat"}, 2),
         (struct squad_score){100, 100});
    same(squad_of(SQUAD_V1, "big cat", (const char *[]){"cat"}, 1),
         (struct squad_score){0, 200.0 / 3});
    same(squad_of(SQUAD_V1, "bird", (const char *[]){"cat"}, 1), (struct squad_score){0, 0});
}

/* SQuAD 1.1 refuses questions without answers. In SQuAD 2.0, an empty prediction is the right
 * answer to such questions. */
TEST("an empty prediction is right if a SQuAD 2.0 question has no answer")
{
    same(squad_of(SQUAD_V1, "", NULL, 0), (struct squad_score){0, 0});
    same(squad_of(SQUAD_V2, "", NULL, 0), (struct squad_score){100, 100});
    same(squad_of(SQUAD_V2, "something", NULL, 0), (struct squad_score){0, 0});
}

/* A model may produce such texts: invalid UTF-8, a megabyte without a space, or a long run of one
 * letter. */
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

TEST("invalid and very long predictions have scores")
{
    for (size_t i = 0; i < COUNT(hostile); i++)
        near(squad_of(SQUAD_V1, hostile[i], hostile, COUNT(hostile)).exact_match, 1, 0);
    char *unbroken = repeated("a", 1000000), *words = repeated("the \xff ", 100000);
    const char *const answers[] = {words, unbroken};
    same(squad_of(SQUAD_V1, unbroken, answers, 2), (struct squad_score){100, 100});
    same(squad_of(SQUAD_V1, words, answers, 1), (struct squad_score){100, 100});
    free(unbroken);
    free(words);
}
