/* SPDX-License-Identifier: MIT
 * Chooses the entries, panels, series and colours of a figure. Colours depend on the whole
 * question, so an arm has the same colour in all figures of the question. */
#include "harness/report/figures/figure_kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double entry_number(const struct analysis *a, int entry, int axis)
{
    const char *text = axis < 0 ? "" : entry_value(a, entry, axis);
    char *end;
    double value = strtod(text, &end);
    return *text && !*end ? value : (double)NAN;
}

/* ---- options ---- */

static const char *option_of(const struct spec_figure *f, const char *key)
{
    for (int i = 0; key && i < f->option_count; i++)
        if (!strcmp(f->options[i].key, key)) return f->options[i].value;
    return NULL;
}

static char *read_options(struct request *r)
{
    const struct spec_figure *f = r->figure;
    const char *given = option_of(f, r->kind->option);
    const struct spec_scaling *scaling = &r->question->spec->scaling;
    r->x = f->x.axis;
    if (r->kind->x && !strcmp(r->kind->x, "scaling"))
        r->x = scaling->asked ? scaling->over.axis : -1;
    else if (r->kind->x && r->x < 0)
        r->x = axes_find(&r->analysis->run->axes, r->kind->x);
    if (given) r->choice = figure_choice(r->kind, given);
    if (r->choice < 0) return xformat("option %s: unknown value \"%s\"", r->kind->option, given);
    if (r->kind->option && !strcmp(r->kind->option, "reading"))
        r->comparison = (enum comparison)r->choice;
    return r->kind->x && r->x < 0 ? xstrdup("option x: missing axis") : NULL;
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

char *entry_said(const struct request *r, int entry, int axis)
{
    const struct candidate *c = &r->analysis->candidates[r->analysis->entries[entry].first];
    return axes_value_label(&r->analysis->run->axes, axis,
                            r->analysis->members[c->first]->cell->values,
                            entry_value(r->analysis, entry, axis));
}

static bool is_panel_axis(const struct request *r, int axis)
{
    for (int i = 0; i < r->figure->panel_count; i++)
        if (r->figure->panel[i].axis == axis) return true;
    return false;
}

/* Returns true if a panel's title states the value of an axis. Titles omit axes that depend on x.
 */
static bool is_in_title(const struct request *r, int entry, const struct varied_axis *v)
{
    const struct analysis *a = r->analysis;
    if (is_panel_axis(r, v->axis)) return *entry_value(a, entry, v->axis);
    return !v->of_arm && label_shows_axis(a, entry, v) &&
           (r->x < 0 || !axis_follows(a, r->entries, r->count, v->axis, r->x));
}

static const struct condition *condition_of(const struct request *r, int i)
{
    return &r->analysis->conditions[r->analysis->entries[r->entries[i]].condition];
}

/* Returns the pass shared by all entries, or NULL if the entries have different passes. */
static const char *one_pass(const struct request *r)
{
    const char *pass = r->count ? condition_of(r, 0)->pass : "";
    for (int i = 1; i < r->count; i++)
        if (strcmp(condition_of(r, i)->pass, pass)) return NULL;
    return pass;
}

static char *panel_title(const struct request *r, int i)
{
    struct text out = {0};
    text_add(&out, "%s", one_pass(r) ? "" : pass_title(condition_of(r, i)->pass));
    for (int k = 0; k < r->question->spec->varied_count; k++) {
        const struct varied_axis *v = &r->question->spec->varied[k];
        if (!is_in_title(r, r->entries[i], v)) continue;
        char *said = entry_said(r, r->entries[i], v->axis);
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
        char *title = panel_title(r, i);
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

/* If `pass` is true, keeps only the entries with the pass of the last entry; otherwise, keeps only
 * those with its shape. */
static void keep_last(struct request *r, bool pass)
{
    const struct entry *all = r->analysis->entries;
    int last = r->count - 1, kept = 0;
    while (last >= 0 && !(all[r->entries[last]].median > 0)) last--;
    const struct condition *own = last < 0 ? NULL : condition_of(r, last);
    for (int i = 0; i < r->count; i++) {
        const struct condition *c = condition_of(r, i);
        if (all[r->entries[i]].median > 0 &&
            !strcmp(pass ? c->pass : c->label, pass ? own->pass : own->label))
            r->entries[kept++] = r->entries[i];
    }
    r->count = kept;
}

void request_keep_last_shape(struct request *r) { keep_last(r, false); }

void request_keep_last_pass(struct request *r)
{
    enum { MOST_PANELS = 4 };
    if (r->panel_count > MOST_PANELS) keep_last(r, true);
}

/* ---- series ---- */

int request_series(const struct request *r, int entry)
{
    const struct entry *e = &r->analysis->entries[entry];
    return r->kind->x ? e->arm : e->row;
}

/* Returns the label of an entry's series: the label of the arm if the figure has an axis x,
 * otherwise the label of the entry. */
static char *label_of_series(const struct request *r, int entry)
{
    const struct analysis *a = r->analysis;
    const struct spec *spec = r->question->spec;
    const struct candidate *c = &a->candidates[a->entries[entry].first];
    if (!r->kind->x) return xstrdup(a->entries[entry].label);
    return spec_label(&a->run->axes, spec->arms[a->entries[entry].arm].label,
                      a->members[c->first]->cell->values);
}

enum { UNSET = -2, LINE = 48 };

/* Gives the series of an entry the next colour, or grey if no colour is left. Does nothing if the
 * series has a colour. */
static void colour(struct request *r, int *given, int entry)
{
    int *own = &r->series[request_series(r, entry)].colour;
    if (*own == UNSET) *own = *given + 1 < NAMED_SERIES ? ++*given : -1;
}

/* Returns true if other arms are compared with this entry. */
static bool is_baseline(const struct request *r, int entry)
{
    const struct entry *all = r->analysis->entries;
    for (int i = r->question->entries.first; i < r->question->entries.last; i++)
        if (all[i].reference == entry && all[i].arm != all[entry].arm) return true;
    return false;
}

static void give_colours(struct request *r)
{
    const struct analysis *a = r->analysis;
    const struct span all = r->question->entries, judged = r->question->judged;
    int given = 0;
    for (int i = 0; i < r->series_count; i++) r->series[i].colour = UNSET;
    for (int i = all.first; i < all.last; i++)
        if (is_baseline(r, i)) r->series[request_series(r, i)].colour = 0;
    for (int i = judged.first; i < judged.last; i++)
        if (a->judged[i].effect >= 0) colour(r, &given, a->effects[a->judged[i].effect].entry);
    for (int negative = 0; negative < 2; negative++)
        for (int s = 0; s < r->series_count; s++)
            for (int i = all.first; i < all.last; i++)
                if (request_series(r, i) == s && a->entries[i].negative_control == negative)
                    colour(r, &given, i);
}

/* Returns true if a label contains a part; parts are separated by ", ". */
static bool has_part(const char *label, const char *part)
{
    size_t length = strlen(part);
    for (const char *at = label; (at = strstr(at, part)); at++)
        if ((at == label || at[-1] == ' ') && (!at[length] || at[length] == ',')) return true;
    return false;
}

/* Removes from a name the parts that all series except the baseline have in common. */
static char *short_name(const struct request *r, const char *name)
{
    struct text out = {0};
    for (const char *at = name; *at; at += strspn(at, ", ")) {
        char *part = xformat("%.*s", (int)strcspn(at, ","), at);
        bool shared = true;
        for (int i = 0; i < r->series_count; i++)
            if (r->series[i].label && r->series[i].colour)
                shared &= has_part(r->series[i].label, part);
        if (!shared) text_add(&out, "%s%s", out.length ? ", " : "", part);
        at += strlen(part);
        free(part);
    }
    return out.length ? out.data : xstrdup(name);
}

/* Names the series of the figure. All names are shortened if one is too long for a line. Grey
 * series are drawn first, then the baseline, then the coloured series from last to first. */
static void name_series(struct request *r)
{
    const struct span all = r->question->entries;
    for (int i = all.first; i < all.last; i++)
        if (request_series(r, i) >= r->series_count) r->series_count = request_series(r, i) + 1;
    r->series = xarray((size_t)r->series_count + 1, sizeof *r->series);
    give_colours(r);
    bool shorten = false;
    for (int i = 0; i < r->count; i++) {
        int series = request_series(r, r->entries[i]);
        struct request_series *s = &r->series[series];
        int layer = s->colour < 0 ? 0 : s->colour ? 1 + NAMED_SERIES - s->colour : 1;
        if (!s->label) s->label = label_of_series(r, r->entries[i]);
        s->order = layer * r->series_count + series;
        shorten |= strlen(s->label) > LINE;
    }
    for (int i = 0; i < r->series_count; i++) {
        struct request_series *s = &r->series[i];
        if (s->label) s->name = shorten && s->colour ? short_name(r, s->label) : xstrdup(s->label);
    }
}

/* ---- all of it ---- */

bool request_read(struct request *r, const struct analysis *a, const struct question *q,
                  const struct spec_figure *f, char **error)
{
    *r = (struct request){.analysis = a, .question = q, .figure = f};
    r->kind = figure_kind_find(f->kind);
    r->entries = xarray((size_t)(q->entries.last - q->entries.first) + 1, sizeof *r->entries);
    if (!r->kind || (r->kind->of == SPEC_QUALITY) != q->trains) {
        *error = xformat("unknown kind of figure \"%s\" for this question", f->kind);
        return false;
    }
    for (int i = q->entries.first; i < q->entries.last; i++)
        if (entry_meets(a, i, &f->where)) r->entries[r->count++] = i;
    *error = read_options(r);
    name_panels(r);
    name_series(r);
    return !*error;
}

void request_free(struct request *r)
{
    for (int i = 0; i < r->series_count; i++) free(r->series[i].name), free(r->series[i].label);
    texts_free(r->panels, r->panel_count);
    free(r->panel_of);
    free(r->series);
    free(r->entries);
}
