/* SPDX-License-Identifier: MIT
 * Of a report: phases under their roofs, and what is to be said of these roofs. */
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

/* Phases of training steps have times alone, which are drawn and in phases.csv. */
static bool has_rate(const struct phase_time *t) { return !isnan(t->gflops) || !isnan(t->gb_s); }

/* The condition that names a pass. */
static void phase_table(const struct page *p, const struct pass *s)
{
    struct document *d = p->d;
    bool begun = false;
    for (int i = 0; i < p->r->roofline.phase_count; i++) {
        const struct phase_time *t = &p->r->roofline.phases[i];
        const struct entry *e = &p->a->entries[t->entry];
        if (e->condition != s->told || !has_rate(t)) continue;
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

/* Whether a table will stand under what is said. */
static bool has_rates(const struct page *p)
{
    for (int i = 0; i < p->r->roofline.phase_count; i++) {
        const struct phase_time *t = &p->r->roofline.phases[i];
        if (has_rate(t) && wants_phases(entry_spec(p->a, t->entry))) return true;
    }
    return false;
}

void report_roofs(const struct page *p)
{
    struct page of = *p;
    if (!has_rates(p)) return;
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
