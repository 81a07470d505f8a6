/* SPDX-License-Identifier: MIT
 * The budget of a plan as a table for people, CSV or JSON (budget.h): one list of columns for all
 * three. */
#include "base/csv_write.h"
#include "harness/run/budget/budget.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum number {
    ROWS_LEAST,
    ROWS_EXPECTED,
    ROWS_MOST,
    HOURS_LEAST,
    HOURS_EXPECTED,
    HOURS_MOST,
    WALL_HOURS,
    BUDGET_PERCENT,
    RUNNING_HOURS,
    MISSING_HOURS,
    LOOKS_REACHED,
    NUMBERS
};
/* head NULL: the sentence at the end of a line says it. */
static const struct column {
    const char *name, *head;
} columns[NUMBERS] = {
    [ROWS_LEAST] = {"rows_least", "rows least"},
    [ROWS_EXPECTED] = {"rows_expected", "expected"},
    [ROWS_MOST] = {"rows_most", "most"},
    [HOURS_LEAST] = {"core_hours_least", "core-h least"},
    [HOURS_EXPECTED] = {"core_hours_expected", "expected"},
    [HOURS_MOST] = {"core_hours_most", "most"},
    [WALL_HOURS] = {"wall_hours_expected", "wall h"},
    [BUDGET_PERCENT] = {"budget_percent", "budget %"},
    [RUNNING_HOURS] = {"core_hours_running", "running"},
    [MISSING_HOURS] = {"core_hours_missing", NULL},
    [LOOKS_REACHED] = {"looks_reached", NULL},
};
enum { NAME_WIDTH = 34, LEAST_WIDTH = 8 };

struct line {
    const char *question;
    int looks; /* that were declared */
    struct budget_fit fit;
    double number[NUMBERS];
};

static double hours(double seconds) { return seconds / 3600; }

static void set_amount(double *three, struct amount a, double unit)
{
    three[0] = a.least / unit;
    three[1] = a.expected / unit;
    three[2] = a.most / unit;
}

static struct line line_of(const struct spec *s, const struct question_cost *cost, double before_s,
                           int cores, double budget_s)
{
    struct line l = {
        s->name, s->look_count, budget_fit(cost, s->look_count, before_s, budget_s), {0}};
    set_amount(l.number + ROWS_LEAST, cost->rows, 1);
    for (int n = ROWS_LEAST; n <= ROWS_MOST; n++) l.number[n] = round(l.number[n]);
    set_amount(l.number + HOURS_LEAST, cost->core_s, 3600);
    l.number[WALL_HOURS] = hours(cost->core_s.expected) / cores;
    l.number[BUDGET_PERCENT] = 100 * cost->core_s.expected / budget_s;
    l.number[RUNNING_HOURS] = hours(l.fit.running_s);
    l.number[MISSING_HOURS] = hours(l.fit.missing_s);
    l.number[LOOKS_REACHED] = l.fit.looks;
    return l;
}

/* ---- for people ---- */

static int width_of(enum number n)
{
    int length = (int)strlen(columns[n].head);
    return length < LEAST_WIDTH ? LEAST_WIDTH : length;
}

static void print_head(FILE *out)
{
    fprintf(out, "%-*s", NAME_WIDTH, "question");
    for (int n = 0; n < NUMBERS; n++)
        if (columns[n].head) fprintf(out, "  %*s", width_of((enum number)n), columns[n].head);
    fputs("\n", out);
}

static void print_fit(FILE *out, const struct line *l)
{
    if (l->fit.fits) return;
    fprintf(out, "  does not fit: would need %.3g core-h more", hours(l->fit.missing_s));
    if (l->looks && l->fit.looks)
        fprintf(out, "; it would stop after look %d of %d", l->fit.looks, l->looks);
    else if (l->looks)
        fputs("; it would stop before its first look", out);
}

static void print_line(FILE *out, const struct line *l)
{
    fprintf(out, "%-*s", NAME_WIDTH, l->question);
    for (int n = 0; n < NUMBERS; n++) {
        bool whole = n <= ROWS_MOST || l->number[n] >= 1000;
        int width = width_of((enum number)n);
        if (columns[n].head) fprintf(out, whole ? "  %*.0f" : "  %*.3g", width, l->number[n]);
    }
    print_fit(out, l);
    fputs("\n", out);
}

static void print_foot(FILE *out, int cores, double budget_s)
{
    fprintf(out,
            "The budget of %.3g core-hours is %.3g h of wall time on %d core%s: `attnlab run ... "
            "--max-time %.0fs` starts no row after that.\n"
            "This is the order of the run: what times keeps every core and comes first.\n",
            hours(budget_s), hours(budget_s) / cores, cores, cores == 1 ? "" : "s",
            budget_s / cores);
}

/* ---- for programs ---- */

static void csv_head(FILE *out)
{
    struct csv csv = {0};
    csv_text(&csv, "question");
    for (int n = 0; n < NUMBERS; n++) csv_text(&csv, columns[n].name);
    csv_end_line(&csv);
    fputs(csv.text.data, out);
    text_free(&csv.text);
}

static void csv_line(FILE *out, const struct line *l)
{
    struct csv csv = {0};
    csv_text(&csv, l->question);
    csv_numbers(&csv, l->number, NUMBERS);
    csv_end_line(&csv);
    fputs(csv.text.data, out);
    text_free(&csv.text);
}

static void json_line(FILE *out, const struct line *l)
{
    json_t *object = json_pack("{s:s, s:b}", "question", l->question, "fits", l->fit.fits);
    for (int n = 0; n < NUMBERS; n++)
        json_object_set_new(object, columns[n].name, json_real(l->number[n]));
    json_dumpf(object, out, JSON_COMPACT);
    fputs("\n", out);
    json_decref(object);
}

static const struct format {
    const char *name;
    void (*head)(FILE *);
    void (*line)(FILE *, const struct line *);
    void (*foot)(FILE *, int cores, double budget_s);
} formats[] = {{"table", print_head, print_line, print_foot},
               {"csv", csv_head, csv_line, NULL},
               {"json", NULL, json_line, NULL}};

void budget_print(FILE *out, const char *format, const struct plan *plan,
                  const struct expected_row *rows, int cores, double budget_s)
{
    const struct format *f = formats;
    while (strcmp(f->name, format) != 0) f++;
    struct question_cost *costs = budget_costs(plan, rows, cores);
    double before_s = 0;
    if (f->head) f->head(out);
    for (int trains = 0; trains < 2; trains++) /* as run_rows() has them */
        for (int i = 0; i < plan->spec_count; i++) {
            if (spec_trains(&plan->specs[i]) != trains) continue;
            struct line l = line_of(&plan->specs[i], &costs[i], before_s, cores, budget_s);
            f->line(out, &l);
            before_s = l.fit.running_s;
        }
    if (f->foot) f->foot(out, cores, budget_s);
    free(costs);
}
