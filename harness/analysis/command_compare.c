/* SPDX-License-Identifier: MIT
 * attnlab compare REFERENCE RUN: whether the run says again what the reference said (compare.h). */
#include "harness/commands.h"
#include "base/mem.h"
#include "harness/analysis/compare.h"
#include "harness/run/commands/options.h"
#include "harness/run/result_dir.h"
#include "harness/run/way_on.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_DISAGREES = 1, EXIT_NOTHING = 2, SHOWN = 5 };

static void help(const struct option_entry *options)
{
    printf("usage: attnlab compare REFERENCE RUN [options]\n"
           "Says whether RUN agrees with REFERENCE: rows that train to the bit where program,\n"
           "system, CPU model, vector path and BLAS core are the same, effects and time ratios by\n"
           "their intervals. RUN may be a part of the plan.\n");
    options_help(options);
    printf("Exit: 0 agrees, 1 disagrees, 2 nothing to compare.\n");
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
        if (found) printf("%-10s %s (%d rows)\n", "differs", found, c->differs[f]);
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
        printf("%-10s %d of %d trainings equal bit for bit, %d differ\n", "bits", equal, asked,
               asked - equal);
    if (c->states[MATCH_INTERVAL])
        printf("%-10s not asked of %d trainings, for what differs; equal all the same: %d\n",
               "bits", c->states[MATCH_INTERVAL], c->equal[MATCH_INTERVAL]);
}

/* ---- effects ---- */

/* Times, and metrics of which less is better, in percent of the reference. */
static char *gain_words(const struct question *q, const struct estimate *e)
{
    bool percent = !q->trains || !q->metric->higher_is_better;
    int digits = percent || strstr(q->metric->unit, "0 to 100") ? 2 : 4;
    double told[] = {e->centre, e->interval.low, e->interval.high};
    for (int i = 0; i < 3 && percent; i++) told[i] = -100 * expm1(-told[i]);
    return e->n > 1 ? xformat("%+.*f%s [%+.*f, %+.*f]", digits, told[0], percent ? " %" : "",
                              digits, told[1], digits, told[2])
                    : xformat("%+.*f%s", digits, told[0], percent ? " %" : "");
}

/* A line of their table, -1: its head; if not to be printed, its cells widen the columns. */
static void effect_line(const struct comparison *c, int index, int *width, bool print)
{
    static const char *const says[AGREEINGS] = {"agrees", "disagrees", "open: too few pairs"};
    const struct agreement *f = index < 0 ? NULL : &c->agreements[index];
    const struct question *q = f ? entry_question(c->reference, f->effect->entry) : NULL;
    char *cells[] = {xstrdup(f ? q->spec->name : "question"),
                     f ? entry_name(c->reference, f->effect->entry) : xstrdup("effect"),
                     f ? gain_words(q, &f->effect->gain) : xstrdup("reference"),
                     f ? gain_words(q, &f->again) : xstrdup("rerun")};
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        int length = (int)strlen(cells[i]);
        if (length > width[i]) width[i] = length;
        if (print) printf("%-*s  ", width[i], cells[i]);
        free(cells[i]);
    }
    if (print && !f) printf("pairs\n");
    if (print && f)
        printf("%d of %d: %s\n", f->again.n, f->effect->gain.n,
               f->by_formula ? "open: by formula" : says[f->says]);
}

static void print_effects(const struct comparison *c)
{
    int width[4] = {0};
    if (!c->agreement_count) return;
    for (int i = -1; i < c->agreement_count; i++) effect_line(c, i, width, false);
    printf("\n");
    for (int i = -1; i < c->agreement_count; i++) effect_line(c, i, width, true);
    printf("\n%d agree, %d disagree, %d open. Gains agree when each is the same, or the intervals\n"
           "overlap, or (some pairs rerun) the mean lies where the reference foresees that of as "
           "many\npairs; times when the intervals overlap within the margin of equivalence.\n",
           c->says[EFFECT_AGREES], c->says[EFFECT_DISAGREES], c->says[EFFECT_OPEN]);
}

/* ---- verdict ---- */

static int verdict(const struct comparison *c)
{
    bool against = c->states[MATCH_BITS] > c->equal[MATCH_BITS] || c->states[MATCH_WRONG] ||
                   c->says[EFFECT_DISAGREES];
    bool for_it = c->equal[MATCH_BITS] || c->equal[MATCH_INTERVAL] || c->says[EFFECT_AGREES];
    printf("\n%s\n", against ? "disagrees" : for_it ? "agrees" : "nothing to compare");
    return against ? EXIT_DISAGREES : for_it ? 0 : EXIT_NOTHING;
}

/* ---- two runs ---- */

struct side {
    struct run_data run;
    struct analysis analysis;
};

static bool read_side(struct side *s, const char *path, double level, double margin, char **error)
{
    struct text runs = {0};
    if (!result_dir_has(path, "cells.csv")) result_dir_runs(path, &runs);
    if (runs.data)
        *error = xformat("%s: no cells.csv, so no run; it holds the runs%s", path, runs.data);
    text_free(&runs);
    if (!*error) *error = way_on_unfinished(path);
    if (*error || !run_data_read(&s->run, path, error)) return false;
    if (s->run.manifest_fault)
        *error = xstrdup(s->run.manifest_fault);
    else if (!s->run.manifest)
        *error = xformat("%s/manifest.json: not there; without it nobody can tell by which program "
                         "and machine the rows were made",
                         path);
    if (!*error) analysis_build(&s->analysis, &s->run, level, margin);
    return !*error;
}

static int compare_runs(const char *const *runs, double level, double margin)
{
    struct side sides[2] = {0};
    char *error = NULL;
    int code = EXIT_NOTHING;
    if (!read_side(&sides[0], runs[0], level, margin, &error) ||
        !read_side(&sides[1], runs[1], level, margin, &error))
        complain(error);
    else {
        struct comparison c = compare(&sides[0].analysis, &sides[1].analysis);
        print_run("reference", &sides[0].run);
        print_run("rerun", &sides[1].run);
        print_rows(&c);
        print_differences(&c);
        print_bits(&c);
        print_effects(&c);
        code = verdict(&c);
        comparison_free(&c);
    }
    for (int i = 0; i < 2; i++) {
        analysis_free(&sides[i].analysis);
        run_data_free(&sides[i].run);
    }
    return code;
}

int command_compare(int argc, char **argv)
{
    const char *runs[2] = {0}, *level = NULL, *margin = NULL;
    bool asked = false;
    int count = 0;
    const struct option_entry options[] = {
        {"level", 0, OPTION_TEXT, &level, "P", "confidence of the intervals (default 0.95)"},
        {"margin", 0, OPTION_TEXT, &margin, "M", "of equivalence of time ratios (default 0.02)"},
        {"help", 'h', OPTION_FLAG, &asked, NULL, "this text"},
        {0}};
    for (int i = 0; i < argc; i++) {
        int taken = options_take(options, argc, argv, &i);
        if (taken < 0) return EXIT_NOTHING;
        if (taken) continue;
        if (argv[i][0] == '-' || count == 2) return options_unknown("compare", argv[i]);
        runs[count++] = argv[i];
    }
    if (asked) return help(options), 0;
    if (count < 2)
        return complain(xformat("expected a reference and a run, found %d director%s (attnlab "
                                "compare --help)",
                                count, count == 1 ? "y" : "ies"));
    double values[2] = {0.95, 0.02};
    if (!option_number("compare", "--level", level, 1, &values[0]) ||
        !option_number("compare", "--margin", margin, 10, &values[1]))
        return EXIT_NOTHING;
    return compare_runs(runs, values[0], values[1]);
}
