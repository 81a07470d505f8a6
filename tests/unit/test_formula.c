/* SPDX-License-Identifier: MIT
 * Tests formulas: operator precedence, texts, missing variables, and error columns. */
#include "tests/unit/test.h"
#include "axes_sample.h"
#include "base/formula/formula.h"
#include "base/nearest.h"

/* Variables of the tests: n is 8, score is 'dot', d_prime has no value, and arm is 'score'. Only
 * `arm` is compared with names of arms. */
static enum formula_name known(void *context, const char *name, struct text *hint)
{
    static const char *const names[] = {"n", "score", "d_prime"};
    (void)context;
    if (!strcmp(name, "arm")) return FORMULA_OF_NAMES;
    if (hint) add_nearest(hint, name, names, 3);
    bool variable = !strcmp(name, "n") || !strcmp(name, "score") || !strcmp(name, "d_prime");
    return variable ? FORMULA_VARIABLE : FORMULA_UNKNOWN;
}

static struct formula_value lookup(void *context, const char *name)
{
    (void)context;
    if (!strcmp(name, "n")) return (struct formula_value){FORMULA_NUMBER, 8, NULL};
    if (!strcmp(name, "score")) return (struct formula_value){FORMULA_TEXT, 0, "dot"};
    if (!strcmp(name, "arm")) return (struct formula_value){FORMULA_TEXT, 0, "score"};
    return (struct formula_value){.type = FORMULA_ABSENT};
}

static struct formula *parse(const char *text)
{
    char *error = NULL;
    int column;
    struct formula *f = formula_parse(text, known, NULL, &error, &column);
    if (!f) fail_msg("'%s': %s", text, error);
    return f;
}

static void assert_value(const char *text, double expected)
{
    struct formula *f = parse(text);
    struct formula_value value;
    char *error = NULL;
    if (!formula_eval(f, lookup, NULL, &value, &error)) fail_msg("'%s': %s", text, error);
    if (value.type != FORMULA_NUMBER || value.number != expected)
        fail_msg("'%s' is %g, expected %g", text, value.number, expected);
    formula_free(f);
}

TEST("operators have the right precedence")
{
    assert_value("1 + 2 * 3", 7);
    assert_value("(1 + 2) * 3", 9);
    assert_value("10 - 4 - 3", 3);
    assert_value("12 / 3 / 2", 2);
    assert_value("17 % 5 * 2", 4);
    assert_value("-n + 1", -7);
    assert_value("- -2", 2);
    assert_value("1e3 + .5", 1000.5);
    assert_value("max(1, n, 3) - min(4, 2)", 6);
    assert_value("floor(2.7) + ceil(2.1) + log2(n) + sqrt(16) + abs(-1)", 13);
    assert_value("n > 4 and n < 10 or n == 0", 1);
    assert_value("1 or 0 and 0", 1); /* 'and' has a higher precedence than 'or' */
    assert_value("not n == 8", 0);   /* 'not' has a lower precedence than == */
    assert_value("not not n", 1);
    assert_value("n in [1, 2 * 4]", 1);
    assert_value("n in [1, 2]", 0);
}

TEST("texts are compared with names")
{
    assert_value("score == dot", 1);
    assert_value("score == 'dot'", 1);
    assert_value("score != \"dot\"", 0);
    assert_value("score in [neural, dot]", 1);
    assert_value("score == neural or score == gat", 0);
    assert_value("'dot' == score", 1);
    /* An arm may have the same name as an axis. In a comparison with `arm`, such a name means the
     * arm; elsewhere it means the axis. */
    assert_value("arm == score", 1);
    assert_value("arm == dot", 0);
    assert_value("arm in [n, score]", 1);
    assert_value("arm == dot or score == dot", 1);
    assert_value("(arm == score) == (score == dot)", 1);
}

TEST("comparisons with an absent variable are false")
{
    assert_value("d_prime > 4", 0);
    assert_value("d_prime != 4", 0);
    assert_value("not d_prime > 4", 1);
    assert_value("d_prime * 2 > 4", 0);
    assert_value("d_prime in [1, 2]", 0);
    assert_value("d_prime or n", 1);
}

static void assert_no_value(const char *text, const char *message)
{
    struct formula *f = parse(text);
    struct formula_value value;
    char *error = NULL;
    assert_false(formula_eval(f, lookup, NULL, &value, &error));
    if (!strstr(error, message)) fail_msg("'%s': %s", text, error);
    free(error);
    formula_free(f);
}

TEST("invalid values are evaluation errors")
{
    assert_no_value("n / (n - 8)", "division by zero");
    assert_no_value("n % 0", "division by zero");
    assert_no_value("score + 1", "'dot' is text (expected a number)");
    assert_no_value("score in [static, score-qk]",
                    "'dot' is text (expected a number); quote a name with a hyphen: \"dot-qk\"");
    assert_no_value("score - 1", "expected a number");
    assert_no_value("score < 'x'", "texts have no order");
    assert_no_value("n == dot", "cannot compare the number 8 with the text 'dot'");
    assert_no_value("d_prime + 1", "d_prime has no value");
    assert_no_value("sqrt(-1)", "sqrt has no value");
    assert_no_value("log2(0)", "log2 has no value");
    assert_no_value("n * 1e308 > 0", "number too large");
    assert_no_value("n == 1e308 + 1e308", "number too large");
}

static void assert_syntax(const char *text, int at, const char *message)
{
    char *error = NULL;
    int column = 0;
    struct formula *f = formula_parse(text, known, NULL, &error, &column);
    if (f) fail_msg("'%s' was accepted", text);
    if (column != at || !strstr(error, message))
        fail_msg("'%s': column %d: %s; expected column %d: ...%s", text, column, error, at,
                 message);
    free(error);
}

TEST("syntax errors name their column")
{
    assert_syntax("", 1, "end of the formula");
    assert_syntax("n >", 4, "end of the formula");
    assert_syntax("n > 4 4", 7, "expected an operator");
    assert_syntax("(n > 4", 7, "expected ')'");
    assert_syntax("foo > 4", 1, "unknown name 'foo'");
    assert_syntax("n > 0x40", 5, "invalid number '0x' (expected a number or a name)");
    assert_syntax("n > 1e999", 5, "number 1e999 too large");
    assert_syntax("n > foo", 5, "unknown name 'foo'");
    assert_syntax("n in 4", 6, "expected '['");
    assert_syntax("n in [4", 8, "expected ',' or ']'");
    assert_syntax("sin(n)", 1, "function sin");
    assert_syntax("sqrt(n, 2)", 1, "takes one value");
    assert_syntax("max(n", 6, "expected ',' or ')'");
    assert_syntax("score == 'dot", 10, "a text has no closing");
    assert_syntax("12n", 1, "expected a number or a name");
    assert_syntax("n & 4", 3, "unexpected '&'");
    assert_syntax("n < 4 < 5", 7, "expected an operator");
}

/* Errors quote a whole word or character and suggest the intended word. */
TEST("typing errors are explained")
{
    assert_syntax(
        "n > 4 adn n < 9", 7,
        "unexpected 'adn' (expected an operator or the end of the formula); did you mean and?");
    assert_syntax("n > 4 oder n < 9", 7, "unexpected 'oder' (expected an operator");
    assert_syntax("socre == dot", 1,
                  "unknown name 'socre' (expected a variable); did you mean score?");
    assert_syntax("nto n == 4", 1,
                  "unknown name 'nto' (expected a variable); did you "
                  "mean not?");
    assert_syntax("score = dot", 7,
                  "unexpected '=' (expected an operator or the end of the formula); "
                  "did you mean ==?");
    assert_syntax("n > 4 && n < 9", 7, "did you mean and?");
    assert_syntax("n \xe2\x89\xa4 4", 3, "unexpected '\xe2\x89\xa4' (expected an operator");
    assert_syntax("n in dot", 6, "unexpected 'dot' (expected '[' after in");
}

static void assert_quotient(const char *text, const char *expected)
{
    const char *above = "", *below = "";
    struct formula *f = parse(text);
    bool is = formula_is_quotient(f, &above, &below);
    char *found = xformat("%d %s %s", is, above, below);
    assert_string_equal(found, expected);
    free(found);
    formula_free(f);
}

TEST("a ratio of two variables is recognised")
{
    assert_quotient("n / d_prime", "1 n d_prime");
    assert_quotient("n / 2", "0  ");
    assert_quotient("n * d_prime", "0  ");
    assert_quotient("n", "0  ");
}

TEST("at most 100 levels of parentheses may be nested")
{
    char deep[10001];
    char *error;
    int column;
    for (int kind = 0; kind < 2; kind++) {
        memset(deep, kind ? '-' : '(', sizeof deep - 1);
        deep[sizeof deep - 1] = '\0';
        assert_null(formula_parse(deep, known, NULL, &error, &column));
        assert_non_null(strstr(error, "nested deeper"));
        free(error);
    }
    /* 100 nested parentheses are allowed, 101 are not */
    for (int levels = 100; levels <= 101; levels++) {
        char *text = xformat("%.*s8%.*s", levels, deep, levels, deep + 1000);
        memset(text, '(', (size_t)levels);
        memset(text + levels + 1, ')', (size_t)levels);
        struct formula *f = formula_parse(text, known, NULL, &error, &column);
        assert_true((f != NULL) == (levels == 100));
        if (!f) assert_int_equal(column, 102);
        formula_free(f);
        free(error);
        free(text);
    }
}

static void count_name(void *context, const char *name) { text_add(context, "%s ", name); }

TEST("the variables of a formula are listed")
{
    struct formula *f = parse("n > 4 and (score == dot or n < max(d_prime, 2))");
    struct text names = {0};
    formula_names(f, count_name, &names);
    assert_string_equal(names.data, "n score d_prime ");
    text_free(&names);
    formula_free(f);
}

static void add_pair(void *context, const char *name, const char *text)
{
    text_add(context, "%s=%s ", name, text);
}

TEST("the listed variables include the texts they are compared with")
{
    struct formula *f =
        parse("n == 4 and not (score == dot or \"a b\" != score) and score in [x, 2]");
    struct text pairs = {0};
    formula_compared(f, add_pair, &pairs);
    assert_string_equal(pairs.data, "score=dot score=a b score=x ");
    text_free(&pairs);
    formula_free(f);
}
