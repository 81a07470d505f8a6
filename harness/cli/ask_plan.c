/* SPDX-License-Identifier: MIT
 * Which questions the cells of a plan are, and the answers by cell (ask_plan.h). */
#include "base/hash.h"
#include "base/mem.h"
#include "harness/plan/numbered.h"
#include "harness/cli/ask_plan.h"
#include "harness/cli/run_command.h"
#include "harness/run/row_steps.h"
#include "harness/run/spawn.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The distinct questions of a plan. */
struct questions {
    int *of;      /* of each cell, its question */
    char **cells; /* of each question, a complete cell */
    int count;
};

/* The same for cells that differ in the seed alone. Two hashes of a complete cell stand for it,
 * since a plan may have a hundred thousand of a thousand bytes: no two agree in both by chance. */
static char *without_seed(const struct plan *plan, const struct plan_cell *cell)
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

static struct questions questions_of(const struct plan *plan)
{
    struct questions q = {.of = xarray((size_t)plan->cell_count, sizeof *q.of),
                          .cells = xarray((size_t)plan->cell_count, sizeof *q.cells)};
    json_t *met = json_object();
    for (int i = 0; i < plan->cell_count; i++) {
        q.of[i] = numbered(met, without_seed(plan, &plan->cells[i]));
        if (q.of[i] == q.count) q.cells[q.count++] = plan_complete(plan, &plan->cells[i]);
    }
    json_decref(met);
    return q;
}

static void questions_free(struct questions *q)
{
    texts_free(q->cells, q->count);
    free(q->of);
}

struct prediction *plan_predict(const struct plan *plan, const char *worker, char **error)
{
    struct questions q = questions_of(plan);
    struct prediction *list = NULL, *answers = xarray((size_t)q.count, sizeof *answers);
    if (predict_cells(worker, (const char *const *)q.cells, q.count, answers, error)) {
        list = xarray((size_t)plan->cell_count, sizeof *list);
        for (int i = 0; i < plan->cell_count; i++) {
            list[i] = answers[q.of[i]];
            list[i].refuse = list[i].refuse ? xstrdup(list[i].refuse) : NULL;
        }
    }
    predictions_free(answers, q.count);
    questions_free(&q);
    return list;
}

char **plan_data_faults(const struct plan *plan, const char *worker, char **error)
{
    struct questions q = questions_of(plan);
    char **list = NULL,
         **faults = data_faults(worker, (const char *const *)q.cells, q.count, error);
    if (faults) {
        list = xarray((size_t)plan->cell_count, sizeof *list);
        for (int i = 0; i < plan->cell_count; i++)
            list[i] = faults[q.of[i]] ? xstrdup(faults[q.of[i]]) : NULL;
    }
    texts_free(faults, q.count);
    questions_free(&q);
    return list;
}

/* ==== Opening the data of a plan beforehand. The driver knows no data set and no axis: the
 * worker opens what each cell would read. ==== */

enum { EXIT_USAGE = 2, EXIT_SIGNAL = 128 };

static const char advice[] =
    "Fix these: `attnlab data fetch NAME` gets a missing set, --data DIR names its folder, "
    "--skip-missing-data leaves these rows out.\n";

/* Returns how many rows lack data. needs_none: of each row. */
static int tell(const char *command, const struct plan *plan, char *const *faults,
                const bool *needs_none)
{
    struct reasons reasons = {0};
    for (int i = 0; i < plan->row_count; i++) {
        const char *fault = faults[plan->rows[i].cell_index];
        if (fault && !needs_none[i]) reasons_add(&reasons, "", fault);
    }
    int rows = reasons.rows;
    if (rows) {
        fprintf(stderr, "attnlab %s: %d of %d %s data that cannot be opened:\n", command, rows,
                plan->row_count, plan->row_count == 1 ? "row needs" : "rows need");
        reasons_print(stderr, &reasons);
    }
    reasons_free(&reasons);
    return rows;
}

/* ---- of a plan ---- */

int plan_open_data(const struct plan *plan, const struct prediction *cells,
                   const struct reuse *reuse, const char *worker, bool skip_missing)
{
    char *error = NULL, **faults = plan_data_faults(plan, worker, &error);
    if (!faults) {
        fprintf(stderr, "note: the data was not looked at: %s\n", error);
        free(error);
        return 0;
    }
    bool *needs_none = xarray((size_t)plan->row_count, sizeof *needs_none);
    for (int i = 0; i < plan->row_count; i++) {
        const struct plan_row *row = &plan->rows[i];
        needs_none[i] = (cells && cells[row->cell_index].refuse) ||
                        reuse_has(reuse, plan_row_cell(plan, row)->string, row->round);
    }
    int missing = tell("plan", plan, faults, needs_none);
    free(needs_none);
    texts_free(faults, plan->cell_count);
    if (!missing || skip_missing) return 0;
    fprintf(stderr, "`attnlab run` would run no row. %s", advice);
    return EXIT_USAGE;
}

/* ---- of a run ---- */

/* Of each row, whether it needs no data: it is done, taken from an earlier run, or has no meaning.
 * To be freed. */
static bool *rows_without_need(const struct run *run)
{
    const struct plan *plan = run->plan;
    bool *list = xarray((size_t)plan->row_count, sizeof *list);
    for (int i = 0; i < plan->row_count; i++) {
        const struct plan_row *row = &plan->rows[i];
        list[i] = run->predictions[row->cell_index].refuse || row_is_done(run, row) ||
                  reuse_has(&run->reuse, plan_row_cell(plan, row)->string, row->round);
    }
    return list;
}

int run_open_data(struct run *run)
{
    char *error = NULL;
    run->faults = plan_data_faults(run->plan, run->worker, &error);
    if (!run->faults) {
        if (!signal_received()) fprintf(stderr, "attnlab run: %s\n", error);
        free(error);
        return signal_received() ? EXIT_SIGNAL + signal_received() : EXIT_USAGE;
    }
    if (run->options->skip_missing_data && run->options->quiet) return 0;
    bool *needs_none = rows_without_need(run);
    int missing = tell("run", run->plan, run->faults, needs_none);
    free(needs_none);
    if (!missing || run->options->skip_missing_data) return 0;
    fprintf(stderr, "No row was run. %s", advice);
    return EXIT_USAGE;
}
