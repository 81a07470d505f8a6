/* SPDX-License-Identifier: MIT
 * Implements `attnlab plan SPEC...`, which prints what a run would measure, without running it. */
#include "harness/cli/run_arguments.h"

#include <stdlib.h>

struct request {
    struct plan_arguments plan;
    bool rows, skip_missing_data;
};

/* Prints the plan of a run. The fields plan, worker and reuse must be set. */
static int print_plan(const struct request *r, struct run *run)
{
    const struct plan *plan = run->plan;
    char *error = NULL;
    struct outlook o = {.plan = plan, .cells = plan_predict(plan, run->worker, &error)};
    if (!o.cells) fprintf(stderr, "note: cannot estimate the time: %s\n", error);
    if (o.cells) o.rows = estimate_rows(plan, o.cells, 1, &run->reuse);
    plan_summary_print(r->rows ? stderr : stdout, &o);
    for (int i = 0; r->rows && i < plan->row_count; i++)
        printf("%s %s\n", plan_row_spec(plan, &plan->rows[i])->name, plan->rows[i].key);
    fflush(stdout);
    run->predictions = o.cells;
    int code = run_open_data(run, &plan_command, r->skip_missing_data, false);
    if (!code && plan_refused_whole(&o))
        code = command_fails(&plan_command, EXIT_USAGE,
                             xstrdup("every cell is `unsupported`, so a run would have no result; "
                                     "the reasons are listed above"));
    predictions_free(o.cells, plan->cell_count);
    texts_free(run->faults, plan->cell_count);
    free(o.rows);
    free(error);
    return code;
}

static int show_plan(const struct request *r, const struct plan *plan, const char *worker)
{
    const struct texts *reuse = &r->plan.reuse;
    struct run run = {.plan = plan, .worker = worker};
    char *error = NULL;
    int code;
    if (reuse_open(&run.reuse, reuse->list, reuse->count, plan, worker, &error)) {
        if (reuse->count) reuse_report(&run.reuse, NULL);
        code = print_plan(r, &run);
    } else {
        code = command_fails(&plan_command, EXIT_USAGE, error);
    }
    reuse_free(&run.reuse);
    return code;
}

static int plan_request(const struct request *r)
{
    struct axes axes = {0};
    struct plan plan = {0};
    struct plan_options options;
    struct diags diags = {0};
    char *worker = NULL;
    int code = plan_arguments_take(&plan_command, &r->plan, &options);
    if (code < 0 && (!command_axes(&plan_command, &axes, &worker) ||
                     !plan_build(&plan, &options, &axes, &diags)))
        code = EXIT_USAGE;
    diag_print(&diags, stderr);
    if (code < 0) plan_note_absent(&plan, stderr);
    if (code < 0) code = show_plan(r, &plan, worker);
    diag_free(&diags);
    plan_free(&plan);
    axes_free(&axes);
    free(worker);
    return code;
}

static int run(int argc, char **argv)
{
    struct request r = {.plan.seed = 1};
    const struct argument arguments[] = {
        PLAN_ARGUMENTS(&r.plan),
        {"rows", 0, ARGUMENT_FLAG, &r.rows, NULL,
         "print the rows in the order of execution to stdout, and the summary to stderr"},
        {"skip-missing-data", 0, ARGUMENT_FLAG, &r.skip_missing_data, NULL,
         "accept rows whose data cannot be opened"},
        DATA_ARGUMENT,
        {0}};
    int code = read_arguments(&plan_command, arguments, argc, argv);
    if (code < 0 && !r.plan.specs.count)
        code = command_fails(&plan_command, EXIT_USAGE,
                             xstrdup("expected at least one specification, such as "
                                     "ablations/overhead-seqlen.yaml"));
    if (code < 0) code = plan_request(&r);
    plan_arguments_free(&r.plan);
    return code;
}

const struct command plan_command = {
    .name = "plan",
    .purpose = "print the cells, rows and time of a question",
    .usage = "SPEC... [options]",
    .about =
        "Prints the number of cells that remain after each rule, the number of rows, and the "
        "estimated time of each question. Nothing is measured. Times are estimated from declared "
        "FLOPs and bytes at fixed rates. A run corrects the estimates with its finished rows.",
    .exits = "Exit status: 0 if the plan can run, 2 after a usage error, if the specification or "
             "data is invalid, or if every cell is unsupported.",
    .example = "ablations/which-projection.yaml --tier full --set seed=1-4",
    .run = run};
