/* SPDX-License-Identifier: MIT
 * Implements `attnlab report DIR`, which writes tables, figures, report.md and report.html for a
 * run or a folder of runs. The command also works while the run is in progress. It never changes
 * its inputs. */
#include "harness/cli/commands.h"
#include "base/paths.h"
#include "base/shell.h"
#include "base/visible.h"
#include "harness/analysis/analysis.h"
#include "harness/report/report.h"
#include "harness/run/estimate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* If `good` is false, prints the error in errno and a remedy. Returns `good`. */
static bool saved(bool good, const char *folder, const char *name)
{
    if (good) return true;
    int fault = errno;
    bool full = fault == ENOSPC || fault == EDQUOT, denied = fault == EROFS || fault == EACCES;
    command_fails(&report_command, EXIT_FAILED,
                  xformat("%s/%s: %s. The measured rows are safe; %s, then repeat the command",
                          folder, name, strerror(fault),
                          full     ? "free disk space"
                          : denied ? "copy the folder to a writable place"
                                   : "fix this"));
    return false;
}

/* Writes a text to a file and frees the text. */
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

/* Returns true if all figures were drawn. A figure without data is not a failure, because the page
 * explains why it is empty. Missing figures of a run in progress are not reported. */
static bool all_drawn(const struct folder *folder)
{
    const struct figures *f = &folder->figures;
    bool good = !f->fault, ended = !folder->is_run || !folder->runs[0].run.resume;
    if (f->fault) fprintf(stderr, "attnlab report: no figures: %s\n", f->fault);
    for (int i = 0; i < f->count && ended; i++) {
        if (!f->list[i].fault) continue;
        fprintf(stderr, "%s: %s: %s\n", f->list[i].empty ? "note" : "attnlab report",
                f->list[i].stem, f->list[i].fault);
        good &= f->list[i].empty;
    }
    return good;
}

/* Writes a page as NAME.md, and as HTML if cmark-gfm is installed. */
static bool save_page(const char *directory, const char *name, const struct writer *w)
{
    struct text shown = {0};
    char *fault = NULL, *page = xformat("%.*shtml", (int)strlen(name) - 2, name);
    visible_add(&shown, w->out.data, w->out.length);
    char *html = page_html(shown.data, directory, &fault);
    bool good = save_text(directory, name, shown.data);
    if (html)
        good &= save_text(directory, page, html);
    else
        fprintf(stderr, "note: no %s: %s\n", page, fault);
    free(fault);
    free(page);
    return good;
}

/* Writes one page per question if the run has several questions. */
static bool save_questions(const struct folder *f)
{
    bool good = true;
    for (int trains = 0; trains < 2; trains++) {
        struct writer w = {0};
        struct page of = page_of(&w, f, 0);
        bool several = question_count(&of) > 1;
        while (several && next_question(&of, trains)) {
            question_page(&of);
            good &= save_page(f->directory, page_name(&of), &w);
            text_free(&w.out);
            w.last = AT_TOP;
        }
        writer_free(&w);
    }
    return good;
}

static bool save_run(struct folder *f, struct page *p, const char *home)
{
    const char *name = "";
    if (p->r->run.manifest_fault)
        fprintf(stderr, "attnlab report: %s; the report omits this file\n",
                p->r->run.manifest_fault);
    if (!saved(analysis_save(p->a, f->directory, &name), f->directory, name)) return false;
    f->figures = figures_draw(p->a, home);
    run_page(p, home);
    return save_page(f->directory, "report.md", p->w) & save_questions(f);
}

static bool save_folder(struct folder *f, struct page *p, const char *home)
{
    const struct analysis **runs = xarray((size_t)f->count, sizeof *runs);
    for (int i = 0; i < f->count; i++) {
        const char *run = f->runs[i].run.path, *file = words(p, "%s/report.md", run);
        runs[i] = &f->runs[i].analysis;
        if (!access(file, F_OK)) continue;
        fprintf(stderr, "note: the report links to %s, which is missing. Run: attnlab report %s\n",
                file, in_shell(p, run));
    }
    f->figures = figures_of_folder(runs, f->count, f->directory, home);
    free(runs);
    folder_page(p);
    struct writer front = {0};
    const struct page page = page_of(&front, f, 0);
    /* links in front.md must be relative to the current folder */
    front_part(&page, words(p, "%s/", f->directory));
    bool good = save_text(f->directory, "front.md", xstrdup(front.out.data)) && answers_save(f) &&
                save_page(f->directory, "report.md", p->w);
    writer_free(&front);
    return good;
}

static int report(const char *directory, double level, double margin)
{
    struct folder f;
    struct writer w = {0};
    char *error = NULL, *home = path_home();
    int code = EXIT_USAGE;
    if (run_folder_read(&f, directory, level, margin, &error)) {
        struct page p = page_of(&w, &f, 0);
        bool good = (f.is_run ? save_run : save_folder)(&f, &p, home);
        code = all_drawn(&f) && good ? 0 : EXIT_FAILED;
    } else {
        command_fails(&report_command, code, error);
    }
    writer_free(&w);
    run_folder_free(&f);
    free(home);
    return code;
}

static int run(int argc, char **argv)
{
    const char *directory = NULL;
    double level = VERDICT_LEVEL, margin = TIME_MARGIN;
    const struct argument arguments[] = {
        {"DIR", 0, ARGUMENT_FOLDER, &directory, REQUIRED, "a run, or a folder of runs"},
        {"level", 0, ARGUMENT_PORTION, &level, "P", "confidence level of the intervals"},
        {"margin", 0, ARGUMENT_NUMBER, &margin, "M",
         "treat time ratios from 1/(1+M) to 1+M as equivalent"},
        {0}};
    int code = read_arguments(&report_command, arguments, argc, argv);
    return code < 0 ? report(directory, level, margin) : code;
}

const struct command report_command = {
    .name = "report",
    .purpose = "write the tables, figures and report of a run",
    .usage = "DIR [options]",
    .about = "Writes report.md, report.html, tables and figures of a run, even while the run is in "
             "progress. For a folder of runs, reports the results of all runs together, and also "
             "writes front.md and answers.csv.",
    .exits = "Exit status: 0 if everything was written, 1 if a figure or file could not be "
             "written, 2 after a usage error or if the run does not exist.",
    .example = "results/first",
    .run = run};
