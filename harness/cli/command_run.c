/* SPDX-License-Identifier: MIT
 * Implements `attnlab run SPEC...`, which plans a run, measures the rows one by one, and writes the
 * tables. */
#include "base/paths.h"
#include "harness/cli/run_arguments.h"
#include "harness/plan/saved/plan_json.h"
#include "harness/run/machine.h"
#include "harness/run/predict.h"
#include "harness/run/result_dir.h"
#include "harness/run/results.h"
#include "harness/run/run.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- arguments ---- */

static bool read_shard(const char *text, struct plan_options *o)
{
    int end = 0;
    bool digits = strspn(text, "0123456789/") == strlen(text);
    return digits && sscanf(text, "%9d/%9d%n", &o->shard, &o->shards, &end) == 2 && !text[end] &&
           o->shard >= 1 && o->shard <= o->shards;
}

int plan_arguments_take(const struct command *c, const struct plan_arguments *p,
                        struct plan_options *o)
{
    *o = (struct plan_options){.paths = p->specs.list,
                               .path_count = p->specs.count,
                               .tier = p->tier,
                               .sets = p->sets.list,
                               .set_count = p->sets.count,
                               .filters = p->filters.list,
                               .filter_count = p->filters.count,
                               .order_seed = (uint64_t)p->seed,
                               .predict_flops = predict_training_flops};
    if (!p->shard || read_shard(p->shard, o)) return -1;
    return command_fails(c, EXIT_USAGE,
                         xformat("--shard: found '%s', expected I/N with I from 1 to N", p->shard));
}

void plan_arguments_free(struct plan_arguments *p)
{
    free(p->specs.list);
    free(p->sets.list);
    free(p->filters.list);
    free(p->reuse.list);
}

/* Returns true if the folder contains a saved plan. The run can then resume without specifications.
 */
static bool resumes_saved_plan(const struct run_options *o)
{
    return o->resume && o->directory && result_dir_has(o->directory, PLAN_JSON) &&
           result_dir_has(o->directory, MANIFEST_NAME);
}

/* Returns NULL if the request is valid, otherwise an error message, which the caller frees. */
static char *request_fault(const struct run_request *r)
{
    const struct plan_arguments *p = &r->plan;
    if (r->run.resume && !r->run.directory)
        return xstrdup("--resume: missing folder of the run (expected -o DIR --resume)");
    if (p->specs.count || r->saved_run) return NULL;
    if (!resumes_saved_plan(&r->run))
        return xstrdup("expected at least one specification, such as "
                       "ablations/overhead-seqlen.yaml");
    if (!p->tier && !p->sets.count && !p->filters.count && !p->shard) return NULL;
    return xformat("--tier, --set, --filter and --shard need a specification; leave them out to "
                   "resume %s/" PLAN_JSON,
                   r->run.directory);
}

/* ---- steps of a run: each prints its errors and returns 0 or an exit code ---- */

static int check_machine(const struct run *run)
{
    int count;
    char **list = machine_complaints(run->topology, &count);
    for (int i = 0; i < count; i++) {
        if (!run->options->quiet || run->options->strict)
            fprintf(stderr, "%s: %s\n", run->options->strict ? "refused" : "note", list[i]);
        free(list[i]);
    }
    free(list);
    return count && run->options->strict ? EXIT_REFUSED : 0;
}

static int check_keep(const struct run *run, const struct command *c)
{
    const struct plan *plan = run->plan;
    const char *keep = run->options->keep;
    bool trains = !keep;
    for (int i = 0; i < plan->spec_count; i++) trains |= plan->specs[i].kind == SPEC_QUALITY;
    if (trains) return 0;
    return command_fails(
        c, EXIT_USAGE,
        xformat("--keep %s: the plan has no training runs, expected `kind: quality`", keep));
}

static int predict(struct run *run, const struct command *c)
{
    char *error = NULL;
    run->predictions = plan_predict(run->plan, run->worker, &error);
    if (error && signal_received()) return free(error), EXIT_SIGNAL + signal_received();
    return error ? command_fails(c, EXIT_USAGE, error) : 0;
}

static int read_reuse(struct run *run, const struct command *c)
{
    char *error = NULL;
    const struct run_options *o = run->options;
    if (!reuse_open(&run->reuse, o->reuse, o->reuse_count, run->plan, run->worker, &error))
        return command_fails(c, EXIT_USAGE, error);
    if (o->reuse_count && !o->quiet) reuse_report(&run->reuse, o->keep);
    return 0;
}

/* Measures the rows and writes the tables. The tables are written even after a signal or an error.
 */
static int measure_and_write(struct run *run, const struct command *c, char **directory)
{
    char *error = NULL, *moved = NULL;
    bool work = run_has_rows_left(run);
    if (work) run_measure_peaks(run);
    bool good = manifest_save(&run->manifest, run->directory, &error) && run_rows(run, &error);
    if (!run_folder_in_place(run, &moved)) return free(error), command_fails(c, EXIT_FAILED, moved);
    if (!good) command_fails(c, EXIT_FAILED, error), error = NULL;
    if (good && work && !signal_received()) run_measure_peaks(run);
    if (!results_write(run, &error))
        return command_fails(c, EXIT_FAILED, run_error_advice(run, error));
    run_summary_print(run);
    *directory = xstrdup(run->directory);
    if (run->refused) return EXIT_REFUSED;
    if (signal_received()) return EXIT_SIGNAL + signal_received();
    return !good || run_failures(run) || run_has_no_result(run) ? EXIT_FAILED : 0;
}

/* ---- a run ---- */

/* Opens the run's data, folder and journal. A new run opens its data first; if that fails, no
 * folder is created. A resumed run reads its journal first, because only unfinished rows need data.
 */
static int open_run(struct run *run, const struct run_request *r)
{
    const struct command *c = r->command;
    const struct run_options *o = &r->run;
    char *error = NULL;
    int code = 0;
    if (!o->resume) code = run_open_data(run, c, o->skip_missing_data, o->quiet);
    if (!code && !run_open_files(run, r, &error)) code = command_fails(c, EXIT_USAGE, error);
    if (!code && o->resume) code = run_open_data(run, c, o->skip_missing_data, o->quiet);
    if (!code && run->retried && !o->quiet)
        fprintf(
            stderr,
            "note: %d row%s %s retried after a lack of data, memory, disk space or cores, or after "
            "a disturbance by other programs\n",
            run->retried, run->retried == 1 ? "" : "s", run->retried == 1 ? "is" : "are");
    return code;
}

static int run_plan(const struct run_request *r, const struct plan *plan, const char *worker,
                    char **directory)
{
    const struct command *c = r->command;
    struct topology_facts facts;
    char *error = NULL, *name = r->run.directory ? NULL : result_dir_name();
    struct run run = {.options = &r->run,
                      .plan = plan,
                      .worker = worker,
                      .directory = name ? name : r->run.directory,
                      .topology = topology_load(&error),
                      .journal.fd = -1};
    int code = run.topology ? 0 : command_fails(c, EXIT_REFUSED, error);
    if (!code) {
        topology_facts(run.topology, &facts);
        run.memory_room = memory_room("", (double)facts.memory_bytes);
    }
    if (!code && !cpus_usable(run.topology, r->run.cpus, &error))
        code = command_fails(c, EXIT_USAGE, error);
    if (!code) code = check_machine(&run);
    if (!code) code = check_keep(&run, c);
    if (!code) code = predict(&run, c);
    if (!code) code = read_reuse(&run, c);
    if (!code) code = open_run(&run, r);
    if (!code) code = measure_and_write(&run, c, directory);
    manifest_free(&run.manifest);
    json_decref(run.other_machine);
    reuse_free(&run.reuse);
    journal_close(&run.journal);
    predictions_free(run.predictions, plan->cell_count);
    texts_free(run.faults, plan->cell_count);
    free(run.metric_checked);
    if (run.topology) topology_free(run.topology);
    free(name);
    return code;
}

static bool load_plan(struct run_request *r, struct plan *plan, const struct axes *axes)
{
    char *error = NULL;
    if (!plan_load(plan, axes, r->run.directory, false, &error))
        return command_fails(r->command, false, error);
    r->run.seed = (int)plan->order_seed;
    return true;
}

/* Plans the run. Returns false after printing an error message. */
static bool make_plan(struct run_request *r, const struct plan_options *o, struct plan *plan,
                      const struct axes *axes)
{
    if (!o->path_count && !r->saved_run) return load_plan(r, plan, axes);
    struct diags diags = {0};
    bool good = r->saved_run ? plan_saved_question(plan, r->saved_run, r->question, o, axes, &diags)
                             : plan_build(plan, o, axes, &diags);
    diag_print(&diags, stderr);
    diag_free(&diags);
    if (good && !r->run.quiet) plan_note_absent(plan, stderr);
    return good;
}

/* Opens the worker's program file and returns a path of the open file, which the caller frees. This
 * path refers to the same program even if a build replaces attnlab-worker. */
static char *open_program(const char *worker, int *fd)
{
    *fd = open(worker, O_RDONLY | O_CLOEXEC);
    return *fd < 0 ? xstrdup(worker) : xformat("/proc/%d/fd/%d", (int)getpid(), *fd);
}

int run_request(struct run_request *r, char **directory)
{
    struct axes axes = {0};
    struct plan plan = {0};
    struct plan_options options;
    char *worker = NULL, *fault = request_fault(r);
    int code = fault ? command_fails(r->command, EXIT_USAGE, fault)
                     : plan_arguments_take(r->command, &r->plan, &options);
    if (code < 0 && !kept_option_valid(r->command->name, r->run.keep)) code = EXIT_USAGE;
    r->run.seed = r->plan.seed;
    r->run.reuse = r->plan.reuse.list;
    r->run.reuse_count = r->plan.reuse.count;
    if (code < 0 &&
        (!command_axes(r->command, &axes, &worker) || !make_plan(r, &options, &plan, &axes)))
        code = EXIT_USAGE;
    if (code < 0) {
        int fd;
        char *kept = open_program(worker, &fd);
        signals_catch();
        code = run_plan(r, &plan, kept, directory);
        if (fd >= 0) close(fd);
        free(kept);
    }
    plan_free(&plan);
    axes_free(&axes);
    free(worker);
    return code;
}

static int run(int argc, char **argv)
{
    struct run_request r = {.command = &run_command, .argc = argc, .argv = argv, .plan.seed = 1};
    const struct argument arguments[] = {PLAN_ARGUMENTS(&r.plan), RUN_ARGUMENTS(&r.run), {0}};
    char *directory = NULL;
    int code = read_arguments(&run_command, arguments, argc, argv);
    if (code < 0) code = run_request(&r, &directory);
    if (directory) printf("%s\n", directory);
    free(directory);
    plan_arguments_free(&r.plan);
    return code;
}

const struct command run_command = {
    .name = "run",
    .purpose = "measure the rows of a plan, or resume a run",
    .usage = "SPEC... [options]\n-o DIR --resume [options]",
    .about = "Measures every row of the plan, writes the tables, and prints the folder to stdout. "
             "Finished rows are kept after an interrupt. If data cannot be opened, the run ends "
             "before its first row.",
    .exits = "Exit status: 0 if all rows passed, 1 if a row failed or no row has a result, 2 after "
             "a usage error or if the specification or data is invalid, 3 if --strict refused the "
             "run, 128+n after signal n.",
    .example = "ablations/which-projection.yaml --tier quick -o results/first",
    .run = run};
