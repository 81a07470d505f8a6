/* SPDX-License-Identifier: MIT
 * The page of a run and that of a folder of runs, from head to tail. */
#include "harness/render/front_page.h"
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
        const char *name = r->name;
        if (!p->folder->is_run) name = doc_link(p->d, words(p, "%s/report", name), NULL, name);
        row(p, name, manifest_text(&r->run, "program", "commit"),
            manifest_text(&r->run, "plan", "tier"), manifest_started(&r->run),
            manifest_text(&r->run, "machine", "cpu_model"));
    }
}

static void say_no_figures(const struct page *p)
{
    if (p->folder->figures.fault) say(p, "No figures: %s.", p->folder->figures.fault);
}

struct trainings {
    int ended, untrained, diverged, failed;
};

static void count_training(struct trainings *n, const struct trial *t)
{
    n->untrained += t->untrained != NULL;
    n->diverged += t->status == STATUS_DIVERGED;
    n->ended += t->status == STATUS_OK;
    n->failed += t->state == TRIAL_FAILED && !status_trained(t->status);
}

/* A model that ended may have learned nothing, which is another thing than one that diverged, and
 * than one that could not be trained at all. */
static void say_trainings(const struct page *p, const struct trainings *n)
{
    const char *nothing = n->untrained ? words(p,
                                               ", of which %d did not beat one that knows nothing "
                                               "of its input",
                                               n->untrained)
                                       : "";
    int trained = n->ended + n->diverged;
    if (trained)
        say(p, "%s trained%s%s.", things(p, trained, "model", "models"), nothing,
            !n->diverged ? ""
            : *nothing   ? words(p, " and %d diverged", n->diverged)
                         : words(p, ", of which %d diverged", n->diverged));
    if (n->failed)
        say(p, "%s not be trained (see Failures).",
            things(p, n->failed, "model could", "models could"));
}

static void say_rows(const struct page *p)
{
    const struct run_data *run = &p->r->run;
    struct trainings trainings = {0};
    int timed = 0, measured = 0, unstable = 0, taken = 0, missing = 0;
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
            count_training(&trainings, t);
        else
            timed++, measured += ok, unstable += t->state == TRIAL_UNSTABLE;
    }
    if (timed || !run->rows.rows)
        say(p,
            "%s, one worker process each: %d measured, %d disturbed by other work and left out, %d "
            "not.",
            things(p, timed, "row", "rows"), measured, unstable, timed - measured - unstable);
    say_trainings(p, &trainings);
    if (beside)
        say(p, "%s.",
            things(p, beside, "yardstick: a model that only counts",
                   "yardsticks: models that only count"));
    if (taken)
        say(p, "%s of the same training in another question or run.",
            things(p, taken, "row is that", "rows are those"));
    if (missing)
        say(p, "The plan has %s: %s not run.", things(p, run->trial_count, "row", "rows"),
            things(p, missing, "was", "were"));
}

/* Of several questions the first screen; of one its answer is the page. */
static void first_screen(const struct page *p, const char *links)
{
    struct variant_matrix m = matrix_of(p->folder);
    heading(p, 2, "In short");
    summary_sentences(p, &m);
    if (m.row_count) {
        heading(p, 2, m.column_count ? "Variants by tasks" : "What variants cost");
        show_figure(p, NULL, MATRIX_FIGURE);
        matrix_table(p, &m, links);
    }
    heading(p, 2, "Questions");
    question_lines(p, links, NULL);
    variant_matrix_free(&m);
}

static int question_count(const struct page *p)
{
    int count = 0;
    for (int trains = 0; trains < 2; trains++)
        for (struct page of = page_of(p->d, p->folder, 0); next_question(&of, trains);) count++;
    return count;
}

void run_page(const struct page *p, const char *home)
{
    const struct table *rows = &p->r->run.rows;
    const char *id = rows->rows ? table_text(rows, 0, "run_id") : "";
    struct page trained = *p, timed = *p;
    heading(p, 1, "attnlab: %s", *id ? id : p->r->name);
    say_unended(p);
    if (question_count(p) > 1) first_screen(p, NULL);
    reference_lines(p, home);
    while (next_question(&trained, true)) report_question(&trained);
    while (next_question(&timed, false)) report_question(&timed);
    if (p->r->roofline.phase_count) report_roofs(p);
    report_failures(p);
    if (question_count(p) > 1) verdicts(p);
    heading(p, 2, "How verdicts come about");
    say_rule(p);
    heading(p, 2, "This run");
    list_runs(p);
    say_rows(p);
    say_no_figures(p);
    report_machine(p);
    doc_glossary(p->d);
}

void folder_page(const struct page *p)
{
    heading(p, 1, "Does nonlinear attention help, and what does it cost?");
    say(p,
        "attnlab measures proposals to make attention less linear: variants of one layer are "
        "checked against their formulas, timed, and trained in small transformers. This page is "
        "made from %s.",
        things(p, p->folder->count, "run", "runs"));
    first_screen(p, "");
    verdicts(p);
    heading(p, 2, "How verdicts come about");
    say_rule(p);
    heading(p, 2, "Runs");
    list_runs(p);
    say_no_figures(p);
    doc_glossary(p->d);
}
