/* SPDX-License-Identifier: MIT
 * attnlab check: every kernel against its formula, over a matrix of compositions;
 * with --gradients, every backward pass against differences of the forward pass;
 * with --random, both at random compositions and shapes. */
#include "harness/cli/commands.h"
#include "base/paths.h"
#include "base/topology.h"
#include "harness/plan/axes/kinds.h"
#include "harness/run/check/check_matrix.h"
#include "harness/cli/options.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { JOBS_DEFAULT = 2, MATRIX_RANDOM = 500, LIMIT_S_DEFAULT = 60, FILTERS_MOST = 16 };

struct request {
    const char *filters[FILTERS_MOST];
    int filter_count;
    const char *cell, *worker;
    double timeout_s;
    int limit, jobs, random, seed;
    bool gradients, quiet, list, help;
};

/* ---- command line ---- */

static int take_filter(struct request *r, const char *text)
{
    size_t name = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_");
    bool pair = name && text[name] == '=' && text[name + 1] != '=';
    if (pair && r->filter_count < FILTERS_MOST) return r->filters[r->filter_count++] = text, 1;
    fprintf(stderr,
            "attnlab check: --filter: found '%s', expected axis=value, %d filters at most "
            "(formulas are for plan and run)\n",
            text ? text : "nothing", FILTERS_MOST);
    return -1;
}

/* -1: sound. A filter that does nothing would be taken for one that was met. */
static int check_request(const struct request *r)
{
    if (r->cell && r->filter_count)
        fprintf(stderr,
                "attnlab check: --filter %s: found --cell beside it, which is one cell whatever a "
                "filter says; expected one of the two\n",
                r->filters[0]);
    else if (r->random && (r->cell || r->limit))
        fprintf(stderr, "attnlab check: --random and %s cannot be combined\n",
                r->cell ? "--cell" : "--limit");
    else
        return -1;
    return 2;
}

/* -1: go on; else the exit code. */
static int read_request(struct request *r, int argc, char **argv)
{
    const char *filter = NULL;
    const struct option_entry options[] = {
        {"filter", 0, OPTION_TEXT, &filter, "K=V", "only cells with this value; may be repeated"},
        {"limit", 0, OPTION_COUNT, &r->limit, "N", "at most N cells, evenly spread"},
        {"jobs", 'j', OPTION_COUNT, &r->jobs, "N", "workers at once; default 2"},
        {"random", 0, OPTION_COUNT, &r->random, "N",
         "N random compositions and shapes in place of the matrix, forward and backward, at and "
         "around the edges of the engine's blocks"},
        {"seed", 0, OPTION_COUNT, &r->seed, "N", "of random compositions; default 1"},
        {"worker", 0, OPTION_TEXT, &r->worker, "PATH", "another attnlab-worker"},
        {"timeout", 0, OPTION_SECONDS, &r->timeout_s, "S",
         "end a cell after S seconds of CPU time; default 60"},
        {"gradients", 0, OPTION_FLAG, &r->gradients, NULL,
         "backward passes too, against differences, in a smaller matrix"},
        {"cell", 0, OPTION_TEXT, &r->cell, "STRING", "this one cell"},
        {"list", 'n', OPTION_FLAG, &r->list, NULL, "print the cells and check nothing"},
        {"quiet", 'q', OPTION_FLAG, &r->quiet, NULL, "failures and the summary only"},
        {"help", 'h', OPTION_FLAG, &r->help, NULL, "this text"},
        {0}};
    for (int i = 0; i < argc; i++, filter = NULL) {
        int taken = options_take(options, argc, argv, &i);
        if (taken > 0 && filter) taken = take_filter(r, filter);
        if (taken < 0) return 2;
        if (!taken) return options_unknown("check", argv[i]);
    }
    if (!r->help) return check_request(r);
    printf("usage: attnlab check [options]\nChecks every kernel against its formula.\n");
    options_help(options);
    printf("Exit: 0 all passed, 1 something failed or nothing was checked, 2 usage, 128+n ended by "
           "signal "
           "n.\n");
    return 0;
}

/* ---- filters ---- */

/* Keeps the cells that have it; the value is written as cells write it, 2 for 2.0. False with
 * *error where there is no such axis, or no such value of it. */
static bool apply_filter(const char *filter, struct matrix *m, char **error)
{
    char *name = xstrdup(filter), *value = strchr(name, '='), *why = NULL, *canonical = NULL;
    struct text message = {0};
    *value++ = '\0';
    int axis = axes_find(m->axes, name);
    text_add(&message, "--filter %s: ", filter);
    if (axis >= 0) canonical = axis_canonical(&m->axes->list[axis], NULL, value, &why);
    if (canonical) matrix_filter(m, name, canonical);
    if (axis < 0) {
        text_add(&message, "there is no axis '%s'", name);
        axes_add_nearest(m->axes, name, &message);
    } else if (!canonical) {
        text_add(&message, "%s", why);
    }
    *error = canonical ? NULL : xstrdup(message.data);
    text_free(&message);
    free(canonical);
    free(why);
    free(name);
    return !*error;
}

/* ---- random cells ---- */

/* Draws that passed or failed; refused and empty ones are no checks. 0: no more are wanted. */
static int missing_draws(const struct request *r, const struct check_counts *t)
{
    return r->random > t->passed + t->failed ? r->random - t->passed - t->failed : 0;
}

/* Replaces the cells by at most `count` new draws that the filters let pass. False with *error
 * where hardly any does, or can be checked. */
static bool draw_cells(const struct request *r, struct matrix *m, int count, char **error)
{
    enum { DRAWS_PER_CHECK = 1000 };
    do {
        if (m->drawn >= (long)r->random * DRAWS_PER_CHECK) {
            *error =
                xformat("--random %d: hardly any of %ld draws has what the filters ask for, or "
                        "can be checked",
                        r->random, m->drawn);
            return false;
        }
        matrix_draw(m, (uint64_t)r->seed, count);
        for (int i = 0; i < r->filter_count; i++)
            if (!apply_filter(r->filters[i], m, error)) return false;
    } while (!m->count);
    return true;
}

/* ---- running ---- */

static bool wants_one_thread(const struct axes *axes, const char *cell)
{
    struct resolved values;
    char *error = NULL;
    require(axes_read_cell(axes, cell, &values, &error)); /* the matrix was made of these axes */
    const char *threads = axes_value(axes, values.values, "threads");
    bool one = !threads || atoi(threads) == 1;
    resolved_free(&values);
    return one;
}

/* Moves the cells that want more than one thread behind the others; returns how many do not. */
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

/* One core for each job, or none when there are too few: then they share all. */
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

/* Each choice by itself, then all cells. */
struct findings {
    struct choice_counts choices;
    struct check_counts cells;
};

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

/* All cells, and what counts_again() asks for beside them. */
static bool run_all(const struct check_pool *pool, struct matrix *m, struct check_counts *t,
                    char **error)
{
    bool good = run_cells(pool, m, error);
    while (good && !signal_received() && counts_again(t, m)) good = run_cells(pool, m, error);
    return good;
}

static bool run_matrix(const struct request *r, struct matrix *m, const char *worker,
                       struct findings *f, char **error)
{
    struct topology *topology = topology_load(error);
    if (!topology) return false;
    struct placement *places = place_jobs(topology, r->jobs);
    struct check_pool pool = {.worker = worker,
                              .command = "check",
                              .axes = m->axes,
                              .jobs = r->jobs,
                              .placement = places,
                              .report = counts_take,
                              .limit_s = r->timeout_s,
                              .context = &f->cells};
    bool good = choices_check(&f->choices, m, pool, error) && run_all(&pool, m, &f->cells, error);
    while (good && !signal_received() && missing_draws(r, &f->cells) > 0)
        good = draw_cells(r, m, missing_draws(r, &f->cells), error) &&
               run_all(&pool, m, &f->cells, error);
    for (int j = 0; places && j < r->jobs; j++) placement_free(&places[j]);
    free(places);
    topology_free(topology);
    return good;
}

/* --cell: all there is of the matrix. */
static bool choose_cell(const struct request *r, const struct axes *axes, struct matrix *m,
                        char **error)
{
    struct resolved values;
    char *cell = axes_canonical_cell(axes, r->cell, error);
    matrix_begin(m, axes, r->gradients);
    if (!cell) return false;
    m->cells = xarray(1, sizeof *m->cells);
    m->cells[m->count++] = cell;
    require(axes_read_cell(axes, cell, &values, error));
    *error = layer_fault(axes, values.values);
    resolved_free(&values);
    return !*error;
}

/* False with *error when a filter or the cell names what there is not. */
static bool choose_cells(const struct request *r, const struct axes *axes, struct matrix *m,
                         char **error)
{
    if (r->cell) return choose_cell(r, axes, m, error);
    if (r->random) {
        matrix_begin(m, axes, r->gradients);
        return draw_cells(r, m, r->random, error);
    }
    (r->gradients ? matrix_make_gradients : matrix_make)(m, axes, (uint64_t)r->seed, MATRIX_RANDOM);
    for (int i = 0; i < r->filter_count; i++) {
        if (!apply_filter(r->filters[i], m, error)) return false;
        if (m->count) continue;
        *error = xformat("--filter %s: no cell of the matrix has it", r->filters[i]);
        return false;
    }
    if (r->limit) matrix_thin(m, r->limit);
    return true;
}

static int check_all(const struct request *r, struct matrix *m, const char *worker, char **error)
{
    struct findings f = {0};
    counts_begin(&f.cells, r->random ? r->random : m->count, r->quiet, r->cell);
    signals_catch();
    bool good = run_matrix(r, m, worker, &f, error);
    counts_print(&f.cells);
    choices_print(&f.choices);
    int failed = f.cells.failed + f.choices.failed;
    int code = !good || failed || !f.cells.passed;
    counts_free(&f.cells);
    choices_free(&f.choices);
    return signal_received() ? 128 + signal_received() : code;
}

int command_check(int argc, char **argv)
{
    struct request request = {.jobs = JOBS_DEFAULT, .seed = 1, .timeout_s = LIMIT_S_DEFAULT};
    struct axes axes = {0};
    struct matrix matrix = {0};
    char *error = NULL;
    int code = read_request(&request, argc, argv);
    char *worker = request.worker ? xstrdup(request.worker) : path_worker();
    if (code < 0) {
        bool good =
            axes_load(&axes, worker, &error) && choose_cells(&request, &axes, &matrix, &error);
        for (int i = 0; good && request.list && i < matrix.count; i++) puts(matrix.cells[i]);
        code = !good ? 2 : request.list ? 0 : check_all(&request, &matrix, worker, &error);
    }
    if (error) fprintf(stderr, "attnlab check: %s\n", error);
    free(error);
    matrix_free(&matrix);
    axes_free(&axes);
    free(worker);
    return code;
}
