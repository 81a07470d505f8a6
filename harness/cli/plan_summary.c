/* SPDX-License-Identifier: MIT
 * Prints the summary of a plan: one paragraph per question, and one line about all questions. */
#include "base/mem.h"
#include "harness/cli/run_arguments.h"
#include "harness/plan/tuning/tuning_rule.h"
#include "harness/run/estimate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *plural(int count) { return count == 1 ? "" : "s"; }

/* ---- counting; spec -1: all questions ---- */

struct counts {
    /* numbers of cells; `cells` does not include simple baselines */
    int cells, refused, simple_baselines;
    int rows, taken[ROW_MAKERS]; /* rows: number of rows of arms. taken: number of these rows per
                                    enum row_maker. */
    int expected;                /* number of rows expected to run; tuning may skip some rows */
};

static bool is_of(const struct plan_cell *cell, int spec) { return spec < 0 || cell->spec == spec; }

static int expected_rows(const struct outlook *o, int spec)
{
    double sum = 0;
    for (int i = 0; i < o->plan->row_count; i++) {
        const struct plan_cell *cell = plan_row_cell(o->plan, &o->plan->rows[i]);
        bool counts = !o->rows[i].made && !cell->simple_baseline && is_of(cell, spec);
        if (counts) sum += o->rows[i].share;
    }
    return (int)lround(sum);
}

static struct counts counts_of(const struct outlook *o, int spec)
{
    struct counts c = {0};
    const struct plan *plan = o->plan;
    for (int i = 0; i < plan->cell_count; i++) {
        const struct plan_cell *cell = &plan->cells[i];
        if (!is_of(cell, spec)) continue;
        c.simple_baselines += cell->simple_baseline != NULL;
        c.cells += !cell->simple_baseline;
        c.refused += !cell->simple_baseline && o->cells && o->cells[i].refuse;
    }
    for (int i = 0; i < plan->row_count; i++) {
        const struct plan_cell *cell = plan_row_cell(plan, &plan->rows[i]);
        if (!is_of(cell, spec) || cell->simple_baseline) continue;
        c.rows++;
        c.taken[o->rows ? o->rows[i].made : MADE_ITSELF]++;
    }
    c.expected = o->rows ? expected_rows(o, spec) : c.rows;
    return c;
}

/* Estimates the time in seconds of the rows that this run trains or times. */
static double seconds_of(const struct outlook *o, int spec)
{
    int count = 0;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct expected_row *own = xarray((size_t)o->plan->row_count, sizeof *own);
    for (int i = 0; i < o->plan->row_count; i++)
        if (is_of(plan_row_cell(o->plan, &o->plan->rows[i]), spec) &&
            o->rows[i].made == MADE_ITSELF)
            own[count++] = o->rows[i];
    struct time_left *t = time_left_open(own, count, cores > 1 ? (int)cores : 1);
    double seconds = time_left_seconds(t, 0);
    time_left_close(t);
    free(own);
    return seconds;
}

/* ---- printing ---- */

/* Prints text such as "27 rows, about 5 s (12 expected to run); 3 taken from earlier runs". */
static void print_rows(FILE *out, const struct outlook *o, int spec, const struct counts *c)
{
    fprintf(out, "%d row%s", c->rows, plural(c->rows));
    if (!o->rows) return;
    double seconds = seconds_of(o, spec);
    if (seconds < 120)
        fprintf(out, ", about %.0f s", seconds);
    else if (seconds < 7200)
        fprintf(out, ", about %.0f min", seconds / 60);
    else
        fprintf(out, ", about %.1f h", seconds / 3600);
    if (c->expected < c->taken[MADE_ITSELF]) fprintf(out, " (%d expected to run)", c->expected);
    if (c->taken[MADE_BY_EARLIER_ROW])
        fprintf(out, "; %d trained in an earlier question", c->taken[MADE_BY_EARLIER_ROW]);
    if (c->taken[MADE_IN_EARLIER_RUN])
        fprintf(out, "; %d taken from earlier runs", c->taken[MADE_IN_EARLIER_RUN]);
}

/* Prints the first reasons why cells are refused, with an example cell for each reason. */
static void print_refusals(FILE *out, const struct outlook *o, int spec)
{
    enum { SHOWN = 3 };
    const char *reasons[SHOWN];
    int shown = 0;
    for (int i = 0; i < o->plan->cell_count && shown < SHOWN; i++) {
        const struct plan_cell *cell = &o->plan->cells[i];
        const char *reason = o->cells[i].refuse;
        int same = 0;
        if (cell->spec != spec || cell->simple_baseline || !reason) continue;
        while (same < shown && strcmp(reasons[same], reason) != 0) same++;
        if (same < shown) continue;
        fprintf(out, "    %s\n      e.g. %s\n", reason, cell->string);
        reasons[shown++] = reason;
    }
}

static bool has_negative_control(const struct plan *plan, int spec)
{
    int i = 0;
    while (i < plan->cell_count &&
           (plan->cells[i].spec != spec || !plan_is_negative_control(plan, &plan->cells[i])))
        i++;
    return i < plan->cell_count;
}

/* Prints which validity checks of a training question will fail because the plan lacks the cells
 * that these checks need. */
static void print_missing_checks(FILE *out, const struct plan *plan, int spec,
                                 const struct counts *c)
{
    bool control = has_negative_control(plan, spec);
    if (!spec_trains(&plan->specs[spec]) || (control && c->simple_baselines)) return;
    fprintf(out, "  a run of this plan gives no verdict, because the plan has no %s%s%s\n",
            c->simple_baselines ? "" : "simple baseline",
            c->simple_baselines || control ? "" : " and no ", control ? "" : "negative control");
}

static void print_spec(FILE *out, const struct outlook *o, int spec, const struct counts *c)
{
    const struct plan *plan = o->plan;
    const struct spec *s = &plan->specs[spec];
    fprintf(out, "%s: %s\n", s->name, s->question ? s->question : "(no question)");
    for (int i = 0; i < plan->step_count; i++)
        if (plan->steps[i].spec == spec)
            fprintf(out, "  %7d -> %7d  %s\n", plan->steps[i].before, plan->steps[i].after,
                    plan->steps[i].what);
    fprintf(out, "  %d cell%s x %d round%s: ", c->cells, plural(c->cells), s->rounds,
            plural(s->rounds));
    print_rows(out, o, spec, c);
    if (c->refused)
        fprintf(out, "; %d cell%s will be `unsupported`", c->refused, plural(c->refused));
    fputs("\n", out);
    if (c->refused) print_refusals(out, o, spec);
    if (c->simple_baselines)
        fprintf(out, "  %d simple baseline%s\n", c->simple_baselines, plural(c->simple_baselines));
    char *absent = plan_absent_arms(s);
    if (absent) fprintf(out, "  arms without cells: %s\n", absent);
    char *const lines[] = {tuning_summary(plan, spec), power_words(plan, spec), absent};
    for (int i = 0; i < 2; i++)
        if (lines[i]) fprintf(out, "  %s\n", lines[i]);
    print_missing_checks(out, plan, spec, c);
    for (int i = 0; i < 3; i++) free(lines[i]);
}

bool plan_refused_whole(const struct outlook *o)
{
    struct counts c = counts_of(o, -1);
    return c.refused && c.refused == c.cells;
}

void plan_summary_print(FILE *out, const struct outlook *o)
{
    struct text empty = {0};
    struct counts c;
    for (int i = 0; i < o->plan->spec_count; i++) {
        c = counts_of(o, i);
        if (c.cells)
            print_spec(out, o, i, &c);
        else
            text_add(&empty, "%s%s", empty.length ? ", " : "", o->plan->specs[i].name);
    }
    if (empty.length) fprintf(out, "questions without cells: %s\n", empty.data);
    text_free(&empty);
    c = counts_of(o, -1);
    if (o->plan->spec_count > 1) {
        fputs("all: ", out);
        print_rows(out, o, -1, &c);
        fputs("\n", out);
    }
}
