/* SPDX-License-Identifier: MIT
 * Finding a question in the runs of a reference (found_question.h). A plan names every question
 * that was read; a filter may have left no rows of one, and then there is nothing to reproduce. */
#include "harness/run/commands/found_question.h"
#include "base/csv_read.h"
#include "base/listing.h"
#include "base/mem.h"
#include "base/nearest.h"
#include "harness/plan/saved/plan_json.h"
#include "harness/run/result_dir.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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
