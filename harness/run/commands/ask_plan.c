/* SPDX-License-Identifier: MIT
 * Which questions the cells of a plan are, and the answers by cell (ask_plan.h). */
#include "harness/run/commands/ask_plan.h"
#include "base/hash.h"
#include "harness/plan/numbered.h"

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
