/* SPDX-License-Identifier: MIT
 * attnlab report DIR: tables of what was found, figures, report.md and report.html of a run; of a
 * folder of runs, their verdicts together. It may be run again at any time; it changes none of its
 * inputs. */
#include "harness/commands.h"
#include "base/paths.h"
#include "harness/analysis/tables.h"
#include "harness/render/report.h"
#include "harness/run/commands/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct arguments {
    char *directory;
    double level, margin;
};

/* The exit code, or -1 to go on. */
static int read_arguments(struct arguments *s, int argc, char **argv)
{
    bool help = false, columns = false;
    const char *level = NULL, *margin = NULL;
    const struct option_entry options[] = {
        {"level", 0, OPTION_TEXT, &level, "P", "confidence of the intervals (default 0.95)"},
        {"margin", 0, OPTION_TEXT, &margin, "M",
         "ratios within 1/(1+M) to 1+M are equivalent (default 0.02)"},
        {"columns", 0, OPTION_FLAG, &columns, NULL,
         "print what the columns of its tables mean, in Markdown, and end"},
        {"help", 'h', OPTION_FLAG, &help, NULL, "this text"},
        {0}};
    for (int i = 0; i < argc; i++) {
        int taken = options_take(options, argc, argv, &i);
        if (taken < 0) return 2;
        if (taken) continue;
        if (argv[i][0] == '-') return options_unknown("report", argv[i]);
        if (s->directory)
            fprintf(stderr, "attnlab report: one run at a time, found also %s\n", argv[i]);
        if (s->directory) return 2;
        s->directory = argv[i];
    }
    if (help) {
        printf(
            "usage: attnlab report DIR [options]\n"
            "Summarises the run in DIR, draws its figures, writes report.md and report.html. Of a\n"
            "folder of runs: the verdicts of all of them, also as verdicts.md.\n");
        options_help(options);
        printf("Exit: 0 all written, 1 something could not be drawn or written, 2 no such run.\n");
        return 0;
    }
    if (columns) return analysis_columns_print(stdout), 0;
    if (!s->directory)
        fprintf(stderr, "attnlab report: no run was named (attnlab report --help)\n");
    bool good = s->directory && option_number("report", "--level", level, 1, &s->level) &&
                option_number("report", "--margin", margin, 10, &s->margin);
    return good ? -1 : 2;
}

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

static bool save_run(struct folder *f, struct page *p, const char *home)
{
    const char *name = "";
    if (p->r->run.manifest_fault)
        fprintf(stderr, "attnlab report: %s; the report goes without it\n",
                p->r->run.manifest_fault);
    if (!saved(analysis_save(p->a, f->directory, &name), f->directory, name)) return false;
    f->figures = figures_draw(p->a, home);
    run_page(p);
    return true;
}

static bool save_folder(struct folder *f, struct page *p, const char *home)
{
    const struct analysis **runs = xarray((size_t)f->count, sizeof *runs);
    struct document brief = {0};
    for (int i = 0; i < f->count; i++) {
        const char *run = f->runs[i].run.path, *page = words(p, "%s/report.md", run);
        runs[i] = &f->runs[i].analysis;
        if (access(page, F_OK))
            fprintf(stderr, "note: %s is linked and not there: attnlab report %s\n", page, run);
    }
    f->figures = figures_of_folder(runs, f->count, f->directory, home);
    free(runs);
    folder_page(p);
    /* To be pasted elsewhere: links begin where the command was given. */
    const struct page pasted = page_of(&brief, f, 0);
    short_verdicts(&pasted, words(p, "%s/", f->directory), true);
    bool good = save_text(f->directory, "verdicts.md", document_markdown(&brief));
    document_free(&brief);
    return good;
}

int command_report(int argc, char **argv)
{
    struct arguments s = {.level = 0.95, .margin = 0.02};
    struct folder f;
    struct document d = {0};
    char *error = NULL, *home = path_home();
    int code = read_arguments(&s, argc, argv);
    if (code >= 0) return free(home), code;
    for (size_t n = strlen(s.directory); n > 1 && s.directory[n - 1] == '/';)
        s.directory[--n] = '\0';
    if (!run_folder_read(&f, s.directory, s.level, s.margin, &error)) {
        fprintf(stderr, "attnlab report: %s\n", error);
        code = 2;
    } else {
        struct page p = page_of(&d, &f, 0);
        bool good = (f.is_run ? save_run : save_folder)(&f, &p, home) &&
                    save_text(s.directory, "report.md", document_markdown(&d)) &&
                    save_text(s.directory, "report.html", document_html(&d, s.directory));
        code = all_drawn(&f.figures) && good ? 0 : 1;
    }
    document_free(&d);
    run_folder_free(&f);
    free(error);
    free(home);
    return code;
}
