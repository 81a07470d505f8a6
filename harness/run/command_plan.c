/* SPDX-License-Identifier: MIT
 * attnlab plan SPEC...: what a run would measure, without measuring. */
#include "harness/commands.h"
#include "base/paths.h"
#include "base/csv_write.h"
#include "harness/run/options.h"
#include "harness/plan/estimate.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_USAGE = 2 };

struct request {
    struct plan_options plan;
    const char *format;
    int seed;
    bool rows, help;
};

static void help(const struct option_entry *options)
{
    printf("usage: attnlab plan SPEC... [options]\n"
           "Prints cells, counts before and after each rule, and a time estimate. With --rows or\n"
           "--format csv or json, rows follow in the order in which `run` executes them; they are\n"
           "the rows of its cells.csv. Rows go to stdout, what else is said then to stderr.\n");
    fputs(plan_option_help, stdout);
    options_help(options);
    printf("Exit: 0, or 2 for wrong usage or a wrong specification.\n"
           "The estimate assumes %g s to start a worker, %g s more to check gradients, and %g "
           "GFLOP/s a thread.\n",
           estimate_start_s, estimate_gradient_s, estimate_gflops);
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
        {"seed", 0, OPTION_COUNT, &r->seed, "N", "of the order (default 1)"},
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

struct tally {
    int cells, rows, refused;
    double seconds;
};

static struct tally tally_of(const struct plan *plan, int spec, const struct prediction *p)
{
    struct tally t = {0};
    int values = estimate_tuned_values(plan, spec);
    for (int i = 0; i < plan->cell_count; i++) {
        if (plan->cells[i].spec != spec) continue;
        t.cells++;
        t.refused += p && p[i].refuse;
    }
    for (int i = 0; i < plan->row_count; i++) {
        const struct plan_row *row = &plan->rows[i];
        const struct plan_cell *cell = &plan->cells[row->cell_index];
        if (cell->spec != spec) continue;
        t.rows++;
        if (p)
            t.seconds +=
                estimate_share(cell, values) * estimate_row_s(plan, cell, &p[row->cell_index]);
    }
    long cores = sysconf(_SC_NPROCESSORS_ONLN); /* rows that train run side by side */
    if (plan->specs[spec].kind == SPEC_QUALITY && cores > 1) t.seconds /= (double)cores;
    return t;
}

static void print_time(FILE *out, double seconds)
{
    if (seconds < 120)
        fprintf(out, "about %.0f s", seconds);
    else if (seconds < 7200)
        fprintf(out, "about %.0f min", seconds / 60);
    else
        fprintf(out, "about %.1f h", seconds / 3600);
}

static void print_steps(FILE *out, const struct plan *plan, int spec)
{
    for (int i = 0; i < plan->step_count; i++) {
        const struct plan_step *s = &plan->steps[i];
        if (s->spec == spec) fprintf(out, "  %7d -> %7d  %s\n", s->before, s->after, s->what);
    }
}

static void print_refusals(FILE *out, const struct plan *plan, int spec, const struct prediction *p)
{
    enum { SHOWN = 3 };
    int shown = 0;
    for (int i = 0; i < plan->cell_count && shown < SHOWN; i++) {
        if (plan->cells[i].spec != spec || !p[i].refuse) continue;
        fprintf(out, "    e.g. %s: %s\n", plan->cells[i].string, p[i].refuse);
        shown++;
    }
}

static void print_spec(FILE *out, const struct plan *plan, int spec, const struct prediction *p)
{
    const struct spec *s = &plan->specs[spec];
    struct tally t = tally_of(plan, spec, p);
    fprintf(out, "%s: %s\n", s->name, s->question ? s->question : "(no question)");
    print_steps(out, plan, spec);
    fprintf(out, "  %d cells x %d rounds: %d rows in this plan", t.cells, s->rounds, t.rows);
    if (p) {
        fputs(", ", out);
        print_time(out, t.seconds);
    }
    if (t.refused) fprintf(out, "; %d cells will be `unsupported`", t.refused);
    fputs("\n", out);
    if (t.refused) print_refusals(out, plan, spec, p);
}

static void print_summary(FILE *out, const struct plan *plan, const struct prediction *p)
{
    double seconds = 0;
    for (int i = 0; i < plan->spec_count; i++) {
        print_spec(out, plan, i, p);
        seconds += tally_of(plan, i, p).seconds;
    }
    if (plan->spec_count < 2) return;
    fprintf(out, "all: %d rows", plan->row_count);
    if (p) {
        fputs(", ", out);
        print_time(out, seconds);
    }
    fputs("\n", out);
}

/* ---- rows ---- */

static void print_rows_table(const struct plan *plan)
{
    for (int i = 0; i < plan->row_count; i++)
        printf("%s %s\n", plan_row_spec(plan, &plan->rows[i])->name, plan->rows[i].key);
}

static void print_rows_csv(const struct plan *plan)
{
    struct csv csv = {0};
    csv_text(&csv, "ablation");
    csv_text(&csv, "key");
    csv_end_line(&csv);
    for (int i = 0; i < plan->row_count; i++) {
        csv_text(&csv, plan_row_spec(plan, &plan->rows[i])->name);
        csv_text(&csv, plan->rows[i].key);
        csv_end_line(&csv);
    }
    fputs(csv.text.data, stdout);
    text_free(&csv.text);
}

static json_t *row_json(const struct plan *plan, const struct plan_row *r,
                        const struct prediction *p)
{
    const struct plan_cell *cell = plan_row_cell(plan, r);
    const char *baseline = plan_row_baseline(plan, r);
    json_t *row =
        json_pack("{ss ss ss si ss si si}", "ablation", plan->specs[cell->spec].name, "key", r->key,
                  "cell", cell->string, "round", r->round, "arm", plan_row_arm(plan, r)->name,
                  "group", cell->group, "position", r->position);
    require(row);
    if (baseline) json_object_set_new(row, "baseline", json_string(baseline));
    if (p && p[r->cell_index].refuse)
        json_object_set_new(row, "refuse", json_string(p[r->cell_index].refuse));
    return row;
}

/* One row a line, so that it can be cut and searched by lines. */
static void print_rows_json(const struct plan *plan, const struct prediction *p)
{
    for (int i = 0; i < plan->row_count; i++) {
        json_t *row = row_json(plan, &plan->rows[i], p);
        json_dumpf(row, stdout, JSON_COMPACT);
        putchar('\n');
        json_decref(row);
    }
}

/* ---- */

/* NULL (with a note) when the worker cannot tell. */
static struct prediction *predictions(const struct plan *plan, const char *worker)
{
    char *error = NULL;
    struct prediction *p = xarray((size_t)plan->cell_count, sizeof *p);
    const char **cells = xarray((size_t)plan->cell_count, sizeof *cells);
    for (int i = 0; i < plan->cell_count; i++) cells[i] = plan->cells[i].complete;
    bool good = predict_cells(worker, cells, plan->cell_count, p, &error);
    free(cells);
    if (good) return p;
    fprintf(stderr, "note: no time estimate: %s\n", error);
    free(error);
    free(p);
    return NULL;
}

static void print_plan(const struct request *r, const struct plan *plan, const char *worker)
{
    struct prediction *p = predictions(plan, worker);
    bool table = !strcmp(r->format, "table");
    print_summary(table ? stdout : stderr, plan, p);
    if (table && r->rows) print_rows_table(plan);
    if (!strcmp(r->format, "csv")) print_rows_csv(plan);
    if (!strcmp(r->format, "json")) print_rows_json(plan, p);
    if (p) predictions_free(p, plan->cell_count);
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
    if (code < 0) {
        print_plan(&r, &plan, worker);
        code = 0;
    }
    diag_free(&diags);
    plan_free(&plan);
    axes_free(&axes);
    plan_options_free(&r.plan);
    free(worker);
    return code;
}
