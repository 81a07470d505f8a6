/* SPDX-License-Identifier: MIT
 * attnlab report DIR: summary.csv, phase_summary.csv, peaks.csv, figures, report.md, report.html
 * from the CSV files of a run. It may be run again at any time; it changes none of its inputs. */
#include "harness/commands.h"
#include "harness/common/paths.h"
#include "harness/report/report.h"
#include "harness/run/options.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct settings {
    const char *run;
    double level, margin;
    bool help;
};

/* ---- command line ---- */

static void print_help(const struct option_entry *options)
{
    printf("usage: attnlab report DIR [options]\n"
           "Summarises the run in DIR, draws its figures, writes report.md and report.html.\n");
    options_help(options);
    printf("Exit: 0 all written, 1 something could not be drawn or written, 2 no such run.\n");
}

/* text may be NULL: the value stays as it is. */
static bool read_number(const char *option, const char *text, double most, double *value)
{
    char *end = NULL;
    if (!text) return true;
    *value = strtod(text, &end);
    if (*text && !*end && *value > 0 && *value < most) return true;
    fprintf(stderr, "attnlab report: %s %s: expected a number between 0 and %g\n", option, text,
            most);
    return false;
}

static bool take_run(struct settings *s, char *argument)
{
    size_t length = strlen(argument);
    while (length > 1 && argument[length - 1] == '/') argument[--length] = '\0';
    if (argument[0] == '-') return options_unknown("report", argument), false;
    if (s->run) fprintf(stderr, "attnlab report: one run at a time, found also %s\n", argument);
    bool first = !s->run;
    s->run = argument;
    return first;
}

static bool read_arguments(struct settings *s, int argc, char **argv)
{
    const char *level = NULL, *margin = NULL;
    const struct option_entry options[] = {
        {"level", 0, OPTION_TEXT, &level, "P", "confidence of the intervals (default 0.95)"},
        {"margin", 0, OPTION_TEXT, &margin, "M",
         "ratios within 1/(1+M) to 1+M are equivalent (default 0.02)"},
        {"help", 'h', OPTION_FLAG, &s->help, NULL, "this text"},
        {0}};
    for (int i = 0; i < argc; i++) {
        int taken = options_take(options, argc, argv, &i);
        if (taken < 0 || (!taken && !take_run(s, argv[i]))) return false;
    }
    if (s->help) return print_help(options), true;
    if (!s->run) fprintf(stderr, "attnlab report: no run was named (attnlab report --help)\n");
    return s->run && read_number("--level", level, 1, &s->level) &&
           read_number("--margin", margin, 10, &s->margin);
}

/* ---- input ---- */

static bool complain(char *error)
{
    fprintf(stderr, "attnlab report: %s\n", error);
    free(error);
    return false;
}

static bool read_table(struct table *t, const char *run, const char *name, bool needed)
{
    char *path = xformat("%s/%s", run, name), *error = NULL;
    bool skip = !needed && access(path, F_OK);
    bool good = skip || table_read(t, path, &error);
    free(path);
    return good || complain(error);
}

static void read_manifest(struct report *r)
{
    char *path = xformat("%s/manifest.json", r->run), *text = read_file(path, NULL);
    json_error_t e;
    r->manifest = text ? json_loads(text, 0, &e) : NULL;
    if (text && !r->manifest)
        fprintf(stderr, "attnlab report: %s:%d:%d: %s; the report goes without it\n", path, e.line,
                e.column, e.text);
    r->peaks = peaks_read(text ? text : "");
    free(text);
    free(path);
}

static bool read_run(struct report *r, const struct settings *s)
{
    char *error = NULL;
    if (!read_table(&r->rows, r->run, "cells.csv", true) ||
        !read_table(&r->questions, r->run, "questions.csv", false) ||
        !read_table(&r->figure_list, r->run, "figures.csv", false) ||
        !read_table(&r->phase_rows, r->run, "phases.csv", false) ||
        !read_table(&r->axes, r->run, "axes.csv", false) ||
        !read_table(&r->curves, r->run, "curves.csv", false) ||
        !read_table(&r->claims, r->run, "claims.csv", false))
        return false;
    if (!summary_build(&r->summary, &r->rows, &r->questions, s->level, s->margin, &error))
        return complain(error);
    if (!study_build(&r->study, &r->rows, &r->axes, &r->curves, &r->questions, &r->claims, s->level,
                     &error))
        return complain(error);
    read_manifest(r);
    r->labels = labels_make(&r->summary);
    r->phases = phases_summarise(&r->phase_rows, &r->summary, &r->peaks);
    return true;
}

/* ---- output ---- */

static bool saved(bool good, const char *run, const char *name)
{
    if (!good) fprintf(stderr, "attnlab report: %s/%s: %s\n", run, name, strerror(errno));
    return good;
}

static bool save_tables(const struct report *r)
{
    char *summary = xformat("%s/summary.csv", r->run);
    char *phases = xformat("%s/phase_summary.csv", r->run);
    char *peaks = xformat("%s/peaks.csv", r->run);
    bool good = saved(summary_save(&r->summary, r->labels, summary), r->run, "summary.csv") &&
                saved(phases_save(&r->phases, &r->summary, r->labels, phases), r->run,
                      "phase_summary.csv") &&
                saved(peaks_save(&r->peaks, peaks), r->run, "peaks.csv");
    free(summary);
    free(phases);
    free(peaks);
    const char *name = "";
    if (good && r->study.trial_count)
        good = saved(study_save(&r->study, r->run, &name), r->run, name);
    return good;
}

static bool save_text(const char *run, const char *name, char *text)
{
    char *path = xformat("%s/%s", run, name);
    bool good = saved(write_file_atomically(path, text, strlen(text)), run, name);
    if (good) printf("%s\n", path);
    free(path);
    free(text);
    return good;
}

static bool save_report(const struct report *r)
{
    struct document d = {0};
    report_head(&d, r);
    for (int i = 0; i < r->study.question_count; i++) report_quality(&d, r, &r->study.questions[i]);
    for (int first = 0; first < r->summary.count; first = view_end(r, first)) {
        struct view v = view_of(r, first);
        report_question(&d, &v);
    }
    report_tail(&d, r);
    report_machine(&d, r);
    bool good = save_text(r->run, "report.md", document_markdown(&d)) &&
                save_text(r->run, "report.html", document_html(&d, r->run));
    document_free(&d);
    return good;
}

static bool all_drawn(const struct figures *f)
{
    bool good = !f->fault;
    if (f->fault) fprintf(stderr, "attnlab report: no figures: %s\n", f->fault);
    for (int i = 0; i < f->count; i++) {
        if (!f->list[i].fault) continue;
        fprintf(stderr, "attnlab report: %s: %s\n", f->list[i].stem, f->list[i].fault);
        good = false;
    }
    return good;
}

static void report_free(struct report *r)
{
    figures_free(&r->figures);
    phases_free(&r->phases);
    labels_free(r->labels, r->summary.count);
    summary_free(&r->summary);
    study_free(&r->study);
    peaks_free(&r->peaks);
    json_decref(r->manifest);
    table_free(&r->rows);
    table_free(&r->questions);
    table_free(&r->figure_list);
    table_free(&r->phase_rows);
    table_free(&r->axes);
    table_free(&r->curves);
    table_free(&r->claims);
}

int command_report(int argc, char **argv)
{
    struct settings s = {.level = 0.95, .margin = 0.02};
    if (!read_arguments(&s, argc, argv)) return 2;
    if (s.help) return 0;
    struct report r = {.run = s.run};
    int status = 2;
    if (read_run(&r, &s)) {
        bool good = save_tables(&r);
        char *home = path_home();
        if (good) r.figures = figures_draw(&r.figure_list, &r.summary, r.run, home);
        free(home);
        good = good && save_report(&r);
        status = good && all_drawn(&r.figures) ? 0 : 1;
    }
    report_free(&r);
    return status;
}
