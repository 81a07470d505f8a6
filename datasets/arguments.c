/* SPDX-License-Identifier: MIT
 * Parses the options of a data set into numbers and flags. Errors list the valid options. */
#include "datasets/arguments.h"

#include "datasets/formats/fields.h"
#include "base/mem.h"

/* Sets *error to an error about an option, followed by the valid options. */
static bool refuse(const char *set, const char *what, struct string word,
                   const struct argument *list, int count, char **error)
{
    struct text message = {0};
    text_add(&message, "data set '%s': %s '%.*s' (expected %s", set, what, (int)word.size, word.at,
             count ? "" : "no options");
    for (int i = 0; i < count; i++) {
        text_add(&message, "%s%s", i ? ", " : "", list[i].name);
        if (!list[i].flag)
            text_add(&message, "%s%d to %d", *list[i].name ? "=" : "", list[i].least, list[i].most);
    }
    text_add(&message, ")");
    *error = message.data;
    return false;
}

static const struct argument *named(struct string name, bool number_alone,
                                    const struct argument *list, int count)
{
    for (int i = 0; i < count; i++)
        if (number_alone ? !*list[i].name : *list[i].name && string_is(name, list[i].name))
            return &list[i];
    return NULL;
}

/* Finds a flag by its name, which may contain a value, as in "by=story". */
static const struct argument *flag_named(struct string word, const struct argument *list, int count)
{
    for (int i = 0; i < count; i++)
        if (list[i].flag && string_is(word, list[i].name)) return &list[i];
    return NULL;
}

/* Parses one option. Returns NULL if the option is valid, otherwise the error. */
static const char *take(struct string word, const struct argument *list, int count, unsigned *seen)
{
    long number = 0;
    struct string value = word, name = word;
    bool has_value = field_cut(&value, '=', &name);
    if (!has_value) value = word;
    bool is_number = string_number(value, 0, 999999999, &number);
    const struct argument *flag = flag_named(word, list, count),
                          *found = flag ? flag : named(name, !has_value && is_number, list, count);
    if (!found || (found->flag && !flag)) return "unknown option";
    if (*seen >> (found - list) & 1) return "duplicate option";
    *seen |= 1u << (found - list);
    if (found->flag)
        *found->flag = true;
    else if (!is_number || number < found->least || number > found->most)
        return "number missing or out of range in";
    else
        *found->number = (int)number;
    return NULL;
}

bool arguments_read(const char *set, const char *text, const struct argument *list, int count,
                    char **error)
{
    struct string rest = string_of(text), word;
    unsigned seen = 0;
    require(count <= 32);
    for (bool more = *text; more;) {
        more = field_cut(&rest, ',', &word);
        const char *wrong = take(word, list, count, &seen);
        if (wrong) return refuse(set, wrong, word, list, count, error);
    }
    return true;
}

bool words_read(const char *set, const char *text, unsigned (*read)(struct string, void *choice),
                void *choice, const char *expected, char **error)
{
    struct string rest = string_of(text), word;
    unsigned seen = 0, kind;
    for (bool more = *text; more; seen |= kind) {
        more = field_cut(&rest, ',', &word);
        kind = read(word, choice);
        if (kind && !(seen & kind)) continue;
        *error = xformat("%s: %s '%.*s' (expected %s)", set,
                         kind ? "conflicting option" : "unknown option", (int)word.size, word.at,
                         expected);
        return false;
    }
    return true;
}
