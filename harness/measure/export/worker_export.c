/* SPDX-License-Identifier: MIT
 * Implements `attnlab-worker export`, which runs one pass of a cell and writes input, parameters,
 * output and gradients as .npy files. The guards of the buffers are checked, but results are not
 * compared with the formula. */
#include "base/door.h"
#include "base/mem.h"
#include "harness/measure/worker.h"
#include "harness/measure/export/npy.h"
#include "harness/measure/record.h"
#include "models/parameters.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- arrays ---- */

struct item {
    char name[48];
    const char *role;
    struct npy array;
};
struct items {
    int count;
    /* arrays to write: tensors, gradients, x, context, lengths, y, dy, dx, dcontext */
    struct item list[2 * MAX_LAYER_TENSORS + 7];
};

static void add(struct items *items, const char *name, const char *role, struct npy array)
{
    struct item *item = &items->list[items->count++];
    *item = (struct item){.role = role, .array = array};
    snprintf(item->name, sizeof item->name, "%s", name);
}

/* Describes an array of shape (B, rows, d_model). */
static struct npy tokens(const struct workload *w, int rows, const float *data)
{
    const struct shape *s = &w->layer.shape;
    return (struct npy){NPY_FLOAT32, 3, {(size_t)s->batch, (size_t)rows, (size_t)s->d_model}, data};
}

static void add_tensors(struct items *items, const struct workload *w, const char *prefix,
                        const char *role, void *const *data)
{
    for (int t = 0; t < w->tensor_count; t++) {
        const struct tensor *tensor = &w->tensor[t];
        struct npy array = {NPY_FLOAT32, tensor->rank, {0}, data[t]};
        for (int i = 0; i < tensor->rank; i++) array.dim[i] = (size_t)tensor->dim[i];
        char *name = xformat("%s%s", prefix, tensor->name);
        add(items, name, role, array);
        free(name);
    }
}

static void collect(const struct workload *w, struct items *items)
{
    const struct shape *s = &w->layer.shape;
    bool cross = w->context != w->x;
    items->count = 0;
    add(items, "x", "input", tokens(w, s->n, w->x));
    if (cross) add(items, "context", "input", tokens(w, s->m, w->context));
    if (w->lengths)
        add(items, "lengths", "input", (struct npy){NPY_INT32, 1, {(size_t)s->batch}, w->lengths});
    add_tensors(items, w, "", "parameter", w->tensors);
    add(items, "y", "output", tokens(w, s->n, w->y));
    if (w->phase == PHASE_FORWARD) return;
    add(items, "dy", "input", tokens(w, s->n, w->dy));
    add(items, "dx", "gradient", tokens(w, s->n, w->dx));
    if (cross) add(items, "dcontext", "gradient", tokens(w, s->m, w->dcontext));
    add_tensors(items, w, "d", "gradient", w->gradients);
}

/* ---- files ---- */

static char *path_of(const char *folder, const struct item *item)
{
    return xformat("%s/%s.npy", folder, item->name);
}

static bool write_item(const char *folder, const struct item *item, char **error)
{
    char *path = path_of(folder, item);
    bool there = access(path, F_OK) == 0, good = !there && npy_write(path, &item->array);
    char *shown = door_quoted((struct string){path, strlen(path)}), *why = strerror(errno);
    if (there)
        *error = xformat("%s exists; choose an empty folder", shown);
    else if (!good)
        *error = xformat("cannot write %s: %s", shown, why);
    free(shown);
    free(path);
    return good;
}

/* Writes all files. On failure, deletes the written files, sets *error and returns false. */
static bool write_items(const char *folder, const struct items *items, char **error)
{
    int done = 0;
    while (done < items->count && write_item(folder, &items->list[done], error)) done++;
    if (done == items->count) return true;
    while (done--) {
        char *path = path_of(folder, &items->list[done]);
        unlink(path);
        free(path);
    }
    return false;
}

/* ---- the record ---- */

static json_t *array_facts(const struct item *item)
{
    json_t *shape = json_array();
    char *file = xformat("%s.npy", item->name);
    for (int i = 0; i < item->array.rank; i++)
        json_array_append_new(shape, json_integer((json_int_t)item->array.dim[i]));
    json_t *facts =
        json_pack("{s:s, s:s, s:s, s:s, s:o}", "name", item->name, "file", file, "role", item->role,
                  "dtype", npy_type_names[item->array.type], "shape", shape);
    free(file);
    return facts;
}

static json_t *shape_facts(const struct shape *s)
{
    return json_pack("{s:i, s:i, s:i, s:i, s:i, s:i, s:i}", "batch", s->batch, "heads", s->heads,
                     "n", s->n, "m", s->m, "d_model", s->d_model, "d_head", s->d_head, "kv_heads",
                     s->kv_heads);
}

static void note_facts(json_t *record, const struct worker_cell *cell,
                       const struct resources *resources, const struct items *items)
{
    json_t *arrays = json_array();
    for (int i = 0; i < items->count; i++)
        json_array_append_new(arrays, array_facts(&items->list[i]));
    json_object_set_new(record, "seed", json_integer(cell->seed));
    json_object_set_new(record, "shape", shape_facts(&cell->layer.shape));
    json_object_set_new(record, "environment", record_environment(resources, cell, 0));
    json_object_set_new(record, "arrays", arrays);
}

/* Returns a record with status and reason. Frees the reason. */
static json_t *outcome(enum row_status status, char *reason)
{
    json_t *record =
        json_pack("{s:s, s:s}", "status", status_names[status], "reason", reason ? reason : "");
    free(reason);
    return record;
}

/* ---- the command ---- */

static json_t *run_and_write(const struct worker_cell *cell, const struct text_corpus *text,
                             const struct resources *resources, const char *folder)
{
    struct workload load;
    struct items items;
    char *error = NULL;
    workload_open(&load, &cell->layer, cell, text, resources->team, resources->memory);
    workload_prepare(&load);
    workload_pass(&load, NULL);
    collect(&load, &items);
    char *damage = memory_check(resources->memory);
    json_t *record = damage                                ? outcome(STATUS_INCORRECT, damage)
                     : write_items(folder, &items, &error) ? outcome(STATUS_OK, NULL)
                                                           : outcome(STATUS_SKIPPED, error);
    note_facts(record, cell, resources, &items);
    workload_close(&load);
    return record;
}

static json_t *export_layer(const struct worker_cell *cell, const struct text_corpus *text,
                            const char *folder)
{
    struct resources resources;
    char *error = NULL;
    const char *refuse = cell->kernels->refuse(&cell->layer);
    if (refuse) return outcome(STATUS_UNSUPPORTED, xstrdup(refuse));
    if (!resources_open(&resources, cell->threads, (enum thp)cell->thp, 0, &error))
        return outcome(STATUS_SKIPPED, error);
    json_t *record = run_and_write(cell, text, &resources, folder);
    resources_close(&resources);
    return record;
}

static json_t *export_cell(const struct worker_cell *cell, const char *folder)
{
    struct text_corpus text = {0};
    char *error = NULL;
    bool good = text_open(cell->corpus, &text, &error);
    json_t *record = good ? export_layer(cell, &text, folder) : outcome(STATUS_SKIPPED, error);
    text_close(&text);
    return record;
}

int worker_export(int argc, char **argv)
{
    struct worker_options options;
    struct worker_cell cell = {0};
    char *error = NULL;
    if (!worker_options_read(argc, argv, &options)) return WORKER_USAGE;
    bool good = options.cell && options.into && worker_cell_read(options.cell, &cell, &error);
    if (good && cell.kind != CELL_OVERHEAD) error = xstrdup(NOT_OVERHEAD);
    good = good && !error;
    if (good) {
        /* makes write() fail at the file size limit, instead of ending the process */
        signal(SIGXFSZ, SIG_IGN);
        good = worker_put(options.record_fd, export_cell(&cell, options.into));
    } else
        fprintf(stderr, "attnlab-worker: export: %s\n", error ? error : "expected --into DIR CELL");
    free(error);
    worker_cell_free(&cell);
    return good ? 0 : WORKER_USAGE;
}
