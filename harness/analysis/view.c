/* SPDX-License-Identifier: MIT
 * Slices of the summary that the report speaks about. See report.h. */
#include "harness/render/report.h"

#include <string.h>

int view_end(const struct report *r, int first)
{
    const struct summary *s = &r->summary;
    int last = first;
    while (last < s->count && !strcmp(s->cells[last].ablation, s->cells[first].ablation)) last++;
    return last;
}

static bool has_answer(const struct summary_cell *c, bool baseline)
{
    return baseline ? c->log_ratio.n > 0 : c->n > 0;
}

static struct view view_between(const struct report *r, int first, int last)
{
    const struct summary_cell *cells = r->summary.cells;
    struct view v = {.report = r,
                     .ablation = cells[first].ablation,
                     .pass = pass_words(cells[first].pass),
                     .question = -1,
                     .first = first,
                     .last = last,
                     .shape = ""};
    bool baseline = false;
    for (int row = 0; row < r->questions.rows; row++)
        if (!strcmp(table_text(&r->questions, row, "ablation"), v.ablation)) v.question = row;
    for (int i = v.first; i < v.last; i++) baseline |= cells[i].log_ratio.n > 0;
    for (int i = v.first; i < v.last; i++) {
        const struct label *l = &r->labels[i];
        if (l->row >= v.rows) v.rows = l->row + 1;
        if (l->column >= v.columns) v.columns = l->column + 1;
        if (!has_answer(&cells[i], baseline) || l->column < v.column) continue;
        v.column = l->column;
        v.shape = l->shape;
    }
    return v;
}

struct view view_of(const struct report *r, int first)
{
    return view_between(r, first, view_end(r, first));
}

struct view view_of_pass(const struct report *r, int first)
{
    const struct summary_cell *cells = r->summary.cells;
    int last = first, end = view_end(r, first);
    while (last < end && !strcmp(cells[last].pass, cells[first].pass)) last++;
    return view_between(r, first, last);
}

bool view_has_passes(const struct view *v)
{
    const struct summary_cell *cells = v->report->summary.cells;
    return strcmp(cells[v->first].pass, cells[v->last - 1].pass) != 0;
}
