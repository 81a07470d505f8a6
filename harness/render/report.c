/* SPDX-License-Identifier: MIT
 * The page of a run and that of a folder of runs, from head to tail. */
#include "harness/render/report.h"

#include <string.h>

struct page page_of(struct document *d, const struct folder *f, int run)
{
    const struct report *r = &f->runs[run];
    return (struct page){.d = d, .folder = f, .r = r, .a = &r->analysis};
}

bool next_question(struct page *p, bool trains)
{
    const struct question *end = p->a->questions + p->a->question_count;
    for (p->q = p->q ? p->q + 1 : p->a->questions; p->q < end; p->q++)
        if (p->q->trains == trains && count_trials(p).run) return true;
    return false;
}

/* Of which runs a page tells, and where they were made. */
static void list_runs(const struct page *p)
{
    table(p, "tllll", "run", "commit", "tier", "started", "machine");
    for (int i = 0; i < p->folder->count; i++) {
        const struct report *r = &p->folder->runs[i];
        row(p, r->name, manifest_text(&r->run, "program", "commit"),
            manifest_text(&r->run, "plan", "tier"), manifest_started(&r->run),
            manifest_text(&r->run, "machine", "cpu_model"));
        if (!p->folder->is_run) doc_link(p->d, words(p, "%s/report", r->name));
    }
}

static void say_rows(const struct page *p)
{
    const struct run_data *run = &p->r->run;
    int timed = 0, measured = 0, unstable = 0, trained = 0, ended = 0, taken = 0, missing = 0;
    int beside = run->beside.rows;
    for (int i = 0; i < run->trial_count; i++) {
        const struct trial *t = &run->trials[i];
        bool ok = t->state == TRIAL_OK;
        if (t->state == TRIAL_MISSING)
            missing++;
        else if (t->cell->yardstick)
            beside++;
        else if (*trial_text(run, t, "trained_in"))
            taken++;
        else if (spec_trains(&run->plan.specs[t->cell->spec]))
            trained += t->state != TRIAL_NOT_NEEDED && t->state != TRIAL_SKIPPED, ended += ok;
        else
            timed++, measured += ok, unstable += t->unstable;
    }
    if (timed || !run->rows.rows)
        say(p, "%d rows, one worker process each: %d measured (%d of them unstable), %d not.",
            timed, measured, unstable, timed - measured);
    if (trained) say(p, "%d models trained: %d to their end.", trained, ended);
    if (beside) say(p, "%d yardsticks: models that only count.", beside);
    if (taken) say(p, "%d rows are those of the same training in another question or run.", taken);
    if (missing) say(p, "The plan has %d rows: %d were not run.", run->trial_count, missing);
    if (p->folder->figures.fault) say(p, "No figures: %s.", p->folder->figures.fault);
}

void run_page(const struct page *p)
{
    const struct table *rows = &p->r->run.rows;
    const char *id = rows->rows ? table_text(rows, 0, "run_id") : "";
    struct page trained = *p, timed = *p;
    heading(p, 1, "attnlab: %s", *id ? id : p->r->name);
    list_runs(p);
    say_rows(p);
    if (!verdicts(p, "Verdicts") || next_question(&timed, false)) timed_summary(p);
    while (next_question(&trained, true)) report_question(&trained);
    for (timed.q = NULL; next_question(&timed, false);) report_question(&timed);
    if (p->r->roofline.phase_count) report_roofs(p);
    report_failures(p);
    report_machine(p);
}

void folder_page(const struct page *p)
{
    heading(p, 1, "attnlab: %s", things(p, p->folder->count, "run", "runs"));
    short_verdicts(p, "", true);
    say(p, "A row is a question. Of models that are trained the effect is the gain over the "
           "baseline at equal steps and data, paired by seed, with its interval, and n the pairs: "
           "that of the question's first claim; where nothing was claimed of the first arm of "
           "which we expected something, else the largest gain or loss of any arm. Of layers that "
           "are timed it is the least and the greatest ratio of "
           "times at the largest shape, and n the rounds. Cost: ratios to the baseline. Questions "
           "were run apart; no number is formed across them.");
    show_figures(p);
    verdicts(p, "Every claim");
    heading(p, 2, "Runs");
    list_runs(p);
}
