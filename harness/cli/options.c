/* SPDX-License-Identifier: MIT
 * Parsing options by a table, and their help. */
#include "harness/cli/options.h"
#include "base/duration.h"
#include "base/mem.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The entry that argument names; *attached is what follows '=' or NULL. */
static const struct option_entry *find(const struct option_entry *table, const char *argument,
                                       const char **attached)
{
    *attached = NULL;
    if (argument[0] != '-' || !argument[1]) return NULL;
    for (; table->name; table++) {
        size_t length = strlen(table->name);
        if (table->letter && argument[1] == table->letter && !argument[2]) return table;
        if (argument[1] != '-' || strncmp(argument + 2, table->name, length)) continue;
        if (argument[2 + length] == '=') return *attached = argument + 3 + length, table;
        if (!argument[2 + length]) return table;
    }
    return NULL;
}

static int wrong(const struct option_entry *o, const char *found, const char *expected)
{
    fprintf(stderr, "attnlab: --%s: found %s%s%s, expected %s\n", o->name, found ? "'" : "",
            found ? found : "nothing", found ? "'" : "", expected);
    return -1;
}

static int use_data(const struct option_entry *o, const char *text)
{
    struct stat found;
    char *folder = stat(text, &found) == 0 && S_ISDIR(found.st_mode) ? realpath(text, NULL) : NULL;
    if (!folder) return wrong(o, text, "a folder, such as datasets/fetch.sh fills");
    setenv("ATTNLAB_DATA", folder, 1);
    free(folder);
    return 1;
}

static int add(struct option_texts *texts, const char *text)
{
    texts->list = xgrow(texts->list, (size_t)texts->count + 1, sizeof *texts->list);
    texts->list[texts->count++] = text;
    return 1;
}

static int store(const struct option_entry *o, const char *text)
{
    char *end;
    if (!text || !*text) return wrong(o, text, o->value);
    if (o->type == OPTION_TEXT) return *(const char **)o->target = text, 1;
    if (o->type == OPTION_TEXTS) return add(o->target, text);
    if (o->type == OPTION_DATA) return use_data(o, text);
    if (o->type == OPTION_SECONDS)
        return duration_read(text, o->target) ? 1 : wrong(o, text, DURATION_EXPECTED);
    double number = strtod(text, &end);
    if (*end || !(number > 0) || isinf(number)) return wrong(o, text, "a number above 0");
    if (o->type == OPTION_NUMBER) return *(double *)o->target = number, 1;
    if (number > INT_MAX || number != (double)(int)number)
        return wrong(o, text, "a whole number above 0");
    return *(int *)o->target = (int)number, 1;
}

int options_take(const struct option_entry *table, int argc, char **argv, int *i)
{
    const char *attached;
    const struct option_entry *o = find(table, argv[*i], &attached);
    if (!o) return 0;
    if (o->type == OPTION_FLAG) {
        if (attached) return wrong(o, attached, "no value");
        *(bool *)o->target = true;
        return 1;
    }
    if (attached) return store(o, attached);
    return store(o, *i + 1 < argc ? argv[++*i] : NULL);
}

/* Words from a column on, in lines that a terminal of this width does not break. */
static void print_from(int column, const char *words)
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

void options_help(const struct option_entry *o)
{
    enum { LEFT = 26, COLUMN = 2 + LEFT + 1 }; /* where plan_option_help begins its words too */
    for (; o->name; o++) {
        char left[64], letter[5] = "    ";
        if (o->letter) snprintf(letter, sizeof letter, "-%c, ", o->letter);
        snprintf(left, sizeof left, "%s--%s%s%s", letter, o->name, o->value ? " " : "",
                 o->value ? o->value : "");
        printf("  %-*s ", LEFT, left);
        print_from(COLUMN, o->help);
    }
}

bool option_number(const char *command, const char *option, const char *text, double most,
                   double *value)
{
    char *end = NULL;
    if (!text) return true;
    *value = strtod(text, &end);
    if (*text && !*end && *value > 0 && *value < most) return true;
    fprintf(stderr, "attnlab %s: %s %s: expected a number between 0 and %g\n", command, option,
            text, most);
    return false;
}

int options_unknown(const char *command, const char *argument)
{
    fprintf(stderr, "attnlab %s: %s '%s'. `attnlab %s --help` lists what there is.\n", command,
            argument[0] == '-' ? "unknown option" : "unexpected argument", argument, command);
    return 2;
}
