/* SPDX-License-Identifier: MIT
 * What is known of a row before it runs, what it asks for, and putting it into the journal. */
#include "harness/run/row_steps.h"
#include "harness/plan/axes/kinds.h"
#include "harness/run/in_place.h"
#include "harness/run/machine.h"

#include <stdlib.h>

#define MIB (1024.0 * 1024.0)

struct outcome row_settled(enum row_status status, char *reason)
{
    return (struct outcome){status, reason, NULL};
}

bool row_is_quality(const struct run *run, const struct plan_row *row)
{
    return spec_trains(plan_row_spec(run->plan, row));
}

bool row_is_done(const struct run *run, const struct plan_row *row)
{
    return journal_find(&run->journal, plan_row_spec(run->plan, row)->name, row->key) >= 0;
}

bool row_is_disturbed(const struct run *run, const struct plan_row *row)
{
    int place = journal_find(&run->journal, plan_row_spec(run->plan, row)->name, row->key);
    return place >= 0 && run->journal.rows[place].status == STATUS_UNSTABLE;
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

bool row_settle_early(const struct run *run, const struct plan_row *row, struct outcome *outcome)
{
    const struct prediction *p = &run->predictions[row->cell_index];
    struct memory_room room = {memory_limit(run, row), "the specification allows"};
    if (!(room.bytes > 0)) room = run->memory_room;
    if (p->refuse)
        *outcome = row_settled(STATUS_UNSUPPORTED, xstrdup(p->refuse));
    else if (run->faults && run->faults[row->cell_index])
        *outcome = row_settled(STATUS_SKIPPED, xstrdup(run->faults[row->cell_index]));
    else if (room.bytes > 0 && p->memory_bytes > room.bytes)
        *outcome = row_settled(STATUS_SKIPPED,
                               xformat("needs %.0f MiB by its own count, %s %.0f MiB",
                                       p->memory_bytes / MIB, room.whose, room.bytes / MIB));
    else
        return false;
    return true;
}

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

static const char *text_of(const json_t *line, const char *name)
{
    const char *text = json_string_value(json_object_get(line, name));
    return text ? text : "";
}

struct finished row_taken(const json_t *line, json_t *marks)
{
    struct finished f = {.elapsed_s = json_number_value(json_object_get(line, "elapsed_s")),
                         .marks = marks};
    f.outcome = row_settled(status_find(text_of(line, "status")), xstrdup(text_of(line, "reason")));
    f.outcome.record = json_incref(json_object_get(line, "record"));
    snprintf(f.started_utc, sizeof f.started_utc, "%s", text_of(line, "started_utc"));
    return f;
}

/* The journal's line of a row; takes over nothing. */
static json_t *journal_row(const struct run *run, const struct plan_row *row,
                           const struct finished *f)
{
    const struct plan *plan = run->plan;
    const struct plan_cell *cell = plan_row_cell(plan, row);
    json_t *line = json_pack("{s:s, s:s, s:s, s:i, s:i, s:s, s:i, s:s?, s:s, s:f, s:s, s:s, s:O*}",
                             "ablation", plan->specs[cell->spec].name, "key", row->key, "cell",
                             cell->string, "round", row->round, "position", row->position, "arm",
                             plan_row_name(plan, row), "group", cell->group, "baseline",
                             plan_row_baseline(plan, row), "started_utc", f->started_utc,
                             "elapsed_s", f->elapsed_s, "status", status_names[f->outcome.status],
                             "reason", f->outcome.reason, "record", f->outcome.record);
    require(line); /* all texts are UTF-8: libyaml and jansson take nothing else, see outcome.c */
    if (f->marks) json_object_update(line, f->marks);
    if (!f->marks && run->elsewhere) machine_mark(line, run->elsewhere);
    return line;
}

/* A training that did not go on from its checkpoint says so in its reason. */
static void tell_beginning(const struct progress *progress, const struct plan_row *row,
                           const struct finished *f)
{
    if (f->outcome.status != STATUS_OK || !*f->outcome.reason || f->marks) return;
    char *words = xformat("note: %s: %s", row->key, f->outcome.reason);
    progress_say(progress, words);
    free(words);
}

bool row_not_started(const struct run *run, char **error)
{
    *error = run_write_failed(run, *error);
    return false;
}

bool row_to_journal(struct run *run, struct progress *progress, const struct plan_row *row,
                    struct finished *f, char **error)
{
    bool stopped = signal_received() && f->outcome.status == STATUS_INTERRUPTED;
    bool repeated = row_is_done(run, row);
    bool good = stopped || journal_append(&run->journal, journal_row(run, row, f), error);
    if (!good) *error = run_write_failed(run, *error);
    good = good && run_in_place(run, error);
    bool failed =
        good && !stopped && status_fails(f->outcome.status, record_is_measured(f->outcome.record));
    if (good && !stopped && !repeated)
        progress_count(progress, (int)(row - run->plan->rows), f->marks ? 0 : f->elapsed_s, failed);
    if (good) tell_valueless(run, progress, row, &f->outcome);
    if (good && !run->options->quiet) tell_beginning(progress, row, f);
    if (failed)
        progress_failure(progress, plan_row_cell(run->plan, row)->string,
                         status_names[f->outcome.status], f->outcome.reason);
    outcome_free(&f->outcome);
    json_decref(f->marks);
    f->marks = NULL;
    return good && !stopped && !(failed && run->options->fail_fast);
}
