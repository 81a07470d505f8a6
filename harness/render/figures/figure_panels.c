/* SPDX-License-Identifier: MIT
 * Panels: which pass and which shape an entry is drawn in, and what they are called.
 *
 * No line and no ratio joins two passes. What tells conditions apart is taken from their labels,
 * "width 64, 4 heads"; of those, what goes with the axes of the figure is no panel. */
#include "harness/render/figures/figure_kinds.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_PANELS = 9, MOST_SHAPES = 3 }; /* shapes: of those that have passes beside them */

/* ---- names of shapes and passes ---- */

/* Words of axes, with their units; any other says what it is called (axes_named()). */
static const char *const known[][2] = {{"n", "sequence length n (tokens)"},
                                       {"m", "keys m (tokens)"},
                                       {"batch", "batch (sequences)"},
                                       {"d_model", "model width (features)"},
                                       {"d_head", "head width (features)"},
                                       {"d_prime", "score width d' (features)"},
                                       {"threads", "threads"},
                                       {"lr", "learning rate"}};

char *axis_words(const struct axes *axes, int axis)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(known[i][0], axes->list[axis].name)) return xstrdup(known[i][1]);
    return axes_named(axes, axis);
}

/* Whether an axis has one value at each value of x, so that it says no more than that. */
static bool goes_with(const struct request *r, int axis, int x)
{
    return axis >= 0 && x >= 0 && axis_follows(r->analysis, r->entries, r->count, axis, x);
}

static bool same_value(const struct request *r, int entry, int other, int axis)
{
    return !strcmp(entry_value(r->analysis, entry, axis), entry_value(r->analysis, other, axis));
}

/* Whether an axis has one value in each arm, so that the arm's name says it. */
static bool goes_with_arm(const struct request *r, int axis)
{
    for (int i = 0; i < r->count; i++)
        for (int k = 0; k < i; k++)
            if (request_series(r, r->entries[i]) == request_series(r, r->entries[k]) &&
                !same_value(r, r->entries[i], r->entries[k], axis))
                return false;
    return true;
}

/* The label of a condition without what goes with the axes drawn. To be freed. */
static char *shape_of(const struct request *r, const struct condition *c)
{
    struct text out = {0};
    text_add(&out, "%s", "");
    for (int i = 0; i < r->question->spec->varied_count; i++) {
        const struct varied_axis *v = &r->question->spec->varied[i];
        if (v->of_arm || !entry_tells(r->analysis, c->first, v) || goes_with(r, v->axis, r->x) ||
            goes_with(r, v->axis, r->y))
            continue;
        char *said = said_value(r, c->first, v->axis);
        text_add(&out, "%s%s", out.length ? ", " : "", said);
        free(said);
    }
    return out.data;
}

const char *pass_title(const char *pass)
{
    return !*pass                      ? "pass"
           : !strcmp(pass, STEP_PASS)  ? "training step"
           : !strcmp(pass, "forward")  ? "forward pass"
           : !strcmp(pass, "backward") ? "backward pass"
                                       : "forward and backward pass";
}

/* ---- choosing ---- */

/* The entries of a request by pass and by shape. */
struct facets {
    struct chart_names passes, shapes;
    int *pass, *shape; /* of each entry, from 0 */
};

static const struct condition *condition_of(const struct request *r, int i)
{
    return &r->analysis->conditions[r->analysis->entries[r->entries[i]].condition];
}

/* "MLP, score width d' 16": the arm of a cell, and what is varied within it beside the axes drawn.
 * To be freed. */
static char *arm_of(const struct request *r, int entry, const char *shape)
{
    char *name = name_of_arm(r, entry);
    struct text out = {0};
    text_add(&out, "%s%s%s", shape, *shape ? "\n" : "", name);
    free(name);
    for (int i = 0; i < r->question->spec->varied_count; i++) {
        const struct varied_axis *v = &r->question->spec->varied[i];
        if (!v->of_arm || goes_with(r, v->axis, r->x) || goes_with(r, v->axis, r->y) ||
            goes_with_arm(r, v->axis) || !*entry_value(r->analysis, entry, v->axis))
            continue;
        char *said = said_value(r, entry, v->axis);
        text_add(&out, ", %s", said);
        free(said);
    }
    return out.data;
}

/* Whether two cells of a heat map have one place, so that one would hide the other. */
static bool share_place(const struct request *r, const struct facets *f)
{
    for (int i = 0; i < r->count; i++)
        for (int k = i + 1; k < r->count; k++) {
            int one = r->entries[i], other = r->entries[k];
            if (f->pass[i] == f->pass[k] && f->shape[i] == f->shape[k] &&
                same_value(r, one, other, r->x) && same_value(r, one, other, r->y))
                return true;
        }
    return false;
}

/* A shape of its own for each arm, in the order of the arms. */
static void split_by_arm(const struct request *r, struct facets *f)
{
    struct chart_names shapes = {0};
    for (int i = 0; i < r->count; i++) {
        char *own = arm_of(r, r->entries[i], f->shapes.list[f->shape[i]].text);
        f->shape[i] = chart_place(&shapes, own) - 1;
        free(own);
    }
    chart_names_free(&f->shapes);
    f->shapes = shapes;
}

static struct facets facets_make(const struct request *r)
{
    struct facets f = {.pass = xarray((size_t)r->count, sizeof *f.pass),
                       .shape = xarray((size_t)r->count, sizeof *f.shape)};
    for (int i = 0; i < r->count; i++) {
        const struct condition *at = condition_of(r, i);
        f.pass[i] = chart_place(&f.passes, at->pass) - 1;
        if (i) f.shape[i] = f.shape[i - 1];
        if (i && at == condition_of(r, i - 1)) continue;
        char *shape = shape_of(r, at);
        f.shape[i] = chart_place(&f.shapes, shape) - 1;
        free(shape);
    }
    return f;
}

/* The last shape that every pass has, else the last. */
static int largest_shape(const struct request *r, const struct facets *f)
{
    unsigned *passes = xarray((size_t)f->shapes.count, sizeof *passes), all = 0;
    int s = f->shapes.count;
    for (int i = 0; i < r->count; i++) all |= passes[f->shape[i]] |= 1u << f->pass[i];
    while (--s >= 0 && passes[s] != all) continue;
    free(passes);
    return s < 0 ? f->shapes.count - 1 : s;
}

/* Of each shape its place among at most so many, -1 for the others: the largest, or evenly spread
 * from the first to the last; and what the caption says of that. */
static int *show_shapes(const struct facets *f, int most, int largest, char **remark)
{
    int all = f->shapes.count, shown = all < most ? all : most;
    int *place = xarray((size_t)all, sizeof *place);
    struct text left = {0};
    for (int i = 0; i < all; i++) place[i] = -1;
    for (int k = 0; k < shown; k++)
        place[shown == 1 ? 0 : (2 * k * (all - 1) + (shown - 1)) / (2 * (shown - 1))] = k;
    for (int i = 0; i < all && largest >= 0; i++) place[i] = i == largest ? 0 : -1;
    for (int i = 0; i < all; i++)
        if (place[i] < 0) text_add(&left, "%s%s", left.length ? "; " : "", f->shapes.list[i].text);
    if (largest >= 0 && *f->shapes.list[largest].text)
        *remark = xformat("Here: %s.", f->shapes.list[largest].text);
    else if (left.length)
        *remark = xformat("Left out: %s.", left.data);
    text_free(&left);
    return place;
}

int *panels_choose(struct chart *c, struct request *r, const struct figure_kind *k)
{
    struct facets f = facets_make(r);
    if (k->cell_of && share_place(r, &f)) split_by_arm(r, &f);
    bool across = k->layout & ACROSS, largest = k->layout & PHASES;
    /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): there is a pass at least */
    int passes = f.passes.count, most = across && passes > 1 ? MOST_SHAPES : MOST_PANELS / passes;
    int *place =
        show_shapes(&f, most < 1 ? 1 : most, largest ? largest_shape(r, &f) : -1, &c->remark);
    int *panels = xarray((size_t)r->count, sizeof *panels), shapes = 0, kept = 0;
    for (int i = 0; i < f.shapes.count; i++) shapes += place[i] >= 0;
    for (int p = 0; p < passes * shapes; p++) {
        int pass = across ? p % passes : p / shapes, s = 0;
        while (place[s] != (across ? p / passes : p % shapes)) s++;
        const char *first = passes > 1 ? pass_title(f.passes.list[pass].text) : "";
        const char *second = largest ? "" : f.shapes.list[s].text;
        char *title = xformat("%s%s%s", first, *first && *second ? "\n" : "", second);
        chart_rank(&c->panels, title, p + 1);
        free(title);
    }
    c->across = passes > 1 ? (across ? passes : shapes) : shapes == 4 ? 2 : shapes < 3 ? shapes : 3;
    r->pass = passes > 1 ? "pass" : pass_title(condition_of(r, 0)->pass);
    for (int i = 0; i < r->count; i++) {
        int shape = place[f.shape[i]], pass = f.pass[i];
        if (shape < 0) continue;
        r->entries[kept] = r->entries[i];
        panels[kept++] = across ? shape * passes + pass : pass * shapes + shape;
    }
    r->count = kept;
    chart_names_free(&f.passes);
    chart_names_free(&f.shapes);
    free(f.pass);
    free(f.shape);
    free(place);
    return panels;
}
