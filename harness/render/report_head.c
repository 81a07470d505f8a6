/* SPDX-License-Identifier: MIT
 * The first screen of the report: what was run where, and every answer in one table. */
#include "harness/render/report.h"

#include <string.h>

/* "name value; " when there is a value. */
static void add_fact(struct text *t, const char *name, const char *value)
{
    if (*value) text_add(t, "%s%s %s", t->length ? "; " : "", name, value);
}

static void say_facts(struct document *d, const struct report *r)
{
    struct text line = {0};
    add_fact(&line, "Machine:", manifest_text(&r->run, "machine", "cpu_model"));
    add_fact(&line, "started", started_text(r));
    add_fact(&line, "commit", manifest_text(&r->run, "program", "commit"));
    add_fact(&line, "tier", manifest_text(&r->run, "plan", "tier"));
    if (line.length) doc_paragraph(d, "%s.", line.data);
    text_free(&line);
}

static void say_rows(struct document *d, const struct report *r)
{
    int timed = 0, measured = 0, unstable = 0, trained = 0, ended = 0, taken = 0, missing = 0;
    for (int i = 0; i < r->run.trial_count; i++) {
        const struct trial *t = &r->run.trials[i];
        bool trains = spec_trains(&r->run.plan.specs[t->cell->spec]), ok = t->state == TRIAL_OK;
        if (t->state == TRIAL_MISSING)
            missing++;
        else if (*trial_text(&r->run, t, "trained_in"))
            taken++;
        else if (trains)
            trained += t->state != TRIAL_NOT_NEEDED, ended += ok;
        else
            timed++, measured += ok, unstable += t->unstable;
    }
    if (timed || !r->run.rows.rows)
        doc_paragraph(
            d, "%d rows, one worker process each: %d measured (%d of them unstable), %d not.",
            timed, measured, unstable, timed - measured);
    if (trained) doc_paragraph(d, "%d models trained: %d to their end.", trained, ended);
    if (taken)
        doc_paragraph(d, "%d rows are those of the same training in another question or run.",
                      taken);
    if (missing)
        doc_paragraph(d, "The plan has %d rows: %d were not run.", r->run.trial_count, missing);
    if (r->figures.fault) doc_paragraph(d, "No figures: %s.", r->figures.fault);
}

void report_head(struct document *d, const struct report *r)
{
    const char *folder = strrchr(r->run.path, '/');
    const char *id = r->run.rows.rows ? table_text(&r->run.rows, 0, "run_id") : "";
    bool trained = any_question(r, 1, true);
    doc_heading(d, 1, "attnlab: %s", *id ? id : folder ? folder + 1 : r->run.path);
    say_facts(d, r);
    say_rows(d, r);
    if (trained) {
        doc_heading(d, 2, "Verdicts");
        verdicts(d, r, 1);
    }
    if (any_question(r, 1, false) || !trained) timed_summary(d, r);
}
