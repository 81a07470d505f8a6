/* SPDX-License-Identifier: MIT
 * attnlab merge DIR... -o OUT: the shards of a run as one run. */
#include "harness/cli/commands.h"
#include "harness/run/merge.h"
#include "harness/cli/options.h"
#include "harness/run/result_dir.h"

#include <stdlib.h>

enum { EXIT_MISSING = 1, EXIT_USAGE = 2 };

static void help(const struct option_entry *options)
{
    printf("usage: attnlab merge DIR... -o OUT\n"
           "Joins results of `attnlab run --shard I/N` into OUT, which then is a run like any "
           "other:\n"
           "`attnlab report OUT`, and `attnlab run SPEC... -o OUT --resume` for what is missing. "
           "A\n"
           "shard that was killed counts with the rows that it finished.\n");
    options_help(options);
    printf("Exit: 0 every row of the plan is there, 1 written but rows are missing, 2 refused.\n");
}

static int complain(char *error)
{
    fprintf(stderr, "attnlab merge: %s\n", error);
    free(error);
    return EXIT_USAGE;
}

static int merge(const char *const *directories, int count, bool so_far, const char *out)
{
    struct merge m;
    char *error = NULL;
    bool good = merge_read(&m, directories, count, so_far, &error) &&
                directory_open_empty(out, &error) && merge_write(&m, out, &error);
    int code = good ? 0 : complain(error);
    if (good) {
        char *missing = merge_missing(&m);
        fprintf(stderr, "%s%d row%s of %d shard%s\n", missing, merge_rows(&m),
                merge_rows(&m) == 1 ? "" : "s", m.count, m.count == 1 ? "" : "s");
        printf("%s\n", out);
        if (*missing) code = EXIT_MISSING;
        free(missing);
    }
    merge_free(&m);
    return code;
}

int command_merge(int argc, char **argv)
{
    const char *out = NULL, **directories = xarray((size_t)argc + 1, sizeof *directories);
    bool asked = false, so_far = false;
    int count = 0, code = -1;
    const struct option_entry options[] = {
        {"output", 'o', OPTION_TEXT, &out, "OUT", "a new or empty directory"},
        {"so-far", 0, OPTION_FLAG, &so_far, NULL,
         "also what shards that are still at work have finished"},
        {"help", 'h', OPTION_FLAG, &asked, NULL, "this text"},
        {0}};
    for (int i = 0; i < argc && code < 0; i++) {
        int taken = options_take(options, argc, argv, &i);
        if (taken < 0) code = EXIT_USAGE;
        if (!taken && argv[i][0] == '-') code = options_unknown("merge", argv[i]);
        if (!taken && argv[i][0] != '-') directories[count++] = argv[i];
    }
    if (code < 0 && asked) help(options), code = 0;
    if (code < 0 && !count)
        code = complain(xstrdup("expected the directories of shards (attnlab merge --help)"));
    if (code < 0 && !out) code = complain(xstrdup("expected -o OUT"));
    if (code < 0) code = merge(directories, count, so_far, out);
    free(directories);
    return code;
}
