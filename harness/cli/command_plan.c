/* SPDX-License-Identifier: MIT
 * attnlab plan SPEC...: what a run would measure, without measuring. */
#include "base/csv_write.h"
#include "base/paths.h"
#include "harness/cli/commands.h"
#include "harness/cli/ask_plan.h"
#include "harness/cli/options.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_USAGE = 2 };

struct request {
    struct plan_options plan;
    struct option_texts reuse;
    const char *format;
    int seed;
    bool rows, skip_missing_data, help;
};

static void help(const struct option_entry *options)
{
    printf("usage: attnlab plan SPEC... [options]\n"
           "Prints cells, counts before and after each rule, and a time estimate. With --rows or\n"
           "--format csv or json, rows follow in the order in which `run` executes them; they are\n"
           "the rows of its cells.csv. Rows go to stdout, what else is said then to stderr.\n");
    fputs(plan_option_help, stdout);
    options_help(options);
    printf("Exit: 0, or 2 for wrong usage, a wrong specification, data that cannot be opened, or "
           "where\n"
           "every cell is unsupported.\n%s",
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
        {"seed", 0, OPTION_COUNT, &r->seed, "N", "of the order (default 1)"},
        REUSE_OPTION(&r->reuse),
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
static int tell_refused(void)
{
    fprintf(stderr, "attnlab plan: every cell is `unsupported`, so that `attnlab run` would have "
                    "no result; change what the reasons above name.\n");
    return EXIT_USAGE;
}

/* The exit code. */
static int print_plan(const struct request *r, const struct plan *plan, const char *worker,
                      const struct reuse *reuse)
{
    struct outlook o = {.plan = plan, .cells = predictions(plan, worker)};
    bool table = !strcmp(r->format, "table");
    if (o.cells) o.rows = estimate_rows(plan, o.cells, 1);
    if (o.rows) estimate_reused(o.rows, plan, reuse);
    plan_summary_print(table ? stdout : stderr, &o);
    print_rows(r, &o);
    fflush(stdout);
    int code = plan_open_data(plan, o.cells, reuse, worker, r->skip_missing_data);
    if (!code && plan_refused_whole(&o)) code = tell_refused();
    predictions_free(o.cells, plan->cell_count);
    free(o.rows);
    return code;
}

/* The exit code. */
static int show_plan(const struct request *r, const struct plan *plan, const char *worker)
{
    char *error = NULL;
    struct reuse reuse = {0};
    int code = EXIT_USAGE;
    if (reuse_open(&reuse, r->reuse.list, r->reuse.count, plan, worker, &error)) {
        if (r->reuse.count) reuse_tell(&reuse);
        code = print_plan(r, plan, worker, &reuse);
    } else {
        fprintf(stderr, "attnlab plan: %s\n", error);
        free(error);
    }
    reuse_free(&reuse);
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
    if (code < 0) plan_note_absent(&plan, stderr);
    if (code < 0) code = show_plan(&r, &plan, worker);
    diag_free(&diags);
    plan_free(&plan);
    axes_free(&axes);
    plan_options_free(&r.plan);
    free(r.reuse.list);
    free(worker);
    return code;
}

/* ==== The rows of a plan for people and for programs. ==== */

void print_rows_table(const struct plan *plan)
{
    for (int i = 0; i < plan->row_count; i++)
        printf("%s %s\n", plan_row_spec(plan, &plan->rows[i])->name, plan->rows[i].key);
}

void print_rows_csv(const struct plan *plan)
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
    json_t *row = json_pack("{ss ss ss si ss si si}", "ablation", plan->specs[cell->spec].name,
                            "key", r->key, "cell", cell->string, "round", r->round, "arm",
                            plan_row_name(plan, r), "group", cell->group, "position", r->position);
    require(row);
    if (baseline) json_object_set_new(row, "baseline", json_string(baseline));
    if (p && p[r->cell_index].refuse)
        json_object_set_new(row, "refuse", json_string(p[r->cell_index].refuse));
    return row;
}

void print_rows_json(const struct plan *plan, const struct prediction *p)
{
    for (int i = 0; i < plan->row_count; i++) {
        json_t *row = row_json(plan, &plan->rows[i], p);
        json_dumpf(row, stdout, JSON_COMPACT);
        putchar('\n');
        json_decref(row);
    }
}
