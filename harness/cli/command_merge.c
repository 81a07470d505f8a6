/* SPDX-License-Identifier: MIT
 * Implements `attnlab merge DIR... -o OUT`, which joins the shards of a run into one run. */
#include "harness/cli/commands.h"
#include "harness/run/merge.h"
#include "harness/run/result_dir.h"

#include <stdlib.h>

static int merge(const struct texts *shards, const char *out)
{
    struct merge m;
    char *error = NULL;
    bool good = merge_read(&m, shards->list, shards->count, &error) &&
                directory_open_empty(out, &error) && merge_write(&m, out, &error);
    int code = good ? 0 : command_fails(&merge_command, EXIT_USAGE, error);
    if (good) {
        char *missing = merge_missing(&m);
        fprintf(stderr, "%smerged %d row%s of %d shard%s\n", missing, merge_rows(&m),
                merge_rows(&m) == 1 ? "" : "s", m.count, m.count == 1 ? "" : "s");
        printf("%s\n", out);
        if (*missing) code = EXIT_FAILED;
        free(missing);
    }
    merge_free(&m);
    return code;
}

static int run(int argc, char **argv)
{
    const char *out = NULL;
    struct texts shards = {0};
    const struct argument arguments[] = {
        {"DIR...", 0, ARGUMENT_TEXTS, &shards, REQUIRED, "folders of the shards"},
        {"output", 'o', ARGUMENT_TEXT, &out, "DIR", "new or empty folder of the merged run"},
        {0}};
    int code = read_arguments(&merge_command, arguments, argc, argv);
    if (code < 0 && !out)
        code = command_fails(&merge_command, EXIT_USAGE, xstrdup("expected -o DIR"));
    if (code < 0) code = merge(&shards, out);
    free(shards.list);
    return code;
}

const struct command merge_command = {
    .name = "merge",
    .purpose = "join the shards of a run",
    .usage = "DIR... -o DIR",
    .about = "Joins the results of `attnlab run --shard I/N` into one run. Then `attnlab report` "
             "writes the report, and `attnlab run -o DIR --resume` measures missing rows. The "
             "finished rows of a killed shard are kept.",
    .exits = "Exit status: 0 if all rows of the plan are merged, 1 if rows are missing, 2 after a "
             "usage error or if the shards cannot be merged.",
    .example = "shard-1 shard-2 -o results/query",
    .run = run};
