/* SPDX-License-Identifier: MIT
 * What the compared cells of a view's shape say together. See report.h. */
#include "harness/report/report.h"

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
    if (!t->count || c->log_ratio.n < t->least_pairs) t->least_pairs = c->log_ratio.n;
    if (c->log_ratio.n > t->most_pairs) t->most_pairs = c->log_ratio.n;
    if (!t->count || c->log_ratio.centre < cells[t->least].log_ratio.centre) t->least = cell;
    if (!t->count || c->log_ratio.centre > cells[t->greatest].log_ratio.centre) t->greatest = cell;
    t->baseline = !t->count || !strcmp(t->baseline, baseline) ? baseline : "its baseline";
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
