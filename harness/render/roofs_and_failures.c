/* SPDX-License-Identifier: MIT
 * The end of a report: phases under their roofs, and failures with the commands that run them
 * again. */
#include "harness/render/report.h"

#include <math.h>
#include <string.h>

/* ---- roofs ---- */

static const char *percent(struct document *d, double share)
{
    return isnan(share) ? "" : doc_text(d, "%.0f %%", 100 * share);
}

static void phase_row(struct document *d, const struct analysis *a, const struct phase_time *p)
{
    doc_row(d, a->entries[p->entry].label, p->phase, number(d, 1, p->gflops), number(d, 1, p->gb_s),
            number(d, 1, p->roof_gflops), percent(d, p->share),
            isnan(p->roof_gflops) ? ""
            : p->memory_bound     ? "triad"
                                  : "sgemm",
            number(d, 1, p->flop_per_byte), percent(d, p->recomputed / (p->flop + p->recomputed)),
            time_text(d, p->time_ns));
}

/* Of the condition that a pass is told by. */
static void phase_table(struct document *d, const struct report *r, const struct question *q,
                        const struct pass *p)
{
    const char *shape = r->analysis.conditions[p->told].label;
    bool begun = false;
    for (int i = 0; i < r->roofline.phase_count; i++) {
        const struct phase_time *t = &r->roofline.phases[i];
        if (r->analysis.entries[t->entry].condition != p->told) continue;
        if (!begun) {
            doc_heading(d, 3, "%s%s%s, %s", q->spec->name, *shape ? ", " : "", shape, p->words);
            doc_table(d, "llrrrrlrrr", "cell", "phase", "GFLOP/s", "GB/s", "roof, GFLOP/s",
                      "share of roof", "roof is", "FLOP/byte", "recomputed", "time");
        }
        begun = true;
        phase_row(d, &r->analysis, t);
    }
}

static bool wants_phases(const struct spec *s)
{
    for (int i = 0; i < s->figure_count; i++)
        if (!strcmp(s->figures[i].kind, "roofline") || !strcmp(s->figures[i].kind, "phases"))
            return true;
    return false;
}

void report_roofs(struct document *d, const struct report *r)
{
    doc_heading(d, 2, "Phases under their roofs");
    for (int i = 0; i < r->roofline.roof_count; i++) {
        const struct roof *p = &r->roofline.roofs[i];
        doc_item(d,
                 "Roofs measured in this run with %d thread%s: sgemm %.1f GFLOP/s, triad "
                 "%.1f GB/s, ridge at %.1f FLOP/byte",
                 p->threads, p->threads == 1 ? "" : "s", p->sgemm_gflops, p->triad_gb_s,
                 p->sgemm_gflops / p->triad_gb_s);
    }
    doc_paragraph(
        d, "FLOP and bytes are those that the kernels declare (bytes: each operand once), "
           "so data that stays in cache can lie above the triad roof. GFLOP/s and the share "
           "of the roof count useful work only. What a backward pass computes again because "
           "it was not kept (score tiles, weights, hidden values) takes time but is in no "
           "rate; `recomputed` is its part of all FLOP of the phase. A phase without "
           "declared bytes works in cache and has no roof here: a roof of elementary "
           "functions is not measured. Sums of gradients over heads and rows are in the time of "
           "the phase they follow and in no FLOP. All cells and rounds are in phases.csv.");
    for (int i = 0; i < r->analysis.question_count; i++) {
        const struct question *q = &r->analysis.questions[i];
        if (!q->trains && wants_phases(q->spec))
            for_each_pass(p, &r->analysis, q) phase_table(d, r, q, &p);
    }
}

/* ---- failures ---- */

/* "2 crashed, 1 oom": the rows of an entry that were not measured. */
const char *failures_text(struct document *d, const struct report *r, int entry)
{
    const struct span s = trials_of(&r->analysis, (struct span){entry, entry + 1});
    const struct trial *const *list = r->analysis.members;
    struct text out = {0};
    for (int i = s.first; i < s.last; i++) {
        const char *status = trial_text(&r->run, list[i], "status");
        bool met = list[i]->state == TRIAL_OK || list[i]->state == TRIAL_MISSING;
        int count = 0;
        for (int j = s.first; j < s.last; j++) {
            bool same = !strcmp(trial_text(&r->run, list[j], "status"), status);
            met |= j < i && same;
            count += same;
        }
        if (!met) text_add(&out, "%s%d %s", out.length ? ", " : "", count, status);
    }
    return doc_keep(d, out.data);
}

/* A training that a lost sweep left out is no failure; one of a winner is. */
static bool has_failed(const struct question *q, const struct entry *e, int candidate,
                       const struct trial *t)
{
    bool wanted = e->winner < 0 || candidate == e->winner;
    if (t->state == TRIAL_OK || t->state == TRIAL_MISSING) return false;
    return !q->trains || t->state == TRIAL_FAILED || (t->state == TRIAL_NOT_NEEDED && wanted);
}

/* A row for each training that failed; of a timed cell one for all its rounds. Returns how many;
 * show: as rows of the table. */
static int failures_of(struct document *d, const struct report *r, int entry, bool show)
{
    const struct analysis *a = &r->analysis;
    const struct entry *e = &a->entries[entry];
    const struct question *q = &a->questions[e->question];
    int count = 0, rows = a->candidates[e->first].last - a->candidates[e->first].first;
    for (int k = e->first; k < e->last; k++)
        for (int i = a->candidates[k].first; i < a->candidates[k].last; i++) {
            const struct trial *t = a->members[i];
            if (!has_failed(q, e, k, t) || (!q->trains && count)) continue;
            count++;
            if (!show) continue;
            const char *reason = trial_text(&r->run, t, "reason");
            doc_row(d, q->spec->name,
                    q->trains ? trial_text(&r->run, t, "status")
                              : doc_text(d, "%s of %d", failures_text(d, r, entry), rows),
                    *reason || !q->trains ? reason : "it has no value of the metric",
                    doc_text(d, "./attnlab cell '%s'", t->cell->string));
        }
    return count;
}

enum { FAILURES_SHOWN = 100 };

void report_failures(struct document *d, const struct report *r)
{
    int all = 0, shown = 0, missing = 0;
    for (int e = 0; e < r->analysis.entry_count; e++) all += failures_of(d, r, e, false);
    doc_heading(d, 2, "Failures");
    for (int i = 0; i < r->run.trial_count; i++) missing += r->run.trials[i].row < 0;
    if (!all)
        doc_paragraph(d, missing ? "None among the rows that were run."
                                 : "None: every row was measured.");
    if (!all) return;
    doc_table(d, "lltt", "ablation", "rounds", "reason", "again");
    for (int e = 0; e < r->analysis.entry_count && shown < FAILURES_SHOWN; e++)
        shown += failures_of(d, r, e, true);
    if (all > shown) doc_paragraph(d, "And %d more cells; see cells.csv.", all - shown);
}
