/* SPDX-License-Identifier: MIT
 * attnlab export "STRING" -o DIR: a cell's parameters, input, output and gradients as .npy files
 * that the worker writes, and cell.json, which says what they are. cell.json comes last: a folder
 * that has it is complete. */
#include "harness/commands.h"
#include "base/paths.h"
#include "harness/plan/axes/kinds.h"
#include "harness/run/commands/options.h"
#include "harness/run/outcome.h"
#include "harness/run/program.h"
#include "harness/run/result_dir.h"
#include "harness/run/run.h"
#include "harness/run/spawn.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_USAGE = 2, EXIT_NO_PLACE = 3 };

struct request {
    const char *cell, *folder, *cpus;
    double timeout_s;
    bool help;
};

/* -1: go on; else the exit code. */
static int read_request(struct request *r, int argc, char **argv)
{
    const struct option_entry options[] = {
        {"output", 'o', OPTION_TEXT, &r->folder, "DIR", "new or empty directory for the files"},
        {"timeout", 0, OPTION_SECONDS, &r->timeout_s, "S", "end it after S seconds"},
        {"cpus", 0, OPTION_TEXT, &r->cpus, "LIST", "PUs to use: 0,2-3 or core:0-1"},
        {"help", 'h', OPTION_FLAG, &r->help, NULL, "this text"},
        {0}};
    for (int i = 0; i < argc; i++) {
        int taken = options_take(options, argc, argv, &i);
        if (taken < 0) return 2;
        if (taken) continue;
        if (argv[i][0] == '-' || r->cell) return options_unknown("export", argv[i]);
        r->cell = argv[i];
    }
    if (r->help) {
        printf("usage: attnlab export \"axis=value,...\" -o DIR [options]\n"
               "Runs one layer once and writes its parameters, input and output, and with\n"
               "phase=backward or both its gradients, as .npy files; cell.json names them.\n");
        options_help(options);
        printf(
            "Exit: 0 written, 1 the layer did not run, 2 usage, or DIR is not empty, 3 no place to "
            "run,\n128+n ended by signal n.\n");
        return 0;
    }
    if (r->cell && r->folder) return -1;
    fprintf(stderr, r->cell ? "attnlab export: expected -o DIR\n"
                            : "attnlab export: expected one cell string\n");
    return 2;
}

/* ---- cell.json ---- */

static char *describe(const char *cell, const json_t *record)
{
    char *version = xformat("%s (%s)", program.version, program.commit);
    json_t *facts = json_pack(
        "{s:i, s:s, s:s, s:O*, s:O*, s:O*, s:O*, s:O*}", "schema", 1, "cell", cell, "attnlab",
        version, "seed", json_object_get(record, "seed"), "shape", json_object_get(record, "shape"),
        "isa", json_object_get(json_object_get(record, "environment"), "isa"), "environment",
        json_object_get(record, "environment"), "arrays", json_object_get(record, "arrays"));
    char *text = json_dumps(facts, JSON_INDENT(2));
    json_decref(facts);
    free(version);
    require(text);
    return text;
}

static bool write_facts(const char *folder, const char *cell, const json_t *record, char **error)
{
    char *path = xformat("%s/cell.json", folder), *text = describe(cell, record);
    bool good = write_file_atomically(path, text, strlen(text));
    if (!good) *error = xformat("cannot write %s: %s", path, strerror(errno));
    free(text);
    free(path);
    return good;
}

/* ---- worker and command line ---- */

/* The exit code; with *error unless it is 0. */
static int finish(const struct request *r, const char *cell, const struct worker *w, char **error)
{
    struct outcome o = outcome_of(w, r->timeout_s);
    bool good = o.status == STATUS_OK;
    if (!good)
        *error = xformat("%s: %s", status_names[o.status], o.reason);
    else
        good = write_facts(r->folder, cell, o.record, error);
    if (good) printf("%s\n", r->folder);
    outcome_free(&o);
    return signal_received() ? 128 + signal_received() : !good;
}

static int export_cell(const struct request *r, const struct axes *axes, const char *worker,
                       const struct resolved *cell, char **error)
{
    struct placement place = {0};
    struct topology_facts facts;
    struct worker w = {0};
    struct topology *topology = topology_load(error);
    if (!topology) return EXIT_NO_PLACE;
    topology_facts(topology, &facts);
    char *complete = resolved_complete(axes, cell), *string = resolved_string(axes, cell);
    struct row_request request = {.worker = worker,
                                  .cell = complete,
                                  .limit_s = r->timeout_s,
                                  .placement = facts.this_system ? &place : NULL,
                                  .export_into = r->folder};
    int code = EXIT_NO_PLACE;
    if (!cpus_usable(topology, r->cpus, error))
        code = EXIT_USAGE;
    else if (!row_place(topology, axes, cell->values, r->cpus, &place, error))
        code = EXIT_NO_PLACE;
    else if (!directory_open_empty(r->folder, error))
        code = EXIT_USAGE;
    else if (row_run(&w, &request, error))
        code = finish(r, string, &w, error);
    free(string);
    free(complete);
    worker_free(&w);
    placement_free(&place);
    topology_free(topology);
    return code;
}

int command_export(int argc, char **argv)
{
    struct request request = {.timeout_s = RUN_TIMEOUT_S};
    struct axes axes = {0};
    struct resolved cell = {0};
    char *error = NULL, *worker = path_worker();
    int code = read_request(&request, argc, argv);
    if (code < 0) {
        bool good = axes_load(&axes, worker, &error) &&
                    axes_read_cell(&axes, request.cell, &cell, &error) &&
                    !(error = layer_fault(&axes, cell.values));
        signals_catch();
        code = good ? export_cell(&request, &axes, worker, &cell, &error) : 2;
    }
    if (error) fprintf(stderr, "attnlab export: %s\n", error);
    free(error);
    resolved_free(&cell);
    axes_free(&axes);
    free(worker);
    return code;
}
