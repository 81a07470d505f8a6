/* SPDX-License-Identifier: MIT
 * Implements `attnlab-worker identify`, which prints for each cell the facts that determine the
 * bits of a training run on this machine (base/training_identity.h). The driver adds the hash of
 * the worker. */
#include "harness/measure/quality.h"

#include "base/mem.h"
#include "models/tasks/tasks.h"

#include <stdlib.h>

static char *hash_text(uint64_t hash) { return xformat("%016llx", (unsigned long long)hash); }

static void add_kernels(struct identity *to, const struct worker_cell *cell)
{
    to->fact[IDENTITY_ISA] = xstrdup(cell->kernels->instructions(cell->layer.precision));
    to->fact[IDENTITY_BLAS_CORE] = xstrdup(blas_core_name());
    to->fact[IDENTITY_BLAS_CONFIG] = xstrdup(blas_config());
}

static void add_data(struct identity *to, const struct dataset *data, const struct task *task)
{
    to->fact[IDENTITY_DATA] = hash_text(data->hash);
    to->fact[IDENTITY_TOKENIZER] =
        task->tokenizer ? hash_text(tokenizer_hash(task->tokenizer)) : xstrdup("");
}

struct identity training_identity(const struct worker_cell *cell, const struct dataset *data,
                                  const struct task *task)
{
    struct identity all = {0};
    all.fact[IDENTITY_WORKER] = identity_of_program("/proc/self/exe");
    add_kernels(&all, cell);
    add_data(&all, data, task);
    return all;
}

/* ---- the command ---- */

/* Returns a key for the data and tokenizer of a cell, which the caller frees. Cells with the same
 * key have the same hashes. */
static char *name_of(const struct worker_cell *cell)
{
    char *data = cell_data_name(cell);
    char *name = xformat("%s task=%d tokenizer=%s,%d,%d n=%d m=%d", data, (int)cell->task_kind,
                         cell->task.tokenizer, cell->task.vocabulary, cell->task.min_count,
                         cell->task.n, cell->task.m);
    free(data);
    return name;
}

static json_t *facts_json(const struct identity *identity)
{
    json_t *object = json_object();
    for (int i = 0; i < IDENTITY_FACTS; i++)
        if (identity->fact[i])
            json_object_set_new(object, identity_names[i].name, json_string(identity->fact[i]));
    return object;
}

/* Returns the hashes of data and tokenizer, or an empty object if the data cannot be opened. */
static json_t *hashes_of(const struct worker_cell *cell)
{
    struct identity facts = {0};
    struct dataset data;
    enum row_status status;
    char *error = NULL;
    struct task *task = cell_task_open(cell, &data, &status, &error);
    if (task) {
        add_data(&facts, &data, task);
        task->kind->close(task);
        dataset_close(&data);
    }
    json_t *object = facts_json(&facts);
    identity_free(&facts);
    free(error);
    return object;
}

/* Returns the facts of a cell as a new reference. `opened` caches the hashes by name of the data.
 */
static json_t *identity_json(json_t *opened, const struct worker_cell *cell)
{
    struct identity facts = {0};
    add_kernels(&facts, cell);
    json_t *object = facts_json(&facts);
    identity_free(&facts);
    if (!worker_kinds[cell->kind].reads_set) return object;
    char *name = name_of(cell);
    if (!json_object_get(opened, name)) json_object_set_new(opened, name, hashes_of(cell));
    json_object_update(object, json_object_get(opened, name));
    free(name);
    return object;
}

static json_t *answer(const char *name, struct worker_cell *cell, void *opened)
{
    return json_pack("{s:s, s:o}", "cell", name, "identity", identity_json(opened, cell));
}

int worker_identify(int argc, char **argv)
{
    json_t *opened = json_object();
    int code = worker_answer_cells(argc, argv, answer, opened);
    json_decref(opened);
    return code;
}
