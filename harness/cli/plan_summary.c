/* SPDX-License-Identifier: MIT
 * The summary of a plan (plan_summary.h): a paragraph a question, and a line for all of them. */
#include "base/mem.h"
#include "harness/plan/tuning/tuning_rule.h"
#include "harness/cli/ask_plan.h"
#include "harness/run/power.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct counts {
    int cells, rows, refused, simple_baselines;
    int made[ROW_MAKERS]; /* of the rows, but simple baselines */
};

static struct counts counts_of(const struct outlook *o, int spec)
{
    struct counts c = {0};
    const struct plan *plan = o->plan;
    for (int i = 0; i < plan->cell_count; i++) {
        if (plan->cells[i].spec != spec) continue;
        c.cells += !plan->cells[i].simple_baseline;
        c.refused += !plan->cells[i].simple_baseline && o->cells && o->cells[i].refuse;
    }
    for (int i = 0; i < plan->row_count; i++) {
        const struct plan_cell *cell = plan_row_cell(plan, &plan->rows[i]);
        if (cell->spec != spec) continue;
        c.simple_baselines += cell->simple_baseline != NULL;
        if (cell->simple_baseline) continue;
        c.rows++;
        c.made[o->rows ? o->rows[i].made : MADE_ITSELF]++;
    }
    return c;
}

int plan_cores_here(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 1 ? (int)cores : 1;
}

/* Of the rows of a specification, -1: of all, those that have this maker. */
static double seconds_of(const struct outlook *o, int spec, enum row_maker made)
{
    int count = 0;
    struct expected_row *own = xarray((size_t)o->plan->row_count, sizeof *own);
    for (int i = 0; i < o->plan->row_count; i++) {
        bool mine = spec < 0 || plan_row_cell(o->plan, &o->plan->rows[i])->spec == spec;
        if (!mine || o->rows[i].made != made) continue;
        own[count] = o->rows[i];
        own[count++].made = MADE_ITSELF;
    }
    struct time_left *t = time_left_open(own, count, plan_cores_here());
    double seconds = time_left_seconds(t, 0);
    time_left_close(t);
    free(own);
    return seconds;
}

static void print_seconds(FILE *out, double seconds)
{
    if (seconds < 120)
        fprintf(out, "about %.0f s", seconds);
    else if (seconds < 7200)
        fprintf(out, "about %.0f min", seconds / 60);
    else
        fprintf(out, "about %.1f h", seconds / 3600);
}

/* Of those of a specification, -1: of all, that tuning leaves and that are trained here. Of
 * a choice each row is as likely as the other. */
static int rows_expected(const struct outlook *o, int spec)
{
    const struct plan *plan = o->plan;
    int *sizes = xarray((size_t)plan->row_count + 1, sizeof *sizes); /* rows of each choice */
    double sum = 0;
    for (int i = 0; i < plan->row_count; i++)
        if (o->rows[i].choice >= 0) sizes[o->rows[i].choice]++;
    for (int i = 0; i < plan->row_count; i++) {
        const struct expected_row *row = &o->rows[i];
        const struct plan_cell *cell = plan_row_cell(plan, &plan->rows[i]);
        if (row->made || cell->simple_baseline || (spec >= 0 && cell->spec != spec)) continue;
        sum += row->choice < 0 ? 1 : fmin(1, (double)row->wanted / sizes[row->choice]);
    }
    free(sizes);
    return (int)lround(sum);
}

/* made: how many rows have each maker. */
static void print_time(FILE *out, const struct outlook *o, int spec, const int *made)
{
    static const char *const words[ROW_MAKERS] = {[MADE_BY_EARLIER_ROW] =
                                                      "trained in an earlier question",
                                                  [MADE_IN_EARLIER_RUN] = "there already"};

    if (!o->rows) return;
    int expected = rows_expected(o, spec);
    fputs(", ", out);
    print_seconds(out, seconds_of(o, spec, MADE_ITSELF));
    if (expected < made[MADE_ITSELF])
        fprintf(out, " for the %d of them that are expected", expected);
    for (enum row_maker i = MADE_BY_EARLIER_ROW; i < ROW_MAKERS; i++) {
        if (!made[i]) continue;
        fprintf(out, "; %d of them are %s, which saves ", made[i], words[i]);
        print_seconds(out, seconds_of(o, spec, i));
    }
}

static void print_steps(FILE *out, const struct plan *plan, int spec)
{
    for (int i = 0; i < plan->step_count; i++) {
        const struct plan_step *s = &plan->steps[i];
        if (s->spec == spec) fprintf(out, "  %7d -> %7d  %s\n", s->before, s->after, s->what);
    }
}

/* Each reason, and a cell of it behind: cells are long, and what is wrong is read first. */
static void print_refusals(FILE *out, const struct outlook *o, int spec)
{
    enum { SHOWN = 3 };
    const char *told[SHOWN];
    int shown = 0;
    for (int i = 0; i < o->plan->cell_count && shown < SHOWN; i++) {
        const struct plan_cell *cell = &o->plan->cells[i];
        const char *why = o->cells[i].refuse;
        if (cell->spec != spec || cell->simple_baseline || !why) continue;
        int same = 0;
        while (same < shown && strcmp(told[same], why) != 0) same++;
        if (same < shown) continue;
        fprintf(out, "    %s\n      e.g. %s\n", why, cell->string);
        told[shown++] = why;
    }
}

static const char *ending(int count) { return count == 1 ? "" : "s"; }

static void print_spec(FILE *out, const struct outlook *o, int spec, struct counts c)
{
    const struct spec *s = &o->plan->specs[spec];
    fprintf(out, "%s: %s\n", s->name, s->question ? s->question : "(no question)");
    print_steps(out, o->plan, spec);
    fprintf(out, "  %d cell%s x %d round%s: %d row%s in this plan", c.cells, ending(c.cells),
            s->rounds, ending(s->rounds), c.rows, ending(c.rows));
    print_time(out, o, spec, c.made);
    if (c.refused) fprintf(out, "; %d cell%s will be `unsupported`", c.refused, ending(c.refused));
    fputs("\n", out);
    if (c.refused) print_refusals(out, o, spec);
    if (c.simple_baselines)
        fprintf(out, "  %d simple baseline%s: models that only count\n", c.simple_baselines,
                ending(c.simple_baselines));
    char *absent = plan_absent_arms(s);
    if (absent) fprintf(out, "  no cell is left of these arms of the file: %s\n", absent);
    free(absent);
    char *trainings = tuning_words(o->plan, spec), *power = power_words(o->plan, spec);
    char *const lines[] = {trainings, power};
    for (int i = 0; i < 2; i++) {
        if (lines[i]) fprintf(out, "  %s\n", lines[i]);
        free(lines[i]);
    }
}

/* What --filter and --set leave nothing of. */
static void print_empty(FILE *out, const struct outlook *o)
{
    struct text names = {0};
    int count = 0;
    for (int i = 0; i < o->plan->spec_count; i++)
        if (!counts_of(o, i).cells)
            text_add(&names, "%s%s", count++ ? ", " : "", o->plan->specs[i].name);
    if (count)
        fprintf(out, "no cell is left of %d question%s: %s\n", count, ending(count), names.data);
    text_free(&names);
}

bool plan_refused_whole(const struct outlook *o)
{
    int refused = 0;
    for (int i = 0; o->cells && i < o->plan->cell_count; i++) {
        if (o->plan->cells[i].simple_baseline) continue;
        if (!o->cells[i].refuse) return false;
        refused++;
    }
    return refused > 0;
}

void plan_summary_print(FILE *out, const struct outlook *o)
{
    int made[ROW_MAKERS] = {0};
    for (int i = 0; i < o->plan->spec_count; i++) {
        struct counts c = counts_of(o, i);
        if (c.cells) print_spec(out, o, i, c);
        for (int maker = 0; maker < ROW_MAKERS; maker++) made[maker] += c.made[maker];
    }
    print_empty(out, o);
    if (o->plan->spec_count > 1) {
        fprintf(out, "all: %d row%s", o->plan->row_count, ending(o->plan->row_count));
        print_time(out, o, -1, made);
        fputs("\n", out);
    }
    if (o->rows)
        fputs(
            "Times are estimated from declared FLOP and bytes; `attnlab plan --help` tells how.\n",
            out);
}
