/* SPDX-License-Identifier: MIT
 * cell.json, which says what the worker's .npy files are. It comes last: a folder that has it is
 * complete (cell_export.h). */
#include "harness/run/commands/cell_export.h"
#include "base/mem.h"
#include "harness/run/outcome.h"
#include "harness/run/program.h"
#include "harness/run/spawn.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

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

int cell_export_finish(const char *folder, const char *cell, const struct worker *w, double limit_s,
                       char **error)
{
    struct outcome o = outcome_of(w, limit_s);
    bool good = o.status == STATUS_OK;
    if (!good)
        *error = xformat("%s: %s", status_names[o.status], o.reason);
    else
        good = write_facts(folder, cell, o.record, error);
    if (good) printf("%s\n", folder);
    outcome_free(&o);
    return signal_received() ? 128 + signal_received() : !good;
}
