/* SPDX-License-Identifier: MIT
 * Writes plan.json into a results folder of a test, from plan.yaml. In plan.yaml, a line "# As run
 * by attnlab: PATH, tier TIER" precedes each question, and "---" separates questions. */
#ifndef ATTNLAB_TEST_WRITE_PLAN_H
#define ATTNLAB_TEST_WRITE_PLAN_H

#include "base/mem.h"
#include "harness/plan/saved/plan_json.h"

#include <stdlib.h>
#include <string.h>

/* Splits plan.yaml into paths and questions. All questions use the tier of the last question. */
static inline void cut_questions(char *text, struct plan_options *o)
{
    static const char head[] = "# As run by attnlab: ", end[] = "\n---\n# As run by attnlab: ";
    for (char *part = text + strlen(head), *next; part; part = next) {
        next = strstr(part, end);
        if (next) next[1] = '\0', next += strlen(end);
        char *body = strchr(part, '\n'), *tier = strstr(part, ", tier ");
        o->paths = xgrow(o->paths, (size_t)o->path_count + 1, sizeof *o->paths);
        o->texts = xgrow(o->texts, (size_t)o->path_count + 1, sizeof *o->texts);
        *body = *tier = '\0';
        o->tier = tier + strlen(", tier ");
        o->paths[o->path_count] = part;
        o->texts[o->path_count++] = body + 1;
    }
}

/* Writes plan.json. On failure, prints the errors and returns false. */
static inline bool write_plan(const char *directory, const struct axes *of)
{
    char *yaml = xformat("%s/plan.yaml", directory), *path = xformat("%s/" PLAN_JSON, directory);
    char *text = read_file(yaml, NULL);
    struct plan_options o = {0};
    struct plan plan;
    struct diags diags = {0};
    cut_questions(text, &o);
    bool good = plan_build(&plan, &o, of, &diags);
    char *json = good ? plan_to_json(&plan) : NULL;
    good = good && write_file_atomically(path, json, strlen(json));
    diag_print(&diags, stderr);
    diag_free(&diags);
    plan_free(&plan);
    free(o.paths);
    free(o.texts);
    free(json);
    free(text);
    free(path);
    free(yaml);
    return good;
}

#endif
