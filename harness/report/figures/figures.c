/* SPDX-License-Identifier: MIT
 * Draws the figures that questions request. Writes each table, then runs gnuplot in the folder of
 * the run. */
#include "harness/report/figures/figures.h"
#include "base/paths.h"
#include "harness/report/figures/figure_kinds.h"
#include "harness/report/page/page.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct drawing {
    struct figures figures;
    const char *folder;
    char *plots; /* absolute path of the folder of scripts; NULL if not yet searched */
};

/* Removes an existing picture first, because the picture may be a link to a file in another folder.
 */
static void draw(const struct drawing *d, struct figure *f)
{
    char *script = xformat("%s/%s.gp", d->plots, f->kind), *csv = xformat("%s.csv", f->stem),
         *svg = xformat("%s.svg", f->stem), *path = xformat("%s/%s", d->folder, svg),
         *printed = NULL;
    unlink(path);
    if (!f->fault)
        f->fault = run_program((const char *const[]){"gnuplot", "-d", "-c", script, csv, svg, NULL},
                               d->folder, NULL, &printed);
    if (f->fault) unlink(path);
    free(script);
    free(csv);
    free(svg);
    free(path);
    free(printed);
}

/* Finds the scripts and creates the folder of figures. On failure, returns false and sets
 * d->figures.fault. */
static bool begin(struct drawing *d, const char *home)
{
    char *inner = xformat("%s/figures", d->folder), *printed = NULL,
         *scripts = xformat("%s/plots", home ? home : "");
    char **fault = &d->figures.fault;
    *fault = run_program((const char *const[]){"gnuplot", "--version", NULL}, ".", NULL, &printed);
    if (!*fault && !home)
        *fault = xstrdup("there is no folder plots/ near the program; set ATTNLAB_HOME");
    else if (!*fault && !make_inner_folder(inner))
        *fault = xformat("%s: %s", inner, file_fault(errno));
    else if (!*fault && !(d->plots = realpath(scripts, NULL)))
        *fault = xformat("%s: %s", scripts, strerror(errno));
    free(inner);
    free(printed);
    free(scripts);
    return !*fault;
}

/* ---- figures ---- */

/* Returns "figures/QUESTION-KIND". The second and later figures of a kind have a number at the end.
 */
static char *stem_of(const struct figures *all, const char *question, const char *kind)
{
    char *stem = xformat("figures/%s-%s", question, kind);
    int before = 0;
    for (char *p = stem + strlen("figures/"); *p; p++)
        if (!isalnum((unsigned char)*p) && !strchr("._-", *p)) *p = '-';
    for (int i = 0; i < all->count; i++)
        before += all->list[i].question == question && !strcmp(all->list[i].kind, kind);
    char *numbered = before ? xformat("%s-%d", stem, before + 1) : xstrdup(stem);
    free(stem);
    return numbered;
}

/* Saves and draws a table, unless `fault` is set. Takes ownership of stem, table and fault. */
static void add_figure(struct drawing *d, const char *question, const char *kind, char *stem,
                       struct figure_table *t, char *fault)
{
    struct figures *all = &d->figures;
    char *path = xformat("%s/%s.csv", d->folder, stem);
    bool empty = !fault && !t->count;
    if (empty)
        fault = xformat("no result has the values for this figure (%s)", kind);
    else if (!fault && !figure_save(t, path))
        fault = xformat("%s: %s", path, file_fault(errno));
    all->list = xroom(all->list, (size_t)all->count, sizeof *all->list);
    all->list[all->count] =
        (struct figure){question, kind, stem, xstrdup(t->title ? t->title : kind), fault, empty};
    draw(d, &all->list[all->count++]);
    figure_table_free(t);
    free(path);
}

static void write_table(struct figure_table *t, struct request *r)
{
    static const struct {
        const char *kind;
        write_figure *write;
    } writers[] = {
#define FIGURE(name, of, writer, ...) {#name, writer},
#include "harness/plan/figures/figures.def"
#undef FIGURE
    };
    size_t i = 0;
    while (strcmp(writers[i].kind, r->kind->name)) i++;
    writers[i].write(t, r);
}

static void add_figures(struct drawing *d, const struct analysis *a, const struct question *q)
{
    const struct spec *s = q->spec;
    bool planned = q->entries.first < q->entries.last; /* false if a filter removed the question */
    for (int i = 0; i < s->figure_count && planned; i++) {
        const char *kind = s->figures[i].kind;
        struct request r;
        struct figure_table t = {0};
        char *fault = NULL;
        if (request_read(&r, a, q, &s->figures[i], &fault) && r.count) write_table(&t, &r);
        if (t.subtitle) add_conditions(&t, &r);
        if (!t.title) t.title = t.subtitle, t.subtitle = NULL;
        if (t.title) *t.title = (char)toupper((unsigned char)*t.title);
        add_figure(d, s->name, kind, stem_of(&d->figures, s->name, kind), &t, fault);
        request_free(&r);
    }
}

static void add_variants(struct drawing *d, const struct analysis *const *runs, int count,
                         const char *home)
{
    struct figure_table t = {0};
    bool any = write_variants(&t, runs, count) && !d->figures.fault;
    if (any && (d->plots || begin(d, home)))
        add_figure(d, NULL, "variants", xstrdup(MATRIX_FIGURE), &t, NULL);
    else
        figure_table_free(&t);
}

struct figures figures_draw(const struct analysis *a, const char *home)
{
    struct drawing d = {.folder = a->run->path};
    int figures = 0, planned = 0; /* number of questions that no filter removed */
    for (int i = 0; i < a->question_count; i++) {
        figures += a->questions[i].spec->figure_count;
        planned += a->questions[i].entries.first < a->questions[i].entries.last;
    }
    if (figures && begin(&d, home))
        for (int i = 0; i < a->question_count; i++) add_figures(&d, a, &a->questions[i]);
    if (planned > 1) add_variants(&d, &a, 1, home);
    free(d.plots);
    return d.figures;
}

struct figures figures_of_folder(const struct analysis *const *runs, int count,
                                 const char *directory, const char *home)
{
    struct drawing d = {.folder = directory};
    add_variants(&d, runs, count, home);
    free(d.plots);
    return d.figures;
}

void figures_free(struct figures *all)
{
    for (int i = 0; i < all->count; i++) {
        free(all->list[i].stem);
        free(all->list[i].title);
        free(all->list[i].fault);
    }
    free(all->list);
    free(all->fault);
    *all = (struct figures){0};
}
