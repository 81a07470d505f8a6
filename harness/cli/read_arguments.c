/* SPDX-License-Identifier: MIT
 * Parses the arguments of a command with the command's table of arguments. Prints --help from the
 * same table. */
#include "base/duration.h"
#include "base/nearest.h"
#include "base/paths.h"
#include "harness/cli/commands.h"
#include "harness/run/predict.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int command_fails(const struct command *c, int code, char *message)
{
    fprintf(stderr, "attnlab %s: %s\n", c->name, message);
    free(message);
    return code;
}

bool command_axes(const struct command *c, struct axes *axes, char **worker)
{
    char *error = NULL;
    *worker = path_worker();
    if (axes_load(axes, *worker, &error)) return true;
    command_fails(c, EXIT_USAGE, error);
    return false;
}

/* ---- help ---- */

static bool is_operand(const struct argument *a) { return isupper((unsigned char)*a->name); }

static void print_wrapped(int column, const char *words)
{
    enum { WIDTH = 100 };
    int at = column;
    for (const char *word = words; *word;) {
        int length = (int)strcspn(word, " ");
        bool breaks = word > words && at + 1 + length > WIDTH;
        if (breaks) printf("\n%*s", column, "");
        at = (breaks ? column : at + (word > words)) + length;
        printf("%s%.*s", word > words && !breaks ? " " : "", length, word);
        word += length + (word[length] == ' ');
    }
    putchar('\n');
}

/* Adds text such as " [default: 5]" if the target has a default value. */
static void add_default(struct text *out, const struct argument *a)
{
    if (a->type == ARGUMENT_COUNT && *(int *)a->target)
        text_add(out, " [default: %d]", *(int *)a->target);
    else if ((a->type == ARGUMENT_NUMBER || a->type == ARGUMENT_PORTION ||
              a->type == ARGUMENT_SECONDS) &&
             *(double *)a->target > 0)
        text_add(out, " [default: %g]", *(double *)a->target);
    else if ((a->type == ARGUMENT_TEXT || a->type == ARGUMENT_CHOICE) && *(const char **)a->target)
        text_add(out, " [default: %s]", *(const char **)a->target);
}

static void print_argument(const struct argument *a)
{
    enum { LEFT = 30, COLUMN = 2 + LEFT + 1 };
    char left[80];
    struct text help = {0};
    if (is_operand(a))
        snprintf(left, sizeof left, "%s", a->name);
    else
        snprintf(left, sizeof left, "%c%c%c --%s%s%s", a->letter ? '-' : ' ',
                 a->letter ? a->letter : ' ', a->letter ? ',' : ' ', a->name, a->value ? " " : "",
                 a->value ? a->value : "");
    text_add(&help, "%s", a->help);
    add_default(&help, a);
    printf("  %-*s ", LEFT, left);
    print_wrapped(COLUMN, help.data);
    text_free(&help);
}

static int print_help(const struct command *c, const struct argument *table)
{
    static const struct argument help = {
        .name = "help", .letter = 'h', .type = ARGUMENT_FLAG, .help = "print this help"};
    const char *usage = c->usage;
    for (int line = 0; *usage; line++) {
        int length = (int)strcspn(usage, "\n");
        printf("%s attnlab %s %.*s\n", line ? "      " : "usage:", c->name, length, usage);
        usage += length + (usage[length] == '\n');
    }
    print_wrapped(0, c->about);
    for (const struct argument *a = table; a->name; a++) print_argument(a);
    print_argument(&help);
    print_wrapped(0, c->exits);
    printf("Example:\n  attnlab %s %s\n", c->name, c->example);
    return 0;
}

/* ---- reading ---- */

static int wrong(const struct command *c, const struct argument *a, const char *found,
                 const char *expected)
{
    const char *quote = found ? "'" : "", *dashes = is_operand(a) ? "" : "--";
    return command_fails(c, EXIT_USAGE,
                         xformat("%s%s: found %s%s%s, expected %s", dashes, a->name, quote,
                                 found ? found : "nothing", quote, expected));
}

static int use_data(const struct command *c, const struct argument *a, const char *text)
{
    struct stat found;
    char *folder = stat(text, &found) == 0 && S_ISDIR(found.st_mode) ? realpath(text, NULL) : NULL;
    if (!folder) return wrong(c, a, text, "a folder of data sets");
    setenv("ATTNLAB_DATA", folder, 1);
    free(folder);
    return -1;
}

static int add_text(struct texts *texts, const char *text)
{
    texts->list = xgrow(texts->list, (size_t)texts->count + 1, sizeof *texts->list);
    texts->list[texts->count++] = text;
    return -1;
}

static int take_folder(const struct argument *a, char *text)
{
    for (size_t n = strlen(text); n > 1 && text[n - 1] == '/';) text[--n] = '\0';
    *(const char **)a->target = text;
    return -1;
}

/* Stores a text if it is one of the words in `value`, which are separated by '|'. */
static int choose(const struct command *c, const struct argument *a, const char *text)
{
    char *all = xstrdup(a->value), *rest = all;
    const char *words[8];
    int count = 0;
    struct text expected = {0};
    bool known = false;
    for (char *word; (word = strsep(&rest, "|"));) {
        text_add(&expected, "%s%s", !count ? "" : rest ? ", " : " or ", word);
        known |= !strcmp(word, text);
        words[count++] = word;
    }
    add_nearest(&expected, text, words, count);
    int code = -1;
    if (known)
        *(const char **)a->target = text;
    else
        code = wrong(c, a, text, expected.data);
    text_free(&expected);
    free(all);
    return code;
}

static int take_number(const struct command *c, const struct argument *a, const char *text)
{
    char *end;
    double number = strtod(text, &end);
    bool portion = a->type == ARGUMENT_PORTION;
    if (*end || !(number > 0) || isinf(number) || (portion && number >= 1))
        return wrong(c, a, text, portion ? "a number between 0 and 1" : "a number above 0");
    if (a->type != ARGUMENT_COUNT) return *(double *)a->target = number, -1;
    if (number > INT_MAX || number != (double)(int)number)
        return wrong(c, a, text, "a whole number above 0");
    return *(int *)a->target = (int)number, -1;
}

/* Stores an argument's value in its target. Returns -1 on success, otherwise an exit code. */
static int store(const struct command *c, const struct argument *a, char *text)
{
    if (!text || !*text) return wrong(c, a, text, is_operand(a) ? "a name" : a->value);
    switch (a->type) {
    case ARGUMENT_TEXT:
        return *(const char **)a->target = text, -1;
    case ARGUMENT_TEXTS:
        return add_text(a->target, text);
    case ARGUMENT_FOLDER:
        return take_folder(a, text);
    case ARGUMENT_CHOICE:
        return choose(c, a, text);
    case ARGUMENT_DATA:
        return use_data(c, a, text);
    case ARGUMENT_SECONDS:
        return duration_read(text, a->target) ? -1 : wrong(c, a, text, DURATION_EXPECTED);
    default:
        return take_number(c, a, text);
    }
}

/* Finds the option named by a word such as "--name=VALUE". Sets *attached to the text after '=', or
 * to NULL. */
static const struct argument *find_option(const struct argument *table, char *word, char **attached)
{
    *attached = NULL;
    for (; table->name; table++) {
        size_t length = strlen(table->name);
        if (is_operand(table)) continue;
        if (table->letter && word[1] == table->letter && !word[2]) return table;
        if (word[1] != '-' || strncmp(word + 2, table->name, length)) continue;
        if (word[2 + length] == '=') return *attached = word + 3 + length, table;
        if (!word[2 + length]) return table;
    }
    return NULL;
}

static int unknown_option(const struct command *c, const struct argument *table, const char *word)
{
    const char *names[32], *near;
    int count = 0;
    struct text message = {0};
    for (; table->name; table++)
        if (!is_operand(table)) names[count++] = table->name;
    near = nearest(word + strspn(word, "-"), names, count);
    text_add(&message, "unknown option '%s'", word);
    if (near)
        text_add(&message, "; did you mean --%s?", near);
    else
        text_add(&message, " (`attnlab %s --help` lists all options)", c->name);
    return command_fails(c, EXIT_USAGE, message.data);
}

static int take_option(const struct command *c, const struct argument *table, char **argv, int *i)
{
    char *attached;
    const struct argument *a = find_option(table, argv[*i], &attached);
    if (!a) return unknown_option(c, table, argv[*i]);
    if (a->type == ARGUMENT_FLAG) {
        if (attached) return wrong(c, a, attached, "no value");
        return *(bool *)a->target = true, -1;
    }
    return store(c, a, attached ? attached : argv[*i + 1] ? argv[++*i] : NULL);
}

/* Returns operand number `taken`, counted from 0, or NULL if there are too many operands. */
static const struct argument *operand_after(const struct argument *table, int taken)
{
    const struct argument *last = NULL;
    for (int count = 0; table->name; table++) {
        if (!is_operand(table)) continue;
        last = table;
        if (count++ == taken) return table;
    }
    return last && last->type == ARGUMENT_TEXTS ? last : NULL;
}

static int check_operands(const struct command *c, const struct argument *table, int taken)
{
    for (int count = 0; table->name; table++) {
        if (!is_operand(table) || count++ < taken || !table->value) continue;
        return command_fails(
            c, EXIT_USAGE,
            xformat("missing %s; example: `attnlab %s %s`", table->name, c->name, c->example));
    }
    return -1;
}

int read_arguments(const struct command *c, const struct argument *table, int argc, char **argv)
{
    int operands = 0, code = -1;
    for (int i = 0; code < 0 && i < argc; i++) {
        /* errors in the arguments take precedence over --help, so that run.sh can check arguments
         */
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) return print_help(c, table);
        if (argv[i][0] == '-' && argv[i][1]) {
            code = take_option(c, table, argv, &i);
            continue;
        }
        const struct argument *a = operand_after(table, operands++);
        code = a ? store(c, a, argv[i])
                 : command_fails(c, EXIT_USAGE,
                                 xformat("unexpected argument '%s'; `attnlab %s --help` shows the "
                                         "usage",
                                         argv[i], c->name));
    }
    return code < 0 ? check_operands(c, table, operands) : code;
}
