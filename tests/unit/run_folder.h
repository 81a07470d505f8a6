/* SPDX-License-Identifier: MIT
 * Helpers that create the results folder of a small run: they plan the run, write its rows, and
 * analyse the folder. */
#ifndef ATTNLAB_TEST_RUN_FOLDER_H
#define ATTNLAB_TEST_RUN_FOLDER_H

#include "base/mem.h"
#include "harness/analysis/analysis.h"
#include "tests/unit/write_plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define AXIS(name, type, role, more)                                                               \
    "{\"name\": \"" name "\", \"type\": \"" type "\", \"role\": \"" role                           \
    "\", \"doc\": \"\", " more "}"
#define INTEGER "\"min\": 0, \"max\": 100000, \"default\": "
#define OF_MLP  "\"when\": {\"axis\": \"proj\", \"value\": \"mlp\"}, "

/* clang-format off */
static const char describe_json[] = "{\"schema\": 1, \"axes\": ["
    AXIS("kind", "choice", "measure",
         "\"choices\": [\"overhead\", \"quality\"], \"quiet\": true, \"default\": \"overhead\"") ","
    AXIS("proj", "choice", "variant",
         "\"choices\": [\"base\", \"mlp\", \"wide\"], \"default\": \"base\"") ","
    AXIS("norm", "choice", "variant",
         OF_MLP "\"choices\": [\"off\", \"before\"], \"default\": \"off\"") ","
    AXIS("act", "choice", "variant",
         OF_MLP "\"choices\": [\"identity\", \"relu\", \"gelu\"], \"default\": \"relu\"") ","
    AXIS("d", "int", "variant", OF_MLP INTEGER "\"1\"") ","
    AXIS("size", "int", "shape", INTEGER "\"8\"") ","
    AXIS("warmup", "int", "shape", "\"quiet\": true, " INTEGER "\"floor(size / 4)\"") ","
    AXIS("data", "text", "shape", "\"default\": \"some\"") ","
    AXIS("threads", "int", "placement", INTEGER "\"1\"") ","
    AXIS("phase", "choice", "measure",
         "\"choices\": [\"forward\", \"backward\", \"both\"], \"default\": \"forward\"") ","
    AXIS("lr", "real", "variant", "\"min\": 0, \"max\": 10, \"default\": \"0.1\"") ","
    AXIS("seed", "int", "measure", INTEGER "\"1\"")
    "], \"slots\": [], \"events\": []}";
/* clang-format on */

struct folder {
    char path[32];
    struct axes axes;
    struct plan plan;
    struct run_data run;
    struct analysis analysis;
};

static inline void near(double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance)) fail_msg("found %.17g, expected %.17g", got, want);
}

static inline void folder_write(const struct folder *f, const char *name, const char *text)
{
    char *path = xformat("%s/%s", f->path, name);
    if (!write_file_atomically(path, text, strlen(text))) fail_msg("cannot write %s", path);
    free(path);
}

/* Creates a results folder and its plan. `plan` is the text of plan.yaml in the format of
 * write_plan.h. */
static inline void folder_plan(struct folder *f, const char *plan)
{
    char *error = NULL;
    *f = (struct folder){.path = "/tmp/attnlab-test-XXXXXX"};
    assert_non_null(mkdtemp(f->path));
    folder_write(f, "describe.json", describe_json);
    folder_write(f, "plan.yaml", plan);
    if (!axes_from_json(&f->axes, describe_json, &error)) fail_msg("%s", error);
    assert_true(write_plan(f->path, &f->axes));
    if (!plan_load(&f->plan, &f->axes, f->path, false, &error)) fail_msg("%s", error);
}

/* Returns the value of an axis in a planned row, or an empty string if the axis does not apply to
 * the row. */
static inline const char *row_value(const struct folder *f, int row, const char *axis)
{
    const char *value = plan_value(&f->plan, plan_row_cell(&f->plan, &f->plan.rows[row]), axis);
    return value ? value : "";
}

static inline void folder_analyse(struct folder *f)
{
    char *error = NULL;
    if (!run_data_read(&f->run, f->path, &error)) fail_msg("%s", error);
    analysis_build(&f->analysis, &f->run, 0.95, 0.02);
}

static inline void folder_remove(struct folder *f)
{
    static const char *const names[] = {"describe.json", "plan.yaml",  "plan.json",    "cells.csv",
                                        "curves.csv",    "phases.csv", "manifest.json"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *path = xformat("%s/%s", f->path, names[i]);
        unlink(path);
        free(path);
    }
    rmdir(f->path);
    analysis_free(&f->analysis);
    run_data_free(&f->run);
    plan_free(&f->plan);
    axes_free(&f->axes);
}

/* Returns the index of the entry with the given label and condition. Conditions are numbered across
 * all questions. */
static inline int find(const struct analysis *a, const char *label, int condition)
{
    for (int i = 0; i < a->entry_count; i++)
        if (!strcmp(a->entries[i].label, label) && a->entries[i].condition == condition) return i;
    fail_msg("entry %s not found", label);
    return -1;
}

#endif
