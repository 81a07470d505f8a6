/* SPDX-License-Identifier: MIT
 * attnlab reproduce REFERENCE --question NAME: reruns one question of a reference by its saved
 * plan, and says whether it agrees. */
#include "base/mem.h"
#include "harness/commands.h"
#include "harness/plan/saved/plan_json.h"
#include "harness/run/manifest.h"
#include "harness/run/commands/found_question.h"
#include "harness/run/commands/options.h"
#include "harness/run/result_dir.h"
#include "harness/run/commands/run_command.h"
#include "harness/run/commands/run_files.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { EXIT_FAILED = 1, EXIT_USAGE = 2 };

struct request {
    char *reference; /* without a slash at its end */
    const char *question, *finished;
    char **rest; /* for `attnlab run` */
    int rest_count;
    struct asked_as as; /* what resumes the run, with --resume */
    bool asked;
};

static void help(const struct option_entry *options)
{
    printf("usage: attnlab reproduce REFERENCE --question NAME [options of `attnlab run`]\n"
           "Reruns one question of the runs in REFERENCE by its saved plan, and says whether it\n"
           "agrees (see `attnlab compare`). With --filter it reruns a part. --tier and --set are\n"
           "refused, since the plan has its values.\n");
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

static bool need_question(const char *reference)
{
    char *there = found_questions(reference);
    char *message = xformat("expected --question NAME after %s%s%s", reference,
                            *there ? "; there are: " : "", there);
    free(there);
    return refuse(message);
}

static bool is_sound(struct request *r)
{
    if (!r->reference)
        return refuse(xstrdup("expected a folder of runs, such as results/reference"));
    size_t length = strlen(r->reference);
    if (length > 1 && r->reference[length - 1] == '/') r->reference[length - 1] = '\0';
    if (!r->question) return need_question(r->reference);
    if (r->finished && !is_directory(r->finished))
        return refuse(xformat("--without-running: '%s' is no directory; expected a finished run",
                              r->finished));
    if (r->finished && r->rest_count)
        return refuse(xformat("--without-running: nothing is run, so nothing may follow it, "
                              "found '%s'",
                              r->rest[0]));
    return true;
}

static bool is_whole(const char *run)
{
    static const char *const needed[] = {MANIFEST_NAME, PLAN_JSON};
    for (int i = 0; i < 2; i++)
        if (!result_dir_has(run, needed[i]))
            return refuse(
                xformat("%s/%s: missing, and nothing else says what was run", run, needed[i]));
    return true;
}

/* ---- running ---- */

static int run_and_compare(const struct request *r, const char *run)
{
    char *directory = NULL;
    fprintf(stderr, "attnlab reproduce: rerunning %s by %s/" PLAN_JSON "\n", r->question, run);
    const struct saved_question saved = {run, r->question};
    int code = run_saved(&r->as, r->rest_count, r->rest, &saved, &directory);
    if (directory && code <= EXIT_FAILED)
        code = command_compare(2, (char *[]){(char *)run, directory});
    free(directory);
    return code;
}

static int reproduce(const struct request *r)
{
    char *error = NULL, *run = find_question(r->reference, r->question, &error);
    int code = EXIT_USAGE;
    if (!run)
        refuse(error);
    else if (is_whole(run))
        code = r->finished ? command_compare(2, (char *[]){run, (char *)r->finished})
                           : run_and_compare(r, run);
    free(run);
    return code;
}

int command_reproduce(int argc, char **argv)
{
    struct request r = {.as = {"reproduce", argc, argv}};
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
