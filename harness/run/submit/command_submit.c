/* SPDX-License-Identifier: MIT
 * attnlab submit SPEC... -o DIR: a plan as tasks of a batch system, a shard each (batch_system.h).
 */
#include "harness/commands.h"
#include "base/paths.h"
#include "base/shell.h"
#include "harness/run/commands/ask_plan.h"
#include "harness/run/commands/missing_data.h"
#include "harness/run/commands/options.h"
#include "harness/run/estimate.h"
#include "harness/run/result_dir.h"
#include "harness/run/submit/batch_system.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_FAILS = 1, EXIT_USAGE = 2 };

struct request {
    struct plan_options plan;
    struct submission job;
    struct text arguments; /* of `attnlab run`, the same for every task, quoted for a shell */
    const char *output, *engine_name;
    const struct engine *engine;
    bool dry, help;
};

/* Those of a plan but the last, --shard, which each task has of its own. */
static void help(const struct option_entry *options)
{
    const char *own = strstr(plan_option_help, "      --shard");
    require(own);
    printf(
        "usage: attnlab submit SPEC... -o DIR [options] [-- options of attnlab run]\n"
        "Writes a job array whose task I runs the I-th shard of the plan into DIR/shard-I, and\n"
        "submits it. DIR lies where all nodes see it. A task that was ended comes again and goes\n"
        "on; `attnlab status DIR` tells how far all are, `attnlab merge DIR -o OUT` joins them.\n"
        "%.*s",
        (int)(own - plan_option_help), plan_option_help);
    options_help(options);
    printf("Exit: 0 submitted, 1 the batch system refused, 2 usage, specification or data.\n");
}

static int complain(char *error)
{
    fprintf(stderr, "attnlab submit: %s\n", error);
    free(error);
    return EXIT_USAGE;
}

/* ---- what was asked ---- */

static void add_arguments(struct request *r, char **argv, int from, int to)
{
    for (int i = from; i < to; i++) {
        if (r->arguments.length) text_add(&r->arguments, " ");
        shell_add_to_run(&r->arguments, argv[i]);
    }
}

/* -1: go on. */
static int check(struct request *r)
{
    r->engine = engine_named(r->engine_name);
    if (!r->engine)
        return complain(
            xformat("--engine: found '%s', expected %s", r->engine_name, engines[0]->name));
    if (!r->plan.path_count) return complain(xstrdup("expected at least one specification"));
    if (r->plan.shards)
        return complain(xstrdup("--shard: each task has its own; --tasks tells how many"));
    return r->output ? -1 : complain(xstrdup("expected -o DIR, which all nodes see"));
}

static int read_request(struct request *r, int argc, char **argv)
{
    const struct option_entry options[] = {
        {"output", 'o', OPTION_TEXT, &r->output, "DIR",
         "a new or empty folder for shards and logs"},
        {"engine", 0, OPTION_TEXT, &r->engine_name, "E", "slurm (the default, and all there is)"},
        {"tasks", 'n', OPTION_COUNT, &r->job.tasks, "N",
         "parts of the plan (default 8; 1 where something is timed)"},
        {"cores", 'c', OPTION_COUNT, &r->job.cores, "C",
         "of a task, which trains as many rows at a time (default 1)"},
        {"partition", 'p', OPTION_TEXT, &r->job.partition, "P", "the queue"},
        {"time", 't', OPTION_TEXT, &r->job.time, "T",
         "limit of a task, as the batch system writes it: 4:00:00"},
        {"mem", 0, OPTION_TEXT, &r->job.memory, "M", "of a task: 4G"},
        {"sbatch", 0, OPTION_TEXT, &r->job.more, "OPTIONS",
         "more for the script's head: '--account=a --constraint=avx512'"},
        {"dry-run", 0, OPTION_FLAG, &r->dry, NULL, "write the script, and submit nothing"},
        DATA_OPTION,
        {"help", 'h', OPTION_FLAG, &r->help, NULL, "this text"},
        {0}};
    for (int i = 0; i < argc; i++) {
        int from = i, taken = options_take(options, argc, argv, &i);
        if (!strcmp(argv[i], "--")) {
            add_arguments(r, argv, i + 1, argc);
            break;
        }
        if (taken < 0) return EXIT_USAGE;
        if (taken) continue;
        taken = plan_option(&r->plan, argc, argv, &i);
        if (taken < 0) return EXIT_USAGE;
        if (!taken) return options_unknown("submit", argv[i]);
        add_arguments(r, argv, from, i + 1);
    }
    if (r->help) return help(options), 0;
    return check(r);
}

/* ---- the plan ---- */

/* Core-seconds that its rows are expected to take. */
static double expected_seconds(const struct plan *plan, const struct prediction *cells)
{
    struct expected_row *rows = estimate_rows(plan, cells, 1);
    struct time_left *all = time_left_open(rows, plan->row_count, 1);
    double seconds = time_left_seconds(all, 0);
    time_left_close(all);
    free(rows);
    return seconds;
}

static void choose_tasks(struct request *r, const struct plan *plan)
{
    struct submission *s = &r->job;
    s->exclusive = plan_times(plan);
    if (!s->tasks) s->tasks = s->exclusive ? 1 : 8;
    if (s->tasks > plan->row_count) s->tasks = plan->row_count;
    if (s->exclusive && s->tasks > 1)
        fprintf(stderr,
                "note: the plan times layers, and times of two hosts do not go into one run: "
                "name a single node (--sbatch '--nodelist=NODE'), or merge and report host "
                "by host\n");
}

/* ---- the folder ---- */

static bool put(const char *folder, const char *name, const char *text, char **error)
{
    char *path = xformat("%s/%s", folder, name);
    bool good = write_file_atomically(path, text, strlen(text));
    if (!good) *error = xformat("%s: %s", path, strerror(errno));
    free(path);
    return good;
}

static bool write_script(struct request *r, char **error)
{
    struct text script = {0};
    char *log = xformat("%s/log", r->job.folder);
    r->job.arguments = r->arguments.data;
    r->job.data = getenv("ATTNLAB_DATA"); /* which --data sets */
    r->engine->write(&r->job, &script);
    bool good =
        directory_open(log, error) && put(r->job.folder, r->engine->script, script.data, error);
    text_free(&script);
    free(log);
    return good;
}

/* The exit code. */
static int hand_over(const struct request *r)
{
    char *command = r->engine->submit(r->job.folder), *error = NULL;
    if (r->dry) {
        printf("%s\n", command);
        free(command);
        return 0;
    }
    char *job = engine_answer(command);
    char *line = job ? xformat("%s %s\n", r->engine->name, job) : NULL;
    bool good = job && *job && put(r->job.folder, JOB_NAME, line, &error);
    if (good)
        printf("%s\n", job);
    else
        fprintf(stderr, "attnlab submit: %s%s\n",
                error ? error : "not submitted: ", error ? "" : command);
    free(line);
    free(job);
    free(error);
    free(command);
    return good ? 0 : EXIT_FAILS;
}

static void tell(const struct request *r, const struct plan *plan, double seconds)
{
    char *folder = shell_word(r->output);
    fprintf(stderr,
            "%d row%s in %d task%s of %d core%s, about %.1f core-hours by declared work.\n"
            "  attnlab status %s            how far they are\n"
            "  attnlab merge %s -o OUT      joins them; then attnlab report OUT\n",
            plan->row_count, plan->row_count == 1 ? "" : "s", r->job.tasks,
            r->job.tasks == 1 ? "" : "s", r->job.cores, r->job.cores == 1 ? "" : "s",
            seconds / 3600, folder, folder);
    free(folder);
}

/* The exit code. */
static int submit(struct request *r, const struct plan *plan, const char *worker)
{
    char *error = NULL, here[PATH_MAX], program[PATH_MAX] = "";
    struct prediction *cells = plan_predict(plan, worker, &error);
    if (!cells) return complain(error);
    double seconds = expected_seconds(plan, cells);
    int code = plan_open_data(plan, cells, &(struct reuse){0}, worker, false);
    predictions_free(cells, plan->cell_count);
    if (code) return code;
    choose_tasks(r, plan);
    if (!directory_open_empty(r->output, &error)) return complain(error);
    char *folder = realpath(r->output, NULL);
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (!folder || length < 0 || !getcwd(here, sizeof here)) {
        free(folder);
        return complain(xformat("%s: %s", r->output, strerror(errno)));
    }
    r->job.folder = folder, r->job.program = program, r->job.directory = here;
    code = write_script(r, &error) ? hand_over(r) : complain(error);
    if (!code) tell(r, plan, seconds);
    free(folder);
    return code;
}

int command_submit(int argc, char **argv)
{
    struct request r = {.engine_name = engines[0]->name, .job = {.name = "attnlab", .cores = 1}};
    struct axes axes = {0};
    struct plan plan = {0};
    struct diags diags = {0};
    char *error = NULL, *worker = path_worker();
    r.plan.order_seed = 1;
    int code = read_request(&r, argc, argv);
    if (code < 0 && !axes_load(&axes, worker, &error)) code = complain(error);
    if (code < 0 && !plan_build(&plan, &r.plan, &axes, &diags)) code = EXIT_USAGE;
    diag_print(&diags, stderr);
    if (code < 0) code = submit(&r, &plan, worker);
    diag_free(&diags);
    plan_free(&plan);
    axes_free(&axes);
    plan_options_free(&r.plan);
    text_free(&r.arguments);
    free(worker);
    return code;
}
