/* SPDX-License-Identifier: MIT
 * Requests from the worker the predictions and data errors of a plan's cells. The results do not
 * depend on the seed, so cells that differ only in the seed share one request. */
#include "base/hash.h"
#include "harness/cli/run_arguments.h"
#include "harness/plan/expand.h"
#include "harness/run/run.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The distinct cells of a plan. Cells that differ only in the seed count as one cell. */
struct distinct {
    int *of; /* for each cell of the plan, the index of the distinct cell in `cells` */
    char **cells;
    int count;
};

/* Returns a hash of all values of a cell except the seed, as text that the caller frees. The hash
 * has 128 bits, so collisions are unlikely even among 100,000 cells. */
static char *hash_without_seed(const struct plan *plan, const struct plan_cell *cell)
{
    uint64_t a = HASH_START, b = HASH_START;
    for (int axis = 0; axis < plan->axes->count; axis++) {
        const char *value = cell->values[axis];
        if (!value || !strcmp(plan->axes->list[axis].name, "seed")) continue;
        a = hash_array(hash_word(a, (uint64_t)axis), value, strlen(value));
        b = hash_bytes(hash_number(b, axis), value, strlen(value));
    }
    return xformat("%016" PRIx64 "%016" PRIx64, a, b);
}

static struct distinct distinct_cells(const struct plan *plan)
{
    struct distinct d = {.of = xarray((size_t)plan->cell_count, sizeof *d.of),
                         .cells = xarray((size_t)plan->cell_count, sizeof *d.cells)};
    json_t *numbers = json_object();
    for (int i = 0; i < plan->cell_count; i++) {
        char *hash = hash_without_seed(plan, &plan->cells[i]);
        d.of[i] = number_of_text(numbers, hash, d.count);
        free(hash);
        if (d.of[i] == d.count) d.cells[d.count++] = plan_complete(plan, &plan->cells[i]);
    }
    json_decref(numbers);
    return d;
}

static void distinct_free(struct distinct *d)
{
    texts_free(d->cells, d->count);
    free(d->of);
}

static char *copy_of(const char *text) { return text ? xstrdup(text) : NULL; }

struct prediction *plan_predict(const struct plan *plan, const char *worker, char **error)
{
    struct distinct d = distinct_cells(plan);
    struct prediction *list = NULL, *answers = xarray((size_t)d.count, sizeof *answers);
    if (predict_cells(worker, (const char *const *)d.cells, d.count, answers, error)) {
        list = xarray((size_t)plan->cell_count, sizeof *list);
        for (int i = 0; i < plan->cell_count; i++) {
            list[i] = answers[d.of[i]];
            list[i].refuse = copy_of(list[i].refuse);
        }
    }
    predictions_free(answers, d.count);
    distinct_free(&d);
    return list;
}

/* Returns one entry per cell: the error in the cell's data, or NULL if the data can be opened. If
 * the worker fails, returns NULL and sets *error. */
static char **data_faults_of(const struct plan *plan, const char *worker, char **error)
{
    struct distinct d = distinct_cells(plan);
    char **faults = data_faults(worker, (const char *const *)d.cells, d.count, error);
    char **list = faults ? xarray((size_t)plan->cell_count, sizeof *list) : NULL;
    for (int i = 0; list && i < plan->cell_count; i++) list[i] = copy_of(faults[d.of[i]]);
    texts_free(faults, d.count);
    distinct_free(&d);
    return list;
}

/* Returns true if the run will read the row's data. It does not read data for rows that are
 * finished, refused or taken from an earlier run. */
static bool reads_data(const struct run *run, const struct plan_row *row)
{
    bool refused = run->predictions && run->predictions[row->cell_index].refuse;
    bool done = run->journal.count && row_is_done(run, row);
    return !refused && !done &&
           !reuse_find(&run->reuse, plan_row_cell(run->plan, row)->string, row->round);
}

int run_open_data(struct run *run, const struct command *command, bool skip_missing, bool quiet)
{
    const struct plan *plan = run->plan;
    char *error = NULL;
    struct reasons reasons = {0};
    run->faults = data_faults_of(plan, run->worker, &error);
    if (!run->faults && signal_received()) return free(error), EXIT_SIGNAL + signal_received();
    if (!run->faults) return command_fails(command, EXIT_USAGE, error);
    for (int i = 0; i < plan->row_count && !(skip_missing && quiet); i++) {
        const char *fault = run->faults[plan->rows[i].cell_index];
        if (fault && reads_data(run, &plan->rows[i])) reasons_add(&reasons, "", fault);
    }
    int missing = reasons.rows;
    if (missing)
        command_fails(command, 0,
                      xformat("%d of %d %s data that cannot be opened:", missing, plan->row_count,
                              plan->row_count == 1 ? "row needs" : "rows need"));
    reasons_print(stderr, &reasons);
    reasons_free(&reasons);
    if (!missing || skip_missing) return 0;
    fputs("No row was run. `attnlab data fetch NAME` downloads a missing data set, --data DIR "
          "chooses another folder, and --skip-missing-data skips these rows.\n",
          stderr);
    return EXIT_USAGE;
}
