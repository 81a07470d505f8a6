/* SPDX-License-Identifier: MIT
 * The page of a run and that of a folder of runs, from head to tail. */
#include "harness/render/report.h"

#include <string.h>

struct page page_of(struct document *d, const struct folder *f, int run)
{
    const struct report *r = &f->runs[run];
    return (struct page){.d = d, .folder = f, .r = r, .a = &r->analysis};
}

static bool was_begun(const struct analysis *a, const struct question *q)
{
    struct span s = trials_of(a, q->entries);
    while (s.first < s.last && a->members[s.first]->row < 0) s.first++;
    return s.first < s.last;
}

bool next_question(struct page *p, bool trains)
{
    const struct question *end = p->a->questions + p->a->question_count;
    p->q = p->q ? p->q + 1 : p->a->questions;
    while (p->q < end && (p->q->trains != trains || !was_begun(p->a, p->q))) p->q++;
    return p->q < end;
}

bool any_question(const struct page *p, bool trains)
{
    bool any = false;
    for (int i = 0; i < p->folder->count && !any; i++) {
        struct page of = page_of(p->d, p->folder, i);
        any = next_question(&of, trains);
    }
    return any;
}

/* ---- heads ---- */

/* Of which runs a page tells, and where they were made. */
static void list_runs(const struct page *p)
{
    doc_table(p->d, "lllll", "run", "commit", "tier", "started", "machine");
    for (int i = 0; i < p->folder->count; i++) {
        const struct report *r = &p->folder->runs[i];
        doc_row(p->d, folder_name(r), manifest_text(&r->run, "program", "commit"),
                manifest_text(&r->run, "plan", "tier"), started_text(r),
                manifest_text(&r->run, "machine", "cpu_model"));
        if (!p->folder->is_run) doc_link(p->d, doc_text(p->d, "%s/report", folder_name(r)));
    }
}

static void say_rows(const struct page *p)
{
    const struct run_data *run = &p->r->run;
    int timed = 0, measured = 0, unstable = 0, trained = 0, ended = 0, taken = 0, missing = 0;
    for (int i = 0; i < run->trial_count; i++) {
        const struct trial *t = &run->trials[i];
        bool ok = t->state == TRIAL_OK;
        if (t->state == TRIAL_MISSING)
            missing++;
        else if (*trial_text(run, t, "trained_in"))
            taken++;
        else if (spec_trains(&run->plan.specs[t->cell->spec]))
            trained += t->state != TRIAL_NOT_NEEDED, ended += ok;
        else
            timed++, measured += ok, unstable += t->unstable;
    }
    if (timed || !run->rows.rows)
        doc_paragraph(
            p->d, "%d rows, one worker process each: %d measured (%d of them unstable), %d not.",
            timed, measured, unstable, timed - measured);
    if (trained) say(p, "%d models trained: %d to their end.", trained, ended);
    if (taken) say(p, "%d rows are those of the same training in another question or run.", taken);
    if (missing) say(p, "The plan has %d rows: %d were not run.", run->trial_count, missing);
    if (p->folder->figures.fault) say(p, "No figures: %s.", p->folder->figures.fault);
}

void run_page(const struct page *p)
{
    const struct table *rows = &p->r->run.rows;
    const char *id = rows->rows ? table_text(rows, 0, "run_id") : "";
    bool trained = any_question(p, true);
    heading(p, 1, "attnlab: %s", *id ? id : folder_name(p->r));
    list_runs(p);
    say_rows(p);
    if (trained) {
        heading(p, 2, "Verdicts");
        verdicts(p);
    }
    if (any_question(p, false) || !trained) timed_summary(p);
    for (int trains = 1; trains >= 0; trains--) {
        struct page of = *p;
        while (next_question(&of, trains)) report_question(&of);
    }
    if (p->r->roofline.phase_count) report_roofs(p);
    report_failures(p);
    report_machine(p);
}

/* ---- a folder of runs ---- */

void folder_page(const struct page *p)
{
    heading(p, 1, "attnlab: %s", things(p->d, p->folder->count, "run", "runs"));
    short_verdicts(p, "", true);
    doc_paragraph(
        p->d, "A row is a question. Of models that are trained the effect is the gain over the "
              "baseline at equal steps and data, paired by seed, with its interval, and n the "
              "pairs: that of the question's first claim, or where nothing was claimed the largest "
              "gain or loss of any arm. Of layers that are timed it is the least and the greatest "
              "ratio of times at the largest shape, and n the rounds. Cost: ratios to the "
              "baseline. Questions were run apart; no number is formed across them.");
    show_figures(p);
    if (any_question(p, true)) {
        heading(p, 2, "Every claim");
        verdicts(p);
    }
    heading(p, 2, "Runs");
    list_runs(p);
}
