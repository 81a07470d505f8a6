/* SPDX-License-Identifier: MIT
 * Finding a question in the runs of a reference (found_question.h). A plan names every question
 * that was read; a filter may have left nothing of one, and then there is nothing to make again. */
#include "harness/run/commands/found_question.h"
#include "base/csv_read.h"
#include "base/listing.h"
#include "base/mem.h"
#include "base/nearest.h"
#include "harness/plan/saved/saved_plan.h"
#include "harness/run/manifest.h"
#include "harness/run/result_dir.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void found_question_free(struct found_question *f)
{
    free(f->run);
    free(f->text);
    free(f->file);
}

static bool has_rows(const struct table *cells, const char *question)
{
    int column = table_column(cells, "ablation");
    bool found = column < 0;
    for (int i = 0; i < cells->rows && !found; i++)
        found = !strcmp(table_at(cells, i, column), question);
    return found;
}

/* Looks into one run; the names of all its questions that have rows are added. A run whose rows
 * cannot be read has them all: what is wrong with it is said by what reads it next. */
static bool is_in(struct found_question *f, const char *run, const char *question,
                  struct listing *names)
{
    char *path = xformat("%s/cells.csv", run), *error = NULL;
    struct table cells = {0};
    bool read = table_read(&cells, path, &error);
    struct saved_parts parts;
    saved_parts_read(&parts, run);
    for (int i = 0; i < parts.count; i++) {
        const struct saved_part *part = &parts.list[i];
        if (read && !has_rows(&cells, part->name)) continue;
        listing_add_once(names, part->name);
        if (f->text || strcmp(part->name, question) != 0) continue;
        f->text = xstrdup(part->text);
        f->file = xstrdup(part->file);
        f->run = xstrdup(run);
    }
    saved_parts_free(&parts);
    if (read) table_free(&cells);
    free(error);
    free(path);
    return f->text;
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

/* The run whose plan has the question: that of its name, the reference itself, or one of those in
 * it. */
static bool find(struct found_question *f, const char *reference, const char *question,
                 char **error)
{
    struct listing runs = result_dir_runs(reference), names = {0};
    char *own = xformat("%s/%s", reference, question);
    bool good = is_in(f, own, question, &names);
    for (int i = 0; i < runs.count && !good; i++) {
        char *run = xformat("%s/%s", reference, runs.names[i]);
        good = is_in(f, run, question, &names);
        free(run);
    }
    if (!good) good = is_in(f, reference, question, &names);
    if (!good) *error = not_there(reference, question, &names);
    listing_free(&runs);
    listing_free(&names);
    free(own);
    return good;
}

/* None is called "", so all are passed by. */
char *found_questions(const char *reference)
{
    struct found_question none = {0};
    struct listing runs = result_dir_runs(reference), names = {0};
    for (int i = 0; i < runs.count; i++) {
        char *run = xformat("%s/%s", reference, runs.names[i]);
        is_in(&none, run, "", &names);
        free(run);
    }
    is_in(&none, reference, "", &names);
    char *all = listing_text(&names);
    listing_free(&runs);
    listing_free(&names);
    return all;
}

bool found_question_read(struct found_question *f, const char *reference, const char *question,
                         char **error)
{
    *f = (struct found_question){0};
    struct stat found;
    if (stat(reference, &found) || !S_ISDIR(found.st_mode)) {
        *error = xformat("%s: no such directory; expected a folder of runs, such as "
                         "results/reference",
                         reference);
        return false;
    }
    char *run = xformat("%s/%s", reference, question);
    if (result_dir_has(run, "cells.csv") && !result_dir_has(run, PLAN_NAME)) {
        f->run = run;
        return true;
    }
    free(run);
    return find(f, reference, question, error);
}
