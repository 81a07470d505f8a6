/* SPDX-License-Identifier: MIT
 *  */
#include "tests/unit/test.h"

#include "harness/cli/run_arguments.h"

static const struct command command = {.name = "test", .example = "a b"};

struct values {
    const char *first, *text, *choice;
    struct texts rest, repeated;
    bool flag;
    int count;
    double number, portion, seconds;
};

/* Parses words separated by spaces and returns the exit code of read_arguments(). */
static int read_words(struct values *v, const char *words)
{
    const struct argument table[] = {{"FIRST", 0, ARGUMENT_TEXT, &v->first, REQUIRED, ""},
                                     {"REST...", 0, ARGUMENT_TEXTS, &v->rest, NULL, ""},
                                     {"text", 't', ARGUMENT_TEXT, &v->text, "T", ""},
                                     {"choice", 0, ARGUMENT_CHOICE, &v->choice, "one|two", ""},
                                     {"repeated", 0, ARGUMENT_TEXTS, &v->repeated, "T", ""},
                                     {"flag", 'f', ARGUMENT_FLAG, &v->flag, NULL, ""},
                                     {"count", 0, ARGUMENT_COUNT, &v->count, "N", ""},
                                     {"number", 0, ARGUMENT_NUMBER, &v->number, "X", ""},
                                     {"portion", 0, ARGUMENT_PORTION, &v->portion, "P", ""},
                                     {"seconds", 0, ARGUMENT_SECONDS, &v->seconds, "TIME", ""},
                                     {0}};
    static char copy[200];
    char *argv[20] = {NULL}, *rest = copy;
    int argc = 0;
    snprintf(copy, sizeof copy, "%s", words);
    for (char *word; (word = strsep(&rest, " "));)
        if (*word) argv[argc++] = word;
    *v = (struct values){0};
    return read_arguments(&command, table, argc, argv);
}

TEST("arguments of each type are parsed")
{
    struct values v;
    assert_int_equal(read_words(&v, "a -t x --choice=two b --repeated=1 --repeated 2 -f --count 3 "
                                    "--number 2.5 --portion 0.5 --seconds 2m c"),
                     -1);
    assert_string_equal(v.first, "a");
    assert_string_equal(v.rest.list[1], "c");
    assert_int_equal(v.rest.count, 2);
    assert_string_equal(v.text, "x");
    assert_string_equal(v.choice, "two");
    assert_int_equal(v.repeated.count, 2);
    assert_true(v.flag);
    assert_int_equal(v.count, 3);
    assert_true(v.number == 2.5 && v.portion == 0.5 && v.seconds == 120);
    free(v.rest.list);
    free(v.repeated.list);
}

TEST("invalid arguments are refused")
{
    static const char *const wrong[] = {"",
                                        "a --txt x",
                                        "a --text",
                                        "a --text=",
                                        "a --choice three",
                                        "a --flag=1",
                                        "a --count 0",
                                        "a --count 1.5",
                                        "a --number -1",
                                        "a --number x",
                                        "a --number inf",
                                        "a --portion 1",
                                        "a --seconds soon",
                                        "a -x",
                                        "--flag"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct values v;
        assert_int_equal(read_words(&v, wrong[i]), EXIT_USAGE);
        free(v.rest.list);
        free(v.repeated.list);
    }
}

TEST("a shard is written as i/n")
{
    static const char *const wrong[] = {
        "0/2", "3/2", "1/2x", "4294967297/4294967297", " 1/2", "-1/2", "1/", "", "1/2/3"};
    struct plan_options o;
    struct plan_arguments p = {.shard = "2/3", .seed = 7};
    assert_int_equal(plan_arguments_take(&command, &p, &o), -1);
    assert_int_equal(o.shard, 2);
    assert_int_equal(o.shards, 3);
    assert_int_equal(o.order_seed, 7);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        p.shard = wrong[i];
        assert_int_equal(plan_arguments_take(&command, &p, &o), EXIT_USAGE);
    }
}
