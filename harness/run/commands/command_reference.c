/* SPDX-License-Identifier: MIT
 * attnlab reference: what a folder of runs lacks of the questions in ablations/, a run each, and
 * one report on all of them. Each start goes on where the last one was stopped. */
#include "base/listing.h"
#include "base/mem.h"
#include "base/paths.h"
#include "harness/commands.h"
#include "harness/plan/spec.h"
#include "harness/run/journal/journal.h"
#include "harness/run/manifest.h"
#include "harness/run/commands/options.h"
#include "harness/run/result_dir.h"
#include "harness/run/commands/run_command.h"
#include "harness/run/way_on.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_FAILED = 1, EXIT_USAGE = 2 };

struct reference {
    const char *tier, *into;
    const struct look_judge *judge;
    char **questions;
    int count;
};

static void help(const struct option_entry *options)
{
    printf(
        "usage: attnlab reference [options] [QUESTION...]\n"
        "Runs what the folder of runs lacks of the questions (all of ablations/), each in a\n"
        "folder of its own, and reports on all of them. What was interrupted goes on, so it may\n"
        "take several sittings; a run with a report is finished and left as it is.\n");
    options_help(options);
    printf("Exit: 0 all there, else that of the first `attnlab run` or `attnlab report` that "
           "failed.\n");
}

static void add_question(struct reference *r, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    r->questions = xgrow(r->questions, (size_t)r->count + 1, sizeof *r->questions);
    r->questions[r->count++] = xformat("%.*s", (int)strcspn(name, "."), name);
}

/* Without any on the command line: all of ablations/. */
static void add_all(struct reference *r)
{
    char *folder = path_ablations();
    struct listing all = listing_of(folder, ".yaml");
    for (int i = 0; i < all.count; i++) add_question(r, all.names[i]);
    listing_free(&all);
    free(folder);
}

static bool all_known(const struct reference *r)
{
    if (!spec_tier_known(r->tier)) {
        fprintf(stderr, "attnlab reference: --tier: found '%s', expected smoke, quick or full\n",
                r->tier);
        return false;
    }
    for (int i = 0; i < r->count; i++) {
        char *path = path_of_ablation(r->questions[i]);
        bool known = access(path, F_OK) == 0;
        free(path);
        if (known) continue;
        fprintf(stderr, "attnlab reference: no question '%s' in ablations/\n", r->questions[i]);
        return false;
    }
    return true;
}

/* A run with a report is finished, unless its journal lacks rows of the plan. The journal is not
 * kept in git: what is finished does not go on. */
static bool is_finished(const char *run, const char *tier)
{
    struct way way = way_of(run);
    if (!result_dir_has(run, "report.md") || (way.begun && way.rows < way.planned)) return false;
    struct manifest_plan plan = manifest_plan_of(run);
    const char *was = plan.tier ? plan.tier : "unknown";
    if (strcmp(was, tier) != 0)
        fprintf(stderr,
                "attnlab reference: %s is of tier %s: left as it is; remove it to have it made "
                "at %s\n",
                run, was, tier);
    manifest_plan_free(&plan);
    return true;
}

static int report(char *folder) { return command_report(1, &folder); }

static int make_run(const struct reference *r, const char *question, char *run)
{
    char *path = path_of_ablation(question), *directory = NULL;
    const char *arguments[] = {path, "--tier", r->tier, "-o", run, "--resume"};
    int count = result_dir_has(run, JOURNAL_NAME) ? 6 : 5;
    int code = run_command(count, (char **)arguments, r->judge, &directory);
    free(directory);
    free(path);
    return code > EXIT_FAILED ? code : report(run);
}

static int make_reference(const struct reference *r)
{
    char *into = xstrdup(r->into);
    int code = 0;
    for (int i = 0; i < r->count && !code; i++) {
        char *run = xformat("%s/%s", into, r->questions[i]);
        if (!is_finished(run, r->tier)) code = make_run(r, r->questions[i], run);
        free(run);
    }
    if (!code) code = report(into);
    free(into);
    return code;
}

int command_reference(int argc, char **argv, const struct look_judge *judge)
{
    struct reference r = {.tier = "full", .into = "results/reference", .judge = judge};
    bool asked = false;
    int code = -1;
    const struct option_entry options[] = {
        {"tier", 0, OPTION_TEXT, &r.tier, "T", "smoke, quick or full (default full)"},
        {"into", 0, OPTION_TEXT, &r.into, "DIR", "the folder of runs (default results/reference)"},
        DATA_OPTION,
        {"help", 'h', OPTION_FLAG, &asked, NULL, "this text"},
        {0}};
    for (int i = 0; i < argc && code < 0; i++) {
        int taken = options_take(options, argc, argv, &i);
        if (taken < 0) code = EXIT_USAGE;
        if (!taken && argv[i][0] == '-') code = options_unknown("reference", argv[i]);
        if (!taken && argv[i][0] != '-') add_question(&r, argv[i]);
    }
    if (code < 0 && asked) help(options), code = 0;
    if (code < 0 && !r.count) add_all(&r);
    if (code < 0) code = all_known(&r) ? make_reference(&r) : EXIT_USAGE;
    for (int i = 0; i < r.count; i++) free(r.questions[i]);
    free(r.questions);
    return code;
}
