/* SPDX-License-Identifier: MIT
 * The lines of a first page (harness/render/question_lines.c): their order, whose question each is,
 * and what is said of those without a verdict. What was found is set by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

/* Pages have a struct of this name, too. */
#define folder made
#include "tests/unit/trained_folder.h"
#undef folder
#include "harness/render/front_page.h"

enum { RUNS = 3 };
struct front {
    struct made f[RUNS];
    struct report reports[RUNS];
    struct folder folder;
};

/* A run of one question, by name and source, as if its gates were passed. */
static void add_run(struct front *t, const char *name, const char *source, const char *setup)
{
    struct training runs[8];
    struct made *f = &t->f[t->folder.count];
    for (int i = 0; i < 8; i++)
        runs[i] = (struct training){
            i < 4 ? "base" : "wide", "", "", 8, 0.1, i % 4 + 1, "ok", 2 - i * 0.01};
    char *question = xformat("baseline: base\nmetric: loss\nmargin: 0.01\nseeds: 1-4\n"
                             "arms: {base: , wide: {proj: wide}}\n%s%s\n",
                             *source ? "source: " : "", source);
    set_up(f, runs, 8, question);
    free(question);
    open_gates(f);
    free(f->analysis.effects[0].shut);
    f->analysis.effects[0].shut = NULL;
    struct spec *spec = (struct spec *)f->analysis.questions[0].spec;
    free(spec->name);
    spec->name = xstrdup(name);
    if (setup) spec->setup_title = setup; /* whose text is not the specification's */
    t->reports[t->folder.count] =
        (struct report){.run = f->run, .analysis = f->analysis, .name = name};
    t->folder.runs = t->reports;
    t->folder.count++;
}

static void close_front(struct front *t)
{
    for (int i = 0; i < t->folder.count; i++) folder_remove(&t->f[i]);
}

static void expect(const struct front *t, const char *part)
{
    struct document d = {0};
    const struct page p = page_of(&d, &t->folder, 0);
    question_lines(&p, "", NULL);
    char *text = document_markdown(&d);
    if (!strstr(text, part)) fail_msg("'%s' is not in\n%s", part, text);
    free(text);
    document_free(&d);
}

/* No verdict is said of it; without numbers nothing was measured either. */
static void shut(struct front *t, int run, bool numbers)
{
    struct effect *e = &t->f[run].analysis.effects[0];
    e->outcome = OUTCOME_NOT_ASSESSABLE;
    free(e->shut);
    e->shut = xstrdup("shut");
    if (!numbers) e->gain.n = 0, e->lost_runs = 4;
}

/* By paper, then by name; a paper is named once, and what no paper asks comes last. */
static void test_order(void **state)
{
    (void)state;
    struct front t = {0};
    add_run(&t, "alone", "", NULL);
    add_run(&t, "second", "arXiv 1111.11111", NULL);
    add_run(&t, "first", "arXiv 1111.11111", NULL);
    expect(&t, "| [arXiv 1111.11111](https://arxiv.org/abs/1111.11111) | "
               "[First](first/report.md#first) |");
    expect(&t, "\n|  | [Second](second/report.md#second) |");
    expect(&t, "\n|  | [Alone](alone/report.md#alone) |");
    struct document d = {0};
    const struct page p = page_of(&d, &t.folder, 0);
    question_lines(&p, "", NULL);
    char *text = document_markdown(&d);
    assert_true(strstr(text, "[First]") < strstr(text, "[Second]"));
    assert_true(strstr(text, "[Second]") < strstr(text, "[Alone]"));
    free(text);
    document_free(&d);
    close_front(&t);
}

/* A source that is no paper is somebody's; of a set-up its name tells lines apart. */
static void test_askers(void **state)
{
    (void)state;
    struct front t = {0};
    add_run(&t, "asked", "a forum", "small pictures");
    expect(&t, "| asked in public | [small pictures](asked/report.md#asked) |");
    close_front(&t);
}

static void test_open(void **state)
{
    (void)state;
    struct front t = {0};
    add_run(&t, "told", "", NULL);
    add_run(&t, "b", "", NULL);
    add_run(&t, "c", "", NULL);
    shut(&t, 1, false), shut(&t, 2, false);
    expect(&t, "<summary>2 answers have no numbers</summary>");
    shut(&t, 2, true);
    t.f[2].analysis.effects[0].gain.n = 4;
    expect(&t, "<summary>1 answer is not assessable: numbers were measured, and its set-up cannot "
               "tell; 1 has no numbers</summary>");
    close_front(&t);
}

/* Each question is named where its own verdicts begin, and once. */
static void test_verdicts(void **state)
{
    (void)state;
    struct front t = {0};
    add_run(&t, "one", "", NULL);
    add_run(&t, "two", "", NULL);
    struct document d = {0};
    const struct page p = page_of(&d, &t.folder, 0);
    verdicts(&p);
    char *text = document_markdown(&d);
    assert_non_null(strstr(text, "\n| One | wide |"));
    assert_non_null(strstr(text, "\n| Two | wide |"));
    free(text);
    document_free(&d);
    close_front(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_askers),
        cmocka_unit_test(test_open),
        cmocka_unit_test(test_verdicts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
