/* SPDX-License-Identifier: MIT
 * From what specifications ask for to files: chooses the entries of each figure, has its chart
 * filled and saved, and then has gnuplot draw all of them. */
#include "harness/render/figures/figures.h"
#include "base/paths.h"
#include "harness/plan/figures/figure_scripts.h"
#include "harness/render/figures/figure_kinds.h"
#include "harness/render/figures/svg_finish.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* All that is being drawn. */
struct drawing {
    struct figures figures;
    const char *folder, *home;
    char *plots;          /* the folder of scripts, as seen from `folder` */
    struct chart *charts; /* of each figure */
};

/* ---- one figure ---- */

static char *stem_of(const struct figures *all, const char *question, const char *kind,
                     const char *panel)
{
    char *first = xformat("figures/%s-%s%s%s", question, kind, *panel ? "-" : "", panel);
    for (char *p = first + strlen("figures/"); *p; p++)
        if (!isalnum((unsigned char)*p) && !strchr("._-", *p)) *p = '-';
    char *stem = xstrdup(first);
    for (int i = 0, again = 2; i < all->count; i++) {
        if (strcmp(all->list[i].stem, stem)) continue;
        free(stem);
        stem = xformat("%s-%d", first, again++);
        i = -1; /* from the start again */
    }
    free(first);
    return stem;
}

static void add_sentence(struct text *out, const char *sentence)
{
    text_add(out, "%s%s", out->length && *sentence ? " " : "", sentence);
}

/* What holds in all of a figure belongs to its title. */
static void add_conditions(struct chart *c, const struct request *r)
{
    char *held = said_held(r);
    if (*held && c->title) {
        char *title = xformat("%s. Here: %s", c->title, held);
        free(c->title);
        c->title = title;
    }
    free(held);
}

/* What the figure shows, what is drawn in it, how it is drawn, and what else must be known. */
static char *caption_make(const struct chart *c, const char *script, const char *passes)
{
    struct text caption = {0};
    char *says = figure_script_says(script);
    text_add(&caption, "%s", c->finding ? c->finding : "");
    if (c->title) {
        add_sentence(&caption, c->title);
        for (char *end; (end = strchr(caption.data, '\n'));) *end = ' ';
        text_add(&caption, ".");
    }
    add_sentence(&caption, says);
    add_sentence(&caption, passes);
    add_sentence(&caption, c->remark ? c->remark : "");
    free(says);
    return caption.data;
}

/* "Timed: forward pass.", "A panel for each: forward pass, backward pass."; "" without any. */
static char *passes_of(const struct request *r)
{
    struct chart_names passes = {0};
    struct text all = {0};
    for (int i = 0; i < r->count; i++) {
        int condition = r->analysis->entries[r->entries[i]].condition;
        const char *pass = r->analysis->conditions[condition].pass;
        if (*pass) chart_place(&passes, pass_title(pass));
    }
    text_add(&all, "%s", passes.count > 1 ? "A panel for each: " : passes.count ? "Timed: " : "");
    for (int i = 0; i < passes.count; i++)
        text_add(&all, "%s%s", passes.list[i].text, i + 1 < passes.count ? ", " : ".");
    chart_names_free(&passes);
    return all.data;
}

/* Saves the chart unless there is a fault already; takes stem, chart and fault over. */
static void add_figure(struct drawing *d, const char *question, const char *kind, char *stem,
                       struct chart c, char *fault, const char *passes)
{
    char *script = xformat("%s/plots/%s.gp", d->home, kind);
    if (!fault) {
        chart_finish(&c);
        chart_lay_out(&c);
        if (!chart_save(&c, d->folder, stem, d->plots, kind))
            fault = xformat("%s/%s: %s", d->folder, stem, file_fault(errno));
    }
    struct figures *all = &d->figures;
    all->list = xgrow(all->list, (size_t)all->count + 1, sizeof *all->list);
    d->charts = xgrow(d->charts, (size_t)all->count + 1, sizeof *d->charts);
    all->list[all->count] = (struct figure){question,
                                            stem,
                                            caption_make(&c, script, passes),
                                            xstrdup(c.finding ? c.finding
                                                    : c.title ? c.title
                                                              : ""),
                                            fault,
                                            c.empty};
    d->charts[all->count++] = c;
    free(script);
}

/* panel: what holds in this figure of several. */
static void add_one(struct drawing *d, const struct request *r, const char *panel, char *fault)
{
    struct chart c = {0};
    const char *name = r->question->spec->name, *kind = r->figure->kind;
    bool trains = false;
    const struct figure_kind *known = figure_kind_find(kind, &trains);
    char *passes = passes_of(r);
    if (!fault && !known) fault = figure_unfilled(kind);
    if (!fault && trains != r->question->trains)
        fault =
            xformat("%s is of questions that %s", kind, trains ? "train models" : "time layers");
    if (!fault) fault = figure_fill(&c, r, &known);
    add_conditions(&c, r);
    add_figure(d, name, known ? known->name : kind, stem_of(&d->figures, name, kind, panel), c,
               fault, passes);
    free(passes);
}

/* Whether all entries stand at one place of an axis that the kind has by default, so that there is
 * no line to be drawn. */
static bool at_one_place(const struct request *r)
{
    bool trains;
    const struct figure_kind *k = figure_kind_find(r->figure->kind, &trains);
    int axis = k && k->x && *k->x ? request_axis(r, r->figure->x, k->x) : -1;
    const char *first = "";
    for (int i = 0; i < r->count && axis >= 0; i++) {
        const char *own = entry_value(r->analysis, r->entries[i], axis);
        if (*own && *first && strcmp(own, first)) return false;
        if (*own) first = own;
    }
    return axis >= 0;
}

/* Whether an entry is the first of its panel. */
static bool begins_panel(const struct request *all, int i)
{
    for (int k = 0; k < i; k++)
        if (request_same_panel(all, all->entries[k], all->entries[i])) return false;
    return request_has_panel(all, all->entries[i]);
}

static void add_panel(struct drawing *d, const struct request *all, int of, bool alone)
{
    struct request r = *all;
    char *name = request_panel(all, of);
    r.entries = xarray((size_t)all->count, sizeof *r.entries);
    r.count = 0;
    for (int i = 0; i < all->count; i++)
        if (request_same_panel(all, all->entries[i], of)) r.entries[r.count++] = all->entries[i];
    if (alone || !at_one_place(&r)) add_one(d, &r, name, NULL);
    free(r.entries);
    free(name);
}

/* A figure for each combination of values of the panel axes, in the order of the entries, but for
 * one of several with a single place. */
static void add_panels(struct drawing *d, struct request *all)
{
    int panels = 0;
    for (int i = 0; i < all->count; i++) panels += begins_panel(all, i);
    for (int i = 0; i < all->count; i++)
        if (begins_panel(all, i)) add_panel(d, all, all->entries[i], panels == 1);
    all->count = 0;
    if (!panels) add_one(d, all, "", xstrdup("option panel: no cell that was run has these axes"));
}

static void add_figures(struct drawing *d, const struct analysis *a, const struct question *q)
{
    bool planned = q->entries.first < q->entries.last; /* none: a filter left the question out */
    for (int i = 0; i < q->spec->figure_count && planned; i++) {
        struct request r = {.analysis = a, .question = q, .figure = &q->spec->figures[i]};
        r.entries = xarray((size_t)a->entry_count + 1, sizeof *r.entries);
        for (int k = 0; k < a->entry_count; k++)
            if (&a->questions[a->entries[k].question] == q) r.entries[r.count++] = k;
        request_keep(&r, &r.figure->where);
        if (r.figure->panel_count)
            add_panels(d, &r);
        else
            add_one(d, &r, "", NULL);
        free(r.entries);
    }
}

/* ---- drawing ---- */

/* Makes the folder of figures; false with d->figures.fault. */
static bool drawing_begin(struct drawing *d, const char *folder, const char *home)
{
    char *inner = xformat("%s/figures", folder), *scripts = xformat("%s/plots", home ? home : "");
    *d = (struct drawing){.folder = folder, .home = home};
    if (!home)
        d->figures.fault = xstrdup("no folder plots/ near the program; set ATTNLAB_HOME");
    else if (!gnuplot_found())
        d->figures.fault = xstrdup("gnuplot is not installed or does not start");
    else if (!make_inner_folder(inner))
        d->figures.fault = xformat("%s: %s", inner, file_fault(errno));
    else if (!(d->plots = path_between(folder, scripts)))
        d->figures.fault = xformat("%s: %s", scripts, strerror(errno));
    free(inner);
    free(scripts);
    return !d->figures.fault;
}

/* Says in each SVG what its marks are. */
static void finish(struct drawing *d)
{
    for (int i = 0; i < d->figures.count; i++) {
        struct figure *f = &d->figures.list[i];
        char *path = xformat("%s/%s.svg", d->folder, f->stem);
        char *drawn = f->fault ? NULL : read_file(path, NULL);
        char *svg = drawn ? svg_finish(&d->charts[i], drawn, strrchr(f->stem, '/') + 1) : NULL;
        if (!f->fault && (!svg || !write_file_atomically(path, svg, strlen(svg))))
            f->fault = xformat("%s: %s", path, file_fault(errno));
        free(svg);
        free(drawn);
        free(path);
    }
}

/* Has all that was added drawn, and leaves no figure of an earlier report beside it. */
static void drawing_end(struct drawing *d, const char *folder)
{
    figures_remove_earlier(&d->figures, folder);
    if (d->plots) gnuplot_draw(&d->figures, d->folder);
    if (d->plots) finish(d);
    for (int i = 0; i < d->figures.count; i++) chart_free(&d->charts[i]);
    free(d->charts);
    free(d->plots);
}

/* Those of several questions or runs. */
static const struct overview {
    const char *kind, *stem;
    int (*fill)(struct chart *, const struct analysis *const *runs, int count);
} overviews[] = {{"variants", MATRIX_FIGURE, fill_folder_matrix},
                 {"questions_pareto", PARETO_FIGURE, fill_folder_pareto}};

/* The folder of figures is made for the first that has something to show. */
static void add_overview(struct drawing *d, const struct overview *o,
                         const struct analysis *const *runs, int count, const char *folder,
                         const char *home)
{
    struct chart c = {0};
    bool any = o->fill(&c, runs, count);
    if (any && !d->plots && !d->figures.fault) drawing_begin(d, folder, home);
    if (any && d->plots)
        add_figure(d, NULL, o->kind, xstrdup(o->stem), c, NULL, "");
    else
        chart_free(&c);
}

struct figures figures_draw(const struct analysis *a, const char *home)
{
    struct drawing d = {0};
    int asked = 0;
    for (int i = 0; i < a->question_count; i++) asked += a->questions[i].spec->figure_count;
    if (asked && drawing_begin(&d, a->run->path, home))
        for (int i = 0; i < a->question_count; i++) add_figures(&d, a, &a->questions[i]);
    if (a->question_count > 1) add_overview(&d, &overviews[0], &a, 1, a->run->path, home);
    drawing_end(&d, a->run->path);
    return d.figures;
}

struct figures figures_of_folder(const struct analysis *const *runs, int count,
                                 const char *directory, const char *home)
{
    struct drawing d = {0};
    for (size_t i = 0; i < sizeof overviews / sizeof *overviews; i++)
        add_overview(&d, &overviews[i], runs, count, directory, home);
    drawing_end(&d, directory);
    return d.figures;
}

void figures_free(struct figures *all)
{
    for (int i = 0; i < all->count; i++) {
        free(all->list[i].stem);
        free(all->list[i].caption);
        free(all->list[i].finding);
        free(all->list[i].fault);
    }
    free(all->list);
    free(all->fault);
    *all = (struct figures){0};
}
