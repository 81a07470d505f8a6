/* SPDX-License-Identifier: MIT
 * Reads the plan, tables, learning curves and manifest of a run. */
#include "harness/analysis/trials.h"
#include "base/mem.h"
#include "harness/plan/saved/plan_json.h"
#include "harness/run/journal.h"
#include "harness/run/result_dir.h"
#include "harness/run/results.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- files ---- */

static bool read_table(struct table *t, const struct run_data *run, const char *name, bool needed,
                       char **error)
{
    char *path = xformat("%s/%s", run->path, name);
    bool skip = !needed && !table_is_there(path), good = skip || table_read(t, path, error);
    free(path);
    return good;
}

static void read_manifest(struct run_data *run)
{
    char *path = xformat("%s/manifest.json", run->path), *text = read_run_file(path, NULL);
    json_error_t e;
    run->manifest = text ? json_loads(text, 0, &e) : NULL;
    if (text && !run->manifest)
        run->manifest_fault = xformat("%s:%d:%d: %s", path, e.line, e.column, e.text);
    free(text);
    free(path);
}

static void plan_trials(struct run_data *run)
{
    const struct plan *plan = &run->plan;
    run->compared = xarray((size_t)plan->spec_count, sizeof *run->compared);
    run->trials = xarray((size_t)plan->row_count, sizeof *run->trials);
    run->trial_count = plan->row_count;
    for (int i = 0; i < plan->row_count; i++) {
        struct trial *t = &run->trials[i];
        const struct plan_cell *cell = &plan->cells[plan->rows[i].cell_index];
        const char *value = plan_value(plan, cell, "seed");
        *t = (struct trial){.cell = cell,
                            .round = plan->rows[i].round,
                            .seed = value ? strtod(value, NULL) : -1,
                            .row = -1,
                            .machine = -1,
                            .data = -1,
                            .flops = NAN,
                            .state = TRIAL_MISSING};
        for (int k = 0; k < MEASURED; k++) t->measured[k] = NAN;
        for_each_scored_split(s) for (int k = 0; k < MOST_METRICS; k++) t->metric[s][k] = NAN;
    }
}

/* If the journal has the data of a damaged table, appends to *error the command that restores the
 * table. Always returns false. */
static bool add_repair(const struct run_data *run, char **error)
{
    if (!result_dir_has(run->path, JOURNAL_NAME)) return false;
    char *command = resume_command(run->path), *fault = *error;
    *error =
        xformat("%s. The journal has the rows; this rebuilds the tables:\n  %s", fault, command);
    free(command);
    free(fault);
    return false;
}

static bool read_journal(struct run_data *run, struct table *curves, char **error)
{
    struct result_tables t;
    bool good = results_read(&t, &run->plan, run->path, error);
    table_free(&run->rows);
    run->rows = t.cells;
    run->phases = t.phases;
    *curves = t.curves;
    return good;
}

static bool read_tables(struct run_data *run, struct table *curves, char **error)
{
    return (read_table(&run->phases, run, "phases.csv", false, error) &&
            read_table(curves, run, "curves.csv", false, error)) ||
           add_repair(run, error);
}

static void note_resume(struct run_data *run, bool begun, bool journal)
{
    bool missing = false;
    for (int i = 0; i < run->trial_count; i++) missing |= run->trials[i].state == TRIAL_MISSING;
    if (begun && (journal || missing)) run->resume = resume_command(run->path);
}

/* Returns true if this program can read the format version of a run. In newer formats, columns may
 * have different meanings. The version is in the tables or in the manifest. */
static bool is_of_known_schema(const struct run_data *run, char **error)
{
    const char *text = run->rows.rows ? table_text(&run->rows, 0, "schema_version") : "";
    double of_run = json_number_value(json_object_get(run->manifest, "schema_version"));
    double version = fmax(of_run, *text ? strtod(text, NULL) : 0);
    if (!(version > RESULTS_SCHEMA)) return true;
    *error =
        xformat("%s: the results have format %g (expected at most %d); use the newer attnlab that "
                "wrote them",
                run->path, version, RESULTS_SCHEMA);
    return false;
}

bool run_data_read(struct run_data *run, const char *path, char **error)
{
    struct table curves = {0};
    bool begun = result_dir_has(path, JOURNAL_NAME), at_work = begun && journal_in_use(path);
    bool journal = at_work || (begun && !result_dir_has(path, "cells.csv"));
    *run = (struct run_data){.path = xstrdup(path), .at_work = at_work};
    *error = NULL;
    if (!journal && !read_table(&run->rows, run, "cells.csv", true, error))
        return add_repair(run, error);
    journal = journal || (begun && run_state_of(path).rows > run->rows.rows);
    read_manifest(run);
    bool good = is_of_known_schema(run, error) && axes_of_run(&run->axes, path, error) &&
                plan_load(&run->plan, &run->axes, path, false, error) &&
                (journal ? read_journal : read_tables)(run, &curves, error);
    if (good) plan_trials(run);
    good = good && bind_rows(run, &curves, error) && bind_simple_baselines(run, error);
    if (good) bind_records(run);
    if (good) note_resume(run, begun, journal);
    table_free(&curves);
    return good;
}

void run_data_free(struct run_data *run)
{
    plan_free(&run->plan);
    axes_free(&run->axes);
    json_decref(run->manifest);
    table_free(&run->rows);
    table_free(&run->phases);
    free(run->manifest_fault);
    free(run->resume);
    free(run->compared);
    for (int i = 0; i < run->trial_count; i++) {
        free(run->trials[i].untrained);
        free(run->trials[i].records.part);
        free(run->trials[i].records.fault);
    }
    for (int i = 0; i < run->counted_count; i++) free(run->counted[i].values);
    free(run->counted);
    table_free(&run->added_baselines);
    free(run->trials);
    free(run->points);
    free(run->phase_trial);
    free(run->path);
    *run = (struct run_data){0};
}

/* ---- queries ---- */

const char *trial_text(const struct run_data *run, const struct trial *t, const char *column)
{
    return t->row < 0 ? "" : table_text(&run->rows, t->row, column);
}

const char *trial_value(const struct run_data *run, const struct trial *t, int axis)
{
    const char *value = axis < 0 || axis >= run->axes.count ? NULL : t->cell->values[axis];
    return value ? value : "";
}

enum split spec_split(const struct spec *s)
{
    enum split split = FIRST_SCORED;
    while (s->split && split + 1 < SPLITS && strcmp(s->split, split_names[split])) split++;
    return split;
}

const char *manifest_text(const struct run_data *run, const char *object, const char *name)
{
    const json_t *in = json_object_get(run->manifest, object);
    const char *text = json_string_value(json_object_get(in, name));
    return text ? text : "";
}

const char *manifest_started(const struct run_data *run)
{
    const json_t *session = json_array_get(json_object_get(run->manifest, "sessions"), 0);
    const char *text = json_string_value(json_object_get(session, "started_utc"));
    return text ? text : "";
}
