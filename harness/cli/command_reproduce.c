/* SPDX-License-Identifier: MIT
 * attnlab reproduce REFERENCE --question NAME: reruns one question of a reference by its saved
 * plan, and says whether it agrees. */
#include "base/csv_read.h"
#include "base/listing.h"
#include "base/mem.h"
#include "base/nearest.h"
#include "harness/cli/commands.h"
#include "harness/plan/saved/plan_json.h"
#include "harness/cli/run_command.h"
#include "harness/cli/options.h"
#include "harness/run/manifest.h"
#include "harness/run/result_dir.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { EXIT_FAILED = 1, EXIT_USAGE = 2 };

struct request {
    char *reference; /* without a slash at its end */
    const char *question;
    char **rest; /* for `attnlab run` */
    int rest_count;
    struct asked_as as; /* what resumes the run, with --resume */
    bool asked;
};

static void help(const struct option_entry *options)
{
    printf("usage: attnlab reproduce REFERENCE --question NAME [options of `attnlab run`]\n"
           "Reruns one question of the runs in REFERENCE by its saved plan, and says whether it\n"
           "agrees (see `attnlab compare`). With --filter it reruns a part. --tier and --set are\n"
           "refused, since the plan has its values.\n");
    options_help(options);
    printf("Exit: 0 agrees, 1 disagrees, 2 nothing to compare.\n");
}

/* Takes over the message. */
static bool refuse(char *message)
{
    fprintf(stderr, "attnlab reproduce: %s\n", message);
    free(message);
    return false;
}

/* ---- command line ---- */

static bool take_arguments(struct request *r, const struct option_entry *options, int argc,
                           char **argv)
{
    r->rest = xarray((size_t)argc + 1, sizeof *r->rest);
    for (int i = 0; i < argc; i++) {
        int taken = options_take(options, argc, argv, &i);
        if (taken < 0) return false;
        if (taken) continue;
        if (!r->reference && !r->rest_count && argv[i][0] != '-')
            r->reference = argv[i];
        else
            r->rest[r->rest_count++] = argv[i];
    }
    return true;
}

static bool need_question(const char *reference)
{
    char *there = found_questions(reference);
    char *message = xformat("expected --question NAME after %s%s%s", reference,
                            *there ? "; there are: " : "", there);
    free(there);
    return refuse(message);
}

static bool is_sound(struct request *r)
{
    if (!r->reference)
        return refuse(xstrdup("expected a folder of runs, such as results/reference"));
    size_t length = strlen(r->reference);
    if (length > 1 && r->reference[length - 1] == '/') r->reference[length - 1] = '\0';
    if (!r->question) return need_question(r->reference);
    return true;
}

static bool is_whole(const char *run)
{
    static const char *const needed[] = {MANIFEST_NAME, PLAN_JSON};
    for (int i = 0; i < 2; i++)
        if (!result_dir_has(run, needed[i]))
            return refuse(xformat("%s/%s: missing, and the saved plan is needed", run, needed[i]));
    return true;
}

/* ---- running ---- */

static int run_and_compare(const struct request *r, const char *run)
{
    char *directory = NULL;
    fprintf(stderr, "attnlab reproduce: rerunning %s by %s/" PLAN_JSON "\n", r->question, run);
    const struct saved_question saved = {run, r->question};
    int code = run_saved(&r->as, r->rest_count, r->rest, &saved, &directory);
    if (directory && code <= EXIT_FAILED)
        code = command_compare(2, (char *[]){(char *)run, directory});
    free(directory);
    return code;
}

static int reproduce(const struct request *r)
{
    char *error = NULL, *run = find_question(r->reference, r->question, &error);
    int code = EXIT_USAGE;
    if (!run)
        refuse(error);
    else if (is_whole(run))
        code = run_and_compare(r, run);
    free(run);
    return code;
}

int command_reproduce(int argc, char **argv)
{
    struct request r = {.as = {"reproduce", argc, argv}};
    const struct option_entry options[] = {
        {"question", 0, OPTION_TEXT, &r.question, "NAME", "the question to rerun"},
        DATA_OPTION,
        {"help", 'h', OPTION_FLAG, &r.asked, NULL, "this text"},
        {0}};
    int code = EXIT_USAGE;
    if (take_arguments(&r, options, argc, argv)) {
        if (r.asked)
            help(options), code = 0;
        else if (is_sound(&r))
            code = reproduce(&r);
    }
    free(r.rest);
    return code;
}

/* ==== Finding a question in the runs of a reference. A plan names every question that was read;
 * a filter may have left no rows of one, and then there is nothing to reproduce. ==== */

static bool has_rows(const struct table *cells, const char *question)
{
    int column = table_column(cells, "ablation");
    bool found = column < 0;
    for (int i = 0; i < cells->rows && !found; i++)
        found = !strcmp(table_at(cells, i, column), question);
    return found;
}

/* The names of the questions in plan.json of a run; none if it cannot be read. */
static struct listing questions_of(const char *run)
{
    char *path = xformat("%s/" PLAN_JSON, run), *text = read_run_text(path);
    struct listing names = {0};
    json_t *root = text ? json_loads(text, 0, NULL) : NULL;
    const json_t *list = json_object_get(root, "questions");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *name = json_object_get(json_array_get(list, i), "name");
        if (json_is_string(name)) listing_add_once(&names, json_string_value(name));
    }
    json_decref(root);
    free(text);
    free(path);
    return names;
}

/* Whether a run has rows of a question; the names of all its questions with rows are added. A run
 * whose rows cannot be read counts as having them all: the next reader reports the fault. */
static bool is_in(const char *run, const char *question, struct listing *names)
{
    char *path = xformat("%s/cells.csv", run), *error = NULL;
    struct table cells = {0};
    struct listing own = questions_of(run);
    bool read = table_read(&cells, path, &error), found = false;
    for (int i = 0; i < own.count; i++) {
        if (read && !has_rows(&cells, own.names[i])) continue;
        listing_add_once(names, own.names[i]);
        found |= !strcmp(own.names[i], question);
    }
    listing_free(&own);
    if (read) table_free(&cells);
    free(error);
    free(path);
    return found;
}

static char *not_there(const char *reference, const char *question, const struct listing *names)
{
    struct text out = {0};
    char *all = listing_text(names);
    text_add(&out, "%s has no rows of question '%s'; there are: %s", reference, question,
             names->count ? all : "none");
    add_nearest(&out, question, (const char *const *)names->names, names->count);
    free(all);
    return out.data;
}

/* The run whose plan has the question: the run of its name, one of those in the reference, or the
 * reference itself. To be freed; NULL: there is none. */
static char *find(const char *reference, const char *question, struct listing *names)
{
    struct listing runs = result_dir_runs(reference);
    char *run = xformat("%s/%s", reference, question);
    bool found = is_in(run, question, names);
    for (int i = 0; i < runs.count && !found; i++) {
        free(run);
        run = xformat("%s/%s", reference, runs.names[i]);
        found = is_in(run, question, names);
    }
    listing_free(&runs);
    if (found) return run;
    free(run);
    return is_in(reference, question, names) ? xstrdup(reference) : NULL;
}

/* No question is called "", so all runs are passed by. */
char *found_questions(const char *reference)
{
    struct listing names = {0};
    free(find(reference, "", &names));
    char *all = listing_text(&names);
    listing_free(&names);
    return all;
}

char *find_question(const char *reference, const char *question, char **error)
{
    struct listing names = {0};
    struct stat found;
    if (stat(reference, &found) || !S_ISDIR(found.st_mode)) {
        *error = xformat("%s: no such directory; expected a folder of runs, such as "
                         "results/reference",
                         reference);
        return NULL;
    }
    char *run = xformat("%s/%s", reference, question);
    if (result_dir_has(run, "cells.csv") && !result_dir_has(run, PLAN_JSON)) return run;
    free(run);
    run = find(reference, question, &names);
    if (!run) *error = not_there(reference, question, &names);
    listing_free(&names);
    return run;
}
