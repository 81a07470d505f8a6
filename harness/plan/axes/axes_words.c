/* SPDX-License-Identifier: MIT
 * Labels of axes and values (axes.h). The worker's description has labels for axes, choices and
 * data sets. A value without a label is written as "d_prime = 16". */
#include "harness/plan/axes/axes.h"

#include <stdlib.h>
#include <string.h>

static bool applies(const struct axis_case *c, char *const *values)
{
    const char *value = c->when_axis < 0 || !values ? NULL : values[c->when_axis];
    return c->when_axis < 0 || !values || (value && !strcmp(value, c->when_value));
}

static int choice_of(const struct axis_case *c, const char *value)
{
    for (int i = 0; i < c->choice_count; i++)
        if (!strcmp(c->choices[i], value)) return i;
    return -1;
}

/* Replaces {} with the value: "{} heads" becomes "4 heads". */
static char *filled(const char *text, const char *value)
{
    const char *at = strstr(text, "{}");
    return at ? xformat("%.*s%s%s", (int)(at - text), text, value, at + 2) : xstrdup(text);
}

/* Returns the text after the colon of a label such as "0: no gradient clipping", or NULL if the
 * label is for a different value. */
static const char *words_of(const char *text, const char *value, size_t length)
{
    bool same = !strncmp(text, value, length) && !strncmp(text + length, ": ", 2);
    return same ? text + length + 2 : NULL;
}

/* Returns the label of one number, or NULL if the number has no label. */
static const char *words_of_number(const struct axis_case *c, const char *value)
{
    const char *words = NULL;
    for (int i = 1; i < c->label_count && !words; i++)
        words = words_of(c->labels[i], value, strlen(value));
    return words;
}

/* Formats the options "pairs=4,length=32" as " (pairs 4, length 32)". If the data set has a label
 * for an option, the label is used. */
static char *options_label(const char *options, const char *text)
{
    struct text out = {0};
    size_t length = strcspn(options, " "); /* file names follow the options, after a space */
    const char *words = words_of(text, options, length);
    if (words) return xformat(" (%s)%s", words, options + length);
    if (!strchr(options, '=')) return xformat(" %s", options);
    text_add(&out, " (");
    for (; *options; options++)
        if (*options == ',')
            text_add(&out, ", ");
        else
            text_add_bytes(&out, *options == '=' ? " " : options, 1);
    text_add(&out, ")");
    return out.data;
}

/* Returns the length of NAME in a text "NAME:options files". */
static size_t data_name(const char *data) { return strcspn(data, ": "); }

/* Returns the index of a data set, or -1 if the data set is unknown. */
static int dataset_of(const struct axes *axes, const char *data)
{
    size_t length = data_name(data);
    for (int i = 0; i < axes->dataset_count; i++) {
        const char *name = axes->datasets[i].name;
        if (strlen(name) == length && !strncmp(name, data, length)) return i;
    }
    return -1;
}

char *axes_data_label(const struct axes *axes, const char *data)
{
    int set = dataset_of(axes, data);
    const char *label = set >= 0 ? axes->datasets[set].label : "", *rest = data + data_name(data);
    if (!*label) return xstrdup(data);
    char *options =
        *rest == ':' ? options_label(rest + 1, axes->datasets[set].option_label) : xstrdup(rest);
    char *full = xformat("%s%s", label, options);
    free(options);
    return full;
}

const char *axes_data_kind(const struct axes *axes, const char *data)
{
    int set = dataset_of(axes, data);
    return set >= 0 ? axes->datasets[set].kind : "";
}

char *axes_value_label(const struct axes *axes, int axis, char *const *values, const char *value)
{
    const struct axis *x = &axes->list[axis];
    if (!strcmp(x->name, "data")) return axes_data_label(axes, value);
    for (int k = 0; k < x->case_count; k++) {
        const struct axis_case *c = &x->cases[k];
        int i = x->type == AXIS_CHOICE ? choice_of(c, value) : 0;
        if (!applies(c, values) || i < 0) continue;
        const char *own = x->type == AXIS_CHOICE ? NULL : words_of_number(c, value);
        if (own) return xstrdup(own);
        if (i < c->label_count && *c->labels[i]) return filled(c->labels[i], value);
        break;
    }
    return xformat("%s = %s", x->name, value);
}

/* Removes {} from a pattern: "{} heads" becomes "heads". Returns NULL if {} is in the middle. */
static char *without_value(const char *text)
{
    const char *at = strstr(text, "{}");
    if (!at || !strcmp(text, "{}")) return NULL;
    if (at == text) return xstrdup(text + strlen("{} "));
    size_t length = (size_t)(at - text);
    while (length && strchr(" =:", text[length - 1])) length--;
    return at[2] ? NULL : xformat("%.*s", (int)length, text);
}

char *axes_label(const struct axes *axes, int axis)
{
    const struct axis *x = &axes->list[axis];
    char *name = NULL;
    for (int k = 0; k < x->case_count && !name && x->type != AXIS_CHOICE; k++)
        if (x->cases[k].label_count) name = without_value(x->cases[k].labels[0]);
    if (name) return name;
    name = xstrdup(x->name);
    for (char *at = name; (at = strchr(at, '_'));) *at = ' ';
    return name;
}

const char *axes_simple_baseline_label(const struct axes *axes, const char *name)
{
    for (int i = 0; i < axes->simple_baseline_count; i++)
        if (!strcmp(axes->simple_baselines[i].name, name) && *axes->simple_baselines[i].label)
            return axes->simple_baselines[i].label;
    return name;
}
