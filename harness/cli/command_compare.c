/* SPDX-License-Identifier: MIT
 * attnlab compare REFERENCE RUN: whether the run says again what the reference said (compare.h). */
#include "harness/cli/commands.h"
#include "base/mem.h"
#include "harness/analysis/compare/compare.h"
#include "harness/cli/options.h"
#include "harness/run/power.h"
#include "harness/run/result_dir.h"
#include "harness/run/way_on.h"

#include <stdlib.h>
#include <string.h>

enum { EXIT_DISAGREES = 1, EXIT_NOTHING = 2, SHOWN = 5 };

static void help(const struct option_entry *options)
{
    printf("usage: attnlab compare REFERENCE RUN [options]\n"
           "Says whether RUN agrees with REFERENCE: rows that train to the bit where program,\n"
           "system, CPU model, type of core, vector path and BLAS core are the same, effects and\n"
           "time ratios by their intervals. RUN may be a part of the plan. What each arm itself "
           "took or learned is\n"
           "told too, so that runs of two commits can be held against each other.\n");
    options_help(options);
    printf("Exit: 0 agrees, no regression or nothing was resolved (of no arm can the rows say "
           "whether it\n"
           "became worse: more rounds or seeds would), 1 disagrees or regressed, 2 nothing to "
           "compare.\n");
}

static int complain(char *error)
{
    fprintf(stderr, "attnlab compare: %s\n", error);
    free(error);
    return EXIT_NOTHING;
}

/* ---- what is compared ---- */

static void print_run(const char *name, const struct run_data *run)
{
    const char *tier = manifest_text(run, "plan", "tier");
    printf("%-10s %s: commit %s%s%s, %s\n", name, run->path,
           manifest_text(run, "program", "commit"), *tier ? ", tier " : "", tier,
           manifest_text(run, "machine", "cpu_model"));
}

static void print_rows(const struct comparison *c)
{
    static const char *const words[MATCH_STATES] = {
        [MATCH_ABSENT] = "not rerun",
        [MATCH_NO_RESULT] = "without a result in the reference",
        [MATCH_LOST] = "with a result in the reference and none in the rerun",
        [MATCH_WRONG] = "that differ from their formula in the rerun",
        [MATCH_DATA] = "trained on other data: not compared",
        [MATCH_TIMED] = "timed: compared by their effects"};
    int rows = c->reference->run->trial_count - c->states[MATCH_UNASKED];
    printf("%-10s %d of %d of the reference rerun\n", "rows", rows - c->states[MATCH_ABSENT], rows);
    for (enum match_state s = 0; s < MATCH_STATES; s++)
        if (words[s] && c->states[s]) printf("%-10s %d %s\n", "", c->states[s], words[s]);
    if (c->diverged)
        printf("%-10s %d that diverged, or learned nothing, and ended in the reference\n", "",
               c->diverged);
    if (c->extra) printf("%-10s %d of the rerun that the reference has not\n", "", c->extra);
}

/* ---- bits ---- */

/* What was lost of a row, or else the result of it that differs, to be freed; NULL: nothing. */
static char *fault_of(const struct comparison *c, int trial, bool lost)
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

/* What differs, and of which rows: the first few by name. */
static void print_differences(const struct comparison *c)
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

static void print_bits(const struct comparison *c)
{
    int asked = c->states[MATCH_BITS], equal = c->equal[MATCH_BITS];
    if (asked)
        printf("%-10s %d of %d training%s equal bit for bit, %d differ\n", "bits", equal, asked,
               asked == 1 ? "" : "s", asked - equal);
    if (c->states[MATCH_INTERVAL])
        printf("%-10s not asked of %d trainings, for what differs; equal all the same: %d\n",
               "bits", c->states[MATCH_INTERVAL], c->equal[MATCH_INTERVAL]);
}

/* ---- effects, and what each arm itself took or learned ---- */

static void print_effects(const struct comparison *c)
{
    if (!c->agreement_count) return;
    compare_table(c, COMPARED_EFFECTS, TABLE_TEXT);
    printf("\n%d agree, %d disagree, %d open. Gains agree when each is the same, or the intervals\n"
           "overlap, or (some pairs rerun) the mean lies where the reference foresees that of as "
           "many\npairs; times when the intervals overlap within the margin of equivalence.\n",
           c->says[EFFECT_AGREES], c->says[EFFECT_DISAGREES], c->says[EFFECT_OPEN]);
}

static void print_changes(const struct comparison *c)
{
    if (!c->change_count) return;
    compare_table(c, COMPARED_CHANGES, TABLE_TEXT);
    printf("\n%d worse, %d better, %d within the margin, %d unresolved or open: the arms "
           "themselves, a\n"
           "change above 0 being better. Times are held against each other on one machine alone.\n",
           c->changed[CHANGE_WORSE], c->changed[CHANGE_BETTER], c->changed[CHANGE_WITHIN],
           c->changed[CHANGE_UNRESOLVED] + c->changed[CHANGE_BY_FORMULA]);
}

static void print_text(const struct comparison *c, const struct verdict *verdict)
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

static struct verdict agreement_of(const struct comparison *c)
{
    bool against = c->states[MATCH_BITS] > c->equal[MATCH_BITS] || c->states[MATCH_WRONG] ||
                   c->says[EFFECT_DISAGREES];
    bool for_it = c->equal[MATCH_BITS] || c->equal[MATCH_INTERVAL] || c->says[EFFECT_AGREES];
    if (against) return (struct verdict){"disagrees", EXIT_DISAGREES};
    return for_it ? (struct verdict){"agrees", 0}
                  : (struct verdict){"nothing to compare", EXIT_NOTHING};
}

/* --regression: a better arm is no fault, nor is a difference that is not resolved. */
static struct verdict regression_of(const struct comparison *c)
{
    int lost = c->states[MATCH_LOST] + c->states[MATCH_WRONG] + c->diverged;
    if (lost || c->changed[CHANGE_WORSE]) return (struct verdict){"regressed", EXIT_DISAGREES};
    if (!c->change_count) return (struct verdict){"nothing to compare", EXIT_NOTHING};
    bool resolved = c->changed[CHANGE_WITHIN] || c->changed[CHANGE_BETTER];
    return (struct verdict){resolved ? "no regression" : "nothing was resolved", 0};
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
    char *message = runs.count
                        ? xformat("%s: no cells.csv, so no run; it holds the runs %s", path, names)
                        : result_dir_without_run(path);
    listing_free(&runs);
    free(names);
    return message;
}

static bool read_side(struct side *s, const char *path, double level, double margin, char **error)
{
    *error = way_on_unfinished(path);
    if (!*error && !result_dir_has(path, "cells.csv")) *error = no_run(path);
    if (*error || !run_data_read(&s->run, path, error)) return false;
    if (s->run.manifest_fault)
        *error = xstrdup(s->run.manifest_fault);
    else if (!s->run.manifest)
        *error =
            xformat("%s/manifest.json: missing; without it the program and the machine of the rows "
                    "are unknown",
                    path);
    if (!*error) analysis_build(&s->analysis, &s->run, level, margin);
    return !*error;
}

static const struct format {
    const char *name;
    void (*print)(const struct comparison *, const struct verdict *);
} formats[] = {{"text", print_text}, {"csv", compare_csv}, {"md", compare_markdown}};
enum { FORMATS = sizeof formats / sizeof *formats };

struct request {
    const char *runs[2];
    double level, margin;
    bool regression;
    const struct format *format;
};

static int compare_runs(const struct request *r)
{
    struct side sides[2] = {0};
    char *error = NULL;
    int code = EXIT_NOTHING;
    if (!read_side(&sides[0], r->runs[0], r->level, r->margin, &error) ||
        !read_side(&sides[1], r->runs[1], r->level, r->margin, &error))
        complain(error);
    else {
        struct comparison c = compare(&sides[0].analysis, &sides[1].analysis);
        struct verdict verdict = r->regression ? regression_of(&c) : agreement_of(&c);
        r->format->print(&c, &verdict);
        code = verdict.code;
        comparison_free(&c);
    }
    for (int i = 0; i < 2; i++) {
        analysis_free(&sides[i].analysis);
        run_data_free(&sides[i].run);
    }
    return code;
}

/* NULL with a message on stderr. */
static const struct format *format_called(const char *name)
{
    for (int i = 0; i < FORMATS; i++)
        if (!strcmp(formats[i].name, name)) return &formats[i];
    complain(xformat("--format %s: expected text, csv or md", name));
    return NULL;
}

int command_compare(int argc, char **argv)
{
    const char *level = NULL, *margin = NULL, *format = "text";
    struct request r = {.level = POWER_LEVEL, .margin = TIME_MARGIN};
    bool asked = false;
    int count = 0;
    const struct option_entry options[] = {
        {"level", 0, OPTION_TEXT, &level, "P", "confidence of the intervals (default 0.95)"},
        {"margin", 0, OPTION_TEXT, &margin, "M", "of equivalence of times (default 0.02)"},
        {"regression", 0, OPTION_FLAG, &r.regression, NULL,
         "fail where an arm became worse by more than the margin, or a row was lost or "
         "diverged, and not where the runs merely differ"},
        {"format", 'f', OPTION_TEXT, &format, "F", "text (default), csv or md"},
        {"help", 'h', OPTION_FLAG, &asked, NULL, "this text"},
        {0}};
    for (int i = 0; i < argc; i++) {
        int taken = options_take(options, argc, argv, &i);
        if (taken < 0) return EXIT_NOTHING;
        if (taken) continue;
        if (argv[i][0] == '-' || count == 2) return options_unknown("compare", argv[i]);
        r.runs[count++] = argv[i];
    }
    if (asked) return help(options), 0;
    if (count < 2)
        return complain(xformat("expected a reference and a run, found %d director%s (attnlab "
                                "compare --help)",
                                count, count == 1 ? "y" : "ies"));
    if (!option_number("compare", "--level", level, 1, &r.level) ||
        !option_number("compare", "--margin", margin, 10, &r.margin) ||
        !(r.format = format_called(format)))
        return EXIT_NOTHING;
    return compare_runs(&r);
}
