/* SPDX-License-Identifier: MIT
 * The folder of a run before its first row: new, or one that is resumed. */
#include "base/paths.h"
#include "harness/plan/saved/plan_json.h"
#include "harness/cli/run_command.h"
#include "harness/run/kept_files.h"
#include "harness/run/machine.h"
#include "harness/run/manifest.h"
#include "harness/run/result_dir.h"
#include "harness/run/results.h"
#include "harness/run/spawn.h"
#include "harness/run/trainings/trainings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool put(const struct run *run, const char *name, const char *text, char **error)
{
    char *path = xformat("%s/%s", run->directory, name);
    bool good = write_file_atomically(path, text, strlen(text));
    if (!good) *error = xformat("cannot write %s: %s", path, strerror(errno));
    free(path);
    return good;
}

/* Files that must be there before the first row: what was asked and of which axes, then the
 * manifest that hashes it. */
static bool begin_files(struct run *run, char **error)
{
    manifest_make(&run->manifest, run->plan, run->topology, run->worker);
    char *plan = plan_to_json(run->plan);
    bool planned = put(run, PLAN_JSON, plan, error);
    free(plan);
    return planned && (!run->plan->text || put(run, PLAN_NAME, run->plan->text, error)) &&
           put(run, DESCRIBE_NAME, run->plan->axes->description, error) &&
           manifest_save(&run->manifest, run->directory, error);
}

static void tell_strangers(const struct run *run, int strangers)
{
    bool one = strangers == 1;
    if (strangers)
        fprintf(stderr, "note: %s holds %d %s not of this plan; %s\n", run->journal.path, strangers,
                one ? "row that is" : "rows that are",
                one ? "it stays there, and no table has it"
                    : "they stay there, and no table has them");
}

/* Claims, labels and the like may change without any row; a run keeps its plan, by which it is
 * judged. */
static void tell_other_text(const struct run *run)
{
    bool known = run->plan->text && result_dir_has(run->directory, PLAN_NAME);
    char *difference = known ? manifest_text_difference(run->directory, run->plan) : NULL;
    if (difference)
        fprintf(stderr,
                "note: %s. Its rows are the same, so the run resumes with the plan that it began "
                "with, %s/" PLAN_JSON ". To judge by the new text, begin another run; --reuse %s "
                "takes the trainings of this one\n",
                difference, run->directory, run->directory);
    free(difference);
}

/* Finished rows whose results the rest of the run is compared with, by row of the plan: their place
 * in the journal; -1: there is none. To be freed. */
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

/* Rows that are to come must be made with the program, the data, the vector path and the OpenBLAS
 * of those that are there: bits of two kinds belong into no comparison. */
static bool rows_go_on(const struct run *run, char **error)
{
    const struct plan *plan = run->plan;
    struct facts_here here = facts_here_of(plan, run->worker);
    bool *cells = xarray((size_t)plan->cell_count, sizeof *cells);
    int *places = finished_rows(run, cells);
    char *hash = program_hash(run->worker); /* manifest_load() has compared it */
    bool good = facts_here_ask(&here, cells, error);
    for (int i = 0; good && i < plan->row_count; i++) {
        if (places[i] < 0) continue;
        json_t *line = journal_get(&run->journal, places[i]);
        char *difference = training_difference(&here, plan->rows[i].cell_index,
                                               json_object_get(line, "record"), hash, true);
        good = !difference;
        if (!good)
            *error = xformat("%s has rows that were made with %s: %s. Their rows do not belong "
                             "into one table. Go on where it is the same, or choose another "
                             "directory with -o; --reuse %s takes the rows that fit",
                             run->directory, difference, plan->rows[i].key, run->directory);
        free(difference);
        json_decref(line);
    }
    free(hash);
    free(places);
    free(cells);
    facts_here_free(&here);
    return good;
}

static bool goes_on(struct run *run, char **error)
{
    if (!manifest_load(&run->manifest, run->directory, run->plan, run->worker, error) ||
        !other_machine_goes_on(run, error) || (rows_left(run) && !rows_go_on(run, error)))
        return false;
    tell_other_text(run);
    return true;
}

/* Whether a driver that was told to begin here too has done so, and even ended, while this one
 * found the folder empty and waited for the journal. */
static bool begun_meanwhile(const struct run *run)
{
    return !run->options->resume &&
           (run->journal.count || result_dir_has(run->directory, MANIFEST_NAME));
}

/* A run killed before its manifest was written has no rows and is started again. */
bool run_open_files(struct run *run, const struct asked_as *asked, char **error)
{
    const struct run_options *o = run->options;
    if (!(o->resume ? result_dir_open_again : result_dir_open)(run->directory, error) ||
        !journal_open(&run->journal, run->directory, error))
        return false;
    if (begun_meanwhile(run)) return result_dir_taken(run->directory, error);
    if (run->journal.cut)
        fprintf(stderr, "note: %s ended in a torn line of %zu bytes; it was cut off\n",
                run->journal.path, run->journal.cut);
    journal_tell_damage(&run->journal);
    int strangers = journal_keep_planned(&run->journal, run->plan);
    int again = journal_try_again(&run->journal);
    if (again && !o->quiet)
        fprintf(stderr,
                "note: %d row%s for which there was no data, no memory, no room on disk or too "
                "few cores, or that other programs disturbed or ended, %s tried again\n",
                again, again == 1 ? "" : "s", again == 1 ? "is" : "are");
    bool good;
    if (run->journal.count + strangers || result_dir_has(run->directory, MANIFEST_NAME))
        good = goes_on(run, error);
    else
        good = begin_files(run, error);
    if (!good) return false;
    manifest_begin_session(&run->manifest, asked->command, asked->argc, asked->argv,
                           run->elsewhere);
    if (!manifest_save(&run->manifest, run->directory, error)) return false; /* see way_on.c */
    tell_strangers(run, strangers);
    return true;
}

/* ==== Whether a run may go on on another machine.  A training leaves the same bits on every core
 * of the same type, and nearly the same on others, so one that begins where another ended
 * only has to say where it was made: no time of it is compared with those of the other
 * machine. ==== */

/* "host vm, here other"; to be freed. */
static char *told(const struct machine_fact *f, const json_t *there, const json_t *here)
{
    char *x = json_text(json_object_get(there, f->name));
    char *y = json_text(json_object_get(here, f->name));
    char *text = xformat("%s %s, here %s", f->said, x, y);
    free(x);
    free(y);
    return text;
}

bool other_machine_goes_on(struct run *run, char **error)
{
    const json_t *there = json_object_get(run->manifest.root, "machine");
    json_t *here = machine_json(run->topology);
    const struct machine_fact *differs = machine_difference(there, here);
    if (!differs && machine_is_same_start(there, here)) return json_decref(here), true;
    run->elsewhere = here;
    if (!differs) return true; /* another start of it, or one that is not known */
    char *difference = told(differs, there, here);
    if (plan_times(run->plan))
        *error = xformat("%s was begun on another machine: %s. " MACHINES_APART
                         ": go on there, or choose another directory with -o.",
                         run->directory, difference);
    else
        fprintf(stderr,
                "note: the run was begun on another machine: %s. Rows say where they were trained "
                "(host, core_type, boot), and no time is compared across\n",
                difference);
    free(difference);
    return !*error;
}

/* ==== The roofs that a run measures before and after its rows. ==== */

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
                fprintf(stderr, "note: no peaks: %s\n", error);
        }
        free(error);
        placement_free(&place);
    }
}
