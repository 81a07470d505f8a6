/* SPDX-License-Identifier: MIT
 * Implements `attnlab compare REFERENCE RUN`, which checks whether a run agrees with a reference
 * run (compare.h). */
#include "harness/cli/commands.h"
#include "base/mem.h"
#include "harness/analysis/compare/compare.h"
#include "harness/run/estimate.h"
#include "harness/run/result_dir.h"

#include <stdlib.h>
#include <string.h>

enum { SHOWN = 5 };

/* ---- runs and rows ---- */

static void print_run(const char *name, const struct run_data *run)
{
    const char *tier = manifest_text(run, "plan", "tier");
    printf("%-10s %s: commit %s%s%s, %s\n", name, run->path,
           manifest_text(run, "program", "commit"), *tier ? ", tier " : "", tier,
           manifest_text(run, "machine", "cpu_model"));
}

static void print_rows(const struct run_comparison *c)
{
    static const char *const words[MATCH_STATES] = {
        [MATCH_ABSENT] = "were not rerun",
        [MATCH_NO_RESULT] = "have no result in the reference",
        [MATCH_LOST] = "have a result only in the reference",
        [MATCH_WRONG] = "are incorrect in the rerun, because the kernel differs from its formula",
        [MATCH_DATA] = "trained on different data and are not compared",
        [MATCH_TIMED] = "are timed, so their effects are compared below"};
    int rows = c->reference->run->trial_count - c->states[MATCH_UNASKED];
    printf("%-10s %d of %d rows of the reference were rerun\n", "rows",
           rows - c->states[MATCH_ABSENT], rows);
    for (enum match_state s = 0; s < MATCH_STATES; s++)
        if (words[s] && c->states[s]) printf("%-10s %d %s\n", "", c->states[s], words[s]);
    if (c->diverged)
        printf("%-10s %d diverged or learned nothing in the rerun, but not in the reference\n", "",
               c->diverged);
    if (c->extra) printf("%-10s %d exist only in the rerun\n", "", c->extra);
}

/* ---- bits ---- */

/* Returns a fault of a row: why the row has no result (`lost`), or how the result differs from the
 * reference. Returns NULL if there is no fault. The caller frees the text. */
static char *fault_of(const struct run_comparison *c, int trial, bool lost)
{
    const struct run_data *reference = c->reference->run, *run = c->run->run;
    const struct match *m = &c->matches[trial];
    if (lost && (m->state == MATCH_LOST || m->state == MATCH_WRONG))
        return xformat("%s (%s)", trial_text(run, m->again, "status"),
                       trial_text(run, m->again, "reason"));
    if (lost || m->state != MATCH_BITS || m->column < 0) return NULL;
    const char *column = reference->rows.name[m->column];
    return xformat("%s: found %s, expected %s", column, trial_text(run, m->again, column),
                   trial_text(reference, &reference->trials[trial], column));
}

/* Prints which facts, such as the vector path, differ between the runs. Then prints the first rows
 * that differ. */
static void print_differences(const struct run_comparison *c)
{
    const struct run_data *reference = c->reference->run;
    for (enum fact f = 0; f < FACTS; f++) {
        char *found = c->differs[f] ? difference_found(c, f) : NULL;
        if (found)
            printf("%-10s %s (%d row%s)\n", "differs", found, c->differs[f],
                   c->differs[f] == 1 ? "" : "s");
        free(found);
    }
    for (int lost = 1; lost >= 0; lost--)
        for (int i = 0, shown = 0; i < reference->trial_count && shown < SHOWN; i++) {
            char *fault = fault_of(c, i, lost);
            if (fault) printf("%-10s %s: %s\n", "", fault, reference->plan.rows[i].key), shown++;
            free(fault);
        }
}

static void print_bits(const struct run_comparison *c)
{
    int compared = c->states[MATCH_BITS], equal = c->equal[MATCH_BITS];
    if (compared)
        printf("%-10s %d of %d training run%s bitwise equal, %d differ\n", "bits", equal, compared,
               compared == 1 ? "" : "s", compared - equal);
    if (c->states[MATCH_INTERVAL])
        printf("%-10s not compared for %d training runs because of the differences above. %d are "
               "equal\n",
               "bits", c->states[MATCH_INTERVAL], c->equal[MATCH_INTERVAL]);
}

/* ---- effects, and changes of each arm itself ---- */

static void print_effects(const struct run_comparison *c)
{
    if (!c->agreement_count) return;
    compare_table(c, COMPARED_EFFECTS);
    printf(
        "\n%d agree, %d disagree, %d inconclusive. Gains agree if all pairs are equal or their\n"
        "intervals overlap. If only some pairs were rerun, their mean must lie in the prediction\n"
        "interval of the reference. Times agree if their intervals overlap within the margin.\n",
        c->says[EFFECT_AGREES], c->says[EFFECT_DISAGREES], c->says[EFFECT_OPEN]);
}

static void print_changes(const struct run_comparison *c)
{
    if (!c->change_count) return;
    compare_table(c, COMPARED_CHANGES);
    printf("\n%d worse, %d better, %d within the margin, %d inconclusive. The table shows\n"
           "the change of each arm between the runs. Positive changes are better. Times are\n"
           "compared on one machine only.\n",
           c->changed[CHANGE_WORSE], c->changed[CHANGE_BETTER], c->changed[CHANGE_WITHIN],
           c->changed[CHANGE_UNRESOLVED] + c->changed[CHANGE_BY_FORMULA]);
}

static void print_text(const struct run_comparison *c, const struct verdict *verdict)
{
    print_run("reference", c->reference->run);
    print_run("rerun", c->run->run);
    print_rows(c);
    print_differences(c);
    print_bits(c);
    print_effects(c);
    print_changes(c);
    printf("\n%s\n", verdict->word);
}

/* ---- verdict ---- */

static struct verdict agreement_of(const struct run_comparison *c)
{
    bool disagrees = c->states[MATCH_BITS] > c->equal[MATCH_BITS] || c->states[MATCH_WRONG] ||
                     c->says[EFFECT_DISAGREES];
    bool agrees = c->equal[MATCH_BITS] || c->equal[MATCH_INTERVAL] || c->says[EFFECT_AGREES];
    if (disagrees) return (struct verdict){"disagrees", EXIT_FAILED};
    return agrees ? (struct verdict){"agrees", 0}
                  : (struct verdict){"nothing to compare", EXIT_USAGE};
}

/* Returns the verdict for --regression. Only a lost row or a worse arm is a failure. */
static struct verdict regression_of(const struct run_comparison *c)
{
    int lost = c->states[MATCH_LOST] + c->states[MATCH_WRONG] + c->diverged;
    if (lost || c->changed[CHANGE_WORSE]) return (struct verdict){"regressed", EXIT_FAILED};
    if (!c->change_count) return (struct verdict){"nothing to compare", EXIT_USAGE};
    bool resolved = c->changed[CHANGE_WITHIN] || c->changed[CHANGE_BETTER];
    return (struct verdict){resolved ? "no regression" : "inconclusive", 0};
}

/* ---- two runs ---- */

struct side {
    struct run_data run;
    struct analysis analysis;
};

static char *no_run(const char *path)
{
    struct listing runs = result_dir_runs(path);
    char *names = listing_text(&runs);
    char *message =
        runs.count
            ? xformat("%s is not a run, because it has no cells.csv. It contains the runs %s", path,
                      names)
            : result_dir_without_run(path);
    listing_free(&runs);
    free(names);
    return message;
}

static bool read_side(struct side *s, const char *path, double level, double margin, char **error)
{
    *error = unfinished_run_error(path);
    if (!*error && !result_dir_has(path, "cells.csv")) *error = no_run(path);
    if (*error || !run_data_read(&s->run, path, error)) return false;
    if (s->run.manifest_fault)
        *error = xstrdup(s->run.manifest_fault);
    else if (!s->run.manifest)
        *error = xformat("%s/manifest.json: the file is missing, so the program and machine of the "
                         "rows are unknown",
                         path);
    if (!*error) analysis_build(&s->analysis, &s->run, level, margin);
    return !*error;
}

struct request {
    const char *runs[2], *format;
    double level, margin;
    bool regression;
};

static int compare_runs(const struct request *r)
{
    struct side sides[2] = {0};
    char *error = NULL;
    int code = EXIT_USAGE;
    if (!read_side(&sides[0], r->runs[0], r->level, r->margin, &error) ||
        !read_side(&sides[1], r->runs[1], r->level, r->margin, &error))
        code = command_fails(&compare_command, code, error);
    else {
        struct run_comparison c = compare(&sides[0].analysis, &sides[1].analysis);
        struct verdict verdict = r->regression ? regression_of(&c) : agreement_of(&c);
        if (!strcmp(r->format, "csv"))
            compare_csv(&c);
        else
            print_text(&c, &verdict);
        code = verdict.code;
        comparison_free(&c);
    }
    for (int i = 0; i < 2; i++) {
        analysis_free(&sides[i].analysis);
        run_data_free(&sides[i].run);
    }
    return code;
}

static int run(int argc, char **argv)
{
    struct request r = {.format = "text", .level = VERDICT_LEVEL, .margin = TIME_MARGIN};
    const struct argument arguments[] = {
        {"REFERENCE", 0, ARGUMENT_TEXT, &r.runs[0], REQUIRED, "folder of the reference run"},
        {"RUN", 0, ARGUMENT_TEXT, &r.runs[1], REQUIRED,
         "folder of a run of the same plan or of a part of it"},
        {"level", 0, ARGUMENT_PORTION, &r.level, "P", "confidence level of the intervals"},
        {"margin", 0, ARGUMENT_NUMBER, &r.margin, "M",
         "treat time ratios from 1/(1+M) to 1+M as equivalent"},
        {"regression", 0, ARGUMENT_FLAG, &r.regression, NULL,
         "fail only if an arm is worse by more than the margin, or if a row was lost or diverged"},
        {"format", 'f', ARGUMENT_CHOICE, &r.format, "text|csv", "output format"},
        {0}};
    int code = read_arguments(&compare_command, arguments, argc, argv);
    return code < 0 ? compare_runs(&r) : code;
}

const struct command compare_command = {
    .name = "compare",
    .purpose = "compare a run with a reference run",
    .usage = "REFERENCE RUN [options]",
    .about = "Prints whether RUN agrees with REFERENCE. Training runs must be bitwise equal if "
             "program, system, CPU, vector path and BLAS are the same. Effects and time ratios "
             "must agree within their intervals. The change of each arm is printed too.",
    .exits = "Exit status: 0 if the runs agree, if there is no regression, or if more rounds or "
             "seeds are needed, 1 if they disagree or regressed, 2 after a usage error or if "
             "nothing can be compared.",
    .example = "--regression before after",
    .run = run};
