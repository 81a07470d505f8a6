/* SPDX-License-Identifier: MIT
 * Runs one row: chooses cores, starts the worker and writes the journal line (run.h). */
#include "base/mem.h"
#include "harness/run/machine.h"
#include "harness/run/run.h"

#include <stdlib.h>
#include <string.h>

#define MIB (1024.0 * 1024.0)

/* ---- state ---- */

bool row_trains(const struct run *run, const struct plan_row *row)
{
    return spec_trains(plan_row_spec(run->plan, row));
}

int row_in_journal(const struct run *run, const struct plan_row *row)
{
    return journal_find(&run->journal, plan_row_spec(run->plan, row)->name, row->key);
}

bool row_is_done(const struct run *run, const struct plan_row *row)
{
    return row_in_journal(run, row) >= 0;
}

int rows_done(const struct run *run)
{
    int done = 0;
    for (int i = 0; i < run->plan->row_count; i++) done += row_is_done(run, &run->plan->rows[i]);
    return done;
}

static double memory_limit(const struct run *run, const struct plan_row *row)
{
    return plan_row_spec(run->plan, row)->memory_mib * MIB;
}

bool row_outcome_without_worker(const struct run *run, const struct plan_row *row,
                                struct outcome *outcome)
{
    const struct prediction *p = &run->predictions[row->cell_index];
    struct memory_room room = {memory_limit(run, row), "the question allows"};
    if (!(room.bytes > 0)) room = run->memory_room;
    if (p->refuse)
        *outcome = outcome_make(STATUS_UNSUPPORTED, xstrdup(p->refuse));
    else if (run->faults && run->faults[row->cell_index])
        *outcome = outcome_make(STATUS_SKIPPED, xstrdup(run->faults[row->cell_index]));
    else if (room.bytes > 0 && p->memory_bytes > room.bytes)
        *outcome = outcome_make(STATUS_SKIPPED,
                                xformat("needs %.0f MiB, %s %.0f MiB", p->memory_bytes / MIB,
                                        room.whose, room.bytes / MIB));
    else
        return false;
    return true;
}

/* ---- request and place ---- */

double row_default_limit_s(const struct axes *axes, char *const *values)
{
    return cell_has(axes, values, KIND_TIMES_LAYER) ? RUN_TIMEOUT_S : RUN_MODEL_TIMEOUT_S;
}

static double time_limit(const struct run *run, const struct plan_row *row)
{
    double own = plan_row_spec(run->plan, row)->timeout_s;
    if (run->options->timeout_s > 0) return run->options->timeout_s;
    if (own > 0) return own;
    return row_default_limit_s(run->plan->axes, plan_row_cell(run->plan, row)->values);
}

struct row_request row_request_of(const struct run *run, const struct plan_row *row,
                                  const char *complete, const struct placement *placement)
{
    struct topology_facts facts;
    topology_facts(run->topology, &facts);
    return (struct row_request){.worker = run->worker,
                                .cell = complete,
                                .round = row->round,
                                .layout_seed = (uint64_t)run->options->seed,
                                .limit_s = time_limit(run, row),
                                .memory_bytes = memory_limit(run, row),
                                .placement = facts.this_system ? placement : NULL};
}

bool row_place(const struct topology *topology, const struct axes *axes, char *const *values,
               const char *list, struct placement *placement, char **error)
{
    const char *threads = axes_value(axes, values, "threads");
    const char *own = axes_value(axes, values, "cpus");
    struct placement_request request = {.threads = threads ? atoi(threads) : 1,
                                        .list = list          ? list
                                                : own && *own ? own
                                                              : NULL};
    *placement = (struct placement){0};
    return topology_pick(topology, &request, placement, error);
}

bool cpus_usable(const struct topology *topology, const char *list, char **error)
{
    struct placement_request request = {.threads = 1, .list = list};
    struct placement placement = {0};
    char *why = NULL;
    bool good = !list || topology_pick(topology, &request, &placement, &why);
    placement_free(&placement);
    if (why) *error = xformat("--cpus: %s", why);
    free(why);
    return good;
}

/* ---- the worker process ---- */

enum { ARGUMENTS = 20 };

/* Builds the NULL-terminated command line "WORKER run|export OPTIONS CELL". */
static void command_line(const struct row_request *r, const char *round, const char **argv)
{
    const struct {
        const char *name, *value; /* a NULL value omits the option */
    } options[] = {{"--record-fd", "3"},
                   {"--round", r->export_into ? NULL : round},
                   {"--into", r->export_into},
                   {"--checkpoint", r->checkpoint}};
    *argv++ = r->worker;
    *argv++ = r->export_into ? "export" : "run";
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (options[i].value) *argv++ = options[i].name, *argv++ = options[i].value;
    for (enum kept k = 0; k < KEPT_KINDS; k++)
        if (r->kept[k]) *argv++ = kept_options[k], *argv++ = r->kept[k];
    *argv++ = r->cell;
    *argv = NULL;
}

static bool launch(struct worker *w, const struct row_request *r, char **error,
                   bool (*how)(struct worker *, const struct spawn *, char **))
{
    char round[16];
    const char *argv[ARGUMENTS];
    snprintf(round, sizeof round, "%d", r->round);
    command_line(r, round, argv);
    struct spawn s = {.argv = argv,
                      .layout_seed = r->layout_seed,
                      .round = r->round,
                      .cpus = r->placement ? r->placement->cpus : NULL,
                      .cpu_count = r->placement ? r->placement->threads : 0,
                      .input = -1,
                      .output = OUTPUT_RECORD,
                      .limit_s = r->limit_s,
                      .memory_bytes = r->memory_bytes};
    return how(w, &s, error);
}

bool row_run(struct worker *w, const struct row_request *r, char **error)
{
    return launch(w, r, error, worker_complete);
}

bool row_start(struct worker *w, const struct row_request *r, char **error)
{
    return launch(w, r, error, worker_start);
}

struct outcome row_outcome(const struct worker *w, const struct row_request *r)
{
    struct outcome o = outcome_of_row(w, r->limit_s);
    int threads = r->placement ? r->placement->threads : 1;
    char *disturbance = o.status == STATUS_OK ? disturbance_of(o.record, threads) : NULL;
    if (!disturbance) return o;
    free(o.reason);
    return (struct outcome){STATUS_UNSTABLE, disturbance, o.record};
}

/* ---- the journal ---- */

static const char *text_of(const json_t *line, const char *name)
{
    const char *text = json_string_value(json_object_get(line, name));
    return text ? text : "";
}

struct row_result row_result_from_line(const json_t *line, json_t *origin)
{
    struct row_result r = {.outcome = outcome_make(status_find(text_of(line, "status")),
                                                   xstrdup(text_of(line, "reason"))),
                           .elapsed_s = json_number_value(json_object_get(line, "elapsed_s")),
                           .origin = origin};
    r.outcome.record = json_incref(json_object_get(line, "record"));
    snprintf(r.started_utc, sizeof r.started_utc, "%s", text_of(line, "started_utc"));
    return r;
}

static json_t *line_of(const struct run *run, const struct plan_row *row,
                       const struct row_result *r)
{
    const struct plan *plan = run->plan;
    const struct plan_cell *cell = plan_row_cell(plan, row);
    json_t *line = json_pack("{s:s, s:s, s:s, s:i, s:i, s:s, s:i, s:s?, s:s, s:f, s:s, s:s, s:O*}",
                             "ablation", plan->specs[cell->spec].name, "key", row->key, "cell",
                             cell->string, "round", row->round, "position", row->position, "arm",
                             plan_row_name(plan, row), "group", cell->group, "baseline",
                             plan_row_baseline(plan, row), "started_utc", r->started_utc,
                             "elapsed_s", r->elapsed_s, "status", status_names[r->outcome.status],
                             "reason", r->outcome.reason, "record", r->outcome.record);
    require(line); /* cannot fail: all strings come from libyaml, jansson or outcome.c, which
                      guarantee UTF-8 */
    if (r->origin) json_object_update(line, r->origin);
    if (!r->origin && run->other_machine) machine_mark(line, run->other_machine);
    return line;
}

/* Prints a note if the first finished training run of a question did not measure the question's
 * metric. The available metrics depend on the data, so the planner cannot check this. */
static void note_missing_metric(struct run *run, const struct progress *progress,
                                const struct plan_row *row, const struct outcome *o)
{
    const struct spec *spec = plan_row_spec(run->plan, row);
    const int place = (int)(spec - run->plan->specs);
    const json_t *quality = json_object_get(o->record, "quality");
    if (!row_trains(run, row) || plan_row_cell(run->plan, row)->simple_baseline) return;
    if (o->status != STATUS_OK || !quality) return;
    if (!run->metric_checked)
        run->metric_checked = xarray((size_t)run->plan->spec_count, sizeof(bool));
    if (run->metric_checked[place]) return;
    run->metric_checked[place] = true;
    const char *own = json_string_value(json_object_get(quality, "metric"));
    const char *metric = spec->metric ? spec->metric : own, *split = spec->split;
    const json_t *scores = json_object_get(quality, split ? split : "valid");
    if (!metric || json_is_number(json_object_get(scores, metric))) return;
    char *note =
        xformat("%s: the first finished training run has no %s, the metric of this question, so "
                "there will be no verdict. Stop the run, and set another `metric`%s%s",
                spec->name, metric, own ? "; its data set has " : "", own ? own : "");
    progress_note(progress, note);
    free(note);
}

/* Prints a note if a training run could not resume from its checkpoint. */
static void note_lost_checkpoint(const struct progress *progress, const struct plan_row *row,
                                 const struct row_result *r)
{
    if (r->outcome.status != STATUS_OK || !*r->outcome.reason || r->origin) return;
    char *note = xformat("%s: %s", row->key, r->outcome.reason);
    progress_note(progress, note);
    free(note);
}

bool row_to_journal(struct run *run, struct progress *progress, const struct plan_row *row,
                    struct row_result *r, char **error)
{
    bool stopped = signal_received() && r->outcome.status == STATUS_INTERRUPTED;
    bool repeated = row_is_done(run, row);
    bool good = stopped || journal_append(&run->journal, line_of(run, row, r), error);
    if (!good) *error = run_error_advice(run, *error);
    good = good && run_folder_in_place(run, error);
    bool failed =
        good && !stopped && status_fails(r->outcome.status, record_is_measured(r->outcome.record));
    if (good && !stopped && !repeated)
        progress_count(progress, (int)(row - run->plan->rows), r->origin ? 0 : r->elapsed_s,
                       failed);
    if (good) note_missing_metric(run, progress, row, &r->outcome);
    if (good) note_lost_checkpoint(progress, row, r);
    if (failed)
        progress_failure(progress, plan_row_cell(run->plan, row)->string,
                         status_names[r->outcome.status], r->outcome.reason);
    outcome_free(&r->outcome);
    json_decref(r->origin);
    r->origin = NULL;
    return good && !stopped && !(failed && run->options->fail_fast);
}
