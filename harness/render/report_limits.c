/* SPDX-License-Identifier: MIT
 * What the run of one question cannot say. See report.h. */
#include "harness/render/report.h"

#include <string.h>

static void say_corrected(struct document *d, const struct view *v)
{
    const struct family f = family_of(v);
    if (!f.compared) return;
    doc_item(d,
             "%d of %d comparisons differ from 1 by themselves, %d after Holm's correction for "
             "asking %d questions at once. The least p that n = %d can give is %.2g. Both p are "
             "in summary.csv.",
             f.apart, f.compared, f.standing, f.compared, f.rounds, f.least_p);
    if (f.rounds < f.rounds_needed)
        doc_item(d,
                 "At n = %d none can stand: for %d comparisons the correction asks for at least %d "
                 "rounds, whatever the effect.",
                 f.rounds, f.compared, f.rounds_needed);
}

static void say_missing(struct document *d, const struct view *v)
{
    const struct summary *s = &v->report->summary;
    int failed = 0, unstable = 0, few = 0, unpaired = 0;
    for (int i = v->first; i < v->last; i++) {
        failed += s->cells[i].failed;
        unstable += s->cells[i].unstable;
        unpaired += s->cells[i].unpaired;
        few += s->cells[i].log_ratio.n && !s->cells[i].log_ratio.interval.enough;
    }
    if (few)
        doc_item(d, "%d %s too few rounds for a %.0f %% interval: no verdict is drawn from %s.",
                 few, few == 1 ? "ratio has" : "ratios have", 100 * s->level,
                 few == 1 ? "it" : "them");
    if (failed)
        doc_item(d, "%d %s not measured; see Failures.", failed,
                 failed == 1 ? "row was" : "rows were");
    if (unpaired)
        doc_item(d, "%d %s no partner and %s in no ratio.", unpaired,
                 unpaired == 1 ? "round had" : "rounds had", unpaired == 1 ? "is" : "are");
    if (unstable)
        doc_item(d, "%d %s unstable: measured, but the machine was not quiet.", unstable,
                 unstable == 1 ? "row was" : "rows were");
}

void report_limits(struct document *d, const struct view *v)
{
    const char *tier = manifest_text(v->report, "plan", "tier");
    const char *counters = counters_remark(v->report);
    doc_heading(d, 3, "What this cannot say");
    if (*tier && strcmp(tier, "full"))
        doc_item(d, "This is tier %s; conclusions are drawn from tier full.", tier);
    doc_item(d, "One machine, one layer: nothing about quality.");
    say_corrected(d, v);
    say_missing(d, v);
    if (*counters) doc_item(d, "%s", counters);
}
