/* SPDX-License-Identifier: MIT
 * Asking the worker for the facts of cells, and comparing them with a row's (same_training.h). */
#include "harness/run/trainings/trainings.h"
#include "base/training_identity.h"
#include "base/mem.h"
#include "harness/plan/plan.h"
#include "harness/run/predict.h"
#include "harness/run/manifest.h"
#include "harness/run/results.h"

#include <stdlib.h>

struct facts_here facts_here_of(const struct plan *plan, const char *worker)
{
    return (struct facts_here){plan, worker, xarray((size_t)plan->cell_count, sizeof(json_t *))};
}

void facts_here_free(struct facts_here *here)
{
    for (int i = 0; here->list && i < here->plan->cell_count; i++) json_decref(here->list[i]);
    free(here->list);
    *here = (struct facts_here){0};
}

bool facts_here_ask(struct facts_here *here, const bool *wanted, char **error)
{
    const struct plan *plan = here->plan;
    int *cells = xarray((size_t)plan->cell_count, sizeof *cells), count = 0;
    char **names = xarray((size_t)plan->cell_count, sizeof *names);
    for (int i = 0; i < plan->cell_count; i++) {
        if (!wanted[i] || here->list[i]) continue;
        names[count] = plan_complete(plan, &plan->cells[i]);
        cells[count++] = i;
    }
    json_t **told =
        count ? cell_identities(here->worker, (const char *const *)names, count, error) : NULL;
    for (int i = 0; told && i < count; i++) here->list[cells[i]] = told[i];
    free(told);
    texts_free(names, count);
    free(cells);
    return !*error;
}

/* NULL: unknown. */
static char *text_of(const json_t *value)
{
    const char *text = json_string_value(value);
    return text ? xstrdup(text) : NULL;
}

static struct identity identity_here(const struct facts_here *here, int cell)
{
    struct identity all = {0};
    for (int i = 0; i < IDENTITY_FACTS; i++)
        all.fact[i] = text_of(json_object_get(here->list[cell], identity_names[i].name));
    free(all.fact[IDENTITY_WORKER]);
    all.fact[IDENTITY_WORKER] = program_hash(here->worker);
    return all;
}

static struct identity identity_there(const json_t *record, const char *worker_hash)
{
    struct identity all = {0};
    for (int i = 0; i < IDENTITY_FACTS; i++)
        if (identity_names[i].path) all.fact[i] = text_of(json_at(record, identity_names[i].path));
    all.fact[IDENTITY_WORKER] = worker_hash ? xstrdup(worker_hash) : NULL;
    return all;
}

char *training_difference(const struct facts_here *all, int cell, const json_t *record,
                          const char *worker_hash, bool known_alone)
{
    const struct plan_cell *c = &all->plan->cells[cell];
    bool leave_out[IDENTITY_FACTS], any_core = c->simple_baseline || plan_only_tunes(all->plan, c);
    struct identity here = identity_here(all, cell), there = identity_there(record, worker_hash);
    for (int i = 0; i < IDENTITY_FACTS; i++)
        leave_out[i] = (any_core && identity_names[i].of_core) || (known_alone && !here.fact[i]);
    char *difference = identity_difference(&here, &there, leave_out);
    identity_free(&here);
    identity_free(&there);
    return difference;
}
