/* SPDX-License-Identifier: MIT
 * attnlab calibrate: does the harness itself tell the truth on this machine? Runs the questions of
 * ablations/calibrate/, whose answers are known, each as a run of its own, and counts. */
#include "base/csv_write.h"
#include "base/mem.h"
#include "base/paths.h"
#include "harness/analysis/calibration.h"
#include "harness/analysis/looks/judge_looks.h"
#include "harness/commands.h"
#include "harness/render/calibration_page.h"
#include "harness/run/commands/options.h"
#include "harness/run/power.h"
#include "harness/run/commands/run_command.h"
#include "harness/run/result_dir.h"
#include "harness/run/spawn.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { EXIT_FAILED = 1, EXIT_USAGE = 2 };
static const double LEAST_SECONDS = 0.001; /* 0 would be no limit */

/* In the order of the table that is written. */
static const struct question_of_known_answer {
    const char *name; /* of the file in ablations/calibrate/, and of the run's folder */
    bool trains;
    const char *axis; /* that gives each comparison a condition of its own */
    int first;        /* its first value */
    int share;        /* of the time, as minutes of two cores of which it took about so many */
} questions[] = {
    {"replicas", false, "seed", 1, 7},
    {"delays", false, "seed", 1, 2},
    {"seeds", true, "train_records", 301, 6},
    {"fewer-steps", true, "train_records", 301, 1},
};
enum {
    QUESTIONS = sizeof questions / sizeof *questions,
    /* Each comparison of seeds.yaml takes two of the 1000 replicas that there are. */
    MOST_COMPARISONS = 499
};

struct request {
    const char *directory;
    int comparisons, rounds; /* 0: as the specifications say */
    double minutes;
    bool timed, trained, resume, columns, help;
};

/* ---- command line ---- */

static void help(const struct option_entry *options)
{
    printf(
        "usage: attnlab calibrate [options]\n"
        "Runs questions whose answers are known (ablations/calibrate/): things compared with\n"
        "themselves, and differences that were planted; then counts false verdicts and what was\n"
        "found, before and after correction, with exact intervals. Reports that are made beside\n"
        "DIR, or a folder below, quote it.\n");
    options_help(options);
    printf(
        "Exit: 0 all was measured, 1 a row failed, or false verdicts are more than the level of\n"
        "the intervals allows, 2 usage, 3 environment, 128+n ended by signal n.\n");
}

static int refuse(char *message)
{
    fprintf(stderr, "attnlab calibrate: %s\n", message);
    free(message);
    return EXIT_USAGE;
}

static bool is_wanted(const struct request *r, int question)
{
    if (r->timed == r->trained) return true;
    return questions[question].trains == r->trained;
}

static char *folder_of(const struct request *r, int question)
{
    return xformat("%s/%s", r->directory, questions[question].name);
}

static bool is_begun(const struct request *r, int question)
{
    struct stat found;
    char *folder = folder_of(r, question);
    bool there = stat(folder, &found) == 0;
    free(folder);
    return there;
}

/* -1: sound. */
static int check_request(const struct request *r)
{
    if (r->comparisons > MOST_COMPARISONS)
        return refuse(xformat("--comparisons: found %d, expected at most %d", r->comparisons,
                              MOST_COMPARISONS));
    if (r->rounds && r->trained && !r->timed)
        return refuse(xstrdup("--rounds: they are of timings, and --trained times nothing; "
                              "expected one of the two"));
    for (int i = 0; !r->resume && i < QUESTIONS; i++)
        if (is_wanted(r, i) && is_begun(r, i))
            return refuse(xformat("%s/%s is there; --resume goes on with it, -o DIR makes another",
                                  r->directory, questions[i].name));
    return -1;
}

/* -1: go on; else the exit code. */
static int read_request(struct request *r, int argc, char **argv)
{
    const struct option_entry options[] = {
        {"output", 'o', OPTION_TEXT, &r->directory, "DIR", "default results/calibration"},
        {"comparisons", 0, OPTION_COUNT, &r->comparisons, "N",
         "of each thing with its baseline; else 200 with itself, 40 of what was planted"},
        {"rounds", 0, OPTION_COUNT, &r->rounds, "R", "of each timed comparison, else 13"},
        {"timed", 0, OPTION_FLAG, &r->timed, NULL, "only what times layers"},
        {"trained", 0, OPTION_FLAG, &r->trained, NULL, "only what trains models"},
        {"minutes", 0, OPTION_NUMBER, &r->minutes, "M", "start nothing after that; default 30"},
        {"resume", 0, OPTION_FLAG, &r->resume, NULL, "go on with what is in DIR, and count again"},
        {"columns", 0, OPTION_FLAG, &r->columns, NULL,
         "print what the columns of its table mean, in Markdown, and end"},
        {"help", 'h', OPTION_FLAG, &r->help, NULL, "this text"},
        {0}};
    for (int i = 0; i < argc; i++) {
        int taken = options_take(options, argc, argv, &i);
        if (taken < 0) return EXIT_USAGE;
        if (!taken) return options_unknown("calibrate", argv[i]);
    }
    if (r->help) return help(options), 0;
    if (r->columns) return calibration_columns_print(stdout), 0;
    return check_request(r);
}

/* ---- running ---- */

/* One question through `attnlab run`, with so many seconds; its exit code. */
static int run_question(const struct request *r, int question, double seconds)
{
    const struct question_of_known_answer *q = &questions[question];
    char *name = xformat("ablations/calibrate/%s.yaml", q->name), *path = path_in_home(name);
    char *folder = folder_of(r, question), *directory = NULL;
    char *limit = xformat("%.3f", seconds < LEAST_SECONDS ? LEAST_SECONDS : seconds);
    char *conditions = xformat("%s=%d-%d", q->axis, q->first, q->first + r->comparisons - 1);
    char *rounds = xformat("rounds=%d", r->rounds);
    const char *list[12] = {path ? path : name, "-o", folder, "--max-time", limit};
    int count = 5, code;
    if (is_begun(r, question)) list[count++] = "--resume";
    if (r->comparisons) list[count++] = "--set", list[count++] = conditions;
    if (r->rounds && !q->trains) list[count++] = "--set", list[count++] = rounds;
    fprintf(stderr, "attnlab calibrate: %s\n", q->name);
    code = run_command(count, (char **)list, &judge_of_looks, &directory);
    char *const owned[] = {name, path, folder, directory, limit, conditions, rounds};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) free(owned[i]);
    return code;
}

/* Each has its share of the time that is left, so that what one leaves falls to the others. The
 * greatest exit code; one that ends a run before its rows, or a signal, ends all. */
static int run_questions(const struct request *r)
{
    int worst = 0, shares = 0;
    double end = now() + 60 * r->minutes;
    for (int i = 0; i < QUESTIONS; i++) shares += is_wanted(r, i) ? questions[i].share : 0;
    for (int i = 0; i < QUESTIONS && worst <= EXIT_FAILED; i++) {
        if (!is_wanted(r, i)) continue;
        int code = run_question(r, i, (end - now()) * questions[i].share / shares);
        if (code > worst) worst = code;
        shares -= questions[i].share;
    }
    return worst;
}

/* ---- counting ---- */

/* Adds what a run in the folder says, if there is one. False after a message. */
static bool add_run(const struct request *r, int question, struct csv *out)
{
    char *folder = folder_of(r, question), *error = NULL;
    struct run_data run = {0};
    struct analysis analysis = {0};
    bool there = result_dir_has(folder, "cells.csv");
    bool good = !there || run_data_read(&run, folder, &error);
    if (there && good) {
        analysis_build(&analysis, &run, POWER_LEVEL, TIME_MARGIN); /* as `attnlab report` does */
        calibration_add(out, &analysis);
        analysis_free(&analysis);
    }
    if (!good) refuse(error);
    if (there) run_data_free(&run);
    free(folder);
    return good;
}

static bool saved(bool good, const char *path)
{
    if (!good) fprintf(stderr, "attnlab calibrate: %s: %s\n", path, strerror(errno));
    return good;
}

static bool save_table(const struct request *r, const char *path)
{
    struct csv out = {0};
    calibration_head(&out);
    for (int i = 0; i < QUESTIONS; i++)
        if (!add_run(r, i, &out)) return text_free(&out.text), false;
    return saved(csv_save(&out, path), path);
}

/* The page, to stdout and beside the table. */
static int tell(const struct request *r, const struct table *t)
{
    struct document d = {0};
    calibration_page(&d, t);
    char *page = document_markdown(&d), *path = xformat("%s/calibration.md", r->directory);
    fputs(page, stdout);
    bool good = saved(write_file_atomically(path, page, strlen(page)), path);
    if (good) fprintf(stderr, "results: %s\n", path);
    document_free(&d);
    free(page);
    free(path);
    return good && !calibration_fails(t) ? 0 : EXIT_FAILED;
}

static int count_and_tell(const struct request *r)
{
    struct table t = {0};
    char *path = xformat("%s/" CALIBRATION_TABLE, r->directory), *error = NULL;
    int code = EXIT_FAILED;
    if (save_table(r, path)) {
        bool good = table_read(&t, path, &error);
        code = good ? tell(r, &t) : refuse(error);
        if (good) table_free(&t);
    }
    free(path);
    return code;
}

int command_calibrate(int argc, char **argv)
{
    struct request r = {.directory = "results/calibration", .minutes = 30};
    int code = read_request(&r, argc, argv);
    if (code >= 0) return code;
    code = run_questions(&r);
    if (code > EXIT_FAILED) return code;
    int told = count_and_tell(&r);
    return told > code ? told : code;
}
