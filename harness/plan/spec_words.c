/* SPDX-License-Identifier: MIT
 * Values of keys that are no values of an axis: a word of a list, a text, yes or no (spec_read.h).
 */
#include "base/nearest.h"
#include "base/utf8.h"
#include "harness/plan/spec_read.h"

#include <stdlib.h>
#include <string.h>

/* found: NULL if it is no word. */
static char *words_of(const char *const *list, const char *found)
{
    struct text all = {0};
    int count = 0;
    for (; list[count]; count++) text_add(&all, "%s%s", count ? ", " : "one of ", list[count]);
    if (found) add_nearest(&all, found, list, count);
    return all.data;
}

char *read_word(struct reader *r, const struct yaml_entry *e, const char *const *list)
{
    const char *found = e->value->kind == YAML_SCALAR ? e->value->text : NULL;
    for (int i = 0; found && list[i]; i++)
        if (!strcmp(found, list[i])) return xstrdup(list[i]);
    char *expected = words_of(list, found);
    reader_expected_node(r, e->value, e->key, expected);
    free(expected);
    return NULL;
}

char *read_line(struct reader *r, const struct yaml_entry *e)
{
    bool text = e->value->kind == YAML_SCALAR && *e->value->text;
    if (text && utf8_is_line(e->value->text)) return xstrdup(e->value->text);
    reader_expected_node(r, e->value, e->key, text ? "a text in one line" : "a text");
    return NULL;
}

bool read_yes(struct reader *r, const struct yaml_entry *e)
{
    const char *text = e->value->kind == YAML_SCALAR ? e->value->text : "";
    bool yes = !strcmp(text, "yes");
    if (!yes && strcmp(text, "no")) reader_expected_node(r, e->value, e->key, "yes or no");
    return yes;
}
