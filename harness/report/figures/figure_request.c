/* SPDX-License-Identifier: MIT
 * Which entries a figure shows, in which panel and series. */
#include "base/statistics/stats.h"
#include "harness/report/figures/figure_kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- numbers of entries ---- */

double entry_number(const struct analysis *a, int entry, int axis)
{
    const char *text = axis < 0 ? "" : entry_value(a, entry, axis);
    char *end;
    double value = strtod(text, &end);
    return *text && !*end ? value : (double)NAN;
}

double entry_median(const struct analysis *a, int entry, const char *column)
{
    int winner = a->entries[entry].winner, n = 0;
    if (winner < 0) return NAN;
    const struct candidate *c = &a->candidates[winner];
    double *values = xarray((size_t)(c->last - c->first), sizeof *values);
    for (int i = c->first; i < c->last; i++) {
        const char *text = trial_text(a->run, a->members[i], column);
        if (a->members[i]->state == TRIAL_OK && *text) values[n++] = strtod(text, NULL);
    }
    double median = stats_median(values, n);
    free(values);
    return median;
}

/* ---- options ---- */

static const char *option_of(const struct spec_figure *f, const char *key)
{
    for (int i = 0; key && i < f->option_count; i++)
        if (!strcmp(f->options[i].key, key)) return f->options[i].value;
    return NULL;
}

/* The axis that was given, else the kind's own. */
static int axis_of(const struct request *r, struct spec_axis given, const char *own)
{
    if (!own) return -1;
    return given.axis >= 0 ? given.axis : axes_find(&r->analysis->run->axes, own);
}

static char *read_options(struct request *r)
{
    const char *given = option_of(r->figure, r->kind->option);
    r->x = axis_of(r, r->figure->x, r->kind->x);
    r->y = axis_of(r, r->figure->y, r->kind->y);
    bool over_sizes =
        !strcmp(r->kind->name, "loss_compute") || !strcmp(r->kind->name, "compute_multiplier");
    if (over_sizes) /* all in one panel */
        r->x = r->question->spec->scaling.asked ? r->question->spec->scaling.over.axis : -1;
    if (given) r->choice = figure_choice(r->kind, given);
    if (r->kind->option && !strcmp(r->kind->option, "reading"))
        r->comparison = (enum comparison)(r->choice < 0 ? 0 : r->choice);
    if (r->choice < 0) return xformat("option %s: unknown value \"%s\"", r->kind->option, given);
    if (r->kind->x && r->x < 0) return xstrdup("option x: no axis");
    return r->kind->y && r->y < 0 ? xstrdup("option y: no axis") : NULL;
}

/* ---- panels ---- */

const char *pass_title(const char *pass)
{
    return !*pass                      ? "pass"
           : !strcmp(pass, STEP_PASS)  ? "training step"
           : !strcmp(pass, "forward")  ? "forward pass"
           : !strcmp(pass, "backward") ? "backward pass"
                                       : "forward and backward pass";
}

char *said_value(const struct request *r, int entry, int axis)
{
    const struct candidate *c = &r->analysis->candidates[r->analysis->entries[entry].first];
    return axes_value_label(&r->analysis->run->axes, axis,
                            r->analysis->members[c->first]->cell->values,
                            entry_value(r->analysis, entry, axis));
}

/* Whether an axis says no more than one that is drawn. */
static bool follows(const struct request *r, int axis, int drawn)
{
    return drawn >= 0 && axis_follows(r->analysis, r->entries, r->count, axis, drawn);
}

static bool is_panel_axis(const struct request *r, int axis)
{
    for (int i = 0; i < r->figure->panel_count; i++)
        if (r->figure->panel[i].axis == axis) return true;
    return false;
}

/* Whether the value of a varied axis stands in the panel's title. */
static bool tells_panel(const struct request *r, int entry, const struct varied_axis *v)
{
    if (is_panel_axis(r, v->axis)) return *entry_value(r->analysis, entry, v->axis);
    return !v->of_arm && entry_tells(r->analysis, entry, v) && !follows(r, v->axis, r->x) &&
           !follows(r, v->axis, r->y);
}

static const char *pass_of(const struct request *r, int entry)
{
    return r->analysis->conditions[r->analysis->entries[entry].condition].pass;
}

static bool has_passes(const struct request *r)
{
    for (int i = 1; i < r->count; i++)
        if (strcmp(pass_of(r, r->entries[i]), pass_of(r, r->entries[0]))) return true;
    return false;
}

static char *panel_title(const struct request *r, int entry)
{
    struct text out = {0};
    text_add(&out, "%s", has_passes(r) ? pass_title(pass_of(r, entry)) : "");
    for (int i = 0; i < r->question->spec->varied_count; i++) {
        const struct varied_axis *v = &r->question->spec->varied[i];
        if (!tells_panel(r, entry, v)) continue;
        char *said = said_value(r, entry, v->axis);
        text_add(&out, "%s%s", out.length ? ", " : "", said);
        free(said);
    }
    return out.data;
}

static void name_panels(struct request *r)
{
    const struct span all = r->question->entries;
    r->panels = xarray((size_t)(all.last - all.first) + 1, sizeof *r->panels);
    r->panel_of = xarray((size_t)(all.last - all.first) + 1, sizeof *r->panel_of);
    for (int i = 0; i < r->count; i++) {
        char *title = panel_title(r, r->entries[i]);
        int p = 0;
        while (p < r->panel_count && strcmp(r->panels[p], title)) p++;
        if (p == r->panel_count) r->panels[r->panel_count++] = xstrdup(title);
        r->panel_of[r->entries[i] - all.first] = p;
        free(title);
    }
}

int request_panel(const struct request *r, int entry)
{
    return r->panel_of[entry - r->question->entries.first];
}

static const char *shape_of(const struct request *r, int i)
{
    return r->analysis->conditions[r->analysis->entries[r->entries[i]].condition].label;
}

void request_keep_largest(struct request *r)
{
    const char *best = "";
    int most = 0, kept = 0, timed = 0;
    for (int i = 0; i < r->count; i++)
        if (r->analysis->entries[r->entries[i]].median > 0) r->entries[timed++] = r->entries[i];
    r->count = timed;
    for (int i = 0; i < r->count; i++) {
        int passes = 0;
        for (int k = 0; k < r->count; k++)
            passes += !strcmp(shape_of(r, k), shape_of(r, i)) &&
                      (!k || strcmp(pass_of(r, r->entries[k]), pass_of(r, r->entries[k - 1])) ||
                       strcmp(shape_of(r, k), shape_of(r, k - 1)));
        if (passes >= most) most = passes, best = shape_of(r, i);
    }
    for (int i = 0; i < r->count; i++)
        if (!strcmp(shape_of(r, i), best)) r->entries[kept++] = r->entries[i];
    r->count = kept;
}

/* ---- series ---- */

int request_series(const struct request *r, int entry)
{
    const struct entry *e = &r->analysis->entries[entry];
    return r->kind->x ? e->arm : e->row;
}

/* The label of an entry's arm, which stands for all of its entries. */
static char *name_of_arm(const struct request *r, int entry)
{
    const struct analysis *a = r->analysis;
    const struct spec *spec = r->question->spec;
    const struct candidate *c = &a->candidates[a->entries[entry].first];
    return spec_label(&a->run->axes, spec->arms[a->entries[entry].arm].label,
                      a->members[c->first]->cell->values);
}

static void name_series(struct request *r)
{
    for (int i = 0; i < r->count; i++)
        if (request_series(r, r->entries[i]) >= r->series_count)
            r->series_count = request_series(r, r->entries[i]) + 1;
    r->series = xarray((size_t)r->series_count + 1, sizeof *r->series);
    for (int i = 0; i < r->count; i++) {
        int entry = r->entries[i];
        struct request_series *s = &r->series[request_series(r, entry)];
        if (s->name) continue;
        s->name = r->kind->x ? name_of_arm(r, entry) : xstrdup(r->analysis->entries[entry].label);
    }
}

/* ---- all of it ---- */

bool request_read(struct request *r, const struct analysis *a, const struct question *q,
                  const struct spec_figure *f, char **fault)
{
    *r = (struct request){.analysis = a, .question = q, .figure = f};
    r->kind = figure_kind_find(f->kind);
    r->entries = xarray((size_t)(q->entries.last - q->entries.first) + 1, sizeof *r->entries);
    if (!r->kind || (r->kind->of == SPEC_QUALITY) != q->trains) {
        *fault = xformat("no kind of figure \"%s\" of such questions", f->kind);
        return false;
    }
    for (int i = q->entries.first; i < q->entries.last; i++)
        if (entry_meets(a, i, &f->where)) r->entries[r->count++] = i;
    *fault = read_options(r);
    name_panels(r);
    name_series(r);
    request_colour(r);
    return !*fault;
}

void request_free(struct request *r)
{
    for (int i = 0; i < r->series_count; i++) free(r->series[i].name);
    texts_free(r->panels, r->panel_count);
    free(r->panel_of);
    free(r->series);
    free(r->entries);
}
