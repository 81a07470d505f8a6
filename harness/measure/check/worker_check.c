/* SPDX-License-Identifier: MIT
 * Implements `attnlab-worker check`, which compares layers at their own shape with their formula.
 * Gradients are also compared if the phase has a backward pass. For a cell of a model, runs the
 * same check as before training. */
#include "base/mem.h"
#include "harness/measure/check/check.h"
#include "harness/measure/quality.h"
#include "harness/measure/record.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Resources, text and task of the previous cell, kept so that the next cell can reuse them. */
struct kept {
    struct resources resources;
    struct text_corpus text;
    struct kept_task task;
    int threads, thp; /* `threads` is 0 before the first cell */
};

static bool keep_text(struct kept *kept, const char *corpus, char **error)
{
    if (kept->text.source && strcmp(kept->text.source, corpus) == 0) return true;
    text_close(&kept->text);
    return text_open(corpus, &kept->text, error);
}

static bool keep_resources(struct kept *kept, const struct worker_cell *cell, char **error)
{
    if (kept->threads == cell->threads && kept->thp == cell->thp) return true;
    resources_close(&kept->resources);
    kept->threads = 0;
    if (!resources_open(&kept->resources, cell->threads, (enum thp)cell->thp, (uint64_t)cell->seed,
                        error))
        return false;
    kept->threads = cell->threads;
    kept->thp = cell->thp;
    return true;
}

/* Returns a JSON answer with name, status and reason only. Frees the reason. */
static json_t *plain_line(const char *name, enum row_status status, char *reason)
{
    json_t *line = json_pack("{s:s, s:s, s:s}", "cell", name, "status", status_names[status],
                             "reason", reason);
    free(reason);
    return line;
}

/* Number of rows and gradient entries of a layer to compare. */
struct scope {
    struct sampling rows;
    int entries; /* number of gradient entries to compare, as in gradient_check() */
};

/* Selects all rows and some gradient entries of a small layer. The formulas of a larger layer would
 * take seconds, so only sampled rows and one direction through all gradient entries are selected.
 */
static struct scope scope_of(const struct worker_cell *cell)
{
    const double of_pair = 50; /* FLOPs per query-key pair, not including the score */
    const double all_rows = 4e6, all_entries = 1e6;
    const struct shape *shape = &cell->layer.shape;
    struct layer_work declared = workload_work(cell->kernels, &cell->layer, PHASE_FORWARD);
    double work = of_pair * shape->batch * shape->heads * shape->n * shape->m;
    work += phases_sum(declared.flop);
    struct scope scope = {{.projection_rows = INT_MAX, .attention_rows = INT_MAX},
                          GRADIENT_ENTRIES};
    if (work > all_rows) scope.rows = reduced_rows();
    if (work > all_entries) scope.entries = GRADIENT_DIRECTION;
    return scope;
}

static json_t *check_training(const char *name, struct worker_cell *cell, struct kept *kept)
{
    enum row_status status;
    char *error = NULL;
    if (!kept_task_open(&kept->task, cell, &status, &error)) return plain_line(name, status, error);
    json_t *line = plain_line(name, STATUS_OK, xstrdup(""));
    if (keep_resources(kept, cell, &error))
        training_check(cell, &kept->resources, line);
    else
        record_status(line, STATUS_SKIPPED, error);
    free(error);
    return line;
}

/* Repeats a failed gradient check for single entries, so that the error message names a tensor and
 * an entry. */
static void name_entry(const struct worker_cell *cell, const struct kept *kept,
                       struct sampling rows, struct check_result *result)
{
    struct check_result named;
    layer_check(&cell->layer, cell, &kept->text, &kept->resources, rows, GRADIENT_ENTRIES, &named);
    if (named.status == STATUS_INCORRECT) {
        struct check_result direction = *result;
        *result = named;
        named = direction;
    }
    check_result_free(&named);
}

static json_t *check_cell(const char *name, struct worker_cell *cell, void *kept_before)
{
    struct kept *kept = kept_before;
    char *error = NULL;
    if (CELLS_OF_MODELS >> cell->kind & 1) return check_training(name, cell, kept);
    if (cell->kind != CELL_OVERHEAD)
        return plain_line(name, STATUS_UNSUPPORTED,
                          xstrdup("expected a cell of a layer or a training run"));
    const char *refuse = cell->kernels->refuse(&cell->layer);
    if (refuse) return plain_line(name, STATUS_UNSUPPORTED, xstrdup(refuse));
    if (!keep_text(kept, cell->corpus, &error) || !keep_resources(kept, cell, &error))
        return plain_line(name, STATUS_SKIPPED, error);
    struct check_result result;
    struct scope scope = scope_of(cell);
    layer_check(&cell->layer, cell, &kept->text, &kept->resources, scope.rows, scope.entries,
                &result);
    if (result.status == STATUS_INCORRECT && scope.entries == GRADIENT_DIRECTION)
        name_entry(cell, kept, scope.rows, &result);
    json_t *line = plain_line(name, result.status, xstrdup(result.reason));
    record_check(line, &result);
    check_result_free(&result);
    return line;
}

int worker_check(int argc, char **argv)
{
    struct kept kept = {.threads = 0};
    memory_keep_mappings();
    int code = worker_answer_cells(argc, argv, check_cell, &kept);
    resources_close(&kept.resources);
    text_close(&kept.text);
    kept_task_close(&kept.task);
    return code;
}
