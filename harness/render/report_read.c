/* SPDX-License-Identifier: MIT
 * Reading a run for its report: tables, manifest, and what follows from them. See report.h. */
#include "harness/render/report.h"

#include <stdlib.h>
#include <unistd.h>

static bool read_table(struct table *t, const char *run, const char *name, bool needed,
                       char **error)
{
    char *path = xformat("%s/%s", run, name);
    bool skip = !needed && access(path, F_OK);
    bool good = skip || table_read(t, path, error);
    free(path);
    return good;
}

static void read_manifest(struct report *r)
{
    char *path = xformat("%s/manifest.json", r->run), *text = read_file(path, NULL);
    json_error_t e;
    r->manifest = text ? json_loads(text, 0, &e) : NULL;
    if (text && !r->manifest)
        r->manifest_fault = xformat("%s:%d:%d: %s", path, e.line, e.column, e.text);
    r->peaks = peaks_read(text ? text : "");
    free(text);
    free(path);
}

bool report_read(struct report *r, const char *run, double level, double margin, char **error)
{
    *error = NULL;
    *r = (struct report){.run = run};
    if (!read_table(&r->rows, run, "cells.csv", true, error) ||
        !read_table(&r->questions, run, "questions.csv", false, error) ||
        !read_table(&r->figure_list, run, "figures.csv", false, error) ||
        !read_table(&r->phase_rows, run, "phases.csv", false, error) ||
        !read_table(&r->axes, run, "axes.csv", false, error) ||
        !read_table(&r->curves, run, "curves.csv", false, error) ||
        !read_table(&r->claims, run, "claims.csv", false, error))
        return false;
    if (!summary_build(&r->summary, &r->rows, &r->questions, level, margin, error) ||
        !study_build(&r->study, &r->rows, &r->axes, &r->curves, &r->questions, &r->claims, level,
                     error))
        return false;
    read_manifest(r);
    r->labels = labels_make(&r->summary);
    r->phases = phases_summarise(&r->phase_rows, &r->summary, &r->peaks);
    return true;
}

void report_free(struct report *r)
{
    figures_free(&r->figures);
    phases_free(&r->phases);
    labels_free(r->labels, r->summary.count);
    summary_free(&r->summary);
    study_free(&r->study);
    peaks_free(&r->peaks);
    json_decref(r->manifest);
    free(r->manifest_fault);
    table_free(&r->rows);
    table_free(&r->questions);
    table_free(&r->figure_list);
    table_free(&r->phase_rows);
    table_free(&r->axes);
    table_free(&r->curves);
    table_free(&r->claims);
}
