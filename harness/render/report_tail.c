/* SPDX-License-Identifier: MIT
 * Phases under their roofs, and failures with the commands that run them again. */
#include "harness/render/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- roofline ---- */

static void number_cell(struct document *d, int digits, double value, const char *unit)
{
    if (isnan(value))
        doc_cell(d, "%s", "");
    else
        doc_cell(d, "%.*f%s", digits, value, unit);
}

/* Of all that was computed, the part that an earlier pass had already. */
static double recomputed_share(const struct phase_cell *p)
{
    return p->recomputed / (p->flop + p->recomputed);
}

static void phase_row(struct document *d, const struct report *r, const struct phase_cell *p)
{
    char *time = time_text(p->time_ns);
    doc_cell(d, "%s", r->labels[p->cell].label);
    doc_cell(d, "%s", p->phase);
    number_cell(d, 1, p->gflops, "");
    number_cell(d, 1, p->gb_s, "");
    number_cell(d, 1, p->roof_gflops, "");
    number_cell(d, 0, 100 * p->share, " %");
    doc_cell(d, "%s", isnan(p->roof_gflops) ? "" : p->memory_bound ? "triad" : "sgemm");
    number_cell(d, 1, p->flop_per_byte, "");
    number_cell(d, 0, 100 * recomputed_share(p), " %");
    doc_cell(d, "%s", time);
    free(time);
}

static bool has_phases(const struct view *v)
{
    const struct phase_summary *p = &v->report->phases;
    for (int i = 0; i < p->count; i++)
        if (p->list[i].cell >= v->first && p->list[i].cell < v->last) return true;
    return false;
}

static void phase_table(struct document *d, const struct view *v)
{
    static const char *const heads[] = {"cell",          "phase",         "GFLOP/s", "GB/s",
                                        "roof, GFLOP/s", "share of roof", "roof is", "FLOP/byte",
                                        "recomputed",    "time",          NULL};
    const struct report *r = v->report;
    doc_heading(d, 3, "%s%s%s, %s", v->ablation, *v->shape ? ", " : "", v->shape, v->pass);
    doc_table(d, "llrrrrlrrr", heads);
    for (int i = 0; i < r->phases.count; i++) {
        const struct phase_cell *p = &r->phases.list[i];
        bool here = p->cell >= v->first && p->cell < v->last;
        if (here && r->labels[p->cell].column == v->column) phase_row(d, r, p);
    }
}

static bool wants_phases(const struct report *r, const char *ablation)
{
    for (int row = 0; row < r->figure_list.rows; row++) {
        const char *kind = table_text(&r->figure_list, row, "kind");
        if (!strcmp(table_text(&r->figure_list, row, "ablation"), ablation) &&
            (!strcmp(kind, "roofline") || !strcmp(kind, "phases")))
            return true;
    }
    return false;
}

static void roofline(struct document *d, const struct report *r)
{
    doc_heading(d, 2, "Phases under their roofs");
    for (int i = 0; i < r->peaks.count; i++) {
        const struct peak *p = &r->peaks.list[i];
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
           "the phase they follow and in no FLOP. All cells and shapes are in phase_summary.csv.");
    for (int first = 0; first < r->summary.count;) {
        struct view v = view_of_pass(r, first);
        if (wants_phases(r, v.ablation) && has_phases(&v)) phase_table(d, &v);
        first = v.last;
    }
}

/* ---- failures ---- */

enum { FAILURES_SHOWN = 100 };

/* The first row of a cell that was not measured. */
static int failed_row(const struct report *r, const struct summary_cell *c)
{
    for (int i = c->first; i < c->last; i++)
        if (!row_measured(&r->rows, r->summary.order[i])) return r->summary.order[i];
    return -1;
}

static void failure_row(struct document *d, const struct report *r, const struct summary_cell *c)
{
    char *what = failures_text(r, c);
    doc_cell(d, "%s", c->ablation);
    doc_cell(d, "%s of %d", what, c->last - c->first);
    doc_cell(d, "%s", table_text(&r->rows, failed_row(r, c), "reason"));
    doc_cell(d, "./attnlab cell '%s'", c->cell);
    free(what);
}

static void failures(struct document *d, const struct report *r)
{
    static const char *const heads[] = {"ablation", "rounds", "reason", "again", NULL};
    int shown = 0, all = 0;
    for (int i = 0; i < r->summary.count; i++) all += r->summary.cells[i].failed > 0;
    int trainings = report_quality_failures(d, r, false);
    doc_heading(d, 2, "Failures");
    if (!all && !trainings) doc_paragraph(d, "None: every row was measured.");
    if (!all && !trainings) return;
    doc_table(d, "lltt", heads);
    report_quality_failures(d, r, true);
    for (int i = 0; i < r->summary.count && shown < FAILURES_SHOWN; i++)
        if (r->summary.cells[i].failed) {
            failure_row(d, r, &r->summary.cells[i]);
            shown++;
        }
    if (all > shown) doc_paragraph(d, "And %d more cells; see cells.csv.", all - shown);
}

void report_tail(struct document *d, const struct report *r)
{
    if (r->phases.count) roofline(d, r);
    failures(d, r);
}
