/* SPDX-License-Identifier: MIT
 * Reads the simple baselines of a run from its cells.csv or from RUN/simple_baselines. Rows are
 * found by their axis columns, not by the plan, because a different version of the program may have
 * written RUN/simple_baselines. */
#include "harness/analysis/analysis.h"
#include "base/mem.h"
#include "harness/plan/axes/axes.h"
#include "harness/run/manifest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FLOOR_COLUMN "floor"

/* ---- rows ---- */

static void read_metrics(struct counted *c, const struct table *t, int row)
{
    for_each_scored_split(s) for (size_t m = 0; metrics[m].name; m++)
    {
        char *name = xformat("%s_%s", split_names[s], metrics[m].name);
        c->metric[s][m] = table_number_at(t, row, table_column(t, name));
        free(name);
    }
}

static struct counted counted_of(const struct run_data *run, const struct table *t, int row)
{
    struct counted c = {.name = table_text(t, row, SIMPLE_BASELINE_AXIS),
                        .how = table_text(t, row, COUNTED_AXIS),
                        .reason = table_text(t, row, "reason"),
                        .floor = !strcmp(table_text(t, row, FLOOR_COLUMN), "true"),
                        .values = xarray((size_t)run->axes.count, sizeof *c.values)};
    for (int a = 0; a < run->axes.count; a++)
        c.values[a] = table_text(t, row, run->axes.list[a].name);
    read_metrics(&c, t, row);
    return c;
}

static void add_rows(struct run_data *run, const struct table *t)
{
    for (int row = 0; row < t->rows; row++) {
        if (!kind_has(table_text(t, row, "kind"), KIND_SIMPLE_BASELINE)) continue;
        size_t count = (size_t)run->counted_count + 1;
        run->counted = xgrow(run->counted, count, sizeof *run->counted);
        run->counted[run->counted_count++] = counted_of(run, t, row);
    }
}

/* ---- simple baselines of a training run ---- */

/* Returns true if a simple baseline has the same data as a trial. Axes that simple baselines lack
 * are ignored. */
static bool has_data_of(const struct run_data *run, const struct counted *c, const struct trial *t)
{
    for (int a = 0; a < run->axes.count; a++)
        if (*c->values[a] && simple_baseline_axis_is_data(run->axes.list[a].name) &&
            strcmp(c->values[a], trial_value(run, t, a)))
            return false;
    return true;
}

const struct counted *next_simple_baseline(const struct run_data *run, const struct trial *t,
                                           const char *how, const struct counted *last)
{
    const struct counted *c = last ? last + 1 : run->counted;
    for (; c < run->counted + run->counted_count; c++)
        if (!strcmp(c->how, how) && has_data_of(run, c, t)) return c;
    return NULL;
}

/* ---- training runs that learned nothing ---- */

/* Returns true if a training run beats a simple baseline in its loss or in the question's metric.
 * An overconfident model may be right more often and still have a higher loss. Also returns true if
 * the two have no common metric. */
static bool is_better(const struct run_data *run, const struct trial *t, const struct counted *c)
{
    const struct metric *const by[] = {metric_find("loss"), run->compared[t->cell->spec]};
    bool better = false, known = false;
    for (int i = 0; i < 2; i++) {
        long m = by[i] - metrics;
        double gain = gain_of(by[i], t->metric[SPLIT_VALID][m], c->metric[SPLIT_VALID][m]);
        known |= isfinite(gain);
        better |= gain > 0;
    }
    return better || !known;
}

/* Explains why a training run learned nothing, with its loss or, if there is no loss, the
 * question's metric. The caller frees the text. */
static char *untrained_figure(const struct run_data *run, const struct trial *t,
                              const struct counted *c)
{
    const struct metric *by = run->compared[t->cell->spec];
    long loss = metric_find("loss") - metrics, other = by - metrics;
    const double *own = t->metric[SPLIT_VALID], *its = c->metric[SPLIT_VALID];
    if (isfinite(own[loss]) && isfinite(its[loss]))
        return xformat("ended with a loss of %.4g, not below the loss of %s (%.4g)", own[loss],
                       c->name, its[loss]);
    return xformat("ended with %s %.4g, no better than %s (%.4g)", metric_said(by), own[other],
                   c->name, its[other]);
}

static void compare_with_floor(const struct run_data *run, struct trial *t)
{
    const struct counted *c = NULL;
    while ((c = next_simple_baseline(run, t, COUNTED_ON_SEEN, c)))
        if (c->floor && !t->untrained && !is_better(run, t, c))
            t->untrained = untrained_figure(run, t, c);
    if (t->untrained) t->state = TRIAL_DIVERGED;
}

bool bind_simple_baselines(struct run_data *run, char **error)
{
    char *path = xformat("%s/" SIMPLE_BASELINES_NAME "/cells.csv", run->path);
    bool good = !table_is_there(path) || table_read(&run->added_baselines, path, error);
    free(path);
    if (!good) return false;
    add_rows(run, &run->rows);
    add_rows(run, &run->added_baselines);
    for (int i = 0; i < run->trial_count; i++) {
        struct trial *t = &run->trials[i];
        bool trained = spec_trains(&run->plan.specs[t->cell->spec]) && !t->cell->simple_baseline;
        if (trained && t->state == TRIAL_OK) compare_with_floor(run, t);
    }
    return true;
}
