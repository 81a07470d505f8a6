/* SPDX-License-Identifier: MIT
 * attnlab reproduce REFERENCE --question NAME: reruns one question of a reference as it was
 * specified then, at its tier and with its options, and says whether it agrees. */
#include "base/listing.h"
#include "base/mem.h"
#include "base/paths.h"
#include "harness/commands.h"
#include "harness/plan/saved/saved_plan.h"
#include "harness/plan/setups/setups.h"
#include "harness/run/manifest.h"
#include "harness/run/commands/found_question.h"
#include "harness/run/commands/options.h"
#include "harness/run/result_dir.h"
#include "harness/run/commands/run_command.h"
#include "harness/run/commands/run_files.h"

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
    struct asked_as as; /* what goes on with the run, with --resume */
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

/* ---- the specification of then ---- */

static bool is_whole(const char *run)
{
    static const char *const needed[] = {MANIFEST_NAME, PLAN_NAME};
    for (int i = 0; i < 2; i++)
        if (!result_dir_has(run, needed[i]))
            return refuse(
                xformat("%s/%s: missing, and nothing else says what was run", run, needed[i]));
    return true;
}

/* Whether the file of a question still says the same, in one of the set-ups that it names. */
static bool says_the_same(const char *path, const char *text)
{
    char *now = NULL;
    bool same = false;
    for (int setup = 0; !same && (now = text_with_setup(path, setup)); setup++) {
        same = !strcmp(now, text);
        bool only = !has_setup_behind(now);
        free(now);
        if (only) break;
    }
    return same;
}

/* The file of this name in ablations/ or a folder of it; to be freed; NULL: there is none. */
static char *file_named(const char *name)
{
    char *path = path_of_ablation(name), *folder = path_ablations();
    struct listing inside = listing_of(folder, "");
    bool there = access(path, F_OK) == 0;
    for (int i = 0; i < inside.count && !there; i++) {
        free(path);
        path = xformat("%s/%s/%s.yaml", folder, inside.names[i], name);
        there = access(path, F_OK) == 0;
    }
    listing_free(&inside);
    free(folder);
    if (!there) free(path);
    return there ? path : NULL;
}

/* The file that asks a question: its own, or that of QUESTION-SETUP without the end. */
static char *file_of(const char *question)
{
    char *name = xstrdup(question), *path = file_named(name), *cut;
    while (!path && (cut = strrchr(name, '-'))) {
        *cut = '\0';
        path = file_named(name);
    }
    free(name);
    return path;
}

static void note_changes(const struct found_question *f)
{
    char *path = file_of(f->file);
    if (!path || !says_the_same(path, f->text))
        fprintf(stderr, "note: ablations/%s.yaml %s; what is rerun is %s/" PLAN_NAME "\n", f->file,
                path ? "has changed since" : "is not there any more", f->run);
    free(path);
}

/* ---- running ---- */

/* Options of then, and after them those of now: the last one counts. */
static int rerun(const struct request *r, const struct found_question *f, char **directory)
{
    struct manifest_plan then = manifest_plan_of(f->run);
    char *path = xformat("%s/%s.yaml", f->run, r->question); /* its name is the question's */
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
    fprintf(stderr, "attnlab reproduce: rerunning %s as in %s\n", r->question, f->run);
    int code = run_text(&r->as, count, (char **)list, f->text, r->judge, directory);
    free(list);
    free(path);
    manifest_plan_free(&then);
    return code;
}

static int run_and_compare(const struct request *r, const struct found_question *f)
{
    char *directory = NULL;
    note_changes(f);
    int code = rerun(r, f, &directory);
    if (directory && code <= EXIT_FAILED) code = command_compare(2, (char *[]){f->run, directory});
    free(directory);
    return code;
}

static int reproduce(const struct request *r)
{
    struct found_question f = {0};
    char *error = NULL;
    int code = EXIT_USAGE;
    if (!found_question_read(&f, r->reference, r->question, &error))
        refuse(error);
    else if (is_whole(f.run))
        code = r->finished ? command_compare(2, (char *[]){f.run, (char *)r->finished})
                           : run_and_compare(r, &f);
    found_question_free(&f);
    return code;
}

int command_reproduce(int argc, char **argv, const struct look_judge *judge)
{
    struct request r = {.as = {"reproduce", argc, argv}, .judge = judge};
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
