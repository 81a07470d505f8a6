/* SPDX-License-Identifier: MIT
 * The report of a folder of runs. See collection.h. */
#include "harness/render/collection.h"
#include "base/paths.h"
#include "harness/render/caption.h"
#include "harness/render/gnuplot.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FIGURE "figures/pareto"

/* ---- the figure ---- */

static char *variables_of(const struct collection *c, const char *home, const char *format)
{
    struct text v = {0};
    char *out = xformat("%s/" FIGURE ".%s", c->directory, format);
    gnuplot_set(&v, "home", home);
    gnuplot_set(&v, "dir", c->directory);
    gnuplot_set(&v, "out", out);
    gnuplot_set(&v, "format", format);
    free(out);
    return v.data;
}

/* NULL, or why it could not be drawn. */
static char *draw_with(const struct collection *c, const char *home, char **caption)
{
    static const char *const formats[] = {"svg", "png", NULL};
    char *script = xformat("%s/plots/questions_pareto.gp", home), *fault = NULL, *note = NULL;
    *caption = caption_make(script, "");
    for (int i = 0; !fault && formats[i]; i++) {
        char *variables = variables_of(c, home, formats[i]);
        fault = gnuplot_run(variables, script, &note);
        if (!i && !fault) caption_add(caption, note);
        free(note);
        free(variables);
    }
    free(script);
    return fault;
}

static char *draw(const struct collection *c, char **caption)
{
    char *home = path_home(), *fault = NULL, *folder = xformat("%s/figures", c->directory);
    *caption = NULL;
    if (!home)
        fault = xstrdup("no folder plots/ near the program; set ATTNLAB_HOME");
    else if (!gnuplot_found())
        fault = xstrdup("gnuplot is not installed or does not start");
    else if (mkdir(folder, 0777) && errno != EEXIST)
        fault = xformat("%s: %s", folder, strerror(errno));
    else
        fault = draw_with(c, home, caption);
    if (fault) {
        free(*caption);
        *caption = NULL;
    }
    free(folder);
    free(home);
    return fault;
}

/* ---- the document ---- */

static void add_facts(struct document *d, const struct collection *c)
{
    static const char *const heads[] = {"run", "commit", "tier", "started", "machine", NULL};
    doc_heading(d, 2, "Runs");
    doc_table(d, "lllll", heads);
    for (int i = 0; i < c->count; i++) {
        const struct report *r = &c->runs[i];
        const json_t *session = json_array_get(json_object_get(r->manifest, "sessions"), 0);
        const char *started = json_string_value(json_object_get(session, "started_utc"));
        char *link = xformat("%s/report", c->names[i]);
        doc_link(d, link, c->names[i]);
        doc_cell(d, "%s", manifest_text(r, "program", "commit"));
        doc_cell(d, "%s", manifest_text(r, "plan", "tier"));
        doc_cell(d, "%s", started ? started : "");
        doc_cell(d, "%s", manifest_text(r, "machine", "cpu_model"));
        free(link);
    }
}

static void add_words(struct document *d)
{
    doc_paragraph(
        d, "A row is a question. Of models that are trained the effect is the gain over the "
           "baseline at equal steps and data, paired by seed, with its interval, and n the pairs: "
           "that of the question's first claim, or where nothing was claimed the largest gain or "
           "loss of any arm. Of layers that are timed it is the least and the greatest ratio of "
           "times at the largest shape, and n the rounds. Cost: ratios to the baseline. Questions "
           "were run apart; no number is formed across them.");
}

static bool any_trained(const struct collection *c)
{
    for (int i = 0; i < c->count; i++)
        if (c->runs[i].study.question_count) return true;
    return false;
}

static void add_claims(struct document *d, const struct collection *c)
{
    if (!any_trained(c)) return;
    doc_heading(d, 2, "Every claim");
    report_verdict_table(d);
    for (int i = 0; i < c->count; i++) report_verdict_rows(d, &c->runs[i]);
    report_verdict_words(d);
    report_rules(d, &c->runs[0]);
}

/* ---- files ---- */

static bool save(const struct collection *c, const char *name, char *text)
{
    char *path = xformat("%s/%s", c->directory, name);
    bool good = write_file_atomically(path, text, strlen(text));
    if (good)
        printf("%s\n", path);
    else
        fprintf(stderr, "attnlab report: %s: %s\n", path, strerror(errno));
    free(path);
    free(text);
    return good;
}

/* To be pasted elsewhere, so the links begin where the command was given. */
static bool save_verdicts(const struct collection *c)
{
    struct document d = {0};
    char *links = xformat("%s/", c->directory);
    collection_verdicts(&d, c, links);
    bool good = save(c, "verdicts.md", document_markdown(&d));
    document_free(&d);
    free(links);
    return good;
}

static bool save_report(const struct collection *c, const char *caption)
{
    struct document d = {0};
    doc_heading(&d, 1, "attnlab: %d run%s", c->count, c->count == 1 ? "" : "s");
    collection_verdicts(&d, c, "");
    add_words(&d);
    if (caption) doc_figure(&d, FIGURE, caption);
    add_claims(&d, c);
    add_facts(&d, c);
    bool good = save(c, "report.md", document_markdown(&d)) &&
                save(c, "report.html", document_html(&d, c->directory));
    document_free(&d);
    return good;
}

static void note_missing(const struct collection *c)
{
    for (int i = 0; i < c->count; i++) {
        char *path = xformat("%s/report.md", c->paths[i]);
        if (access(path, F_OK))
            fprintf(stderr, "note: %s is linked and not there: attnlab report %s\n", path,
                    c->paths[i]);
        free(path);
    }
}

int collection_report(const struct collection *c)
{
    int points = 0;
    char *path = xformat("%s/pareto.csv", c->directory), *caption = NULL;
    bool good = collection_points(c, path, &points);
    if (!good) fprintf(stderr, "attnlab report: %s: %s\n", path, strerror(errno));
    char *fault = good && points ? draw(c, &caption) : NULL;
    if (fault) fprintf(stderr, "attnlab report: " FIGURE ": %s\n", fault);
    good = good && save_verdicts(c) && save_report(c, caption);
    note_missing(c);
    int status = good && !fault ? 0 : 1;
    free(fault);
    free(caption);
    free(path);
    return status;
}
