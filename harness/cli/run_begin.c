/* SPDX-License-Identifier: MIT
 * Opens a run's folder before the first row: creates a new folder, or resumes an existing run. */
#include "base/paths.h"
#include "harness/cli/run_arguments.h"
#include "harness/plan/saved/plan_json.h"
#include "harness/run/kept_files.h"
#include "harness/run/machine.h"
#include "harness/run/manifest.h"
#include "harness/run/result_dir.h"
#include "harness/run/results.h"
#include "harness/run/reuse.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool write_run_file(const struct run *run, const char *name, const char *text, char **error)
{
    char *path = xformat("%s/%s", run->directory, name);
    bool good = write_file_atomically(path, text, strlen(text));
    if (!good) *error = xformat("cannot write %s: %s", path, strerror(errno));
    free(path);
    return good;
}

/* Writes the plan, the YAML text and the axes. The manifest is written last. */
static bool begin_files(struct run *run, char **error)
{
    manifest_make(&run->manifest, run->plan, run->topology, run->worker);
    char *plan = plan_to_json(run->plan);
    bool planned = write_run_file(run, PLAN_JSON, plan, error);
    free(plan);
    return planned &&
           (!run->plan->text || write_run_file(run, PLAN_NAME, run->plan->text, error)) &&
           write_run_file(run, DESCRIBE_NAME, run->plan->axes->description, error) &&
           manifest_save(&run->manifest, run->directory, error);
}

/* Prints a note if only claims or labels changed in the plan. A resumed run keeps its old plan. */
static void note_other_text(const struct run *run)
{
    bool known = run->plan->text && result_dir_has(run->directory, PLAN_NAME);
    char *difference = known ? manifest_text_difference(run->directory, run->plan) : NULL;
    if (difference)
        fprintf(stderr,
                "note: %s. The rows are unchanged, so the run resumes with its saved plan, "
                "%s/" PLAN_JSON ". To apply the new text, start another run. --reuse %s reuses the "
                "training runs of this run\n",
                difference, run->directory, run->directory);
    free(difference);
}

/* ---- resuming ---- */

/* Returns an array with the journal index of each planned row that is finished with a result, and
 * -1 for other rows. Marks the cells of finished rows in `cells`. The caller frees the array. */
static int *finished_rows(const struct run *run, bool *cells)
{
    const struct plan *plan = run->plan;
    int *places = xarray((size_t)plan->row_count, sizeof *places);
    for (int i = 0; i < plan->row_count; i++) {
        const struct plan_row *row = &plan->rows[i];
        int place = journal_find(&run->journal, plan_row_spec(plan, row)->name, row->key);
        bool counts = place >= 0 && run->journal.rows[place].measured &&
                      status_trained(run->journal.rows[place].status);
        places[i] = counts ? place : -1;
        if (counts) cells[row->cell_index] = true;
    }
    return places;
}

/* Returns true if program, data, vector path and OpenBLAS are the same as for the finished rows.
 * All training runs can then be repeated bit for bit. */
static bool rows_match_here(const struct run *run, char **error)
{
    const struct plan *plan = run->plan;
    struct identities here = identities_open(plan, run->worker);
    bool *cells = xarray((size_t)plan->cell_count, sizeof *cells);
    int *places = finished_rows(run, cells);
    char *hash = program_hash(run->worker);
    bool good = identities_ask(&here, cells, error);
    for (int i = 0; good && i < plan->row_count; i++) {
        if (places[i] < 0) continue;
        json_t *line = journal_get(&run->journal, places[i]);
        char *difference = training_difference(&here, plan->rows[i].cell_index,
                                               json_object_get(line, "record"), hash, true);
        good = !difference;
        if (!good)
            *error = xformat("%s contains rows measured with %s: %s. New rows would not be "
                             "comparable. Resume under the same conditions, or start another run "
                             "with -o. --reuse %s reuses the matching rows",
                             run->directory, difference, plan->rows[i].key, run->directory);
        free(difference);
        json_decref(line);
    }
    free(hash);
    free(places);
    free(cells);
    identities_free(&here);
    return good;
}

/* A training run gives the same bits on all cores of one type, and nearly the same result on other
 * types. Times are valid for one machine only. */
bool run_may_continue_here(struct run *run, char **error)
{
    const json_t *there = json_object_get(run->manifest.root, "machine");
    json_t *here = machine_json(run->topology);
    const struct machine_fact *fact = machine_difference(there, here);
    if (!fact && machine_is_same_boot(there, here)) return json_decref(here), true;
    run->other_machine = here;
    if (!fact) return true; /* the machine was rebooted, or its boot ID is unknown */
    char *x = json_text(json_object_get(there, fact->name));
    char *y = json_text(json_object_get(here, fact->name));
    if (plan_times(run->plan))
        *error = xformat("%s was started on another machine: %s %s, here %s. " MACHINES_APART
                         ". Resume on the first machine, or start another run with -o.",
                         run->directory, fact->title, x, y);
    else
        fprintf(stderr,
                "note: the run was started on another machine: %s %s, here %s. Each row records "
                "its machine (host, core_type, boot). Times are not compared across machines\n",
                fact->title, x, y);
    free(x);
    free(y);
    return !*error;
}

static bool resume_files(struct run *run, char **error)
{
    if (!manifest_load(&run->manifest, run->directory, run->plan, run->worker, error) ||
        !run_may_continue_here(run, error) ||
        (run_has_rows_left(run) && !rows_match_here(run, error)))
        return false;
    note_other_text(run);
    return true;
}

/* Removes rows that are retried, and rows of other plans, from the journal. Returns the number of
 * rows of other plans. */
static int sort_journal(struct run *run)
{
    if (run->journal.cut)
        fprintf(stderr, "note: %s ended in an incomplete line of %zu bytes, which was removed\n",
                run->journal.path, run->journal.cut);
    journal_report_damage(&run->journal);
    int foreign = journal_keep_planned(&run->journal, run->plan);
    run->retried = journal_drop_retried(&run->journal);
    return foreign;
}

/* A run that was killed before the manifest was written has no rows and starts from the beginning.
 */
bool run_open_files(struct run *run, const struct run_request *r, char **error)
{
    bool resume = run->options->resume;
    if (!(resume ? result_dir_open_again : result_dir_open)(run->directory, error) ||
        !journal_open(&run->journal, run->directory, error))
        return false;
    bool begun = result_dir_has(run->directory, MANIFEST_NAME);
    /* another process may have started a run in this folder before this process got the lock */
    if (!resume && (run->journal.count || begun)) return result_dir_taken(run->directory, error);
    int foreign = sort_journal(run);
    begun |= run->journal.count || foreign;
    if (!(begun ? resume_files : begin_files)(run, error)) return false;
    if (foreign)
        fprintf(stderr, "note: %s contains %d row%s of another plan; the tables omit these rows\n",
                run->journal.path, foreign, foreign == 1 ? "" : "s");
    manifest_begin_session(&run->manifest, r->command->name, r->argc, r->argv, run->other_machine);
    return manifest_save(&run->manifest, run->directory, error);
}

/* ---- peaks ---- */

void run_measure_peaks(struct run *run)
{
    struct topology_facts facts;
    int done[16], count = 0;
    if (!peaks_wanted()) return;
    topology_facts(run->topology, &facts);
    for (int i = 0; i < run->plan->cell_count && count < 16 && !signal_received(); i++) {
        struct placement place;
        char *error = NULL;
        bool again = !row_place(run->topology, run->plan->axes, run->plan->cells[i].values,
                                run->options->cpus, &place, &error);
        for (int k = 0; k < count; k++) again |= done[k] == place.threads;
        if (!again) {
            done[count++] = place.threads;
            json_t *peaks = peaks_of(run->worker, facts.this_system ? &place : NULL, &error);
            if (peaks)
                manifest_add_peaks(&run->manifest, peaks);
            else if (!signal_received())
                fprintf(stderr, "note: peak rates were not measured: %s\n", error);
        }
        free(error);
        placement_free(&place);
    }
}
