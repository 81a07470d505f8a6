/* SPDX-License-Identifier: MIT
 * Putting each row of a run's tables to the trial it belongs to. */
#include "harness/analysis/trials.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const measured_names[MEASURED] = {
    [TIME_NS_MEDIAN] = "time_ns_median",       [WORKING_BYTES] = "working_bytes",
    [PEAK_RSS_BYTES] = "peak_rss_bytes",       [PARAMETERS] = "parameters",
    [FLOP_PER_TOKEN] = "flop_per_token",       [TOKENS_PER_S] = "tokens_per_s",
    [GRADIENT_NORM_MAX] = "gradient_norm_max",
};

/* ---- which trial a row is of ---- */

/* Trials by question and key; a table's rows of one trial stand together, so the last is kept. */
struct finder {
    json_t *index;
    const struct table *table;
    int ablation, key, row, found;
};

static char *trial_name(const char *question, const char *key)
{
    return xformat("%s\n%s", question, key);
}

static json_t *index_trials(const struct run_data *run)
{
    json_t *index = json_object();
    for (int i = 0; i < run->trial_count; i++) {
        const struct spec *s = &run->plan.specs[run->trials[i].cell->spec];
        char *name = trial_name(s->name, run->plan.rows[i].key);
        json_object_set_new(index, name, json_integer(i));
        free(name);
    }
    return index;
}

static struct finder finder_of(json_t *index, const struct table *t)
{
    return (struct finder){index, t, table_column(t, "ablation"), table_column(t, "key"), -1, -1};
}

/* Index of a trial; -1: no plan asked for it. */
static int find_trial(struct finder *f, int row)
{
    const struct table *t = f->table;
    bool again = f->row >= 0 && !strcmp(table_at(t, f->row, f->key), table_at(t, row, f->key)) &&
                 !strcmp(table_at(t, f->row, f->ablation), table_at(t, row, f->ablation));
    if (!again) {
        char *name = trial_name(table_at(t, row, f->ablation), table_at(t, row, f->key));
        const json_t *found = json_object_get(f->index, name);
        f->found = found ? (int)json_integer_value(found) : -1;
        free(name);
    }
    f->row = row;
    return f->found;
}

/* ---- what was measured ---- */

struct columns {
    int status, measured[MEASURED], metric[SPLITS][MOST_METRICS];
};

static int metric_column(const struct table *t, const char *split, int metric)
{
    require(metric < MOST_METRICS);
    char *name = xformat("%s_%s", split, metrics[metric].name);
    int column = table_column(t, name);
    free(name);
    return column;
}

static struct columns bind_columns(const struct table *t)
{
    struct columns c = {.status = table_column(t, "status")};
    for (int i = 0; i < MEASURED; i++) c.measured[i] = table_column(t, measured_names[i]);
    for (int s = 0; s < SPLITS; s++)
        for (int m = 0; metrics[m].name; m++)
            c.metric[s][m] = metric_column(t, trial_split_names[s], m);
    return c;
}

static bool says(const char *status, const char *a, const char *b)
{
    return !strcmp(status, a) || (b && !strcmp(status, b));
}

/* Of a training that nobody can compare, or a layer without a time, `ok` is a failure. */
static enum trial_state state_of(const struct run_data *run, const struct trial *t,
                                 const char *status)
{
    int question = t->cell->spec;
    const struct spec *spec = &run->plan.specs[question];
    const struct metric *metric = run->compared[question];
    if (says(status, "ok", "unstable")) {
        double value = t->measured[TIME_NS_MEDIAN];
        if (!spec_trains(spec)) return value > 0 ? TRIAL_OK : TRIAL_FAILED;
        value = t->metric[spec_split(spec)][metric - metrics];
        return isfinite(value) ? TRIAL_OK : TRIAL_FAILED;
    }
    if (spec_trains(spec) && says(status, "diverged", NULL)) return TRIAL_DIVERGED;
    return spec_trains(spec) && says(status, "skipped", NULL) ? TRIAL_NOT_NEEDED : TRIAL_FAILED;
}

static void read_row(struct run_data *run, struct trial *t, const struct columns *c)
{
    const struct table *rows = &run->rows;
    for (int i = 0; i < MEASURED; i++)
        t->measured[i] = table_number_at(rows, t->row, c->measured[i]);
    for (int s = 0; s < SPLITS; s++)
        for (int m = 0; metrics[m].name; m++)
            t->metric[s][m] = table_number_at(rows, t->row, c->metric[s][m]);
    const char *status = table_at(rows, t->row, c->status);
    t->state = state_of(run, t, status);
    t->unstable = says(status, "unstable", NULL);
}

/* The metric that a specification names, or else that of its data set, which rows tell. */
static bool find_compared(struct run_data *run, char **error)
{
    for (int i = 0; i < run->plan.spec_count; i++) {
        const struct spec *spec = &run->plan.specs[i];
        const char *name = spec->metric ? spec->metric : "";
        for (int t = 0; t < run->trial_count && !*name; t++)
            if (run->trials[t].cell->spec == i) name = trial_text(run, &run->trials[t], "metric");
        if (!spec_trains(spec)) continue;
        run->compared[i] = metric_find(*name ? name : "loss");
        if (!run->compared[i])
            *error = xformat("%s/cells.csv: %s: no metric \"%s\"", run->path, spec->name, name);
        if (*error) return false;
    }
    return true;
}

static bool read_cells(struct run_data *run, json_t *index, char **error)
{
    static const char *const needed[] = {"ablation", "key", "status", NULL};
    for (int i = 0; needed[i]; i++)
        if (table_column(&run->rows, needed[i]) < 0) {
            *error = xformat("%s/cells.csv: no column \"%s\"; is this a result of attnlab run?",
                             run->path, needed[i]);
            return false;
        }
    struct finder f = finder_of(index, &run->rows);
    struct columns columns = bind_columns(&run->rows);
    for (int row = 0; row < run->rows.rows; row++) {
        int trial = find_trial(&f, row);
        if (trial < 0) {
            *error = xformat("%s/cells.csv: plan.yaml does not ask for the row %s", run->path,
                             table_at(&run->rows, row, f.key));
            return false;
        }
        run->trials[trial].row = row;
    }
    if (!find_compared(run, error)) return false;
    for (int i = 0; i < run->trial_count; i++)
        if (run->trials[i].row >= 0) read_row(run, &run->trials[i], &columns);
    return true;
}

/* ---- learning curves and phases ---- */

static void read_point(struct point *p, const struct table *t, int row, const int *columns,
                       const int *valid)
{
    double *const to[] = {&p->step, &p->tokens, &p->flop, &p->seconds, &p->train_loss};
    for (size_t i = 0; i < sizeof to / sizeof *to; i++)
        *to[i] = table_number_at(t, row, columns[i]);
    for (int m = 0; metrics[m].name; m++) p->valid[m] = table_number_at(t, row, valid[m]);
}

/* The points of a trial stand together, in the order of the file. */
static void read_curves(struct run_data *run, json_t *index, const struct table *t)
{
    static const char *const names[] = {"step", "tokens", "flop", "seconds", "train_loss"};
    int columns[sizeof names / sizeof *names], valid[MOST_METRICS];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        columns[i] = table_column(t, names[i]);
    for (int m = 0; metrics[m].name; m++)
        valid[m] = metric_column(t, trial_split_names[SPLIT_VALID], m);
    struct finder f = finder_of(index, t);
    int *of = xarray((size_t)t->rows, sizeof *of);
    int *next = xarray((size_t)run->trial_count + 1, sizeof *next);
    for (int row = 0; row < t->rows; row++)
        if ((of[row] = find_trial(&f, row)) >= 0) run->trials[of[row]].point_count++;
    for (int i = 0; i < run->trial_count; i++) next[i + 1] = next[i] + run->trials[i].point_count;
    run->point_count = next[run->trial_count];
    run->points = xarray((size_t)run->point_count, sizeof *run->points);
    for (int i = 0; i < run->trial_count; i++) run->trials[i].points = run->points + next[i];
    for (int row = 0; row < t->rows; row++)
        if (of[row] >= 0) read_point(&run->points[next[of[row]]++], t, row, columns, valid);
    free(next);
    free(of);
}

static void read_phases(struct run_data *run, json_t *index)
{
    struct finder f = finder_of(index, &run->phases);
    run->phase_trial = xarray((size_t)run->phases.rows, sizeof *run->phase_trial);
    for (int row = 0; row < run->phases.rows; row++) run->phase_trial[row] = find_trial(&f, row);
}

/* ---- all tables ---- */

bool bind_rows(struct run_data *run, const struct table *curves, char **error)
{
    json_t *index = index_trials(run);
    bool good = read_cells(run, index, error);
    if (good) read_curves(run, index, curves);
    if (good) read_phases(run, index);
    json_decref(index);
    return good;
}
