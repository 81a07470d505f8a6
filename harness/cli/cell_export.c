/* SPDX-License-Identifier: MIT
 * cell.json, which says what the worker's .npy files are. It comes last: a folder that has it is
 * complete (cell_export.h). */
#include "base/mem.h"
#include "harness/plan/axes/kinds.h"
#include "harness/cli/cell_files.h"
#include "harness/cli/run_command.h"
#include "harness/run/journal/journal.h"
#include "harness/run/outcome.h"
#include "harness/run/manifest.h"
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

/* ==== A specification that asks for one cell, run like any other. ==== */

/* As YAML takes it between double quotes. */
static void add_value(struct text *out, const char *value)
{
    text_add(out, "\"");
    for (; *value; value++)
        if ((unsigned char)*value < ' ')
            text_add(out, "\\x%02X", (unsigned char)*value);
        else
            text_add(out, strchr("\"\\", *value) ? "\\%c" : "%c", *value);
    text_add(out, "\"");
}

/* Axes that are quiet and at their default are left to it, as in the cell string. */
static char *specification(const struct axes *axes, const struct resolved *cell)
{
    const char *kind = axes_value(axes, cell->values, "kind");
    struct text out = {0};
    text_add(&out, "title: One cell\nquestion: What becomes of one cell?\n");
    if (kind) text_add(&out, "kind: %s\n", kind);
    if (kind_has(kind, KIND_TRAINS)) text_add(&out, "simple_baselines: none\n");
    text_add(&out, "fixed:\n");
    for (int i = 0; i < axes->count; i++) {
        if (!cell->values[i] || cell->hidden[i] || !strcmp(axes->list[i].name, "kind")) continue;
        text_add(&out, "  %s: ", axes->list[i].name);
        add_value(&out, cell->values[i]);
        text_add(&out, "\n");
    }
    return out.data;
}

/* The only row that such a run has. */
static json_t *line_of(const char *directory)
{
    struct journal journal;
    char *error = NULL;
    bool good = journal_read(&journal, directory, &error);
    json_t *line = good && journal.count ? journal_get(&journal, 0) : NULL;
    journal_close(&journal);
    free(error);
    return line;
}

int kept_cell_run(const struct axes *axes, const struct resolved *cell,
                  const struct run_options *options, int argc, char **argv, json_t **line)
{
    char *text = specification(axes, cell), *directory = NULL;
    const struct written_run run = {"cell", "cell.yaml", text, options, argc, argv};
    int code = run_written(&run, &directory);
    *line = directory ? line_of(directory) : NULL;
    free(directory);
    free(text);
    return code;
}
