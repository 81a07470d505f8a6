/* SPDX-License-Identifier: MIT
 * From what specifications ask for to files: chooses the entries of each figure, has its chart
 * filled and saved, and then has gnuplot draw all of them. */
#include "harness/render/figures/figures.h"
#include "base/paths.h"
#include "harness/render/figures/figure_kinds.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const formats[] = {"svg", "png"};
enum { FORMATS = sizeof formats / sizeof *formats };

/* ---- kinds ---- */

static const struct figure_kind *kind_find(const char *name, bool *trains)
{
    const struct figure_kind *const tables[] = {kinds_timed, kinds_trained};
    for (int t = 0; t < 2; t++) {
        *trains = t;
        for (const struct figure_kind *k = tables[t]; k->name; k++)
            if (!strcmp(k->name, name)) return k;
    }
    return NULL;
}

/* ---- one figure ---- */

/* All that is being drawn. */
struct drawing {
    struct figures figures;
    const char *folder, *home;
    char *plots; /* the folder of scripts, as seen from `folder` */
};

static bool taken(const struct figures *all, const char *stem)
{
    for (int i = 0; i < all->count; i++)
        if (!strcmp(all->list[i].stem, stem)) return true;
    return false;
}

static char *stem_of(const struct figures *all, const char *question, const char *kind,
                     const char *panel)
{
    char *first = xformat("figures/%s-%s%s%s", question, kind, *panel ? "-" : "", panel);
    for (char *p = first + strlen("figures/"); *p; p++)
        if (!isalnum((unsigned char)*p) && !strchr("._-", *p)) *p = '-';
    char *stem = xstrdup(first);
    for (int again = 2; taken(all, stem); again++) {
        free(stem);
        stem = xformat("%s-%d", first, again);
    }
    free(first);
    return stem;
}

/* "Timed: forward pass.", "A panel for each: forward pass, backward pass."; "" without any. */
static char *passes_of(const struct request *r)
{
    const char *last = "";
    struct text all = {0};
    int count = 0;
    text_add(&all, "%s", "");
    for (int i = 0; i < r->count; i++) {
        int condition = r->analysis->entries[r->entries[i]].condition;
        const char *pass = r->analysis->conditions[condition].pass;
        if (!strcmp(pass, last)) continue;
        text_add(&all, "%s%s", count++ ? ", " : "", pass_title(last = pass));
    }
    char *sentence = xformat("%s%s%s",
                             count > 1 ? "A panel for each: "
                             : count   ? "Timed: "
                                       : "",
                             all.data, count ? "." : "");
    text_free(&all);
    return sentence;
}

/* Saves the chart unless there is a fault already; takes stem and fault over, ends the chart. */
static void add_figure(struct drawing *d, const char *question, const char *kind, char *stem,
                       struct chart *c, char *fault, const char *held, const char *passes)
{
    char *script = xformat("%s/plots/%s.gp", d->home, kind);
    if (!fault) {
        chart_finish(c);
        if (!chart_save(c, d->folder, stem, d->plots, kind))
            fault = xformat("%s/%s: %s", d->folder, stem, strerror(errno));
    }
    struct figures *all = &d->figures;
    all->list = xgrow(all->list, (size_t)all->count + 1, sizeof *all->list);
    all->list[all->count++] = (struct figure){
        question, stem, caption_make(script, held, passes, c->remark ? c->remark : ""), fault};
    chart_free(c);
    free(script);
}

static void add_one(struct drawing *d, struct request *r, const char *panel, char *fault)
{
    struct chart c = {0};
    const char *name = r->question->spec->name, *kind = r->figure->kind;
    bool trains;
    const struct figure_kind *known = kind_find(kind, &trains);
    const char *where = request_option(r, "where", "");
    char *held = xformat("%s%s%s", where, *where && *panel ? " " : "", panel);
    char *passes = passes_of(r);
    if (!fault && !known) fault = xformat("no kind of figure \"%s\"", kind);
    if (!fault && trains != r->question->trains)
        fault =
            xformat("%s is of questions that %s", kind, trains ? "train models" : "time layers");
    if (!fault) fault = figure_fill(&c, r, known);
    add_figure(d, name, kind, stem_of(&d->figures, name, kind, panel), &c, fault, held, passes);
    free(passes);
    free(held);
}

/* ---- all that a question asks for ---- */

static struct request request_make(const struct analysis *a, const struct question *q,
                                   const struct spec_figure *figure)
{
    struct request r = {.analysis = a, .question = q, .figure = figure};
    r.entries = xarray((size_t)a->entry_count, sizeof *r.entries);
    for (int i = 0; i < a->entry_count; i++)
        if (&a->questions[a->entries[i].question] == q) r.entries[r.count++] = i;
    request_keep(&r, request_option(&r, "where", ""));
    return r;
}

/* A figure for each combination of values of the panel axes, in the order of the entries. */
static void add_panels(struct drawing *d, const struct request *r)
{
    struct chart_names panels = {0};
    for (int i = 0; i < r->count; i++) {
        char *panel = request_panel(r, r->entries[i]);
        if (*panel) chart_place(&panels, panel);
        free(panel);
    }
    for (int i = 0; i < panels.count; i++) {
        struct request part = request_make(r->analysis, r->question, r->figure);
        request_keep(&part, panels.list[i].text);
        add_one(d, &part, panels.list[i].text, NULL);
        free(part.entries);
    }
    if (!panels.count) {
        struct request none = *r;
        none.count = 0;
        add_one(d, &none, "", xstrdup("option panel: no cell that was timed has these axes"));
    }
    chart_names_free(&panels);
}

static void add_figures(struct drawing *d, const struct analysis *a, const struct question *q)
{
    for (int i = 0; i < q->spec->figure_count; i++) {
        struct request r = request_make(a, q, &q->spec->figures[i]);
        char *fault = request_fault(&r);
        if (*request_option(&r, "panel", "") && !fault)
            add_panels(d, &r);
        else
            add_one(d, &r, "", fault);
        free(r.entries);
    }
}

/* ---- drawing ---- */

static void draw_all(struct drawing *d)
{
    struct figures *all = &d->figures;
    int count = all->count * FORMATS;
    struct gnuplot_job *jobs = xarray((size_t)count, sizeof *jobs);
    for (int i = 0; i < count; i++) {
        const struct figure *f = &all->list[i / FORMATS];
        if (!f->fault)
            jobs[i] = (struct gnuplot_job){formats[i % FORMATS], xformat("%s.gp", f->stem), NULL, 0,
                                           NULL};
    }
    gnuplot_run(jobs, count, d->folder);
    for (int i = 0; i < count; i++) {
        struct figure *f = &all->list[i / FORMATS];
        if (jobs[i].fault) {
            char *half = xformat("%s/%s.%s", d->folder, f->stem, jobs[i].format);
            unlink(half);
            free(half);
        }
        if (f->fault)
            free(jobs[i].fault);
        else
            f->fault = jobs[i].fault;
        free(jobs[i].script);
    }
    free(jobs);
}

/* Makes the folder of figures; false with d->figures.fault. */
static bool drawing_begin(struct drawing *d, const char *folder, const char *home)
{
    char *inner = xformat("%s/figures", folder), *scripts = xformat("%s/plots", home ? home : "");
    char *fault = NULL;
    *d = (struct drawing){.folder = folder, .home = home};
    if (!home)
        fault = xstrdup("no folder plots/ near the program; set ATTNLAB_HOME");
    else if (!gnuplot_found())
        fault = xstrdup("gnuplot is not installed or does not start");
    else if (mkdir(inner, 0777) && errno != EEXIST)
        fault = xformat("%s: %s", inner, strerror(errno));
    else
        d->plots = path_between(folder, scripts);
    d->figures.fault = fault;
    free(inner);
    free(scripts);
    return !fault;
}

struct figures figures_draw(const struct analysis *a, const char *home)
{
    struct drawing d = {0};
    int asked = 0;
    for (int i = 0; i < a->question_count; i++) asked += a->questions[i].spec->figure_count;
    if (asked && drawing_begin(&d, a->run->path, home)) {
        for (int i = 0; i < a->question_count; i++) add_figures(&d, a, &a->questions[i]);
        draw_all(&d);
    }
    free(d.plots);
    return d.figures;
}

struct figures figures_of_folder(const struct analysis *const *runs, int count,
                                 const char *directory, const char *home)
{
    struct drawing d = {0};
    struct chart c = {0};
    if (fill_folder_pareto(&c, runs, count) && drawing_begin(&d, directory, home)) {
        add_figure(&d, NULL, "questions_pareto", xstrdup("figures/pareto"), &c, NULL, "", "");
        draw_all(&d);
    } else {
        chart_free(&c);
    }
    free(d.plots);
    return d.figures;
}

void figures_free(struct figures *all)
{
    for (int i = 0; i < all->count; i++) {
        free(all->list[i].stem);
        free(all->list[i].caption);
        free(all->list[i].fault);
    }
    free(all->list);
    free(all->fault);
    *all = (struct figures){0};
}
