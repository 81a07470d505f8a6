/* SPDX-License-Identifier: MIT
 * From what questions ask for to files: has the table of each figure written and drawn. */
#include "harness/report/figures/figures.h"
#include "harness/report/figures/figure_kinds.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* All that is being drawn. */
struct drawing {
    struct figures figures;
    const char *folder;
    char *plots; /* the folder of scripts, absolute; NULL: not begun */
};

static const struct {
    const char *kind;
    write_figure *write;
} writers[] = {
#define FIGURE(name, of, writer, ...) {#name, writer},
#include "harness/plan/figures/figures.def"
#undef FIGURE
};

static write_figure *writer_of(const char *kind)
{
    size_t i = 0;
    while (strcmp(writers[i].kind, kind)) i++;
    return writers[i].write;
}

/* ---- one figure ---- */

/* "figures/QUESTION-KIND", and of several of one kind a number. */
static char *stem_of(const struct figures *all, const char *question, const char *kind)
{
    char *first = xformat("figures/%s-%s", question, kind);
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

/* Saves the table unless there is a fault already; takes stem, table and fault over. */
static void add_figure(struct drawing *d, const char *question, const char *kind, char *stem,
                       struct figure_table *t, char *fault)
{
    char *path = xformat("%s/%s.csv", d->folder, stem);
    bool empty = !fault && !t->count;
    if (empty)
        fault = xformat("no result has what this figure shows (%s)", kind);
    else if (!fault && !figure_save(t, path))
        fault = xformat("%s: %s", path, file_fault(errno));
    struct figures *all = &d->figures;
    all->list = xroom(all->list, (size_t)all->count, sizeof *all->list);
    all->list[all->count++] =
        (struct figure){question, kind, stem, xstrdup(t->title ? t->title : kind), fault, empty};
    figure_table_free(t);
    free(path);
}

static void add_one(struct drawing *d, const struct analysis *a, const struct question *q,
                    const struct spec_figure *f)
{
    struct request r;
    struct figure_table t = {0};
    char *fault = NULL;
    if (request_read(&r, a, q, f, &fault) && r.count) writer_of(f->kind)(&t, &r);
    if (t.title) add_conditions(&t, &r);
    add_figure(d, q->spec->name, f->kind, stem_of(&d->figures, q->spec->name, f->kind), &t, fault);
    request_free(&r);
}

static void add_figures(struct drawing *d, const struct analysis *a, const struct question *q)
{
    bool planned = q->entries.first < q->entries.last; /* none: a filter left the question out */
    for (int i = 0; i < q->spec->figure_count && planned; i++)
        add_one(d, a, q, &q->spec->figures[i]);
}

/* ---- drawing ---- */

/* Finds the scripts and makes the folder of figures; false with d->figures.fault. */
static bool drawing_begin(struct drawing *d, const char *home)
{
    char *inner = xformat("%s/figures", d->folder),
         *scripts = xformat("%s/plots", home ? home : "");
    char **fault = &d->figures.fault;
    if (!home)
        *fault = xstrdup("no folder plots/ near the program; set ATTNLAB_HOME");
    else if (!gnuplot_found())
        *fault = xstrdup("gnuplot is not installed or does not start");
    else if (!make_inner_folder(inner))
        *fault = xformat("%s: %s", inner, file_fault(errno));
    else if (!(d->plots = realpath(scripts, NULL)))
        *fault = xformat("%s: %s", scripts, strerror(errno));
    free(inner);
    free(scripts);
    return !*fault;
}

/* The folder of figures is made only where there is something to show. */
static void add_variants(struct drawing *d, const struct analysis *const *runs, int count,
                         const char *home)
{
    struct figure_table t = {0};
    bool any = write_variants(&t, runs, count) && !d->figures.fault;
    if (any && (d->plots || drawing_begin(d, home)))
        add_figure(d, NULL, "variants", xstrdup(MATRIX_FIGURE), &t, NULL);
    else
        figure_table_free(&t);
}

static void drawing_end(struct drawing *d)
{
    if (d->plots) gnuplot_draw(&d->figures, d->folder, d->plots);
    free(d->plots);
}

struct figures figures_draw(const struct analysis *a, const char *home)
{
    struct drawing d = {.folder = a->run->path};
    int asked = 0, planned = 0; /* a filter may have left questions out */
    for (int i = 0; i < a->question_count; i++) {
        asked += a->questions[i].spec->figure_count;
        planned += a->questions[i].entries.first < a->questions[i].entries.last;
    }
    if (asked && drawing_begin(&d, home))
        for (int i = 0; i < a->question_count; i++) add_figures(&d, a, &a->questions[i]);
    if (planned > 1) add_variants(&d, &a, 1, home);
    drawing_end(&d);
    return d.figures;
}

struct figures figures_of_folder(const struct analysis *const *runs, int count,
                                 const char *directory, const char *home)
{
    struct drawing d = {.folder = directory};
    add_variants(&d, runs, count, home);
    drawing_end(&d);
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
