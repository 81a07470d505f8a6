/* SPDX-License-Identifier: MIT
 * Panels: which pass and which shape an entry is drawn in, and what they are called.
 *
 * No line and no ratio joins two passes. What tells conditions apart is taken from their labels,
 * "d_model = 64, heads = 4"; of those, what goes with the axis of the figure is no panel. */
#include "harness/render/figures/figure_kinds.h"

#include <stdlib.h>
#include <string.h>

/* Words and units of axes; any other is called by its own name. */
static const struct {
    const char *axis, *words, *unit;
} known[] = {{"n", "sequence length n (tokens)", "tokens"},
             {"m", "keys m (tokens)", "tokens"},
             {"batch", "batch (sequences)", "sequences"},
             {"d_model", "model width d_model (features)", "features"},
             {"d_head", "head width d_head (features)", "features"},
             {"d_prime", "score width d' (features)", "features"},
             {"threads", "threads (count)", NULL}};
enum { KNOWN = sizeof known / sizeof *known };

const char *axis_words(const char *axis)
{
    for (int i = 0; i < KNOWN; i++)
        if (!strcmp(known[i].axis, axis)) return known[i].words;
    return axis;
}

const char *request_x_label(const struct request *r, const char *axis)
{
    return request_option(r, "xlabel", axis_words(axis));
}

/* ---- parts of a label ---- */

/* Takes "axis = value" off the front of what is left; the length of the axis' name, 0: no such. */
static int next_part(const char **label, int *length)
{
    const char *end = strstr(*label, ", "), *equals = strstr(*label, " = ");
    *length = end ? (int)(end - *label) : (int)strlen(*label);
    return equals && equals < *label + *length ? (int)(equals - *label) : 0;
}

static const char *after_part(const char *label, int length)
{
    return label[length] ? label + length + 2 : label + length;
}

static void add_part(struct text *t, const char *part, int length)
{
    text_add(t, "%s%.*s", t->length ? ", " : "", length, part);
}

char *with_units(const char *label)
{
    struct text out = {0};
    text_add(&out, "%s", "");
    for (int length; *label; label = after_part(label, length)) {
        int name = next_part(&label, &length);
        add_part(&out, label, length);
        for (int i = 0; i < KNOWN; i++)
            if (known[i].unit && (int)strlen(known[i].axis) == name &&
                !strncmp(known[i].axis, label, (size_t)name))
                text_add(&out, " (%s)", known[i].unit);
    }
    return out.data;
}

/* Whether an axis has one value at each value of x, so that it says no more than that. */
static bool goes_with(const struct request *r, const char *name, int length, int x)
{
    char *copy = xformat("%.*s", length, name);
    int axis = axes_find(&r->analysis->run->axes, copy);
    bool same = axis >= 0 && x >= 0;
    free(copy);
    for (int i = 0; i < r->count && same; i++)
        for (int k = 0; k < i && same; k++)
            same = strcmp(entry_value(r->analysis, r->entries[i], x),
                          entry_value(r->analysis, r->entries[k], x)) ||
                   !strcmp(entry_value(r->analysis, r->entries[i], axis),
                           entry_value(r->analysis, r->entries[k], axis));
    return same;
}

/* A label without what goes with the axes drawn; -1: none. */
static char *without(const struct request *r, const char *label, int x, int y)
{
    struct text out = {0};
    text_add(&out, "%s", "");
    for (int length; *label; label = after_part(label, length)) {
        int name = next_part(&label, &length);
        if (!goes_with(r, label, name, x) && !goes_with(r, label, name, y))
            add_part(&out, label, length);
    }
    return out.data;
}

/* ---- facets ---- */

static const struct condition *condition_of(const struct request *r, int i)
{
    return &r->analysis->conditions[r->analysis->entries[r->entries[i]].condition];
}

const char *pass_title(const char *pass)
{
    static const char *const words[][2] = {{"forward", "forward pass"},
                                           {"backward", "backward pass"},
                                           {"both", "forward and backward pass"},
                                           {"", "pass"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i][0], pass)) return words[i][1];
    return pass;
}

static int pass_place(struct facets *f, const char *pass)
{
    int i = 0;
    while (i < f->pass_count && strcmp(f->passes[i], pass)) i++;
    require(i < (int)(sizeof f->passes / sizeof *f->passes));
    f->passes[i] = pass;
    if (i == f->pass_count) f->pass_count++;
    return i;
}

/* Of `all` shapes the k-th of `shown`, evenly spread from the first to the last. */
static int chosen(int k, int shown, int all)
{
    return shown == 1 ? 0 : (2 * k * (all - 1) + (shown - 1)) / (2 * (shown - 1));
}

static void leave_out(struct facets *f, int most, char **remark)
{
    int all = f->shapes.count, *place = xarray((size_t)all, sizeof *place);
    struct text left = {0};
    f->shape_count = all < most ? all : most;
    for (int i = 0; i < all; i++) place[i] = -1;
    for (int k = 0; k < f->shape_count; k++) place[chosen(k, f->shape_count, all)] = k;
    for (int i = 0; i < all; i++)
        if (place[i] >= 0)
            chart_place(&f->columns, f->shapes.list[i].text);
        else
            text_add(&left, "%s%s", left.length ? "; " : "", f->shapes.list[i].text);
    for (int i = 0; i < f->request->count; i++) f->shape_of[i] = place[f->shape_of[i]];
    if (left.length) *remark = xformat("Left out: %s.", left.data);
    text_free(&left);
    free(place);
}

struct facets facets_make(const struct request *r, int x, int y, int most, char **remark)
{
    struct facets f = {.request = r,
                       .pass_of = xarray((size_t)r->count, sizeof(int)),
                       .shape_of = xarray((size_t)r->count, sizeof(int))};
    for (int i = 0; i < r->count; i++) {
        char *shape = without(r, condition_of(r, i)->label, x, y);
        f.pass_of[i] = pass_place(&f, condition_of(r, i)->pass);
        f.shape_of[i] = chart_place(&f.shapes, shape) - 1;
        free(shape);
    }
    leave_out(&f, most < 1 ? 1 : most, remark);
    return f;
}

void facets_free(struct facets *f)
{
    free(f->pass_of);
    free(f->shape_of);
    chart_labels_free(&f->shapes);
    chart_labels_free(&f->columns);
}

char *facets_title(const struct facets *f, int pass, int shape)
{
    struct text out = {0};
    char *units = with_units(f->columns.list[shape].text);
    if (f->pass_count > 1) text_add(&out, "%s", pass_title(f->passes[pass]));
    if (f->pass_count > 1 && *units) text_add(&out, "\n");
    text_add(&out, "%s", units);
    free(units);
    return out.data;
}

char *facets_time(const struct facets *f)
{
    return xformat("time per %s", f->pass_count > 1 ? "pass" : pass_title(f->passes[0]));
}

struct request facets_largest(const struct request *r, char **remark)
{
    char *nothing_left_out = NULL;
    struct facets f = facets_make(r, -1, -1, r->count, &nothing_left_out);
    struct request kept = *r;
    int largest = f.shapes.count - 1;
    for (int s = 0; s < f.shapes.count; s++) {
        bool has[sizeof f.passes / sizeof *f.passes] = {0};
        int count = 0;
        for (int i = 0; i < r->count; i++)
            if (f.shape_of[i] == s && !has[f.pass_of[i]]) count += has[f.pass_of[i]] = true;
        if (count == f.pass_count) largest = s;
    }
    kept.entries = xarray((size_t)r->count, sizeof *kept.entries);
    kept.count = 0;
    for (int i = 0; i < r->count; i++)
        if (f.shape_of[i] == largest) kept.entries[kept.count++] = r->entries[i];
    if (largest >= 0 && *f.shapes.list[largest].text) {
        char *units = with_units(f.shapes.list[largest].text);
        *remark = xformat("Here: %s.", units);
        free(units);
    }
    facets_free(&f);
    return kept;
}

void facets_lay_out(struct chart *c, const struct facets *f)
{
    int shown = f->shape_count;
    c->across = shown <= 3 ? shown : shown == 4 ? 2 : 3;
    c->panel_width = shown == 1 ? 600 : shown == 2 || shown == 4 ? 400 : 330;
    c->panel_height = shown == 1 ? 430 : 330;
    c->letters = (int)(c->panel_width / 8.5);
}
