/* SPDX-License-Identifier: MIT
 * attnlab reproduce REFERENCE --question NAME: runs the saved plan of a question again, then
 * compares. */
#include "base/csv_read.h"
#include "base/listing.h"
#include "base/nearest.h"
#include "harness/cli/run_command.h"
#include "harness/plan/saved/plan_json.h"
#include "harness/run/result_dir.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- finding the question ---- */

static bool has_rows(const struct table *cells, const char *question)
{
    int column = table_column(cells, "ablation");
    bool found = column < 0;
    for (int i = 0; i < cells->rows && !found; i++)
        found = !strcmp(table_at(cells, i, column), question);
    return found;
}

/* Adds the questions of a run that have rows: a filter may have left none of a question of its
 * plan. Of a run whose rows cannot be read all are added: the next reader reports the fault. */
static void add_questions(struct listing *names, const char *run)
{
    char *path = xformat("%s/" PLAN_JSON, run), *text = read_run_text(path), *error = NULL;
    char *rows = xformat("%s/cells.csv", run);
    struct table cells = {0};
    bool read = text && table_read(&cells, rows, &error);
    json_t *root = text ? json_loads(text, 0, NULL) : NULL;
    const json_t *list = json_object_get(root, "questions");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *name = json_string_value(json_object_get(json_array_get(list, i), "name"));
        if (name && (!read || has_rows(&cells, name))) listing_add_once(names, name);
    }
    if (read) table_free(&cells);
    json_decref(root);
    free(error);
    free(rows);
    free(text);
    free(path);
}

/* Whether a run has the question; its questions are added to all. */
static bool run_has(const char *run, const char *question, struct listing *all)
{
    struct listing own = {0};
    bool found = false;
    add_questions(&own, run);
    for (int i = 0; i < own.count; i++) {
        found |= question && !strcmp(own.names[i], question);
        listing_add_once(all, own.names[i]);
    }
    listing_free(&own);
    return found;
}

/* The run of a question in a folder of runs, first that of its name, or the folder itself if it is
 * a run; to be freed. NULL: none, and all has the questions that exist. question NULL: finds none.
 */
static char *find_run(const char *reference, const char *question, struct listing *all)
{
    char *found = xformat("%s/%s", reference, question ? question : "");
    if (run_has(found, question, all)) return found;
    free(found);
    found = run_has(reference, question, all) ? xstrdup(reference) : NULL;
    struct listing runs = result_dir_runs(reference);
    for (int i = 0; i < runs.count && !found; i++) {
        char *run = xformat("%s/%s", reference, runs.names[i]);
        if (run_has(run, question, all))
            found = run;
        else
            free(run);
    }
    listing_free(&runs);
    return found;
}

/* The message of a question that was not found, to be freed. */
static char *question_fault(const char *reference, const char *question, const struct listing *all)
{
    struct stat folder;
    struct text out = {0};
    char *names = listing_text(all);
    if (stat(reference, &folder) || !S_ISDIR(folder.st_mode))
        text_add(&out, "%s: no such folder (expected a folder of runs, such as results/reference)",
                 reference);
    else if (!question)
        text_add(&out, "expected --question NAME; %s has: %s", reference,
                 all->count ? names : "none");
    else
        text_add(&out, "%s has no rows of question '%s'; it has: %s", reference, question,
                 all->count ? names : "none");
    if (question) add_nearest(&out, question, (const char *const *)all->names, all->count);
    free(names);
    return out.data;
}

/* ---- running ---- */

static int rerun_and_compare(struct run_request *r)
{
    char *run = (char *)r->saved_run, *directory = NULL;
    if (!result_dir_has(run, MANIFEST_NAME))
        return command_fails(&reproduce_command, EXIT_USAGE,
                             xformat("%s/" MANIFEST_NAME ": missing; it records program and "
                                     "machine, which `compare` needs",
                                     run));
    fprintf(stderr, "attnlab reproduce: running %s again by %s/" PLAN_JSON "\n", r->question, run);
    int code = run_request(r, &directory);
    if (directory && code <= EXIT_FAILED)
        code = compare_command.run(2, (char *[]){run, directory, NULL});
    free(directory);
    return code;
}

static int reproduce(struct run_request *r, const char *folder)
{
    struct listing all = {0};
    char *reference = xstrdup(folder);
    size_t length = strlen(reference);
    if (length > 1 && reference[length - 1] == '/') reference[length - 1] = '\0';
    char *run = find_run(reference, r->question, &all);
    r->saved_run = run;
    int code = run ? rerun_and_compare(r)
                   : command_fails(&reproduce_command, EXIT_USAGE,
                                   question_fault(reference, r->question, &all));
    free(run);
    free(reference);
    listing_free(&all);
    return code;
}

static int run(int argc, char **argv)
{
    struct run_request r = {
        .command = &reproduce_command, .argc = argc, .argv = argv, .plan.seed = 1};
    const char *reference = NULL;
    const struct argument arguments[] = {
        {"REFERENCE", 0, ARGUMENT_TEXT, &reference, REQUIRED, "folder of runs, or a run"},
        {"question", 0, ARGUMENT_TEXT, &r.question, "NAME", "question to run again"},
        SELECT_ARGUMENTS(&r.plan),
        RUN_ARGUMENTS(&r.run),
        {0}};
    int code = read_arguments(&reproduce_command, arguments, argc, argv);
    if (code < 0) code = reproduce(&r, reference);
    plan_arguments_free(&r.plan);
    return code;
}

const struct command reproduce_command = {
    .name = "reproduce",
    .purpose = "run a committed question again and compare",
    .usage = "REFERENCE --question NAME [options]",
    .about = "Runs the saved plan of one question again, or with --filter a part of it, and prints "
             "whether the results agree (`attnlab compare`). The values are the plan's, so there "
             "is no --tier and no --set.",
    .exits = "0 agrees, 1 disagrees, 2 usage, or nothing to compare.",
    .example = "results/reference --question which-projection",
    .run = run};
