/* SPDX-License-Identifier: MIT
 * attnlab plan SPEC...: what a run would measure, without measuring. */
#include "harness/commands.h"
#include "base/paths.h"
#include "harness/run/commands/ask_plan.h"
#include "harness/run/commands/missing_data.h"
#include "harness/run/commands/options.h"
#include "harness/run/commands/print_rows.h"
#include "harness/run/budget/budget.h"
#include "harness/run/budget/largest.h"
#include "harness/run/estimate.h"
#include "harness/run/looks/look_costs.h"
#include "harness/run/power.h"
#include "harness/plan/tuning/tuned_family.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_USAGE = 2 };

struct request {
    struct plan_options plan;
    const char *format;
    int seed;
    double budget_s; /* core time; 0: none was named */
    bool rows, skip_missing_data, help;
};

static void help(const struct option_entry *options)
{
    printf("usage: attnlab plan SPEC... [options]\n"
           "Prints cells, counts before and after each rule, and a time estimate. With --rows or\n"
           "--format csv or json, rows follow in the order in which `run` executes them; they are\n"
           "the rows of its cells.csv. Rows go to stdout, what else is said then to stderr.\n"
           "With --budget a table of the questions takes the place of rows: what each takes of it "
           "at\n"
           "least, as expected and at most, in the order in which `run` does them.\n");
    fputs(plan_option_help, stdout);
    options_help(options);
    printf(
        "Exit: 0, or 2 for wrong usage, a wrong specification or data that cannot be opened.\n%s",
        estimate_basis);
}

static bool format_known(const char *format)
{
    if (!strcmp(format, "table") || !strcmp(format, "csv") || !strcmp(format, "json")) return true;
    fprintf(stderr, "attnlab: --format: found '%s', expected table, csv or json\n", format);
    return false;
}

/* -1: go on; else the exit code. */
static int read_request(struct request *r, int argc, char **argv)
{
    const struct option_entry options[] = {
        {"format", 0, OPTION_TEXT, &r->format, "F", "table (default), csv or json"},
        {"rows", 0, OPTION_FLAG, &r->rows, NULL, "list the rows under the table"},
        {"budget", 0, OPTION_SECONDS, &r->budget_s, "T", "core-hours that there are: 60h, 90m"},
        {"seed", 0, OPTION_COUNT, &r->seed, "N", "of the order (default 1)"},
        DATA_OPTION,
        {"skip-missing-data", 0, OPTION_FLAG, &r->skip_missing_data, NULL,
         "exit 0 though data cannot be opened, as `run` then does"},
        {"help", 'h', OPTION_FLAG, &r->help, NULL, "this text"},
        {0}};
    for (int i = 0; i < argc; i++) {
        int taken = options_take(options, argc, argv, &i);
        if (!taken) taken = plan_option(&r->plan, argc, argv, &i);
        if (taken < 0) return EXIT_USAGE;
        if (!taken) return options_unknown("plan", argv[i]);
    }
    r->plan.order_seed = (uint64_t)r->seed;
    if (r->help) return help(options), 0;
    if (!format_known(r->format)) return EXIT_USAGE;
    if (r->plan.path_count) return -1;
    fprintf(stderr, "attnlab plan: expected at least one specification, such as "
                    "ablations/overhead-seqlen.yaml\n");
    return EXIT_USAGE;
}

/* ---- the summary ---- */

/* A plan, what the worker tells of its cells, and what that makes of its rows; NULL: nothing. */
struct outlook {
    const struct plan *plan;
    struct prediction *cells;
    struct expected_row *rows;
};

struct counts {
    int cells, rows, refused, shared, yardsticks;
};

static struct counts counts_of(const struct outlook *o, int spec)
{
    struct counts c = {0};
    const struct plan *plan = o->plan;
    for (int i = 0; i < plan->cell_count; i++) {
        if (plan->cells[i].spec != spec) continue;
        c.cells += !plan->cells[i].yardstick;
        c.refused += o->cells && o->cells[i].refuse;
    }
    for (int i = 0; i < plan->row_count; i++) {
        const struct plan_cell *cell = plan_row_cell(plan, &plan->rows[i]);
        if (cell->spec != spec) continue;
        c.rows += !cell->yardstick;
        c.yardsticks += cell->yardstick != NULL;
        c.shared += o->rows && o->rows[i].shared;
    }
    return c;
}

static int cores_here(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 1 ? (int)cores : 1;
}

/* Of the rows of a specification, -1: of all; of those that are run, or of those that take the
 * training of another. */
static double seconds_of(const struct outlook *o, int spec, bool shared)
{
    int count = 0;
    struct expected_row *own = xarray((size_t)o->plan->row_count, sizeof *own);
    for (int i = 0; i < o->plan->row_count; i++) {
        bool mine = spec < 0 || plan_row_cell(o->plan, &o->plan->rows[i])->spec == spec;
        if (!mine || o->rows[i].shared != shared) continue;
        own[count] = o->rows[i];
        own[count++].shared = false;
    }
    struct time_left *t = time_left_open(own, count, cores_here());
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

/* Of those of a specification, -1: of all, that races and looks leave and that are trained here. */
static int rows_expected(const struct outlook *o, int spec)
{
    double sum = 0;
    struct question_cost *costs = budget_costs(o->plan, o->rows, 1);
    for (int i = 0; i < o->plan->spec_count; i++)
        sum += spec < 0 || i == spec ? costs[i].rows.expected : 0;
    free(costs);
    return (int)lround(sum);
}

/* rows, shared: how many there are, and of these take another's training. */
static void print_time(FILE *out, const struct outlook *o, int spec, int rows, int shared)
{
    if (!o->rows) return;
    int expected = rows_expected(o, spec);
    fputs(", ", out);
    print_seconds(out, seconds_of(o, spec, false));
    if (expected < rows - shared) fprintf(out, " for the %d of them that are expected", expected);
    if (!shared) return;
    fprintf(out, "; %d of them are trained in an earlier question, which saves ", shared);
    print_seconds(out, seconds_of(o, spec, true));
}

static void print_steps(FILE *out, const struct plan *plan, int spec)
{
    for (int i = 0; i < plan->step_count; i++) {
        const struct plan_step *s = &plan->steps[i];
        if (s->spec == spec) fprintf(out, "  %7d -> %7d  %s\n", s->before, s->after, s->what);
    }
}

static void print_refusals(FILE *out, const struct outlook *o, int spec)
{
    enum { SHOWN = 3 };
    int shown = 0;
    for (int i = 0; i < o->plan->cell_count && shown < SHOWN; i++) {
        if (o->plan->cells[i].spec != spec || !o->cells[i].refuse) continue;
        fprintf(out, "    e.g. %s: %s\n", o->plan->cells[i].string, o->cells[i].refuse);
        shown++;
    }
}

/* What it counted. */
static struct counts print_spec(FILE *out, const struct outlook *o, int spec)
{
    const struct spec *s = &o->plan->specs[spec];
    struct counts c = counts_of(o, spec);
    fprintf(out, "%s: %s\n", s->name, s->question ? s->question : "(no question)");
    print_steps(out, o->plan, spec);
    fprintf(out, "  %d cells x %d rounds: %d rows in this plan", c.cells, s->rounds, c.rows);
    print_time(out, o, spec, c.rows, c.shared);
    if (c.refused) fprintf(out, "; %d cells will be `unsupported`", c.refused);
    fputs("\n", out);
    if (c.refused) print_refusals(out, o, spec);
    if (c.yardsticks)
        fprintf(out, "  %d yardstick%s: models that only count\n", c.yardsticks,
                c.yardsticks == 1 ? "" : "s");
    char *looks = look_words(o->plan, spec);
    char *trainings = looks ? looks : race_words(o->plan, spec),
         *power = power_words(o->plan, spec);
    char *largest = o->rows ? largest_words(o->plan, o->cells, o->rows, spec) : NULL;
    char *const lines[] = {trainings, power, largest};
    for (int i = 0; i < 3; i++) {
        if (lines[i]) fprintf(out, "  %s\n", lines[i]);
        free(lines[i]);
    }
    return c;
}

static void print_summary(FILE *out, const struct outlook *o)
{
    int rows = 0, shared = 0;
    for (int i = 0; i < o->plan->spec_count; i++) {
        struct counts c = print_spec(out, o, i);
        rows += c.rows;
        shared += c.shared;
    }
    if (o->plan->spec_count > 1) {
        fprintf(out, "all: %d rows", o->plan->row_count);
        print_time(out, o, -1, rows, shared);
        fputs("\n", out);
    }
    if (o->rows)
        fputs(
            "Times are estimated from declared FLOP and bytes; `attnlab plan --help` tells how.\n",
            out);
}

/* NULL (with a note) when the worker cannot tell. */
static struct prediction *predictions(const struct plan *plan, const char *worker)
{
    char *error = NULL;
    struct prediction *p = plan_predict(plan, worker, &error);
    if (!p) fprintf(stderr, "note: no time estimate: %s\n", error);
    free(error);
    return p;
}

/* In whatever format is asked for. */
static void print_rows(const struct request *r, const struct outlook *o)
{
    if (!strcmp(r->format, "csv"))
        print_rows_csv(o->plan);
    else if (!strcmp(r->format, "json"))
        print_rows_json(o->plan, o->cells);
    else if (r->rows)
        print_rows_table(o->plan);
}

/* The exit code. */
static int print_plan(const struct request *r, const struct plan *plan, const char *worker)
{
    struct outlook o = {.plan = plan, .cells = predictions(plan, worker)};
    bool table = !strcmp(r->format, "table");
    if (o.cells) o.rows = estimate_rows(plan, o.cells, estimate_slower_here(worker));
    print_summary(table ? stdout : stderr, &o);
    if (r->budget_s > 0 && o.rows)
        budget_print(stdout, r->format, plan, o.rows, cores_here(), r->budget_s);
    else
        print_rows(r, &o);
    fflush(stdout);
    int code = plan_open_data(plan, o.cells, worker, r->skip_missing_data);
    predictions_free(o.cells, plan->cell_count);
    free(o.rows);
    return code;
}

int command_plan(int argc, char **argv)
{
    struct request r = {.format = "table", .seed = 1};
    struct axes axes = {0};
    struct plan plan = {0};
    struct diags diags = {0};
    char *error = NULL, *worker = path_worker();
    int code = read_request(&r, argc, argv);
    if (code < 0 && !axes_load(&axes, worker, &error)) {
        fprintf(stderr, "attnlab plan: %s\n", error);
        free(error);
        code = EXIT_USAGE;
    }
    if (code < 0 && !plan_build(&plan, &r.plan, &axes, &diags)) code = EXIT_USAGE;
    diag_print(&diags, stderr);
    if (code < 0) code = print_plan(&r, &plan, worker);
    diag_free(&diags);
    plan_free(&plan);
    axes_free(&axes);
    plan_options_free(&r.plan);
    free(worker);
    return code;
}
