/* SPDX-License-Identifier: MIT
 * Writes the pages of a run and of a folder of runs. */
#include "harness/report/report.h"

struct page page_of(struct writer *w, const struct folder *f, int run)
{
    const struct report *r = &f->runs[run];
    return (struct page){.w = w, .folder = f, .r = r, .a = &r->analysis};
}

/* An unfinished run shows all planned questions, a finished run those with rows that ran. */
static bool is_shown(const struct page *p)
{
    bool planned = trials_of(p->a, p->q->entries).last > 0;
    return planned && (p->a->run->resume || count_trials(p).run);
}

bool next_question(struct page *p, bool trains)
{
    const struct question *end = p->a->questions + p->a->question_count;
    for (p->q = p->q ? p->q + 1 : p->a->questions; p->q < end; p->q++)
        if (p->q->trains == trains && is_shown(p)) return true;
    return false;
}

int question_count(const struct page *p)
{
    int count = 0;
    struct page of = *p;
    for (int trains = 0; trains < 2; trains++)
        for (of.q = NULL; next_question(&of, trains);) count++;
    return count;
}

const char *page_name(const struct page *p)
{
    return question_count(p) == 1 ? "report.md" : words(p, "report-%s.md", p->q->spec->name);
}

static void say_no_figures(const struct page *p)
{
    if (p->folder->figures.fault) say(p, "No figures: %s.", plain(p, p->folder->figures.fault));
}

/* Prints how many rows were not run, and how many were taken from other runs. */
static void say_rows(const struct page *p)
{
    const struct run_data *run = &p->r->run;
    int missing = 0, elsewhere = 0;
    for (int i = 0; i < run->trial_count; i++) {
        missing += run->trials[i].state == TRIAL_MISSING;
        elsewhere += *trial_text(run, &run->trials[i], "trained_in") != '\0';
    }
    if (elsewhere)
        say(p, "%s trained for a different question or in a different run.",
            things(p, elsewhere, "row was", "rows were"));
    if (missing && !run->resume)
        say(p, "The plan has %s, of which %s not run.", things(p, run->trial_count, "row", "rows"),
            things(p, missing, "was", "were"));
}

void run_page(const struct page *p, const char *home)
{
    struct page only = *p;
    if (question_count(p) == 1) {
        if (next_question(&only, true) || (only.q = NULL, next_question(&only, false)))
            question_page(&only);
    } else {
        heading(p, 1, "attnlab: %s", plain(p, p->r->name));
        say_progress(p);
        if (question_count(p)) front_page(p);
    }
    reference_answers(p, home);
    report_failures(p);
    say_rows(p);
    say_no_figures(p);
}

void folder_page(const struct page *p)
{
    heading(p, 1, "Does nonlinear attention help, and what does it cost?");
    front_page(p);
    say_no_figures(p);
}
