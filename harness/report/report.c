/* SPDX-License-Identifier: MIT
 * The page of a run and that of a folder of runs, from head to tail. */
#include "harness/report/report.h"
#include "base/csv_read.h"

#include <stdlib.h>
#include <string.h>

struct page page_of(struct writer *w, const struct folder *f, int run)
{
    const struct report *r = &f->runs[run];
    return (struct page){.w = w, .folder = f, .r = r, .a = &r->analysis, .level = 2};
}

bool next_question(struct page *p, bool trains)
{
    const struct question *end = p->a->questions + p->a->question_count;
    for (p->q = p->q ? p->q + 1 : p->a->questions; p->q < end; p->q++)
        if (p->q->trains == trains && count_trials(p).run) return true;
    return false;
}

static void list_runs(const struct page *p)
{
    heading(p, 2, "Runs");
    md_table(p->w, "run | commit | tier | started | machine");
    for (int i = 0; i < p->folder->count; i++) {
        const struct report *r = &p->folder->runs[i];
        row(p, "%s | %s | %s | %s | %s",
            md_link(p->w, words(p, "%s/report.md", r->name), plain(p, r->name)),
            plain(p, manifest_text(&r->run, "program", "commit")),
            plain(p, manifest_text(&r->run, "plan", "tier")), plain(p, manifest_started(&r->run)),
            plain(p, manifest_text(&r->run, "machine", "cpu_model")));
    }
}

static void say_no_figures(const struct page *p)
{
    if (p->folder->figures.fault) say(p, "No figures: %s.", plain(p, p->folder->figures.fault));
}

/* How many rows there are, where not all became results. */
static void say_rows(const struct page *p)
{
    const struct run_data *run = &p->r->run;
    int missing = 0, elsewhere = 0;
    for (int i = 0; i < run->trial_count; i++) {
        missing += run->trials[i].state == TRIAL_MISSING;
        elsewhere += *trial_text(run, &run->trials[i], "trained_in") != '\0';
    }
    if (elsewhere)
        say(p, "%s trained in another question or run.",
            things(p, elsewhere, "row was", "rows were"));
    if (missing && !run->way_on)
        say(p, "The plan has %s: %s not run.", things(p, run->trial_count, "row", "rows"),
            things(p, missing, "was", "were"));
}

static int question_count(const struct page *p)
{
    int count = 0;
    for (int trains = 0; trains < 2; trains++)
        for (struct page of = page_of(p->w, p->folder, 0); next_question(&of, trains);) count++;
    return count;
}

/* The reference's answers to the trained questions of a run that is too small to have its own. */
static void reference_answers(const struct page *p, const char *home)
{
    struct table t = {0};
    char *path = xformat("%s/results/reference/" ANSWERS_NAME, home ? home : "."), *error = NULL;
    const char *tier = manifest_text(&p->r->run, "plan", "tier");
    bool any = false;
    if (*tier && strcmp(tier, "full") && table_read(&t, path, &error))
        for (int i = 0; i < t.rows; i++) {
            const struct question *q = NULL;
            for (int k = 0; k < p->a->question_count; k++)
                if (!strcmp(p->a->questions[k].spec->name, table_text(&t, i, "question")) &&
                    p->a->questions[k].trains)
                    q = &p->a->questions[k];
            if (!q) continue;
            if (!any) {
                heading(p, 2, "What the reference found");
                say(p,
                    "Models of tier %s are too small to tell changes apart. These answers are "
                    "of results/reference; the command trains the same here.",
                    plain(p, tier));
                md_table(p->w, "question | answer | comes to | command");
            }
            any = true;
            row(p, "%s | %s | %s | %s", plain(p, table_text(&t, i, "title")),
                plain(p, table_text(&t, i, "found")), plain(p, table_text(&t, i, "word")),
                md_command(p->w,
                           words(p, "./attnlab run %s --tier full", in_shell(p, q->spec->path))));
        }
    table_free(&t);
    free(error);
    free(path);
}

void run_page(const struct page *p, const char *home)
{
    int questions = question_count(p);
    struct page part = *p;
    part.level = questions > 1 ? 2 : 1;
    if (questions != 1) {
        heading(p, 1, "attnlab: %s", plain(p, p->r->name));
        say_progress(p);
    }
    if (questions > 1) front_page(p, NULL);
    for (int trains = 1; trains >= 0; trains--)
        for (part.q = NULL; next_question(&part, trains);) report_question(&part);
    reference_answers(p, home);
    report_failures(p);
    say_rows(p);
    say_no_figures(p);
}

void folder_page(const struct page *p)
{
    heading(p, 1, "Does nonlinear attention help, and what does it cost?");
    front_page(p, "");
    list_runs(p);
    say_no_figures(p);
}
