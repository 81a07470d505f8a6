/* SPDX-License-Identifier: MIT
 * Fills the trials of a run from the rows of its tables. */
#include "harness/analysis/trials.h"
#include "base/mem.h"
#include "harness/run/outcome.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const measured_names[MEASURED] = {
    [TIME_NS_MEDIAN] = "time_ns_median", [WORKING_BYTES] = "working_bytes",
    [PEAK_RSS_BYTES] = "peak_rss_bytes", [PARAMETERS] = "parameters",
    [FLOP_PER_TOKEN] = "flop_per_token", [TOKENS] = "tokens",
    [TOKENS_PER_S] = "tokens_per_s",     [MEASURED_NS] = "measured_ns",
    [RUN_DELAY_NS] = "run_delay_ns",     [STEAL_TICKS] = "steal_ticks",
    [SIBLING_TICKS] = "sibling_ticks",
};

/* ---- trials of rows ---- */

static json_t *index_trials(const struct run_data *run)
{
    json_t *index = json_object();
    for (int i = 0; i < run->trial_count; i++) {
        const struct spec *s = &run->plan.specs[run->trials[i].cell->spec];
        char *name = xformat("%s\n%s", s->name, run->plan.rows[i].key);
        json_object_set_new(index, name, json_integer(i));
        free(name);
    }
    return index;
}

/* Returns an array with the trial index of each table row, and -1 for unplanned rows. The caller
 * frees the array. */
static int *trials_of_rows(const json_t *index, const struct table *t)
{
    int question = table_column(t, "ablation"), key = table_column(t, "key");
    int *trials = xarray((size_t)t->rows, sizeof *trials);
    for (int row = 0; row < t->rows; row++) {
        char *name = xformat("%s\n%s", table_at(t, row, question), table_at(t, row, key));
        const json_t *found = json_object_get(index, name);
        trials[row] = found ? (int)json_integer_value(found) : -1;
        free(name);
    }
    return trials;
}

/* ---- measured values ---- */

/* A table whose rows are copied into items of `size` bytes. place[row]: index of the row's item; -1
 * if the row has no item. */
struct filling {
    const struct table *table;
    const int *place;
    void *items;
    size_t size;
};

static void fill(const struct filling *f, const char *name, size_t field)
{
    int column = table_column(f->table, name);
    for (int row = 0; row < f->table->rows; row++) {
        if (f->place[row] < 0) continue;
        char *item = (char *)f->items + (size_t)f->place[row] * f->size;
        *(double *)(item + field) = table_number_at(f->table, row, column);
    }
}

static void fill_metrics(const struct filling *f, enum split split, size_t field)
{
    for (size_t m = 0; metrics[m].name; m++) {
        require(m < MOST_METRICS);
        char *name = xformat("%s_%s", split_names[split], metrics[m].name);
        fill(f, name, field + m * sizeof(double));
        free(name);
    }
}

/* Returns an upper bound of the share of a timed row's time that other programs took. If one of
 * several threads waits, all threads may wait. */
static double lost_share(const struct trial *t)
{
    double ns = 0;
    for (int i = 0; i < DISTURBANCES; i++) {
        double units = t->measured[RUN_DELAY_NS + i];
        if (units > 0) ns += units * disturbances[i].unit_ns;
    }
    return ns / t->measured[MEASURED_NS];
}

/* Returns the state of a trial. A disturbed trial is used only if the upper bound of the lost time
 * is shorter than the trial. A trial with status `ok` but without the compared metric or time
 * counts as failed. */
static enum trial_state state_of(const struct run_data *run, const struct trial *t)
{
    const struct spec *spec = &run->plan.specs[t->cell->spec];
    const struct metric *metric = run->compared[t->cell->spec];
    bool trains = spec_trains(spec);
    if (t->cell->simple_baseline) return t->status == STATUS_OK ? TRIAL_OK : TRIAL_FAILED;
    bool known = t->lost_share > DISTURBED_SHARE && t->lost_share < 1;
    if (t->status == STATUS_UNSTABLE && !known) return TRIAL_UNSTABLE;
    if (t->status == STATUS_OK || t->status == STATUS_UNSTABLE) {
        double value = trains ? t->metric[spec_split(spec)][metric - metrics] : (double)NAN;
        bool good = trains ? isfinite(value) : t->measured[TIME_NS_MEDIAN] > 0;
        return good ? TRIAL_OK : TRIAL_FAILED;
    }
    return !trains                          ? TRIAL_FAILED
           : t->status == STATUS_DIVERGED   ? TRIAL_DIVERGED
           : t->status == STATUS_NOT_NEEDED ? TRIAL_NOT_NEEDED
           : t->status == STATUS_SKIPPED    ? TRIAL_SKIPPED
                                            : TRIAL_FAILED;
}

/* Finds the compared metric of each specification. If the specification names no metric, uses the
 * metric in the rows. */
static bool find_compared(struct run_data *run, char **error)
{
    for (int i = 0; i < run->plan.spec_count; i++) {
        const struct spec *spec = &run->plan.specs[i];
        const char *name = spec->metric ? spec->metric : "";
        if (!spec_trains(spec)) continue;
        for (int t = 0; t < run->trial_count && !*name; t++)
            if (run->trials[t].cell->spec == i) name = trial_text(run, &run->trials[t], "metric");
        run->compared[i] = metric_find(*name ? name : "loss");
        if (run->compared[i]) continue;
        *error = xformat("%s/cells.csv: %s: no metric \"%s\"", run->path, spec->name, name);
        return false;
    }
    return true;
}

static bool find_rows(struct run_data *run, const int *trials, char **error)
{
    static const char *const needed[] = {"ablation", "key", "status"};
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (table_column(&run->rows, needed[i]) < 0) {
            *error =
                xformat("%s/cells.csv: missing column \"%s\" (expected a result of attnlab run)",
                        run->path, needed[i]);
            return false;
        }
    for (int row = 0; row < run->rows.rows; row++) {
        if (trials[row] < 0) {
            *error = xformat("%s/cells.csv: the row %s is not in plan.json", run->path,
                             table_text(&run->rows, row, "key"));
            return false;
        }
        run->trials[trials[row]].row = row;
    }
    return true;
}

/* Returns true if a row ran the slow formula in some slot. The path of such a row starts with
 * "formula", as in "formula: normalizer". */
static bool is_by_formula(const char *path) { return !strncmp(path, "formula", strlen("formula")); }

/* Returns the boot ID of the machine that ran a trial. Without the column `boot`, returns the run
 * folder that trained the row, or "". */
static const char *boot_of(const struct run_data *run, const struct trial *t)
{
    const char *boot = trial_text(run, t, "boot"), *from = trial_text(run, t, "trained_in");
    if (*boot) return boot;
    return strchr(from, '/') ? from : "";
}

/* Returns the ID of a trial's machine: host, core type and boot. `machines` maps names to IDs. */
static int machine_of(const struct run_data *run, const struct trial *t, json_t *machines)
{
    char *name = xformat("%s\n%s\n%s", trial_text(run, t, "host"), trial_text(run, t, "core_type"),
                         boot_of(run, t));
    if (!json_object_get(machines, name))
        json_object_set_new(machines, name, json_integer((json_int_t)json_object_size(machines)));
    int number = (int)json_integer_value(json_object_get(machines, name));
    free(name);
    return number;
}

/* Returns an ID of the content of a trial's data. `met` has one object per data setting, which maps
 * content hashes to IDs. */
static int data_of(const struct run_data *run, const struct trial *t, json_t *met)
{
    static const char *const settings[] = {"data", "train_records", "valid_limit", "tokenizer"};
    const char *hash = trial_text(run, t, "corpus_hash");
    if (!*hash || !spec_trains(&run->plan.specs[t->cell->spec])) return -1;
    struct text name = {0};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        text_add(&name, "%s\n", trial_text(run, t, settings[i]));
    json_t *hashes = json_object_get(met, name.data);
    if (!hashes) json_object_set_new(met, name.data, hashes = json_object());
    if (!json_object_get(hashes, hash))
        json_object_set_new(hashes, hash, json_integer((json_int_t)json_object_size(hashes)));
    text_free(&name);
    return (int)json_integer_value(json_object_get(hashes, hash));
}

static bool read_cells(struct run_data *run, const json_t *index, char **error)
{
    int *trials = trials_of_rows(index, &run->rows);
    json_t *machines = json_object(), *read = json_object();
    const struct filling f = {&run->rows, trials, run->trials, sizeof *run->trials};
    bool good = find_rows(run, trials, error) && find_compared(run, error);
    for (size_t i = 0; good && i < MEASURED; i++)
        fill(&f, measured_names[i], offsetof(struct trial, measured) + i * sizeof(double));
    for_each_scored_split(s) if (good)
        fill_metrics(&f, s, offsetof(struct trial, metric) + s * sizeof run->trials->metric[s]);
    for (int i = 0; good && i < run->trial_count; i++) {
        struct trial *t = &run->trials[i];
        if (t->row < 0) continue;
        t->status = status_find(trial_text(run, t, "status"));
        t->lost_share = t->status == STATUS_UNSTABLE ? lost_share(t) : 0;
        t->state = state_of(run, t);
        t->machine = machine_of(run, t, machines);
        t->data = data_of(run, t, read);
        t->by_formula = is_by_formula(trial_text(run, t, "path"));
    }
    json_decref(machines);
    json_decref(read);
    free(trials);
    return good;
}

/* ---- learning curves ---- */

/* Reads learning curves. The points of one trial are contiguous, in the order of the file. */
static void read_curves(struct run_data *run, const json_t *index, const struct table *t)
{
    static const char *const names[] = {"step", "tokens", "flop", "seconds", "train_loss"};
    /* for each row, first the index of its trial, later the index of its point */
    int *place = trials_of_rows(index, t);
    int *next = xarray((size_t)run->trial_count + 1, sizeof *next);
    for (int row = 0; row < t->rows; row++)
        if (place[row] >= 0) run->trials[place[row]].point_count++;
    for (int i = 0; i < run->trial_count; i++) next[i + 1] = next[i] + run->trials[i].point_count;
    run->point_count = next[run->trial_count];
    run->points = xarray((size_t)run->point_count, sizeof *run->points);
    for (int i = 0; i < run->trial_count; i++) run->trials[i].points = run->points + next[i];
    for (int row = 0; row < t->rows; row++)
        if (place[row] >= 0) place[row] = next[place[row]]++;
    const struct filling f = {t, place, run->points, sizeof *run->points};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        fill(&f, names[i], offsetof(struct point, step) + i * sizeof(double));
    fill_metrics(&f, SPLIT_VALID, offsetof(struct point, valid));
    free(next);
    free(place);
}

/* ---- FLOPs of timed layers ---- */

static void add_flops(struct run_data *run)
{
    int flop = table_column(&run->phases, "flop"),
        again = table_column(&run->phases, "recomputed_flop");
    for (int row = 0; row < run->phases.rows; row++) {
        if (run->phase_trial[row] < 0) continue;
        double own = table_number_at(&run->phases, row, flop),
               more = table_number_at(&run->phases, row, again);
        double *sum = &run->trials[run->phase_trial[row]].flops;
        if (isnan(own)) continue;
        *sum = (isnan(*sum) ? 0 : *sum) + own + (isnan(more) ? 0 : more);
    }
}

/* ---- all tables ---- */

bool bind_rows(struct run_data *run, const struct table *curves, char **error)
{
    json_t *index = index_trials(run);
    bool good = read_cells(run, index, error);
    if (good) read_curves(run, index, curves);
    if (good) {
        run->phase_trial = trials_of_rows(index, &run->phases);
        add_flops(run);
    }
    json_decref(index);
    return good;
}
