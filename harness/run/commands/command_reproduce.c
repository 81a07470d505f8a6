/* SPDX-License-Identifier: MIT
 * attnlab reproduce REFERENCE --question NAME: reruns one question of a reference as it was
 * specified then, at its tier and with its options, and says whether it agrees. */
#include "base/mem.h"
#include "base/paths.h"
#include "harness/commands.h"
#include "harness/plan/plan.h"
#include "harness/plan/setups/setups.h"
#include "harness/run/manifest.h"
#include "harness/run/commands/options.h"
#include "harness/run/result_dir.h"
#include "harness/run/commands/run_command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { EXIT_FAILED = 1, EXIT_USAGE = 2 };

struct request {
    char *reference; /* without a slash at its end */
    const char *question, *finished;
    char **rest; /* for `attnlab run` */
    int rest_count;
    const struct look_judge *judge;
    bool asked;
};

static void help(const struct option_entry *options)
{
    printf("usage: attnlab reproduce REFERENCE --question NAME [options of `attnlab run`]\n"
           "Reruns one question of the runs in REFERENCE, as it was specified then and with the\n"
           "options of then, and says whether it agrees (see `attnlab compare`). A --filter more\n"
           "reruns a part of it.\n");
    options_help(options);
    printf("Exit: 0 agrees, 1 disagrees, 2 nothing to compare.\n");
}

/* Takes over the message. */
static bool refuse(char *message)
{
    fprintf(stderr, "attnlab reproduce: %s\n", message);
    free(message);
    return false;
}

static bool is_directory(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0 && S_ISDIR(found.st_mode);
}

/* ---- command line ---- */

static bool take_arguments(struct request *r, const struct option_entry *options, int argc,
                           char **argv)
{
    r->rest = xarray((size_t)argc + 1, sizeof *r->rest);
    for (int i = 0; i < argc; i++) {
        int taken = options_take(options, argc, argv, &i);
        if (taken < 0) return false;
        if (taken) continue;
        if (!r->reference && !r->rest_count && argv[i][0] != '-')
            r->reference = argv[i];
        else
            r->rest[r->rest_count++] = argv[i];
    }
    return true;
}

static bool is_sound(struct request *r)
{
    if (!r->reference)
        return refuse(xstrdup("expected a folder of runs, such as results/reference"));
    size_t length = strlen(r->reference);
    if (length > 1 && r->reference[length - 1] == '/') r->reference[length - 1] = '\0';
    if (!r->question) return refuse(xformat("expected --question NAME after %s", r->reference));
    if (r->finished && !is_directory(r->finished))
        return refuse(xformat("--without-running: '%s' is no directory; expected a finished run",
                              r->finished));
    if (r->finished && r->rest_count)
        return refuse(xformat("--without-running: nothing is run, so nothing may follow it, "
                              "found '%s'",
                              r->rest[0]));
    return true;
}

/* ---- the specification of then ---- */

/* In plan.yaml each specification stands below a line "# As run by attnlab: PATH, tier T...". The
 * name in such a line, to be freed; NULL: it is another line. */
static char *part_name(const char *line)
{
    static const char head[] = "# As run by attnlab: ";
    if (strncmp(line, head, strlen(head)) != 0) return NULL;
    const char *path = line + strlen(head), *end = path + strcspn(path, ",");
    const char *from = end, *suffix = ".yaml";
    while (from > path && from[-1] != '/') from--;
    if (end - from > 5 && !strncmp(end - 5, suffix, 5)) end -= 5;
    return xformat("%.*s", (int)(end - from), from);
}

/* The text of a question in a run's plan.yaml, with the set-up that it used behind it; to be freed;
 * NULL: it is not there. names: of all that are; may be NULL. */
static char *part_of_plan(const char *run, const char *question, struct text *names)
{
    char *path = xformat("%s/" PLAN_NAME, run), *plan = read_file(path, NULL);
    struct text part = {0};
    bool inside = false, between = false; /* behind a "---", which may end the part */
    for (char *rest = plan, *line; rest && (line = strsep(&rest, "\n"));) {
        char *name = part_name(line);
        if (name) inside = !strcmp(name, question);
        if (name && names) text_add(names, " %s", name);
        if (name && inside) text_add_bytes(&part, "", 0);
        bool ends = !strcmp(line, "---");
        if (!name && inside && !ends && (rest || *line))
            text_add(&part, "%s%s\n", between ? "---\n" : "", line);
        between = ends;
        free(name);
    }
    free(plan);
    free(path);
    return part.data;
}

/* The folder of the run that answers a question: one in the reference, or the reference itself
 * when it is one run of several questions. To be freed; NULL after a message. */
static char *find_run(const char *reference, const char *question)
{
    if (!is_directory(reference)) {
        refuse(xformat("%s: no such directory; expected a folder of runs, such as "
                       "results/reference",
                       reference));
        return NULL;
    }
    char *run = xformat("%s/%s", reference, question);
    if (result_dir_has(run, "cells.csv")) return run;
    free(run);
    struct text names = {0};
    result_dir_runs(reference, &names);
    char *part = part_of_plan(reference, question, &names);
    run = part ? xstrdup(reference) : NULL;
    if (!run)
        refuse(xformat("%s has no question '%s'; there are:%s", reference, question,
                       names.length ? names.data : " none"));
    free(part);
    text_free(&names);
    return run;
}

static bool is_whole(const char *run)
{
    static const char *const needed[] = {MANIFEST_NAME, PLAN_NAME};
    for (int i = 0; i < 2; i++)
        if (!result_dir_has(run, needed[i]))
            return refuse(
                xformat("%s/%s: missing, and nothing else says what was run", run, needed[i]));
    return true;
}

static void note_changes(const char *run, const char *question, const char *text)
{
    char *path = path_of_ablation(question), *now = text_with_setup(path, 0);
    if (!now || strcmp(now, text) != 0)
        fprintf(stderr, "note: ablations/%s.yaml %s; what is rerun is %s/" PLAN_NAME "\n", question,
                now ? "has changed since" : "is not there any more", run);
    free(now);
    free(path);
}

/* ---- running ---- */

/* Options of then, and after them those of now: the last one counts. */
static int rerun(const struct request *r, const char *run, const char *path, char **directory)
{
    struct manifest_plan then = manifest_plan_of(run);
    int count = 0, most = 3 + 2 * (then.set_count + then.filter_count) + r->rest_count;
    const char **list = xarray((size_t)most, sizeof *list);
    list[count++] = path;
    list[count++] = "--tier";
    list[count++] = then.tier ? then.tier : PLAN_DEFAULT_TIER;
    for (int i = 0; i < then.set_count; i++) {
        list[count++] = "--set";
        list[count++] = then.sets[i];
    }
    for (int i = 0; i < then.filter_count; i++) {
        list[count++] = "--filter";
        list[count++] = then.filters[i];
    }
    for (int i = 0; i < r->rest_count; i++) list[count++] = r->rest[i];
    fprintf(stderr, "attnlab reproduce: rerunning %s as in %s\n", r->question, run);
    int code = run_command(count, (char **)list, r->judge, directory);
    free(list);
    manifest_plan_free(&then);
    return code;
}

/* The specification is run from a file of its name, since the name is the question's. */
static int run_and_compare(const struct request *r, char *run)
{
    char folder[] = "/tmp/attnlab-reproduce-XXXXXX", *directory = NULL;
    char *text = part_of_plan(run, r->question, NULL);
    if (!text) {
        refuse(xformat("%s/" PLAN_NAME ": no specification %s.yaml in it", run, r->question));
        return EXIT_USAGE;
    }
    note_changes(run, r->question, text);
    bool made = mkdtemp(folder);
    char *path = xformat("%s/%s.yaml", folder, r->question);
    int code = EXIT_USAGE;
    if (made && write_file_atomically(path, text, strlen(text)))
        code = rerun(r, run, path, &directory);
    else
        refuse(xformat("%s: %s", path, file_fault(errno)));
    if (directory && code <= EXIT_FAILED) code = command_compare(2, (char *[]){run, directory});
    unlink(path);
    if (made) rmdir(folder);
    free(directory);
    free(path);
    free(text);
    return code;
}

static int reproduce(const struct request *r)
{
    char *run = find_run(r->reference, r->question);
    int code = EXIT_USAGE;
    if (run && is_whole(run))
        code = r->finished ? command_compare(2, (char *[]){run, (char *)r->finished})
                           : run_and_compare(r, run);
    free(run);
    return code;
}

int command_reproduce(int argc, char **argv, const struct look_judge *judge)
{
    struct request r = {.judge = judge};
    const struct option_entry options[] = {
        {"question", 0, OPTION_TEXT, &r.question, "NAME", "the question to rerun"},
        {"without-running", 0, OPTION_TEXT, &r.finished, "DIR", "compare the finished run in DIR"},
        DATA_OPTION,
        {"help", 'h', OPTION_FLAG, &r.asked, NULL, "this text"},
        {0}};
    int code = EXIT_USAGE;
    if (take_arguments(&r, options, argc, argv)) {
        if (r.asked)
            help(options), code = 0;
        else if (is_sound(&r))
            code = reproduce(&r);
    }
    free(r.rest);
    return code;
}
