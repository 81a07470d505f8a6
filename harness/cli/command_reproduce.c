/* SPDX-License-Identifier: MIT
 * Implements `attnlab reproduce REFERENCE --question NAME`, which runs the saved plan of a question
 * again and compares the results. */
#include "base/listing.h"
#include "base/nearest.h"
#include "harness/cli/run_arguments.h"
#include "harness/plan/saved/plan_json.h"
#include "harness/run/result_dir.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- finding the question ---- */

/* Returns true if the plan.json of a run contains the question. Appends all questions of this plan
 * to `all`. */
static bool run_has(const char *run, const char *question, struct listing *all)
{
    char *path = xformat("%s/" PLAN_JSON, run), *text = read_run_text(path);
    json_t *root = text ? json_loads(text, 0, NULL) : NULL;
    const json_t *list = json_object_get(root, "questions");
    bool found = false;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *name = json_string_value(json_object_get(json_array_get(list, i), "name"));
        if (!name) continue;
        found |= question && !strcmp(name, question);
        listing_add_once(all, name);
    }
    json_decref(root);
    free(text);
    free(path);
    return found;
}

/* Finds a run that contains the question. Searches the subfolder with the question's name, the
 * folder itself, and other subfolders. Returns the run's path, which the caller frees.
 * Returns NULL if no run has the question or `question` is NULL; `all` then lists the questions. */
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

static char *question_fault(const char *reference, const char *question, const struct listing *all)
{
    struct stat folder;
    struct text out = {0};
    char *names = listing_text(all);
    if (stat(reference, &folder) || !S_ISDIR(folder.st_mode))
        text_add(&out, "%s: no such folder (expected a folder of runs, such as results/reference)",
                 reference);
    else if (!question)
        text_add(&out, "missing --question NAME; %s has the questions %s", reference,
                 all->count ? names : "none");
    else
        text_add(&out, "%s has no question '%s'. Its questions are %s", reference, question,
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
                             xformat("%s/" MANIFEST_NAME
                                     ": the file is missing, so the program and machine of the "
                                     "rows are unknown",
                                     run));
    fprintf(stderr, "attnlab reproduce: running %s again from %s/" PLAN_JSON "\n", r->question,
            run);
    int code = run_request(r, &directory);
    if (directory && code <= EXIT_FAILED)
        code = compare_command.run(2, (char *[]){run, directory, NULL});
    free(directory);
    return code;
}

static int reproduce(struct run_request *r, const char *reference)
{
    struct listing all = {0};
    char *run = find_run(reference, r->question, &all);
    r->saved_run = run;
    int code = run ? rerun_and_compare(r)
                   : command_fails(&reproduce_command, EXIT_USAGE,
                                   question_fault(reference, r->question, &all));
    free(run);
    listing_free(&all);
    return code;
}

static int run(int argc, char **argv)
{
    struct run_request r = {
        .command = &reproduce_command, .argc = argc, .argv = argv, .plan.seed = 1};
    const char *reference = NULL;
    const struct argument arguments[] = {
        {"REFERENCE", 0, ARGUMENT_FOLDER, &reference, REQUIRED, "a run, or a folder of runs"},
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
    .purpose = "rerun a question of a finished run and compare the results",
    .usage = "REFERENCE --question NAME [options]",
    .about = "Runs the saved plan of one question again, or only the cells selected by --filter. "
             "Then prints whether the results agree, like `attnlab compare`. The options --tier "
             "and --set do not exist, because all values come from the saved plan.",
    .exits = "Exit status: 0 if the results agree, 1 if they disagree, 2 after a usage error or if "
             "nothing can be compared.",
    .example = "results/reference --question which-projection",
    .run = run};
