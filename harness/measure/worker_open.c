/* SPDX-License-Identifier: MIT
 * attnlab-worker open: whether what cells read can be opened, before any of them is run.
 *
 * A data set is opened whole, as a row would: what is truncated or damaged is found here as well as
 * what is not there. Nothing is tokenised. Cells of a plan read few different data, each is opened
 * once. */
#include "base/mem.h"
#include "base/paths.h"
#include "datasets/text.h"
#include "harness/measure/quality.h"
#include "harness/measure/worker_cell.h"
#include "harness/measure/worker_kinds.h"

#include <stdlib.h>
#include <string.h>

/* What is no UTF-8 is text to one tokenizer alone. */
static bool takes_any_bytes(const struct worker_cell *cell)
{
    return tokenizer_traits(cell->task.tokenizer)->any_bytes;
}

char *cell_data_name(const struct worker_cell *cell)
{
    const int *limit = cell->source.limit;
    return xformat("%s %d %d held_out=%d %s", takes_any_bytes(cell) ? "bytes" : "text",
                   limit[SPLIT_TRAIN], limit[SPLIT_VALID], cell->training.scored[SPLIT_HELD_OUT],
                   cell->data);
}

static bool open_data(const struct worker_cell *cell, bool unhashed, struct dataset *data,
                      char **error)
{
    char *folder = path_data(), *included = path_data_included();
    struct data_options options = cell->source;
    options.dir = folder;
    options.included = included;
    options.seed = 1;
    options.unhashed = unhashed;
    options.held_out = cell->training.scored[SPLIT_HELD_OUT];
    options.any_bytes = takes_any_bytes(cell);
    bool good = dataset_open(cell->data, &options, data, error);
    free(included);
    free(folder);
    return good;
}

bool cell_data_open(const struct worker_cell *cell, struct dataset *data, char **error)
{
    return open_data(cell, false, data, error);
}

bool cell_data_look(const struct worker_cell *cell, struct dataset *data, char **error)
{
    return open_data(cell, true, data, error);
}

static void open_set(const struct worker_cell *cell, char **error)
{
    struct dataset data;
    if (cell_data_look(cell, &data, error)) dataset_close(&data);
}

static void open_corpus(const struct worker_cell *cell, char **error)
{
    struct text_corpus text = {0};
    text_open(cell->corpus, &text, error);
    text_close(&text);
}

/* What is wrong with the data of a cell, JSON null: nothing. opened: by the name of data, what came
 * of those before. */
static json_t *fault_of(json_t *opened, const struct worker_cell *cell)
{
    bool reads_set = worker_kinds[cell->kind].reads_set;
    char *name = reads_set ? cell_data_name(cell) : xformat("corpus %s", cell->corpus),
         *error = NULL;
    json_t *fault = json_object_get(opened, name);
    if (!fault) {
        (reads_set ? open_set : open_corpus)(cell, &error);
        fault = error ? json_string(error) : json_null();
        if (!fault) fault = json_string("cannot be opened, for a reason that is no UTF-8");
        json_object_set_new(opened, name, fault);
    }
    free(error);
    free(name);
    return fault;
}

static json_t *answer(const char *name, struct worker_cell *cell, void *opened)
{
    return json_pack("{s:s, s:O}", "cell", name, "fault", fault_of(opened, cell));
}

int worker_open(int argc, char **argv)
{
    json_t *opened = json_object();
    int code = worker_answer_cells(argc, argv, answer, opened);
    json_decref(opened);
    return code;
}
