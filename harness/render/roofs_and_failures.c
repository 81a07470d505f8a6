/* SPDX-License-Identifier: MIT
 * The end of a report: phases under their roofs, and failures with the commands that run them
 * again. */
#include "harness/render/report.h"
#include "harness/run/manifest.h"

#include <math.h>
#include <string.h>

/* ---- roofs ---- */

static const char *percent(struct document *d, double share)
{
    return isnan(share) ? "" : doc_text(d, "%.0f %%", 100 * share);
}

/* What goes beyond its roof is marked: nobody shall take such a roof for a limit. */
static const char *share_text(struct document *d, double share)
{
    return share > 1 ? doc_text(d, "%.0f %%, above", 100 * share) : percent(d, share);
}

/* Peaks of one run that differ by more than this tell of a machine that was not always as fast. */
static const double peaks_apart = 1.1;

static void peak_limit(const struct page *p, int threads, const char *name, const char *words)
{
    const json_t *manifest = p->r->run.manifest;
    double most = manifest_peak(manifest, threads, name);
    double least = manifest_least_peak(manifest, threads, name);
    if (most > least * peaks_apart)
        note(p,
             "The machine was not always equally fast: measured before and after the rows, %s with "
             "%s reached %.1f and %.1f. Roofs and shares are of the higher; rows of the other "
             "moments have lower shares than they deserve.",
             words, things(p, threads, "thread", "threads"), least, most);
}

void peak_limits(const struct page *p)
{
    for (int n = 0; (n = manifest_peak_threads(p->r->run.manifest, n));) {
        peak_limit(p, n, "sgemm_gflops", "a large product (sgemm, in GFLOP/s)");
        peak_limit(p, n, "triad_gb_s", "the bandwidth of memory (triad, in GB/s)");
    }
}

/* The condition that names a pass. */
static void phase_table(const struct page *p, const struct pass *s)
{
    struct document *d = p->d;
    bool begun = false;
    for (int i = 0; i < p->r->roofline.phase_count; i++) {
        const struct phase_time *t = &p->r->roofline.phases[i];
        const struct entry *e = &p->a->entries[t->entry];
        if (e->condition != s->told) continue;
        if (!begun) {
            heading(p, 3, "%s%s%s, %s", p->q->spec->name, *s->shape ? ", " : "", s->shape,
                    s->words);
            doc_table(d, "llrrrrlrrr", "cell", "phase", "GFLOP/s", "GB/s", "roof, GFLOP/s",
                      "share of roof", "roof is", "FLOP/byte", "recomputed", "time");
        }
        begun = true;
        const char *roof = isnan(t->roof_gflops) ? "" : t->memory_bound ? "triad" : "sgemm";
        doc_row(d, e->label, t->phase, number(d, 1, t->gflops), number(d, 1, t->gb_s),
                number(d, 1, t->roof_gflops), share_text(d, t->share), roof,
                number(d, 1, t->flop_per_byte),
                percent(d, t->recomputed / (t->flop + t->recomputed)), time_text(d, t->time_ns));
    }
}

static bool wants_phases(const struct spec *s)
{
    for (int i = 0; i < s->figure_count; i++)
        if (!strcmp(s->figures[i].kind, "roofline") || !strcmp(s->figures[i].kind, "phases"))
            return true;
    return false;
}

void report_roofs(const struct page *p)
{
    struct page of = *p;
    heading(p, 2, "Phases under their roofs");
    for (int i = 0; i < p->r->roofline.roof_count; i++) {
        const struct roof *t = &p->r->roofline.roofs[i];
        note(p,
             "Roofs, the highest measured in this run, with %s: sgemm %.1f GFLOP/s, triad %.1f "
             "GB/s, ridge at "
             "%.1f FLOP/byte",
             things(p, t->threads, "thread", "threads"), t->sgemm_gflops, t->triad_gb_s,
             t->sgemm_gflops / t->triad_gb_s);
    }
    say(p,
        "FLOP and bytes are those that the kernels declare (bytes: each operand once), so data "
        "that stays in cache can lie above the triad roof. A share above 100 %% is marked: "
        "more than the large product or the triad reached, as small products in cache may, or "
        "the machine was disturbed when its peaks were measured. GFLOP/s and the share of the roof "
        "count useful work only. What a backward pass computes again because it was not kept "
        "(score tiles, weights, hidden values), and what the materialised method computes of pairs "
        "that "
        "a mask hides, takes time but is in no rate; recomputed is "
        "its part of all FLOP of the phase. A phase without declared bytes works in cache and "
        "has no roof here: a roof of elementary functions is not measured. Sums of gradients "
        "over heads and rows are in the time of the phase they follow and in no FLOP. All cells "
        "and rounds are in phases.csv.");
    while (next_question(&of, false)) {
        if (!wants_phases(of.q->spec)) continue;
        for_each_pass(s, &of) phase_table(&of, &s);
    }
}

static const char *status_of(const struct page *p, const struct trial *t)
{
    bool good = t->state == TRIAL_OK || t->state == TRIAL_MISSING;
    return good ? "" : trial_text(&p->r->run, t, "status");
}

const char *failures_text(const struct page *p, int entry)
{
    const struct span s = trials_of(p->a, (struct span){entry, entry + 1});
    struct text out = {0};
    for (int i = s.first; i < s.last; i++) {
        const char *status = status_of(p, p->a->members[i]);
        int before = 0, count = 0;
        for (int j = s.first; j < s.last; j++)
            if (!strcmp(status_of(p, p->a->members[j]), status)) before += j < i, count++;
        if (*status && !before) list_add(&out, ", ", words(p, "%d %s", count, status));
    }
    return doc_keep(p->d, out.data);
}

/* Of trainings each that failed, of a timed cell one for all its rounds. A training that a lost
 * sweep or a look left out is no failure; another of a winner is. */
static bool has_failed(const struct page *p, const struct entry *e, int i, bool first)
{
    const struct trial *t = p->a->members[i];
    const struct candidate *c = e->winner < 0 ? NULL : &p->a->candidates[e->winner];
    if (t->state == TRIAL_OK || t->state == TRIAL_MISSING) return false;
    if (!p->a->questions[e->question].trains) return first;
    return t->state == TRIAL_FAILED || t->state == TRIAL_SKIPPED ||
           (t->state == TRIAL_NOT_NEEDED && t->cell->look < 1 &&
            (!c || (i >= c->first && i < c->last)));
}

static void failure_row(const struct page *p, int entry, int rows, const struct trial *t)
{
    const struct question *q = &p->a->questions[p->a->entries[entry].question];
    const char *reason = trial_text(&p->r->run, t, "reason");
    const char *status = q->trains ? trial_text(&p->r->run, t, "status")
                                   : words(p, "%s of %d", failures_text(p, entry), rows);
    if (q->trains && !*reason) reason = "it has no value of the metric";
    row(p, q->spec->name, status, reason,
        doc_command(p->d, words(p, "./attnlab cell '%s'", t->cell->string)));
}

enum { FAILURES_SHOWN = 100 };

void report_failures(const struct page *p)
{
    int all = 0, missing = 0;
    heading(p, 2, "Failures");
    for (int entry = 0; entry < p->a->entry_count; entry++) {
        const struct span s = trials_of(p->a, (struct span){entry, entry + 1});
        bool first = true;
        for (int i = s.first; i < s.last; i++) {
            if (!has_failed(p, &p->a->entries[entry], i, first)) continue;
            first = false;
            if (!all) table(p, "lltt", "ablation", "rounds", "reason", "again");
            if (all++ < FAILURES_SHOWN) failure_row(p, entry, s.last - s.first, p->a->members[i]);
        }
    }
    if (all > FAILURES_SHOWN) say(p, "And %d more cells; see cells.csv.", all - FAILURES_SHOWN);
    for (int i = 0; i < p->r->run.trial_count; i++) missing += p->r->run.trials[i].row < 0;
    if (!all)
        say(p, missing ? "None among the rows that were run." : "None: every row was measured.");
}
