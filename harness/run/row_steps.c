/* SPDX-License-Identifier: MIT
 * What is known of a row before it runs, what it asks for, and putting it into the journal. */
#include "base/mem.h"
#include "base/metric_names.h"
#include "harness/plan/axes/kinds.h"
#include "harness/run/row_steps.h"
#include "harness/run/machine.h"
#include "harness/run/way_on.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* ==== A training that ended without the metric by which its question is judged: told at the
 * first one, not on the page after days. The plan refuses what no task measures
 * (plan/checks.c); what a data set's own metric is, and which of them its texts
 * are scored by, only a training shows. ==== */

/* "loss, perplexity": what there is of a split; to be freed. */
static char *names_of(const json_t *split)
{
    struct text names = {0};
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)split, name, value)
    {
        if (json_is_number(value) && metric_find(name))
            text_add(&names, "%s%s", names.length ? ", " : "", name);
    }
    return names.length ? names.data : xstrdup("none");
}

static char *words_of(const struct spec *spec, const char *metric, const json_t *split)
{
    char *names = names_of(split);
    char *words = xformat(
        "note: %s: the first training that ended has no %s, the metric of this question, but %s. "
        "Nothing will be said of the others either: end the run, and name one of these as "
        "`metric`, or let it be measured",
        spec->name, metric, names);
    free(names);
    return words;
}

void tell_valueless(struct run *run, const struct progress *progress, const struct plan_row *row,
                    const struct outcome *o)
{
    const struct spec *spec = plan_row_spec(run->plan, row);
    const int place = (int)(spec - run->plan->specs);
    const json_t *quality = json_object_get(o->record, "quality");
    bool trained = row_is_quality(run, row) && !plan_row_cell(run->plan, row)->simple_baseline;
    if (o->status != STATUS_OK || !quality || !trained) return;
    if (!run->judged_seen) run->judged_seen = xarray((size_t)run->plan->spec_count, sizeof(bool));
    if (run->judged_seen[place]) return;
    run->judged_seen[place] = true;
    const char *own = json_string_value(json_object_get(quality, "metric"));
    const char *metric = spec->metric ? spec->metric : own;
    const json_t *split = json_object_get(quality, spec->split ? spec->split : "valid");
    if (!metric || json_is_number(json_object_get(split, metric))) return;
    char *words = words_of(spec, metric, split);
    progress_say(progress, words);
    free(words);
}

/* ==== The path of the journal against the file that is open. ==== */

/* Where the open journal is now, without its own name; NULL: the system does not tell. To be freed.
 */
static char *folder_now(const struct journal *j)
{
    char *link = xformat("/proc/self/fd/%d", j->fd), path[PATH_MAX];
    ssize_t length = readlink(link, path, sizeof path - 1);
    free(link);
    if (length <= 0) return NULL;
    path[length] = '\0';
    char *name = strrchr(path, '/');
    if (!name || strcmp(name + 1, JOURNAL_NAME) != 0) return NULL;
    return xformat("%.*s", (int)(name - path), path);
}

static char *moved(const struct run *run)
{
    char *folder = folder_now(&run->journal);
    if (!folder)
        return xformat("%s is not the file that this run writes to any more: %s was moved. The %d "
                       "finished rows are in its journal, wherever that is now",
                       run->journal.path, run->directory, run->journal.count);
    char *command = way_on_command(folder);
    char *said = xformat("%s was moved to %s while this run wrote to it. The %d finished rows are "
                         "in %s/" JOURNAL_NAME "; leave it there, and resume with\n  %s",
                         run->directory, folder, run->journal.count, folder, command);
    free(command);
    free(folder);
    return said;
}

bool run_in_place(const struct run *run, char **error)
{
    struct stat open, found;
    const struct journal *j = &run->journal;
    if (fstat(j->fd, &open)) return true; /* nothing to compare with */
    if (stat(j->path, &found) == 0 && found.st_dev == open.st_dev && found.st_ino == open.st_ino)
        return true;
    *error = open.st_nlink ? moved(run)
                           : xformat("%s was deleted while this run wrote to it, and with it the "
                                     "%d rows that were finished. They are lost: start the run "
                                     "again, in a folder that stays",
                                     j->path, j->count);
    return false;
}

char *run_write_failed(const struct run *run, char *error)
{
    char *gone = NULL;
    if (run_in_place(run, &gone)) return way_on_after(error, run->directory);
    free(error);
    return gone;
}
