/* SPDX-License-Identifier: MIT
 * attnlab report DIR: tables of what was found, figures, report.md and report.html of a run; of a
 * folder of runs, their verdicts together. It may be run again at any time; it changes none of its
 * inputs. */
#include "harness/commands.h"
#include "base/paths.h"
#include "harness/analysis/tables.h"
#include "harness/render/folder_report.h"
#include "harness/run/commands/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct arguments {
    const char *run;
    double level, margin;
    bool help, columns;
};

/* ---- command line ---- */

static void print_help(const struct option_entry *options)
{
    printf("usage: attnlab report DIR [options]\n"
           "Summarises the run in DIR, draws its figures, writes report.md and report.html. Of a\n"
           "folder of runs: the verdicts of all of them, also as verdicts.md.\n");
    options_help(options);
    printf("Exit: 0 all written, 1 something could not be drawn or written, 2 no such run.\n");
}

static bool take_run(struct arguments *s, char *argument)
{
    size_t length = strlen(argument);
    while (length > 1 && argument[length - 1] == '/') argument[--length] = '\0';
    if (argument[0] == '-') return options_unknown("report", argument), false;
    if (s->run) fprintf(stderr, "attnlab report: one run at a time, found also %s\n", argument);
    bool first = !s->run;
    s->run = argument;
    return first;
}

static bool read_arguments(struct arguments *s, int argc, char **argv)
{
    const char *level = NULL, *margin = NULL;
    const struct option_entry options[] = {
        {"level", 0, OPTION_TEXT, &level, "P", "confidence of the intervals (default 0.95)"},
        {"margin", 0, OPTION_TEXT, &margin, "M",
         "ratios within 1/(1+M) to 1+M are equivalent (default 0.02)"},
        {"columns", 0, OPTION_FLAG, &s->columns, NULL,
         "print what the columns of its tables mean, in Markdown, and end"},
        {"help", 'h', OPTION_FLAG, &s->help, NULL, "this text"},
        {0}};
    for (int i = 0; i < argc; i++) {
        int taken = options_take(options, argc, argv, &i);
        if (taken < 0 || (!taken && !take_run(s, argv[i]))) return false;
    }
    if (s->help) return print_help(options), true;
    if (s->columns) return analysis_columns_print(stdout), true;
    if (!s->run) fprintf(stderr, "attnlab report: no run was named (attnlab report --help)\n");
    return s->run && option_number("report", "--level", level, 1, &s->level) &&
           option_number("report", "--margin", margin, 10, &s->margin);
}

/* ---- output ---- */

static bool saved(bool good, const char *run, const char *name)
{
    if (!good) fprintf(stderr, "attnlab report: %s/%s: %s\n", run, name, strerror(errno));
    return good;
}

/* Takes over the text. */
static bool save_text(const char *directory, const char *name, char *text)
{
    char *path = xformat("%s/%s", directory, name);
    bool good = saved(write_file_atomically(path, text, strlen(text)), directory, name);
    if (good) printf("%s\n", path);
    free(path);
    free(text);
    return good;
}

static bool save_page(struct document *d, const char *directory)
{
    bool good = save_text(directory, "report.md", document_markdown(d)) &&
                save_text(directory, "report.html", document_html(d, directory));
    document_free(d);
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

/* ---- a run ---- */

static bool write_run(struct report *r)
{
    const char *name = "";
    struct document d = {0};
    if (r->run.manifest_fault)
        fprintf(stderr, "attnlab report: %s; the report goes without it\n", r->run.manifest_fault);
    if (!saved(analysis_save(&r->analysis, r->run.path, &name), r->run.path, name)) return false;
    char *home = path_home();
    r->figures = figures_draw(&r->analysis, home);
    free(home);
    report_page(&d, r);
    bool good = save_page(&d, r->run.path);
    return all_drawn(&r->figures) && good;
}

/* ---- a folder of runs ---- */

/* To be pasted elsewhere, so the links begin where the command was given. */
static bool save_verdicts(const struct folder *f)
{
    struct document d = {0};
    folder_verdicts(&d, f, doc_text(&d, "%s/", f->directory));
    bool good = save_text(f->directory, "verdicts.md", document_markdown(&d));
    document_free(&d);
    return good;
}

static void note_missing(const struct folder *f)
{
    for (int i = 0; i < f->count; i++) {
        char *path = xformat("%s/report.md", f->runs[i].run.path);
        if (access(path, F_OK))
            fprintf(stderr, "note: %s is linked and not there: attnlab report %s\n", path,
                    f->runs[i].run.path);
        free(path);
    }
}

static bool write_folder(const struct folder *f)
{
    struct document d = {0};
    const struct analysis **runs = xarray((size_t)f->count, sizeof *runs);
    for (int i = 0; i < f->count; i++) runs[i] = &f->runs[i].analysis;
    char *home = path_home();
    struct figures figures = figures_of_folder(runs, f->count, f->directory, home);
    folder_page(&d, f, &figures);
    bool good = save_verdicts(f) && save_page(&d, f->directory);
    note_missing(f);
    good = all_drawn(&figures) && good;
    figures_free(&figures);
    free(home);
    free(runs);
    return good;
}

int command_report(int argc, char **argv)
{
    struct arguments s = {.level = 0.95, .margin = 0.02};
    struct folder f;
    char *error = NULL;
    if (!read_arguments(&s, argc, argv)) return 2;
    if (s.help || s.columns) return 0;
    bool read = run_folder_read(&f, s.run, s.level, s.margin, &error);
    if (!read) fprintf(stderr, "attnlab report: %s\n", error);
    bool written = read && (f.is_run ? write_run(f.runs) : write_folder(&f));
    run_folder_free(&f);
    free(error);
    return !read ? 2 : written ? 0 : 1;
}
