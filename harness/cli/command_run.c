/* SPDX-License-Identifier: MIT
 * attnlab run SPEC...: plan, measure row by row, write the tables. */
#include "harness/cli/commands.h"
#include "base/paths.h"
#include "harness/run/row_steps.h"
#include "harness/run/machine.h"
#include "harness/cli/ask_plan.h"
#include "harness/cli/options.h"
#include "harness/run/progress/progress.h"
#include "harness/run/result_dir.h"
#include "harness/run/results.h"
#include "harness/cli/run_command.h"
#include "harness/run/way_on.h"
#include "harness/plan/saved/plan_json.h"

#include <stdlib.h>
#include <string.h>

enum { EXIT_FAILED = 1, EXIT_USAGE = 2, EXIT_REFUSED = 3, EXIT_SIGNAL = 128 };

/* ---- command line ---- */

struct request {
    struct asked_as asked;
    struct run_options run;
    struct plan_options plan;
    struct option_texts reuse;
    const struct saved_question *saved; /* NULL: specifications are run */
    bool help;
};

static void help(const struct option_entry *options)
{
    printf("usage: attnlab run SPEC... [options]\n"
           "       attnlab run -o DIR --resume [options]\n"
           "Measures every row of the plan and writes the tables; the directory's name goes to "
           "stdout.\n");
    fputs(plan_option_help, stdout);
    options_help(options);
    printf(
        "Exit: 0 all passed, 1 a row failed, 2 usage or specification, 3 refused by --strict,\n"
        "128+n ended by signal n; what was measured is kept; --resume continues. Data that\n"
        "cannot be opened ends a run with 2 before its first row; a run that is finished and\n"
        "in which no row was measured ends with 1, one that --max-time ended is not finished.\n");
}

static int need_directory(void)
{
    fprintf(stderr, "attnlab run: --resume: which run? Name its directory: -o DIR --resume\n");
    return EXIT_USAGE;
}

/* A run that resumes has its plan; -1: it is there. */
static int need_plan(const struct request *r)
{
    const struct run_options *o = &r->run;
    const struct plan_options *p = &r->plan;
    bool planned = o->resume && result_dir_has(o->directory, PLAN_JSON) &&
                   result_dir_has(o->directory, MANIFEST_NAME);
    if (planned && !p->tier && !p->set_count && !p->filter_count && !p->shards) return -1;
    if (planned)
        fprintf(stderr,
                "attnlab run: --tier, --set, --filter and --shard need a specification; "
                "%s/" PLAN_JSON " has its own: leave them out\n",
                o->directory);
    else
        fprintf(stderr, "attnlab run: expected at least one specification, such as "
                        "ablations/overhead-seqlen.yaml\n");
    return EXIT_USAGE;
}

/* A saved plan has its own values; -1: nothing else was asked. */
static int need_saved_alone(const struct request *r)
{
    const struct plan_options *p = &r->plan;
    if (p->path_count) return options_unknown(r->asked.command, p->paths[0]);
    if (!p->tier && !p->set_count) return -1;
    fprintf(stderr,
            "attnlab %s: found %s, but %s/" PLAN_JSON
            " has the values of every row: leave it out, or run the specification\n",
            r->asked.command, p->tier ? "--tier" : "--set", r->saved->run);
    return EXIT_USAGE;
}

/* -1: go on; else the exit code. */
static int read_request(struct request *r, int argc, char **argv)
{
    const struct option_entry options[] = {
        {"output", 'o', OPTION_TEXT, &r->run.directory, "DIR", "where results go; a new one else"},
        {"resume", 0, OPTION_FLAG, &r->run.resume, NULL, "resume the run in DIR"},
        REUSE_OPTION(&r->reuse),
        KEEP_OPTION(&r->run.keep),
        DATA_OPTION,
        {"skip-missing-data", 0, OPTION_FLAG, &r->run.skip_missing_data, NULL,
         "leave out rows whose data cannot be opened"},
        {"fail-fast", 0, OPTION_FLAG, &r->run.fail_fast, NULL, "end with the first row that fails"},
        {"max-time", 0, OPTION_SECONDS, &r->run.max_time_s, "T",
         "start no row after that: 60h, 90m, 30s"},
        {"timeout", 0, OPTION_SECONDS, &r->run.timeout_s, "S", "end a row after S seconds"},
        {"strict", 0, OPTION_FLAG, &r->run.strict, NULL, "refuse where timings would be doubtful"},
        {"cpus", 0, OPTION_TEXT, &r->run.cpus, "LIST", "PUs to use: 0,2-3 or core:0-1"},
        {"seed", 0, OPTION_COUNT, &r->run.seed, "N", "of the order and of the layout"},
        {"quiet", 'q', OPTION_FLAG, &r->run.quiet, NULL, "failures only"},
        {"help", 'h', OPTION_FLAG, &r->help, NULL, "this text"},
        {0}};
    for (int i = 0; i < argc; i++) {
        int taken = options_take(options, argc, argv, &i);
        if (!taken) taken = plan_option(&r->plan, argc, argv, &i);
        if (taken < 0) return EXIT_USAGE;
        if (!taken) return options_unknown("run", argv[i]);
    }
    r->run.reuse = r->reuse.list;
    r->run.reuse_count = r->reuse.count;
    if (!kept_asked("run", r->run.keep)) return EXIT_USAGE;
    r->plan.order_seed = (uint64_t)r->run.seed;
    if (r->help) return help(options), 0;
    if (r->run.resume && !r->run.directory) return need_directory();
    if (r->saved) return need_saved_alone(r);
    return r->plan.path_count ? -1 : need_plan(r);
}

/* ---- steps; each prints its own message and returns 0 or an exit code ---- */

static int complain(char *error, int code)
{
    fprintf(stderr, "attnlab run: %s\n", error);
    free(error);
    return code;
}

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

static int predict(struct run *run)
{
    char *error = NULL;
    run->predictions = plan_predict(run->plan, run->worker, &error);
    if (!error) return 0;
    if (signal_received()) return free(error), EXIT_SIGNAL + signal_received();
    return complain(error, EXIT_USAGE);
}

static int read_reuse(struct run *run)
{
    char *error = NULL;
    const struct run_options *o = run->options;
    if (!reuse_open(&run->reuse, o->reuse, o->reuse_count, run->plan, run->worker, &error))
        return complain(error, EXIT_USAGE);
    if (o->reuse_count && !o->quiet) reuse_tell(&run->reuse);
    if (o->reuse_count && o->keep) reuse_tell_bare(&run->reuse, o->keep);
    return 0;
}

static int check_keep(const struct run *run)
{
    const struct plan *plan = run->plan;
    bool trains = !run->options->keep;
    for (int i = 0; i < plan->spec_count; i++) trains |= plan->specs[i].kind == SPEC_QUALITY;
    if (trains) return 0;
    return complain(
        xformat("--keep %s: no row of the plan trains (kind: quality), so there is nothing to keep",
                run->options->keep),
        EXIT_USAGE);
}

/* What was measured is worth its tables whatever ended the loop. */
static int measure_and_write(struct run *run, char **directory)
{
    char *error = NULL, *gone = NULL;
    bool work = rows_left(run);
    if (work) run_measure_peaks(run);
    bool good = manifest_save(&run->manifest, run->directory, &error) && run_rows(run, &error);
    if (!run_in_place(run, &gone)) return free(error), complain(gone, EXIT_FAILED);
    if (!good) complain(error, 0), error = NULL;
    if (good && work && !signal_received()) run_measure_peaks(run);
    if (!results_write(run, &error)) return complain(run_write_failed(run, error), EXIT_FAILED);
    run_summary_print(run);
    *directory = xstrdup(run->directory);
    if (run->refused) return EXIT_REFUSED;
    if (signal_received()) return EXIT_SIGNAL + signal_received();
    return !good || run_failures(run) || measured_nothing(run) ? EXIT_FAILED : 0;
}

/* ---- a run ---- */

static void find_memory(struct run *run)
{
    struct topology_facts facts;
    topology_facts(run->topology, &facts);
    run->memory_room = memory_room("", (double)facts.memory_bytes);
}

static int run_plan(const struct request *r, const struct plan *plan, const char *worker,
                    char **directory)
{
    char *error = NULL, *name = r->run.directory ? NULL : result_dir_name();
    struct run run = {.options = &r->run,
                      .plan = plan,
                      .worker = worker,
                      .directory = name ? name : r->run.directory,
                      .journal.fd = -1};
    run.topology = topology_load(&error);
    int code = run.topology ? 0 : complain(error, EXIT_REFUSED);
    if (!code) find_memory(&run);
    if (!code && !cpus_usable(run.topology, r->run.cpus, &error))
        code = complain(error, EXIT_USAGE);
    if (!code) code = check_machine(&run);
    if (!code) code = check_keep(&run);
    if (!code) code = predict(&run);
    if (!code) code = read_reuse(&run);
    /* Of a new run before anything is made; of one that goes on when it is known what is done. */
    if (!code && !r->run.resume) code = run_open_data(&run);
    if (!code && !run_open_files(&run, &r->asked, &error)) code = complain(error, EXIT_USAGE);
    if (!code && r->run.resume) code = run_open_data(&run);
    if (!code) code = measure_and_write(&run, directory);
    manifest_free(&run.manifest);
    json_decref(run.elsewhere);
    reuse_free(&run.reuse);
    journal_close(&run.journal);
    predictions_free(run.predictions, plan->cell_count);
    texts_free(run.faults, plan->cell_count);
    free(run.judged_seen);
    if (run.topology) topology_free(run.topology);
    free(name);
    return code;
}

/* The plan of the run that resumes. */
static bool load_plan(struct request *r, struct plan *plan, const struct axes *axes)
{
    char *error = NULL;
    bool good = plan_load(plan, axes, r->run.directory, &error);
    if (!good) complain(error, 0);
    r->run.seed = (int)plan->order_seed;
    return good;
}

/* The plan that is asked for; false after the errors were printed. */
static bool make_plan(struct request *r, struct plan *plan, const struct axes *axes)
{
    if (!r->plan.path_count && !r->saved) return load_plan(r, plan, axes);
    struct diags diags = {0};
    bool good = r->saved
                    ? plan_again(plan, r->saved->run, r->saved->question, &r->plan, axes, &diags)
                    : plan_build(plan, &r->plan, axes, &diags);
    diag_print(&diags, stderr);
    diag_free(&diags);
    if (good && !r->run.quiet) plan_note_absent(plan, stderr);
    return good;
}

/* Plans what was read, and runs it. */
static int run_request(struct request *r, char **directory)
{
    struct axes axes = {0};
    struct plan plan = {0};
    char *error = NULL, *worker = path_worker();
    int code = axes_load(&axes, worker, &error) ? 0 : complain(error, EXIT_USAGE);
    if (!code && !make_plan(r, &plan, &axes)) code = EXIT_USAGE;
    if (!code) {
        signals_catch();
        code = run_plan(r, &plan, worker, directory);
    }
    plan_free(&plan);
    axes_free(&axes);
    free(worker);
    return code;
}

int run_saved(const struct asked_as *as, int argc, char **argv, const struct saved_question *saved,
              char **directory)
{
    struct request r = {.asked = *as, .run = {.seed = 1}, .saved = saved};
    int code = read_request(&r, argc, argv);
    if (code < 0) code = run_request(&r, directory);
    plan_options_free(&r.plan);
    free(r.reuse.list);
    return code;
}

int run_command(int argc, char **argv, char **directory)
{
    return run_saved(&(struct asked_as){"run", argc, argv}, argc, argv, NULL, directory);
}

int run_written(const struct written_run *w, char **directory)
{
    const char *name = w->name, *text = w->text;
    struct request r = {.asked = {w->command, w->argc, w->argv},
                        .run = *w->options,
                        .plan = {.paths = &name,
                                 .texts = &text,
                                 .path_count = 1,
                                 .order_seed = (uint64_t)w->options->seed}};
    return run_request(&r, directory);
}

int command_run(int argc, char **argv)
{
    char *directory = NULL;
    int code = run_command(argc, argv, &directory);
    if (directory) printf("%s\n", directory);
    free(directory);
    return code;
}
