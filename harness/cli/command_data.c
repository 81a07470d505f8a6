/* SPDX-License-Identifier: MIT
 * Implements `attnlab data list|show|fetch`, which lists, shows or downloads data sets. For `show`
 * and `fetch`, the worker or datasets/fetch.sh replaces this process. */
#include "base/cell.h"
#include "base/paths.h"
#include "harness/cli/commands.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct request {
    const char *action, *name, *part;
    struct texts axes;
    int count;
};

/* Replaces this process with a different program. Returns only on failure. */
static int become(const char *program, const char *const *argv)
{
    execv(program, (char *const *)argv);
    return command_fails(&data_command, EXIT_FAILED,
                         xformat("cannot run %s: %s", program, strerror(errno)));
}

/* Returns the complete cell of a training run on the data set, which the caller frees. Returns NULL
 * and sets *error on failure. */
static char *cell_of(const struct request *r, const struct axes *axes, char **error)
{
    struct text string = {0};
    struct resolved cell = {0};
    cell_append(&string, "kind", "quality");
    cell_append(&string, "data", r->name);
    for (int i = 0; i < r->axes.count; i++) text_add(&string, ",%s", r->axes.list[i]);
    char *complete =
        axes_read_cell(axes, string.data, &cell, error) ? resolved_complete(axes, &cell) : NULL;
    resolved_free(&cell);
    text_free(&string);
    return complete;
}

static int show(const struct request *r, const struct axes *axes, const char *worker)
{
    bool tokens = false;
    for (int i = 0; i < r->axes.count; i++) tokens |= !strncmp(r->axes.list[i], "tokenizer=", 10);
    char *error = NULL, *cell = cell_of(r, axes, &error), *count = xformat("%d", r->count);
    const char *const argv[] = {worker, "show",     "--part",           r->part, "--count",
                                count,  "--tokens", tokens ? "1" : "0", cell,    NULL};
    int code = cell ? become(worker, argv) : command_fails(&data_command, EXIT_USAGE, error);
    free(count);
    free(cell);
    return code;
}

/* Returns the source of a data set that is generated or that the user provides. Returns NULL for
 * other data sets and for unknown names. */
static const char *unpublished_source(const struct axes *axes, const char *name)
{
    for (int i = 0; i < axes->dataset_count; i++) {
        const char *source = axes->datasets[i].source;
        bool published = axes->datasets[i].has_folder && strcmp(source, "yours") != 0;
        if (!published && !strcmp(axes->datasets[i].name, name)) return source;
    }
    return NULL;
}

static int fetch(const struct request *r, const struct axes *axes)
{
    char *name = xformat("%.*s", (int)strcspn(r->name, ":"), r->name), *folder = path_data();
    char *script = path_in_home("datasets/fetch.sh"), *fault = NULL;
    const char *source = unpublished_source(axes, name);
    if (!script)
        fault = xstrdup("project folder not found; set ATTNLAB_HOME to its path");
    else if (r->axes.count)
        fault = xformat("fetch: unexpected argument '%s'", r->axes.list[0]);
    else if (source)
        fault = xformat("data set '%s' has no download (source: %s)", name, source);
    int code = fault ? command_fails(&data_command, EXIT_USAGE, fault)
                     : become(script, (const char *const[]){script, name, folder, NULL});
    free(script);
    free(folder);
    free(name);
    return code;
}

static int act(const struct request *r)
{
    static char datasets[] = "datasets";
    struct axes axes = {0};
    char *worker = NULL;
    int code = EXIT_USAGE;
    bool lists = !strcmp(r->action, "list");
    if (lists && !r->name) return list_command.run(1, (char *[]){datasets, NULL});
    if (lists)
        return command_fails(&data_command, code,
                             xformat("list: unexpected argument '%s'", r->name));
    if (!r->name)
        return command_fails(
            &data_command, code,
            xformat("%s: expected the name of a data set; `attnlab data list` lists all",
                    r->action));
    if (command_axes(&data_command, &axes, &worker))
        code = !strcmp(r->action, "show") ? show(r, &axes, worker) : fetch(r, &axes);
    axes_free(&axes);
    free(worker);
    return code;
}

static int run(int argc, char **argv)
{
    struct request r = {.part = "train", .count = 5};
    const struct argument arguments[] = {
        {"ACTION", 0, ARGUMENT_CHOICE, &r.action, "list|show|fetch",
         "list all data sets, show one data set, or fetch one data set"},
        {"NAME", 0, ARGUMENT_TEXT, &r.name, NULL, "data set to show or fetch"},
        {"AXIS=VALUE...", 0, ARGUMENT_TEXTS, &r.axes, NULL,
         "for show: axis values of the cell. With tokenizer=T, token ids are printed too"},
        {"number", 'n', ARGUMENT_COUNT, &r.count, "K", "for show: number of records to print"},
        {"part", 0, ARGUMENT_CHOICE, &r.part, "train|valid|test",
         "for show: split of the data set to print"},
        DATA_ARGUMENT,
        {0}};
    int code = read_arguments(&data_command, arguments, argc, argv);
    if (code < 0) code = act(&r);
    free(r.axes.list);
    return code;
}

const struct command data_command = {
    .name = "data",
    .purpose = "list, show or fetch data sets",
    .usage = "list\nshow NAME [AXIS=VALUE...] [options]\nfetch NAME [--data DIR]",
    .about = "`list` prints all data sets. `show` prints counts and the first records as the "
             "program reads them. `fetch` downloads the official files and verifies them.",
    .exits = "Exit status: 0 on success, 1 if a download failed, 2 after a usage error or if the "
             "data cannot be opened.",
    .example = "show tinyshakespeare tokenizer=chars",
    .run = run};
