/* SPDX-License-Identifier: MIT
 * The report of a folder of runs. */
#include "harness/render/folder_report.h"

static void add_facts(struct document *d, const struct folder *f)
{
    doc_heading(d, 2, "Runs");
    doc_table(d, "lllll", "run", "commit", "tier", "started", "machine");
    for (int i = 0; i < f->count; i++) {
        const struct report *r = &f->runs[i];
        doc_row(d, f->names[i], manifest_text(&r->run, "program", "commit"),
                manifest_text(&r->run, "plan", "tier"), started_text(r),
                manifest_text(&r->run, "machine", "cpu_model"));
        doc_link(d, doc_text(d, "%s/report", f->names[i]));
    }
}

void folder_page(struct document *d, const struct folder *f, const struct figures *figures)
{
    doc_heading(d, 1, "attnlab: %d run%s", f->count, f->count == 1 ? "" : "s");
    folder_verdicts(d, f, "");
    doc_paragraph(
        d, "A row is a question. Of models that are trained the effect is the gain over the "
           "baseline at equal steps and data, paired by seed, with its interval, and n the pairs: "
           "that of the question's first claim, or where nothing was claimed the largest gain or "
           "loss of any arm. Of layers that are timed it is the least and the greatest ratio of "
           "times at the largest shape, and n the rounds. Cost: ratios to the baseline. Questions "
           "were run apart; no number is formed across them.");
    for (int i = 0; i < figures->count; i++)
        if (!figures->list[i].fault)
            doc_figure(d, figures->list[i].stem, "%s", figures->list[i].caption);
    if (any_question(f->runs, f->count, true)) {
        doc_heading(d, 2, "Every claim");
        verdicts(d, f->runs, f->count);
    }
    add_facts(d, f);
}
