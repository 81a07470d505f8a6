/* SPDX-License-Identifier: MIT
 * attnlab: the driver. Finds the subcommand; everything else is in the commands' own files. */
#include "base/visible.h"
#include "harness/cli/commands.h"
#include "base/nearest.h"
#include "harness/run/manifest.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* The daily ones first. */
static const struct command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *doc, *example; /* the words behind "attnlab NAME" */
} commands[] = {
    {"run", command_run, "measure a plan, or go on with one",
     "ablations/which-projection.yaml --tier quick -o results/first"},
    {"report", command_report, "figures and report of a run", "results/first"},
    {"plan", command_plan, "the rows that a specification asks for, counts after each rule",
     "ablations/which-projection.yaml --tier full --set seed=1-4"},
    {"list", command_list, "slots, ablations, datasets, columns and more: what there is",
     "slots datasets"},
    {"data", command_data, "list, show or fetch data sets", "show tinyshakespeare tokenizer=chars"},
    {"cell", command_cell, "rerun one row", "\"score=neural,n=512,phase=both\""},
    {"new", command_new, "a variant, data set, task or question of your own",
     "score mine --from dot"},
    {"check", command_check, "every kernel against its formula", "--filter score=neural"},
    {"compare", command_compare, "whether a run says again what a reference run said",
     "--regression before after"},
    {"reproduce", command_reproduce, "one question of a reference again: does it agree?",
     "results/reference --question which-projection"},
    {"merge", command_merge, "the shards of a run as one run", "shard-1 shard-2 -o results/query"},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void help(void)
{
    printf("usage: attnlab COMMAND [arguments]; attnlab COMMAND --help tells more\n");
    for (int i = 0; i < COMMANDS; i++) printf("  %-9s %s\n", commands[i].name, commands[i].doc);
    printf("  -h, --help     this text\n  -V, --version  version and commit\n"
           "Exit: 0 all passed, 1 a cell failed or regressed, 2 usage, specification or data,\n"
           "3 environment refused, 128+n ended by signal n.\n");
}

/* What a command says of itself is its own; how it is used is the same for all. */
static void print_example(const struct command *c, int argc, char **argv)
{
    for (int i = 0; i < argc && strcmp(argv[i], "--"); i++)
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            printf("Example:\n  attnlab %s %s\n", c->name, c->example);
            return;
        }
}

static int run_command(const struct command *c, int argc, char **argv)
{
    int code = c->run(argc, argv);
    if (!code) print_example(c, argc, argv);
    return code;
}

static int unknown(const char *name)
{
    const char *names[COMMANDS];
    struct text message = {0};
    for (int i = 0; i < COMMANDS; i++) names[i] = commands[i].name;
    text_add(&message, "attnlab: unknown command '%s'", name);
    add_nearest(&message, name, names, COMMANDS);
    fprintf(stderr, "%s (attnlab --help lists them)\n", message.data);
    text_free(&message);
    return 2;
}

/* Options before the command; the exit code, or -1 to go on. */
static int read_options(int argc, char **argv)
{
    static const struct option options[] = {
        {"help", no_argument, NULL, 'h'}, {"version", no_argument, NULL, 'V'}, {0}};
    int option = getopt_long(argc, argv, "+hV", options, NULL);
    if (option == 'h') return help(), 0;
    if (option == 'V') return printf("attnlab %s (%s)\n", program.version, program.commit), 0;
    if (option == '?') return 2;
    if (optind < argc) return -1;
    fprintf(stderr, "attnlab: expected a command (attnlab --help lists them)\n");
    return 2;
}

/* "attnlab help" and "attnlab help NAME", as other programs have them. */
static int help_on(int argc, char **argv)
{
    char *const asked[] = {(char *)"--help", NULL};
    for (int i = 0; argc && i < COMMANDS; i++)
        if (!strcmp(commands[i].name, argv[0])) return run_command(&commands[i], 1, (char **)asked);
    return argc ? unknown(argv[0]) : (help(), 0);
}

static int answer(int argc, char **argv)
{
    int code = read_options(argc, argv);
    if (code >= 0) return code;
    const char *name = argv[optind];
    if (!strcmp(name, "help")) return help_on(argc - optind - 1, argv + optind + 1);
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0)
            return run_command(&commands[i], argc - optind - 1, argv + optind + 1);
    return unknown(name);
}

/* What was printed is buffered: on a full disk only this tells that it did not get there. */
static int with_output_written(int code)
{
    errno = 0;
    bool lost = fflush(stdout) || ferror(stdout);
    if (!lost) return code;
    fprintf(stderr,
            "attnlab: cannot write to the standard output: %s; what was printed there is "
            "not whole\n",
            errno ? strerror(errno) : "a write before failed");
    return code ? code : 1;
}

/* A stream that is closed at the start would get the next file that is opened, and what is printed
 * would go into that file.
 * Messages that nobody reads are dropped; an answer that cannot be printed is an error
 * (with_output_written). */
static void keep_standard_streams(void)
{
    static const int modes[] = {
        [STDIN_FILENO] = O_RDONLY, [STDOUT_FILENO] = O_RDONLY, [STDERR_FILENO] = O_WRONLY};
    for (int fd = 0; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0) open("/dev/null", modes[fd]); /* the lowest that is free */
}

/* What programs find everywhere, but in a bare container or a job with limits. A worker has the
 * stack of its driver, and ends by SIGSEGV where that is too small. */
static bool has_place(void)
{
    enum { STACK_LEAST = 512 << 10, STACK_USUAL = 8 << 20 };
    struct rlimit stack;
    if (access("/proc/self/exe", F_OK)) {
        fprintf(stderr, "attnlab: there is no /proc/self/exe, which says where the program and its "
                        "worker are; mount /proc: `mount -t proc proc /proc`\n");
        return false;
    }
    if (getrlimit(RLIMIT_STACK, &stack) || stack.rlim_cur >= STACK_LEAST) return true;
    unsigned long had = stack.rlim_cur >> 10;
    stack.rlim_cur = stack.rlim_max < STACK_USUAL ? stack.rlim_max : STACK_USUAL;
    if (stack.rlim_cur >= STACK_LEAST && !setrlimit(RLIMIT_STACK, &stack)) return true;
    fprintf(
        stderr,
        "attnlab: the stack is limited to %lu KiB, expected at least %d KiB: `ulimit -s 8192`\n",
        had, STACK_LEAST >> 10);
    return false;
}

int main(int argc, char **argv)
{
    keep_standard_streams();
    visible_streams();
    if (!has_place()) return 2;
    setlocale(LC_ALL, "C"); /* numbers in CSV and JSON have points */
    return with_output_written(answer(argc, argv));
}
