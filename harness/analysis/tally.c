/* SPDX-License-Identifier: MIT
 * What the compared cells of a view's shape say together. See report.h. */
#include "harness/render/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void tally_memory(struct tally *t, const struct summary *s, const struct summary_cell *c)
{
    double mine = summary_median(s, c, "working_bytes");
    double theirs = summary_median(s, &s->cells[c->reference], "working_bytes");
    if (!(theirs > 0) || isnan(mine)) return;
    t->least_memory = fmin(t->least_memory, mine / theirs); /* fmin and fmax drop NaN */
    t->most_memory = fmax(t->most_memory, mine / theirs);
}

static void tally_cell(struct tally *t, const struct report *r, int cell)
{
    const struct summary_cell *cells = r->summary.cells, *c = &cells[cell];
    const char *baseline = r->labels[c->reference].label;
    t->verdicts[c->verdict]++;
    t->few += !c->log_ratio.interval.enough;
    if (!t->count || c->log_ratio.n < t->least_pairs) t->least_pairs = c->log_ratio.n;
    if (c->log_ratio.n > t->most_pairs) t->most_pairs = c->log_ratio.n;
    if (!t->count || c->log_ratio.centre < cells[t->least].log_ratio.centre) t->least = cell;
    if (!t->count || c->log_ratio.centre > cells[t->greatest].log_ratio.centre) t->greatest = cell;
    t->baseline = !t->count || !strcmp(t->baseline, baseline) ? baseline : "its own baseline";
    t->count++;
    tally_memory(t, &r->summary, c);
}

struct tally tally_of(const struct view *v)
{
    const struct report *r = v->report;
    struct tally t = {.least = -1,
                      .greatest = -1,
                      .baseline = "",
                      .least_memory = (double)NAN,
                      .most_memory = (double)NAN};
    for (int i = v->first; i < v->last; i++)
        if (r->summary.cells[i].log_ratio.n && r->labels[i].column == v->column)
            tally_cell(&t, r, i);
    return t;
}

char *tally_text(const struct tally *t)
{
    struct text out = {0};
    for (int i = VERDICT_FASTER; i < VERDICTS; i++)
        if (t->verdicts[i])
            text_add(&out, "%s%d %s", out.length ? ", " : "", t->verdicts[i], verdict_names[i]);
    if (t->count)
        text_add(&out, ", against %s", t->baseline);
    else
        text_add(&out, "nothing to compare with; times only");
    return out.data;
}

enum { NAMED = 3 }; /* more labels than that are counted */

static void add_labels(struct text *out, const struct view *v, enum verdict verdict)
{
    const struct report *r = v->report;
    const char *before = ": ";
    for (int i = v->first; i < v->last; i++) {
        if (r->summary.cells[i].verdict != verdict || r->labels[i].column != v->column) continue;
        text_add(out, "%s%s", before, r->labels[i].label);
        before = "; ";
    }
}

char *tally_names(const struct view *v, const struct tally *t)
{
    static const char *const words[] = {[VERDICT_FASTER] = "Faster",
                                        [VERDICT_EQUIVALENT] = "Equivalent",
                                        [VERDICT_SLOWER] = "Slower"};
    struct text out = {0};
    int open = t->verdicts[VERDICT_UNRESOLVED] - t->few;
    text_add(&out, "%s", t->count ? "" : "Nothing to compare with: times only.");
    for (enum verdict i = VERDICT_FASTER; i < VERDICT_UNRESOLVED; i++) {
        if (!t->verdicts[i]) continue;
        text_add(&out, "%s%s", out.length ? " " : "", words[i]);
        if (t->verdicts[i] <= NAMED)
            add_labels(&out, v, i);
        else
            text_add(&out, ": %d of %d", t->verdicts[i], t->count);
        text_add(&out, ".");
    }
    if (open > 0) text_add(&out, "%s%d unresolved.", out.length ? " " : "", open);
    if (t->few) text_add(&out, "%s%d with too few rounds.", out.length ? " " : "", t->few);
    return out.data;
}

struct family family_of(const struct view *v)
{
    const struct summary *s = &v->report->summary;
    struct family f = {0};
    int first = v->first, last = view_end(v->report, v->first);
    while (first > 0 && !strcmp(s->cells[first - 1].ablation, v->ablation)) first--;
    for (int i = first; i < last; i++) {
        const struct summary_cell *c = &s->cells[i];
        f.compared += c->log_ratio.n > 0;
        f.apart += c->log_ratio.n > 0 && c->log_ratio.p <= 1 - s->level;
        f.standing += c->log_ratio.n > 0 && c->p_holm <= 1 - s->level;
        if (c->log_ratio.n > f.rounds) f.rounds = c->log_ratio.n;
    }
    /* All n ranks on one side: 2 of 2^n assignments of signs. */
    f.least_p = fmin(1, ldexp(2, -f.rounds));
    if (f.compared) f.rounds_needed = 1 + (int)ceil(log2(f.compared / (1 - s->level)));
    return f;
}
