/* SPDX-License-Identifier: MIT
 * attnlab data list|show|fetch: what data sets there are, what the program makes of one, and
 * getting one. The worker knows data sets and datasets/fetch.sh their sources: this becomes one of
 * them. */
#include "harness/cli/commands.h"
#include "base/cell.h"
#include "base/nearest.h"
#include "base/paths.h"
#include "harness/plan/axes/axes.h"
#include "harness/cli/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_FAILED = 1, EXIT_USAGE = 2 };

struct request {
    const char *action, *name, *part;
    struct text axes; /* "axis=value,..." as given */
    int count;
    bool help;
};

static void help(const struct option_entry *options)
{
    printf("usage: attnlab data list\n"
           "       attnlab data show NAME [axis=value...] [options]\n"
           "       attnlab data fetch NAME [--data DIR]\n"
           "list: what there is. show: counts and the first records as the program sees them;\n"
           "axes are those of a cell, and with tokenizer= ids are shown too. fetch: gets the\n"
           "official files, checked, into DIR/NAME.\n");
    options_help(options);
    printf("Exit: 0 done, 1 what should be fetched was not, 2 usage, or data that cannot be "
           "opened.\n");
}

/* -1: go on; else the exit code. */
static int read_request(struct request *r, int argc, char **argv)
{
    const struct option_entry options[] = {
        {"number", 'n', OPTION_COUNT, &r->count, "K", "records to show; default 5"},
        {"part", 0, OPTION_TEXT, &r->part, "P", "of which: train (default), valid or test"},
        DATA_OPTION,
        {"help", 'h', OPTION_FLAG, &r->help, NULL, "this text"},
        {0}};
    for (int i = 0; i < argc; i++) {
        int taken = options_take(options, argc, argv, &i);
        if (taken < 0) return EXIT_USAGE;
        if (taken) continue;
        if (argv[i][0] == '-') return options_unknown("data", argv[i]);
        if (!r->action)
            r->action = argv[i];
        else if (!r->name)
            r->name = argv[i];
        else
            text_add(&r->axes, ",%s", argv[i]);
    }
    if (r->help) return help(options), 0;
    return -1;
}

/* Only comes back where the program cannot be run. */
static int become(const char *program, char *const *argv)
{
    execv(program, argv);
    fprintf(stderr, "attnlab data: %s cannot be run: %s\n", program, strerror(errno));
    return EXIT_FAILED;
}

/* ---- show ---- */

/* A complete cell that names the data; to be freed. NULL with *error. */
static char *cell_of(const struct request *r, const struct axes *axes, char **error)
{
    struct text string = {0};
    struct resolved cell = {0};
    cell_append(&string, "kind", "quality");
    cell_append(&string, "data", r->name);
    if (r->axes.length) text_add(&string, "%s", r->axes.data);
    char *complete =
        axes_read_cell(axes, string.data, &cell, error) ? resolved_complete(axes, &cell) : NULL;
    resolved_free(&cell);
    text_free(&string);
    return complete;
}

static int show(const struct request *r, const struct axes *axes, const char *worker)
{
    char *error = NULL, *cell = cell_of(r, axes, &error);
    const char *tokens = r->axes.length && strstr(r->axes.data, ",tokenizer=") ? "1" : "0";
    char *count = xformat("%d", r->count);
    const char *argv[] = {worker, "show",     "--part", r->part, "--count",
                          count,  "--tokens", tokens,   cell,    NULL};
    if (!cell) fprintf(stderr, "attnlab data: %s\n", error);
    int code = cell ? become(worker, (char *const *)argv) : EXIT_USAGE;
    free(count);
    free(cell);
    free(error);
    return code;
}

/* ---- fetch ---- */

/* Whether sources.tsv has it; else says what is nearest. */
static bool has_source(const char *name, const char *table)
{
    char *text = read_file(table, NULL);
    const char **names = NULL;
    int count = 0;
    bool found = !text; /* fetch.sh says what is wrong with its table */
    for (char *rest = text, *line; rest && (line = strsep(&rest, "\n"));) {
        line[strcspn(line, "\t")] = '\0';
        if (*line == '#' || !*line) continue;
        names = xgrow(names, (size_t)count + 1, sizeof *names);
        names[count++] = line;
        found |= !strcmp(line, name);
    }
    if (!found) {
        struct text message = {0};
        text_add(&message, "attnlab data: there is nothing to fetch called '%s'", name);
        add_nearest(&message, name, names, count);
        fprintf(stderr, "%s; `datasets/fetch.sh` lists all\n", message.data);
        text_free(&message);
    }
    free(names);
    free(text);
    return found;
}

/* Sets that are made from a seed, or of the user's own files. */
static bool needs_files(const struct axes *axes, const char *name)
{
    for (int i = 0; i < axes->dataset_count; i++) {
        const char *source = axes->datasets[i].source;
        bool published = axes->datasets[i].has_folder && strcmp(source, "yours") != 0;
        if (published || strcmp(axes->datasets[i].name, name) != 0) continue;
        fprintf(stderr, "attnlab data: there is nothing to fetch for '%s': its source is: %s\n",
                name, source);
        return false;
    }
    return true;
}

static int fetch(const struct request *r, const struct axes *axes, const char *worker)
{
    (void)worker;
    char *name = xformat("%.*s", (int)strcspn(r->name, ":"), r->name), *folder = path_data();
    char *script = path_in_home("datasets/fetch.sh"), *table = path_in_home("datasets/sources.tsv");
    const char *argv[] = {script, name, folder, NULL};
    int code = EXIT_USAGE;
    if (!script)
        fprintf(stderr,
                "attnlab data: the project's folder is not found; name it in ATTNLAB_HOME\n");
    else if (r->axes.length)
        fprintf(stderr, "attnlab data: fetch: found '%s', expected no more than a name\n",
                r->axes.data + 1);
    else if (needs_files(axes, name) && has_source(name, table))
        code = become(script, (char *const *)argv);
    free(table);
    free(script);
    free(folder);
    free(name);
    return code;
}

/* ---- command line ---- */

static int with_axes(const struct request *r,
                     int (*act)(const struct request *, const struct axes *, const char *))
{
    struct axes axes = {0};
    char *error = NULL, *worker = path_worker();
    int code = EXIT_USAGE;
    if (axes_load(&axes, worker, &error))
        code = act(r, &axes, worker);
    else
        fprintf(stderr, "attnlab data: %s\n", error);
    axes_free(&axes);
    free(error);
    free(worker);
    return code;
}

static int act(const struct request *r)
{
    static const char *const actions[] = {"list", "show", "fetch"};
    struct text message = {0};
    if (r->action && !strcmp(r->action, "list") && !r->name)
        return command_list(1, (char *[]){(char *)"datasets", NULL});
    bool shows = r->action && !strcmp(r->action, "show");
    bool fetches = r->action && !strcmp(r->action, "fetch");
    if (r->name && (shows || fetches)) return with_axes(r, shows ? show : fetch);
    if (shows || fetches)
        text_add(&message, "attnlab data %s: expected the name of a data set", r->action);
    else if (r->action && !strcmp(r->action, "list"))
        text_add(&message, "attnlab data list: found '%s', expected nothing after it", r->name);
    else
        text_add(&message, "attnlab data: found %s%s%s, expected list, show NAME or fetch NAME",
                 r->action ? "'" : "", r->action ? r->action : "nothing", r->action ? "'" : "");
    if (r->action && !shows && !fetches && strcmp(r->action, "list") != 0)
        add_nearest(&message, r->action, actions, 3);
    fprintf(stderr, "%s; `attnlab data list` shows all data sets\n", message.data);
    text_free(&message);
    return EXIT_USAGE;
}

int command_data(int argc, char **argv)
{
    struct request request = {.part = "train", .count = 5};
    int code = read_request(&request, argc, argv);
    if (code < 0) code = act(&request);
    text_free(&request.axes);
    return code;
}
