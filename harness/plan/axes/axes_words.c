/* SPDX-License-Identifier: MIT
 * Values in words, for labels: as the axis, the choice, the data set says them of itself (axes.h).
 * What says nothing is named: "d_prime = 16". */
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

/* "{} heads" with the value in place of the braces. */
static char *filled(const char *said, const char *value)
{
    const char *at = strstr(said, "{}");
    return at ? xformat("%.*s%s%s", (int)(at - said), said, value, at + 2) : xstrdup(said);
}

/* Of "0: no gradient clipping" the words, if it is of this value; else NULL. */
static const char *words_of(const char *said, const char *value, size_t length)
{
    bool same = !strncmp(said, value, length) && !strncmp(said + length, ": ", 2);
    return same ? said + length + 2 : NULL;
}

/* Of a number the words of its own that stand behind the text for all. */
static const char *words_of_number(const struct axis_case *c, const char *value)
{
    const char *words = NULL;
    for (int i = 1; i < c->said_count && !words; i++)
        words = words_of(c->said[i], value, strlen(value));
    return words;
}

/* "pairs=4,length=32" as " (pairs 4, length 32)"; what are no such options in the set's words, or
 * as they are. */
static char *options_said(const char *options, const char *said)
{
    struct text out = {0};
    size_t length = strcspn(options, " "); /* before which files of it */
    const char *words = words_of(said, options, length);
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

/* The length of the name, behind which come options, or which files of it. */
static size_t data_name(const char *data) { return strcspn(data, ": "); }

/* -1: there is no such set. */
static int dataset_of(const struct axes *axes, const char *data)
{
    size_t length = data_name(data);
    for (int i = 0; i < axes->dataset_count; i++) {
        const char *name = axes->datasets[i].name;
        if (strlen(name) == length && !strncmp(name, data, length)) return i;
    }
    return -1;
}

char *axes_data_said(const struct axes *axes, const char *data)
{
    int set = dataset_of(axes, data);
    const char *label = set >= 0 ? axes->datasets[set].label : "", *rest = data + data_name(data);
    if (!*label) return xstrdup(data);
    char *options = *rest == ':' ? options_said(rest + 1, axes->datasets[set].said) : xstrdup(rest);
    char *said = xformat("%s%s", label, options);
    free(options);
    return said;
}

const char *axes_data_kind(const struct axes *axes, const char *data)
{
    int set = dataset_of(axes, data);
    return set >= 0 ? axes->datasets[set].kind : "";
}

char *axes_said(const struct axes *axes, int axis, char *const *values, const char *value)
{
    const struct axis *x = &axes->list[axis];
    if (!strcmp(x->name, "data")) return axes_data_said(axes, value);
    for (int k = 0; k < x->case_count; k++) {
        const struct axis_case *c = &x->cases[k];
        int i = x->type == AXIS_CHOICE ? choice_of(c, value) : 0;
        if (!applies(c, values) || i < 0) continue;
        const char *own = x->type == AXIS_CHOICE ? NULL : words_of_number(c, value);
        if (own) return xstrdup(own);
        if (i < c->said_count && *c->said[i]) return filled(c->said[i], value);
        break;
    }
    return xformat("%s = %s", x->name, value);
}

/* What is left of "{} heads", "width {}", "d' = {}" without the value; NULL: it stands between. */
static char *without_value(const char *said)
{
    const char *at = strstr(said, "{}");
    if (!at || !strcmp(said, "{}")) return NULL;
    if (at == said) return xstrdup(said + strlen("{} "));
    size_t length = (size_t)(at - said);
    while (length && strchr(" =:", said[length - 1])) length--;
    return at[2] ? NULL : xformat("%.*s", (int)length, said);
}

char *axes_named(const struct axes *axes, int axis)
{
    const struct axis *x = &axes->list[axis];
    char *name = NULL;
    for (int k = 0; k < x->case_count && !name && x->type != AXIS_CHOICE; k++)
        if (x->cases[k].said_count) name = without_value(x->cases[k].said[0]);
    if (name) return name;
    name = xstrdup(x->name);
    for (char *at = name; (at = strchr(at, '_'));) *at = ' ';
    return name;
}

const char *axes_simple_baseline_said(const struct axes *axes, const char *name)
{
    for (int i = 0; i < axes->simple_baseline_count; i++)
        if (!strcmp(axes->simple_baselines[i].name, name) && *axes->simple_baselines[i].label)
            return axes->simple_baselines[i].label;
    return name;
}

/* ---- of a newer worker ---- */

/* The case of the same condition, else the first: an older axis may have had another. */
static const struct axis_case *same_case(const struct axes *newer, const struct axis *x,
                                         const struct axes *axes, const struct axis_case *like)
{
    for (int k = 0; k < x->case_count; k++) {
        const struct axis_case *c = &x->cases[k];
        bool always = c->when_axis < 0 && like->when_axis < 0;
        if (always || (c->when_axis >= 0 && like->when_axis >= 0 &&
                       !strcmp(newer->list[c->when_axis].name, axes->list[like->when_axis].name) &&
                       !strcmp(c->when_value, like->when_value)))
            return c;
    }
    return x->case_count ? x->cases : NULL;
}

/* Choices may have been added, or have moved: each is looked up by its name. */
static void take_said(struct axis_case *c, const struct axis_case *from, bool by_choice)
{
    c->said_count = by_choice ? c->choice_count : from->said_count;
    free(c->said);
    c->said = xarray((size_t)c->said_count, sizeof *c->said);
    for (int i = 0; i < c->said_count; i++) {
        int k = by_choice ? choice_of(from, c->choices[i]) : i;
        c->said[i] = xstrdup(k >= 0 && k < from->said_count ? from->said[k] : "");
    }
}

static void replace(char **text, const char *other)
{
    free(*text);
    *text = xstrdup(other);
}

static void take(char **text, const char *other)
{
    if (!**text) replace(text, other);
}

static void take_datasets(struct axes *axes, const struct axes *newer)
{
    for (int i = 0; i < axes->dataset_count; i++)
        for (int k = 0; k < newer->dataset_count; k++) {
            bool same = !strcmp(axes->datasets[i].name, newer->datasets[k].name);
            if (!same || !*newer->datasets[k].label) continue;
            replace(&axes->datasets[i].label, newer->datasets[k].label);
            replace(&axes->datasets[i].said, newer->datasets[k].said);
        }
}

/* One that the older worker did not have may have been measured beside its run later. */
static void take_simple_baseline(struct axes *axes, const char *name, const char *label)
{
    int i = 0;
    while (i < axes->simple_baseline_count && strcmp(axes->simple_baselines[i].name, name)) i++;
    if (i < axes->simple_baseline_count) {
        take(&axes->simple_baselines[i].label, label);
        return;
    }
    axes->simple_baselines =
        xgrow(axes->simple_baselines, (size_t)i + 1, sizeof *axes->simple_baselines);
    memset(&axes->simple_baselines[i], 0, sizeof *axes->simple_baselines);
    axes->simple_baselines[i].name = xstrdup(name);
    axes->simple_baselines[i].label = xstrdup(label);
    axes->simple_baselines[i].title = xstrdup("");
    axes->simple_baseline_count++;
}

void axes_take_words(struct axes *axes, const struct axes *newer)
{
    for (int a = 0; a < axes->count; a++) {
        int other = axes_find(newer, axes->list[a].name);
        for (int k = 0; other >= 0 && k < axes->list[a].case_count; k++) {
            struct axis_case *c = &axes->list[a].cases[k];
            const struct axis_case *from = same_case(newer, &newer->list[other], axes, c);
            if (from && !c->said_count) take_said(c, from, axes->list[a].type == AXIS_CHOICE);
        }
    }
    take_datasets(axes, newer);
    for (int k = 0; k < newer->simple_baseline_count; k++)
        take_simple_baseline(axes, newer->simple_baselines[k].name,
                             newer->simple_baselines[k].label);
    for (int i = 0; i < axes->slot_count; i++)
        for (int k = 0; k < newer->slot_count; k++)
            if (!strcmp(axes->slots[i], newer->slots[k]))
                take(&axes->slot_groups[i], newer->slot_groups[k]);
}
