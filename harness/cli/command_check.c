/* SPDX-License-Identifier: MIT
 * Implements `attnlab check`, which compares every kernel with its formula over a matrix of
 * compositions. --gradients compares backward passes with finite differences, over a smaller
 * matrix. Both comparisons are run with --random, or if a filter names a choice. */
#include "base/topology.h"
#include "harness/cli/commands.h"
#include "harness/plan/axes/axes.h"
#include "harness/run/check/check_cells.h"

#include <stdlib.h>
#include <string.h>

enum { MATRIX_RANDOM = 500 };

struct request {
    struct texts filters;
    const char *cell;
    double timeout_s;
    int limit, jobs, random, seed;
    bool gradients, quiet, list;
};

/* ---- filters ---- */

/* Parses a filter "axis=value" and converts the value to its canonical form. Returns false and sets
 * *error if the filter is invalid. */
static bool read_filter(const char *filter, const struct axes *axes, struct cell_filter *f,
                        char **error)
{
    char *name = xstrdup(filter), *value = strchr(name, '='), *why = NULL;
    struct text fault = {0};
    if (value) *value++ = '\0';
    f->axis = value && *value != '=' ? axes_find(axes, name) : -1;
    if (f->axis >= 0) f->value = axis_canonical(&axes->list[f->axis], NULL, value, &why);
    if (f->axis >= 0 && !f->value) {
        text_add(&fault, "%s", why);
    } else if (!value || strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") < strlen(name)) {
        text_add(&fault,
                 "expected axis=value (only `attnlab plan` and `attnlab run` accept formulas)");
    } else if (!f->value) {
        text_add(&fault, "there is no axis '%s'", name);
        axes_add_nearest(axes, name, &fault);
    }
    *error = f->value ? NULL : xformat("--filter %s: %s", filter, fault.data);
    text_free(&fault);
    free(why);
    free(name);
    return !*error;
}

/* ---- random cells ---- */

/* Returns the number of random cells that must still be drawn. Refused and skipped cells are
 * replaced with new ones. */
static int missing_draws(const struct request *r, const struct check_counts *t)
{
    return r->random > t->passed + t->failed ? r->random - t->passed - t->failed : 0;
}

/* Replaces the cells with up to `count` new random cells that pass the filters. Returns false and
 * sets *error if almost no random cell passes. */
static bool draw_cells(const struct request *r, struct matrix *m, int count, char **error)
{
    enum { DRAWS_PER_CHECK = 1000 };
    do {
        if (m->drawn >= (long)r->random * DRAWS_PER_CHECK) {
            *error = xformat("--random %d: too few of %ld random cells pass the filters and can be "
                             "checked; use wider filters",
                             r->random, m->drawn);
            return false;
        }
        matrix_draw(m, (uint64_t)r->seed, count);
    } while (!m->count);
    return true;
}

/* ---- running ---- */

static bool wants_one_thread(const struct axes *axes, const char *cell)
{
    struct resolved values;
    char *error = NULL;
    require(axes_read_cell(axes, cell, &values, &error));
    const char *threads = axes_value(axes, values.values, "threads");
    bool one = !threads || atoi(threads) == 1;
    resolved_free(&values);
    return one;
}

/* Moves cells that use several threads to the end of the list. Returns the number of cells that use
 * one thread. */
static int split_by_threads(struct matrix *m)
{
    char **wide = xarray((size_t)m->count, sizeof *wide);
    int narrow = 0, others = 0;
    for (int i = 0; i < m->count; i++) {
        if (wants_one_thread(m->axes, m->cells[i]))
            m->cells[narrow++] = m->cells[i];
        else
            wide[others++] = m->cells[i];
    }
    if (others) memcpy(m->cells + narrow, wide, (size_t)others * sizeof *wide);
    free(wide);
    return narrow;
}

/* Assigns one core to each job. Returns NULL if there are too few cores; all jobs then share all
 * cores. */
static struct placement *place_jobs(const struct topology *topology, int jobs)
{
    struct placement *list = xarray((size_t)jobs, sizeof *list);
    struct topology_facts facts;
    topology_facts(topology, &facts);
    bool good = facts.this_system;
    for (int j = 0; good && j < jobs; j++) {
        char *error = NULL;
        struct placement_request request = {.threads = 1, .slot = j, .slots = jobs};
        good = topology_pick(topology, &request, &list[j], &error);
        free(error);
    }
    if (good) return list;
    for (int j = 0; j < jobs; j++) placement_free(&list[j]);
    free(list);
    return NULL;
}

static bool run_cells(const struct check_pool *all, struct matrix *m, char **error)
{
    struct check_pool pool = *all;
    int narrow = split_by_threads(m);
    pool.cells = m->cells, pool.count = narrow;
    bool good = check_pool_run(&pool, error);
    pool.cells = m->cells + narrow, pool.count = m->count - narrow;
    pool.jobs = 1, pool.placement = NULL;
    return good && check_pool_run(&pool, error);
}

static bool run_matrix(const struct request *r, struct matrix *m, const char *worker,
                       struct check_counts *counts, char **error)
{
    struct topology *topology = topology_load(error);
    if (!topology) return false;
    struct placement *places = place_jobs(topology, r->jobs);
    struct check_pool pool = {.worker = worker,
                              .command = "check",
                              .axes = m->axes,
                              .jobs = r->jobs,
                              .placement = places,
                              .report = counts_add,
                              .limit_s = r->timeout_s,
                              .context = counts};
    bool good = counts_check_choices(counts, m, pool, error);
    pool.show_stderr = r->cell;
    good = good && run_cells(&pool, m, error);
    while (good && !signal_received() && missing_draws(r, counts) > 0)
        good = draw_cells(r, m, missing_draws(r, counts), error) && run_cells(&pool, m, error);
    for (int j = 0; places && j < r->jobs; j++) placement_free(&places[j]);
    free(places);
    topology_free(topology);
    return good;
}

static bool choose_cell(const struct request *r, struct matrix *m, char **error)
{
    struct resolved values;
    char *cell = axes_canonical_cell(m->axes, r->cell, error);
    if (!cell) return false;
    m->cells = xarray(1, sizeof *m->cells);
    m->cells[m->count++] = cell;
    require(axes_read_cell(m->axes, cell, &values, error));
    *error = layer_fault(m->axes, values.values);
    resolved_free(&values);
    return !*error;
}

static bool choose_cells(const struct request *r, struct matrix *m, char **error)
{
    if (r->cell) return choose_cell(r, m, error);
    if (r->random) return draw_cells(r, m, r->random, error);
    matrix_fill(m, (uint64_t)r->seed, MATRIX_RANDOM);
    if (r->limit) matrix_thin(m, r->limit);
    if (m->count) return true;
    *error = xformat("--filter %s: no cell of the matrix matches all filters",
                     r->filters.list[r->filters.count - 1]);
    return false;
}

static int check_all(const struct request *r, struct matrix *m, const char *worker, char **error)
{
    struct check_counts counts;
    counts_begin(&counts, m->axes, r->random ? r->random : m->count, r->quiet,
                 !r->filters.count && !r->limit && !r->random);
    signals_catch();
    bool good = run_matrix(r, m, worker, &counts, error);
    counts_finish(&counts);
    int code = !good || counts.failed || counts.choices_failed || !counts.passed;
    counts_free(&counts);
    return signal_received() ? 128 + signal_received() : code;
}

static char *request_fault(const struct request *r)
{
    if (r->cell && r->filters.count) return xstrdup("--cell and --filter cannot be combined");
    if (r->random && (r->cell || r->limit))
        return xformat("--random and %s cannot be combined", r->cell ? "--cell" : "--limit");
    return NULL;
}

static int check(const struct request *r)
{
    struct axes axes = {0};
    struct matrix matrix = {0};
    struct cell_filter *filters = xarray((size_t)r->filters.count + 1, sizeof *filters);
    char *error = request_fault(r), *worker = NULL;
    int code = EXIT_USAGE;
    bool good = !error && command_axes(&check_command, &axes, &worker);
    for (int i = 0; good && i < r->filters.count; i++)
        good = read_filter(r->filters.list[i], &axes, &filters[i], &error);
    if (good) matrix_begin(&matrix, &axes, r->gradients, filters, r->filters.count);
    if (good && choose_cells(r, &matrix, &error)) {
        for (int i = 0; r->list && i < matrix.count; i++) puts(matrix.cells[i]);
        code = r->list ? 0 : check_all(r, &matrix, worker, &error);
    }
    if (error) command_fails(&check_command, code, error);
    for (int i = 0; i < r->filters.count; i++) free(filters[i].value);
    free(filters);
    matrix_free(&matrix);
    axes_free(&axes);
    free(worker);
    return code;
}

static int run(int argc, char **argv)
{
    struct request r = {.jobs = 2, .seed = 1, .timeout_s = 60};
    const struct argument arguments[] = {
        {"filter", 0, ARGUMENT_TEXTS, &r.filters, "AXIS=VALUE",
         "check only cells with this value. May be repeated"},
        {"limit", 0, ARGUMENT_COUNT, &r.limit, "N",
         "check at most N cells, spread evenly over the matrix [default: all]"},
        {"jobs", 'j', ARGUMENT_COUNT, &r.jobs, "N", "number of parallel workers"},
        {"random", 0, ARGUMENT_COUNT, &r.random, "N",
         "check both passes of N random compositions and shapes, instead of the matrix"},
        {"seed", 0, ARGUMENT_COUNT, &r.seed, "N", "random seed for the compositions"},
        {"timeout", 0, ARGUMENT_SECONDS, &r.timeout_s, "TIME",
         "stop a cell after this much CPU time"},
        {"gradients", 0, ARGUMENT_FLAG, &r.gradients, NULL,
         "also compare the gradients of a smaller matrix with finite differences [default: only if "
         "a filter names a choice]"},
        {"cell", 0, ARGUMENT_TEXT, &r.cell, "CELL",
         "check only this cell, and show the stderr output of the kernels"},
        {"list", 'n', ARGUMENT_FLAG, &r.list, NULL, "print the cells without checking them"},
        {"quiet", 'q', ARGUMENT_FLAG, &r.quiet, NULL, "print only failures and the summary"},
        {0}};
    int code = read_arguments(&check_command, arguments, argc, argv);
    if (code < 0) code = check(&r);
    free(r.filters.list);
    return code;
}

const struct command check_command = {
    .name = "check",
    .purpose = "check every kernel against its formula",
    .usage = "[options]",
    .about = "Checks every kernel against its formula in double precision, over a matrix of "
             "compositions and shapes.",
    .exits = "Exit status: 0 if all checks passed, 1 if a check failed or nothing was checked, 2 "
             "after a usage error, 128+n after signal n.",
    .example = "--filter score=neural",
    .run = run};
