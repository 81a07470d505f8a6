/* SPDX-License-Identifier: MIT
 * questions.csv and figures.csv: what the specifications ask, and the figures that answer; the
 * report reads these tables and no YAML (results.h). */
#include "harness/run/results.h"

#include <stdlib.h>

static const char *const question_columns[] = {"schema_version", "ablation", "question", "source",
                                               "claim",          "kind",     "baseline", "rounds",
                                               "planned_rows",   "path",     NULL};
static const char *const figure_columns[] = {"schema_version", "ablation", "index",
                                             "kind",           "options",  NULL};

/* Of all shards. */
static int planned_rows(const struct plan *plan, int spec)
{
    int count = 0;
    for (int i = 0; i < plan->cell_count; i++) count += plan->cells[i].spec == spec;
    return count * plan->specs[spec].rounds;
}

void questions_table(struct csv *csv, const struct plan *plan)
{
    csv_header(csv, question_columns);
    csv_end_line(csv);
    for (int i = 0; i < plan->spec_count; i++) {
        const struct spec *s = &plan->specs[i];
        csv_integer(csv, RESULTS_SCHEMA);
        csv_text(csv, s->name);
        csv_text(csv, s->question);
        csv_text(csv, s->source);
        csv_text(csv, s->claim);
        csv_text(csv, s->kind == SPEC_QUALITY ? "quality" : "overhead");
        csv_text(csv, s->baseline);
        csv_integer(csv, s->rounds);
        csv_integer(csv, planned_rows(plan, i));
        csv_text(csv, s->path);
        csv_end_line(csv);
    }
}

/* "key=value;key=value" as written in the specification. */
static void options_cell(struct csv *csv, const struct spec_figure *f)
{
    struct text all = {0};
    for (int i = 0; i < f->option_count; i++)
        text_add(&all, "%s%s=%s", i ? ";" : "", f->options[i].key, f->options[i].value);
    csv_text(csv, all.data);
    text_free(&all);
}

void figures_table(struct csv *csv, const struct plan *plan)
{
    csv_header(csv, figure_columns);
    csv_end_line(csv);
    for (int i = 0; i < plan->spec_count; i++)
        for (int f = 0; f < plan->specs[i].figure_count; f++) {
            csv_integer(csv, RESULTS_SCHEMA);
            csv_text(csv, plan->specs[i].name);
            csv_integer(csv, f + 1);
            csv_text(csv, plan->specs[i].figures[f].kind);
            options_cell(csv, &plan->specs[i].figures[f]);
            csv_end_line(csv);
        }
}
