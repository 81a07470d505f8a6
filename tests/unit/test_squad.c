/* SPDX-License-Identifier: MIT
 * Exact match and F1 of answers. Expectations come from the formulas of SQuAD's evaluate-v1.1.py
 * and evaluate-v2.0.py, run by Python 3.11. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "models/metrics/metrics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Equal but for the last digit of the printed expectation. */
static const double tight = 1e-12;

/* cmocka 1.1 compares floats only. */
static void near(double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance)) fail_msg("%.17g instead of %.17g", got, want);
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
    struct squad s;
    squad_begin(&s, rules);
    squad_add(&s, examples[i].prediction, examples[i].answers, listed(examples[i].answers));
    return squad_finish(&s);
}

static void same(struct squad_score got, struct squad_score want)
{
    near(got.exact_match, want.exact_match, tight * 100); /* per cent */
    near(got.f1, want.f1, tight * 100);
}

static void test_examples(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(examples); i++) {
        same(alone(SQUAD_V1, i), examples[i].v1);
        same(alone(SQUAD_V2, i), examples[i].v2);
    }
}

static void test_corpus(void **state)
{
    (void)state;
    struct squad s;
    squad_begin(&s, SQUAD_V1);
    assert_true(isnan(squad_finish(&s).exact_match));
    assert_true(isnan(squad_finish(&s).f1));
    squad_add(&s, "The cat.", (const char *[]){"dog", "cat"}, 2);
    squad_add(&s, "big cat", (const char *[]){"cat"}, 1); /* P 1/2, R 1, F 2/3 */
    squad_add(&s, "bird", (const char *[]){"cat"}, 1);
    same(squad_finish(&s), (struct squad_score){100.0 / 3, 100 * (1 + 2.0 / 3) / 3});
}

/* Questions without any answer: refused by the program for v1.1, right to leave blank in v2.0. */
static void test_no_answers(void **state)
{
    (void)state;
    struct squad s;
    squad_begin(&s, SQUAD_V1);
    squad_add(&s, "", NULL, 0);
    same(squad_finish(&s), (struct squad_score){0, 0});
    squad_begin(&s, SQUAD_V2);
    squad_add(&s, "", NULL, 0);
    same(squad_finish(&s), (struct squad_score){100, 100});
    squad_add(&s, "something", NULL, 0);
    same(squad_finish(&s), (struct squad_score){50, 50});
}

/* What a model may emit: bytes that are not UTF-8, a megabyte without a blank, a long run of y. */
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

static void test_hostile(void **state)
{
    (void)state;
    struct squad s;
    squad_begin(&s, SQUAD_V1);
    for (size_t i = 0; i < COUNT(hostile); i++) squad_add(&s, hostile[i], hostile, COUNT(hostile));
    near(squad_finish(&s).exact_match, 100, 0); /* each is among the answers */
    char *unbroken = repeated("a", 1000000), *words = repeated("the \xff ", 100000);
    squad_begin(&s, SQUAD_V1);
    squad_add(&s, unbroken, (const char *[]){words, unbroken}, 2);
    squad_add(&s, words, (const char *[]){words}, 1);
    near(squad_finish(&s).exact_match, 100, 0);
    near(squad_finish(&s).f1, 100, 0);
    free(unbroken);
    free(words);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_examples),
        cmocka_unit_test(test_corpus),
        cmocka_unit_test(test_no_answers),
        cmocka_unit_test(test_hostile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
