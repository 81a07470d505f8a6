/* SPDX-License-Identifier: MIT
 * attnlab report DIR: summary.csv, phase_summary.csv, peaks.csv, figures, report.md, report.html
 * from the CSV files of a run; of a folder of runs, their verdicts together (collection.h). It may
 * be run again at any time; it changes none of its inputs. */
#include "harness/commands.h"
#include "base/paths.h"
#include "harness/render/collection.h"
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
           "Summarises the run in DIR, draws its figures, writes report.md and report.html. Of a\n"
           "folder of runs: the verdicts of all of them, also as verdicts.md, and pareto.csv.\n");
    options_help(options);
    printf("Exit: 0 all written, 1 something could not be drawn or written, 2 no such run.\n");
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
    return s->run && option_number("report", "--level", level, 1, &s->level) &&
           option_number("report", "--margin", margin, 10, &s->margin);
}

static bool complain(char *error)
{
    fprintf(stderr, "attnlab report: %s\n", error);
    free(error);
    return false;
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

static int report_run(const struct settings *s)
{
    struct report r;
    char *error, *instead = collection_instead(s->run);
    int status = 2;
    if (instead)
        complain(instead);
    else if (!report_read(&r, s->run, s->level, s->margin, &error))
        complain(error), report_free(&r);
    else {
        if (r.manifest_fault)
            fprintf(stderr, "attnlab report: %s; the report goes without it\n", r.manifest_fault);
        bool good = save_tables(&r);
        char *home = path_home();
        if (good) r.figures = figures_draw(&r.figure_list, &r.summary, r.run, home);
        free(home);
        good = good && save_report(&r);
        status = good && all_drawn(&r.figures) ? 0 : 1;
        report_free(&r);
    }
    return status;
}

static int report_collection(const struct settings *s)
{
    struct collection c;
    char *error = NULL;
    bool good = collection_read(&c, s->run, s->level, s->margin, &error) || complain(error);
    int status = good ? collection_report(&c) : 2;
    collection_free(&c);
    return status;
}

int command_report(int argc, char **argv)
{
    struct settings s = {.level = 0.95, .margin = 0.02};
    if (!read_arguments(&s, argc, argv)) return 2;
    if (s.help) return 0;
    return collection_is(s.run) ? report_collection(&s) : report_run(&s);
}
