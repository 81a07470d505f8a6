/* SPDX-License-Identifier: MIT
 * questions.csv, claims.csv, axes.csv and figures.csv: what the specifications ask, of which axes,
 * and the figures that answer; the report reads these tables and no YAML (results.h). */
#include "harness/run/results.h"

#include <math.h>
#include <stdlib.h>

static const char *const question_columns[] = {
    "schema_version", "ablation", "question",     "source",    "claim",     "kind",
    "baseline",       "rounds",   "planned_rows", "path",      "tune_axis", "tune_seeds",
    "metric",         "split",    "margin",       "factorial", "controls",  NULL};
static const char *const claim_columns[] = {"schema_version", "ablation", "arm", "expects",
                                            "published",      "where",    NULL};
static const char *const axis_columns[] = {"axis", "role", "type", "choices", NULL};
static const char *const figure_columns[] = {"schema_version", "ablation", "index",
                                             "kind",           "options",  NULL};

/* Of all shards. */
static int planned_rows(const struct plan *plan, int spec)
{
    int count = 0;
    for (int i = 0; i < plan->cell_count; i++) count += plan->cells[i].spec == spec;
    return count * plan->specs[spec].rounds;
}

/* Of a list, "a;b". */
static void list_cell(struct csv *csv, char *const *list, int count)
{
    struct text all = {0};
    text_add_bytes(&all, "", 0);
    for (int i = 0; i < count; i++) text_add(&all, "%s%s", i ? ";" : "", list[i]);
    csv_text(csv, all.data);
    text_free(&all);
}

static void quality_cells(struct csv *csv, const struct spec *s)
{
    struct text controls = {0};
    text_add_bytes(&controls, "", 0);
    for (int i = 0; i < s->control_count; i++)
        text_add(&controls, "%s%s=%s", i ? ";" : "", s->controls[i].arm, s->controls[i].control);
    csv_text(csv, s->tune_axis);
    list_cell(csv, s->tune_seeds, s->tune_seed_count);
    csv_text(csv, s->metric);
    csv_text(csv, s->split);
    csv_number(csv, s->margin > 0 ? s->margin : (double)NAN);
    list_cell(csv, s->factorial, s->factorial_count);
    csv_text(csv, controls.data);
    text_free(&controls);
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
        quality_cells(csv, s);
        csv_end_line(csv);
    }
}

void claims_table(struct csv *csv, const struct plan *plan)
{
    csv_header(csv, claim_columns);
    csv_end_line(csv);
    for (int i = 0; i < plan->spec_count; i++)
        for (int c = 0; c < plan->specs[i].claim_count; c++) {
            const struct spec_claim *claim = &plan->specs[i].claims[c];
            csv_integer(csv, RESULTS_SCHEMA);
            csv_text(csv, plan->specs[i].name);
            csv_text(csv, claim->arm);
            csv_text(csv, claim->expects);
            csv_text(csv, claim->published);
            csv_text(csv, claim->where);
            csv_end_line(csv);
        }
}

/* Of all cases of the axis: in the order in which they are declared. */
static void choices_cell(struct csv *csv, const struct axis *axis)
{
    const struct axis_case *widest = axis->cases;
    for (int i = 1; i < axis->case_count; i++)
        if (axis->cases[i].choice_count > widest->choice_count) widest = &axis->cases[i];
    list_cell(csv, widest->choices, axis->type == AXIS_CHOICE ? widest->choice_count : 0);
}

void axes_table(struct csv *csv, const struct axes *axes)
{
    csv_text(csv, "schema_version");
    csv_header(csv, axis_columns);
    csv_end_line(csv);
    for (int i = 0; i < axes->count; i++) {
        csv_integer(csv, RESULTS_SCHEMA);
        csv_text(csv, axes->list[i].name);
        csv_text(csv, axis_role_names[axes->list[i].role]);
        csv_text(csv, axis_type_names[axes->list[i].type]);
        choices_cell(csv, &axes->list[i]);
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
