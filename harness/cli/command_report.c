/* SPDX-License-Identifier: MIT
 * attnlab report DIR: tables of what was found, figures, report.md and report.html of a run; of a
 * folder of runs, their verdicts together. It may be run again at any time, also while the run is
 * going on; it changes none of its inputs. */
#include "harness/cli/commands.h"
#include "base/paths.h"
#include "base/shell.h"
#include "base/visible.h"
#include "harness/analysis/tables.h"
#include "harness/report/report.h"
#include "harness/cli/options.h"
#include "harness/run/power.h"
#include "harness/run/way_on.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct arguments {
    char *directory;
    double level, margin, every_s;
    bool watch;
};
enum { EVERY_S = 30 };

/* The exit code, or -1 to go on. */
static int read_arguments(struct arguments *s, int argc, char **argv)
{
    bool help = false, columns = false;
    const char *level = NULL, *margin = NULL;
    const struct option_entry options[] = {
        {"level", 0, OPTION_TEXT, &level, "P", "confidence of the intervals (default 0.95)"},
        {"margin", 0, OPTION_TEXT, &margin, "M",
         "ratios within 1/(1+M) to 1+M are equivalent (default 0.02)"},
        {"watch", 0, OPTION_FLAG, &s->watch, NULL,
         "make it again as rows come in, until the run has ended; where layers are timed, from "
         "another machine: drawing disturbs them"},
        {"every", 0, OPTION_SECONDS, &s->every_s, "S",
         "look for rows so often with --watch (default 30)"},
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
        printf("usage: attnlab report DIR [options]\n"
               "Writes report.md, report.html, tables and figures of the run in DIR, also while it "
               "is\n"
               "running. Of a folder of runs: their results together, also as front.md and "
               "answers.csv.\n");
        options_help(options);
        printf("Exit: 0 all written, 1 something could not be drawn or written, or --watch ended "
               "with\na run that lacks rows, 2 no such run.\n");
        return 0;
    }
    if (columns) return analysis_columns_print(stdout), 0;
    if (!s->directory)
        fprintf(stderr, "attnlab report: no run was named (attnlab report --help)\n");
    if (s->every_s > 0 && !s->watch) {
        fprintf(stderr, "attnlab report: --every: found without --watch, expected both\n");
        return 2;
    }
    if (!(s->every_s > 0)) s->every_s = EVERY_S;
    bool good = s->directory && option_number("report", "--level", level, 1, &s->level) &&
                option_number("report", "--margin", margin, 10, &s->margin);
    return good ? -1 : 2;
}

static bool saved(bool good, const char *run, const char *name)
{
    if (good) return true;
    int fault = errno;
    bool room = fault == ENOSPC || fault == EDQUOT, may = fault != EROFS && fault != EACCES;
    fprintf(stderr,
            "attnlab report: %s/%s: %s. What was measured is as it was; %s, and give the command "
            "again\n",
            run, name, strerror(fault),
            room  ? "make room there"
            : may ? "mend that"
                  : "copy the folder to where files may be written");
    return false;
}

/* Takes over the text. */
static bool save_text(const char *directory, const char *name, char *text)
{
    char *path = xformat("%s/%s", directory, name);
    struct text shown = {0};
    visible_add(&shown, text, strlen(text));
    bool good = saved(write_file_atomically(path, shown.data, shown.length), directory, name);
    if (good) printf("%s\n", path);
    text_free(&shown);
    free(path);
    free(text);
    return good;
}

/* A figure that has nothing to show is no failure: its page says so. Of a run that has not ended
 * nothing else is known either. */
static bool all_drawn(const struct folder *folder)
{
    const struct figures *f = &folder->figures;
    bool good = !f->fault, ended = !folder->is_run || !folder->runs[0].run.way_on;
    if (f->fault) fprintf(stderr, "attnlab report: no figures: %s\n", f->fault);
    for (int i = 0; i < f->count && ended; i++) {
        if (!f->list[i].fault) continue;
        fprintf(stderr, "%s: %s: %s\n", f->list[i].empty ? "note" : "attnlab report",
                f->list[i].stem, f->list[i].fault);
        good &= f->list[i].empty;
    }
    return good;
}

/* Markdown, and the HTML of it; without cmark-gfm that is missing, and it is said. */
static bool save_page(const char *directory, const struct writer *w)
{
    struct text shown = {0};
    char *fault = NULL;
    visible_add(&shown, w->out.data, w->out.length);
    char *html = page_html(shown.data, directory, &fault);
    bool good = save_text(directory, "report.md", shown.data);
    if (html) return save_text(directory, "report.html", html) && good;
    fprintf(stderr, "note: no report.html: %s\n", fault);
    free(fault);
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
    run_page(p, home);
    return save_page(f->directory, p->w);
}

static bool save_folder(struct folder *f, struct page *p, const char *home)
{
    const struct analysis **runs = xarray((size_t)f->count, sizeof *runs);
    for (int i = 0; i < f->count; i++) {
        const char *run = f->runs[i].run.path, *page = words(p, "%s/report.md", run);
        runs[i] = &f->runs[i].analysis;
        if (!access(page, F_OK)) continue;
        fprintf(stderr, "note: %s is linked and not there: attnlab report %s\n", page,
                in_shell(p, run));
    }
    f->figures = figures_of_folder(runs, f->count, f->directory, home);
    free(runs);
    folder_page(p);
    /* To be pasted elsewhere: links begin where the command was given. */
    struct writer brief = {0};
    const struct page pasted = page_of(&brief, f, 0);
    front_part(&pasted, words(p, "%s/", f->directory));
    bool good = save_text(f->directory, "front.md", xstrdup(brief.out.data)) && answers_save(f) &&
                save_page(f->directory, p->w);
    writer_free(&brief);
    return good;
}

/* All that is written of a run or folder, once; the exit code. */
static int report(const struct arguments *s, const char *home)
{
    struct folder f;
    struct writer w = {0};
    char *error = NULL;
    int code = 2;
    bool good = run_folder_read(&f, s->directory, s->level, s->margin, &error);
    if (good && s->watch && !f.is_run)
        error = xformat("--watch: %s is a folder of runs, expected a run", s->directory);
    if (error) {
        fprintf(stderr, "attnlab report: %s\n", error);
    } else {
        struct page p = page_of(&w, &f, 0);
        good = (f.is_run ? save_run : save_folder)(&f, &p, home);
        code = all_drawn(&f) && good ? 0 : 1;
    }
    writer_free(&w);
    run_folder_free(&f);
    free(error);
    return code;
}

/* ---- watching ---- */

static void wait_for(double seconds)
{
    const double longest = 1e6; /* more than a time_t holds is refused at once: no wait at all */
    seconds = fmin(seconds, longest);
    struct timespec left = {(time_t)seconds, (long)((seconds - floor(seconds)) * 1e9)};
    while (nanosleep(&left, &left) && errno == EINTR) continue;
}

static int tell_end(const struct arguments *s, const struct way *way)
{
    if (way->rows >= way->planned) return 0;
    char *command = way_on_command(s->directory);
    fprintf(stderr,
            "attnlab report: no process is at work on %s any more, and %d of its %d rows are "
            "missing; it goes on with\n  %s\n",
            s->directory, way->planned - way->rows, way->planned, command);
    free(command);
    return 1;
}

/* Whether a process is at work is asked before the rows are read: so the last pages hold all that
 * it wrote. */
static int watch(const struct arguments *s, const char *home)
{
    for (int rows = -1;; wait_for(s->every_s)) {
        struct way way = way_of(s->directory);
        if (way.at_work && way.rows == rows) continue;
        rows = way.rows;
        int code = report(s, home);
        if (code > 1) return code;
        if (way.begun) fprintf(stderr, "%d of %d rows\n", rows, way.planned);
        if (!way.at_work) return tell_end(s, &way) | code;
    }
}

int command_report(int argc, char **argv)
{
    struct arguments s = {.level = POWER_LEVEL, .margin = TIME_MARGIN};
    int code = read_arguments(&s, argc, argv);
    if (code >= 0) return code;
    char *home = path_home();
    for (size_t n = strlen(s.directory); n > 1 && s.directory[n - 1] == '/';)
        s.directory[--n] = '\0';
    code = (s.watch ? watch : report)(&s, home);
    free(home);
    return code;
}
