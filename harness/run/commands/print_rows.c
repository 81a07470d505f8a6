/* SPDX-License-Identifier: MIT
 * The rows of a plan for people and for programs (print_rows.h). */
#include "harness/run/commands/print_rows.h"
#include "base/csv_write.h"

#include <jansson.h>
#include <stdlib.h>

void print_rows_table(const struct plan *plan)
{
    for (int i = 0; i < plan->row_count; i++)
        printf("%s %s\n", plan_row_spec(plan, &plan->rows[i])->name, plan->rows[i].key);
}

void print_rows_csv(const struct plan *plan)
{
    struct csv csv = {0};
    csv_text(&csv, "ablation");
    csv_text(&csv, "key");
    csv_end_line(&csv);
    for (int i = 0; i < plan->row_count; i++) {
        csv_text(&csv, plan_row_spec(plan, &plan->rows[i])->name);
        csv_text(&csv, plan->rows[i].key);
        csv_end_line(&csv);
    }
    fputs(csv.text.data, stdout);
    text_free(&csv.text);
}

static json_t *row_json(const struct plan *plan, const struct plan_row *r,
                        const struct prediction *p)
{
    const struct plan_cell *cell = plan_row_cell(plan, r);
    const char *baseline = plan_row_baseline(plan, r);
    json_t *row = json_pack("{ss ss ss si ss si si}", "ablation", plan->specs[cell->spec].name,
                            "key", r->key, "cell", cell->string, "round", r->round, "arm",
                            plan_row_name(plan, r), "group", cell->group, "position", r->position);
    require(row);
    if (baseline) json_object_set_new(row, "baseline", json_string(baseline));
    if (p && p[r->cell_index].refuse)
        json_object_set_new(row, "refuse", json_string(p[r->cell_index].refuse));
    return row;
}

void print_rows_json(const struct plan *plan, const struct prediction *p)
{
    for (int i = 0; i < plan->row_count; i++) {
        json_t *row = row_json(plan, &plan->rows[i], p);
        json_dumpf(row, stdout, JSON_COMPACT);
        putchar('\n');
        json_decref(row);
    }
}
