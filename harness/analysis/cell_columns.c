/* SPDX-License-Identifier: MIT
 * The columns that say which cell a line of summary.csv or phase_summary.csv is about (labels.h).
 */
#include "harness/analysis/labels.h"
#include "harness/analysis/passes.h"

#include <stdlib.h>

static const char *const names[] = {"ablation",    "cell",  "arm",        "legend",
                                    "arm_index",   "label", "row_index",  "shape",
                                    "shape_index", "pass",  "pass_index", NULL};

void cell_columns_header(struct csv *out) { csv_header(out, names); }

static void escaped_cell(struct csv *out, const char *label)
{
    char *text = legend_text(label);
    csv_text(out, text);
    free(text);
}

void cell_columns(struct csv *out, const struct summary *s, int cell, const struct label *l)
{
    const struct summary_cell *c = &s->cells[cell];
    csv_text(out, c->ablation);
    csv_text(out, c->cell);
    csv_text(out, c->arm);
    escaped_cell(out, arm_label(s, c));
    csv_integer(out, c->arm_index);
    escaped_cell(out, l->label);
    csv_integer(out, l->row);
    escaped_cell(out, l->shape);
    csv_integer(out, l->column);
    csv_text(out, c->pass);
    csv_integer(out, pass_rank(c->pass));
}

void axis_columns_header(struct csv *out, const struct summary *s)
{
    for (int i = 0; i < s->axis_count; i++) csv_text(out, s->rows->name[s->axes[i]]);
}

void axis_columns(struct csv *out, const struct summary *s, int cell)
{
    int row = s->order[s->cells[cell].first];
    for (int i = 0; i < s->axis_count; i++) csv_text(out, table_at(s->rows, row, s->axes[i]));
}
