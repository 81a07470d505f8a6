/* SPDX-License-Identifier: MIT
 * The main program of attnlab: finds the requested command and runs it. Each command has its own
 * source file. */
#include "base/nearest.h"
#include "base/visible.h"
#include "harness/cli/commands.h"
#include "harness/run/manifest.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static const struct group {
    const char *title;
    const struct command *commands[6];
} groups[] = {
    {"Every day", {&run_command, &report_command, &plan_command, &list_command, &data_command}},
    {"Extend", {&new_command, &check_command, &cell_command}},
    {"Compare", {&compare_command, &reproduce_command, &merge_command}},
};
enum { GROUPS = sizeof groups / sizeof *groups, COMMANDS_MOST = 16 };

static void print_help(void)
{
    puts("usage: attnlab COMMAND [arguments]\n"
         "Measure what a change to attention costs and whether it helps.");
    for (int g = 0; g < GROUPS; g++) {
        printf("\n%s:\n", groups[g].title);
        for (const struct command *const *c = groups[g].commands; *c; c++)
            printf("  %-10s %s\n", (*c)->name, (*c)->purpose);
    }
    puts(
        "\n  -h, --help     print this help; `attnlab COMMAND --help` explains one command\n"
        "  -V, --version  print the version and commit\n"
        "Exit status: 0 if all rows passed, 1 if a row failed or regressed, 2 after a usage error\n"
        "or if the specification or data is invalid, 3 if the environment was refused, 128+n\n"
        "after signal n.");
}

/* Returns the command of this name. Returns NULL after printing an error message. */
static const struct command *find_command(const char *name)
{
    const char *names[COMMANDS_MOST];
    int count = 0;
    struct text message = {0};
    for (int g = 0; g < GROUPS; g++)
        for (const struct command *const *c = groups[g].commands; *c; c++) {
            if (!strcmp((*c)->name, name)) return *c;
            names[count++] = (*c)->name;
        }
    text_add(&message, "attnlab: unknown %s '%s'", *name == '-' ? "option" : "command", name);
    if (*name != '-') add_nearest(&message, name, names, count);
    fprintf(stderr, "%s (`attnlab --help` lists all commands and options)\n", message.data);
    text_free(&message);
    return NULL;
}

static bool is_one_of(const char *word, const char *a, const char *b)
{
    return !strcmp(word, a) || !strcmp(word, b);
}

static int run_arguments(int argc, char **argv)
{
    static char help[] = "--help";
    if (argc < 2) return print_help(), EXIT_USAGE;
    if (is_one_of(argv[1], "--help", "-h")) return print_help(), 0;
    if (is_one_of(argv[1], "--version", "-V"))
        return printf("attnlab %s (%s)\n", program.version, program.commit), 0;
    bool helps = !strcmp(argv[1], "help");
    if (helps && argc == 2) return print_help(), 0;
    const struct command *c = find_command(argv[helps ? 2 : 1]);
    if (!c) return EXIT_USAGE;
    return helps ? c->run(1, (char *[]){help, NULL}) : c->run(argc - 2, argv + 2);
}

/* Flushes stdout and returns the exit code. A full disk may be detected only here, because output
 * is buffered. */
static int check_output(int code)
{
    errno = 0;
    bool lost = fflush(stdout) || ferror(stdout);
    if (!lost) return code;
    fprintf(stderr, "attnlab: cannot write to standard output: %s; the output is incomplete\n",
            errno ? strerror(errno) : "an earlier write failed");
    return code ? code : EXIT_FAILED;
}

/* Opens closed standard streams, so that no other file gets descriptor 0, 1 or 2. Output to a
 * closed stderr is dropped. A closed stdout is an error (check_output()). */
static void open_standard_streams(void)
{
    static const int modes[] = {
        [STDIN_FILENO] = O_RDONLY, [STDOUT_FILENO] = O_RDONLY, [STDERR_FILENO] = O_WRONLY};
    for (int fd = 0; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0) open("/dev/null", modes[fd]);
}

/* Checks that /proc is mounted, and raises a stack limit that is too small. The worker inherits the
 * limit and would crash with SIGSEGV if its stack were too small. */
static bool check_system(void)
{
    enum { STACK_LEAST = 512 << 10, STACK_USUAL = 8 << 20 };
    struct rlimit stack;
    if (access("/proc/self/exe", F_OK)) {
        fprintf(stderr, "attnlab: missing /proc/self/exe, which locates the program and its "
                        "worker; mount /proc with `mount -t proc proc /proc`\n");
        return false;
    }
    if (getrlimit(RLIMIT_STACK, &stack) || stack.rlim_cur >= STACK_LEAST) return true;
    unsigned long had = stack.rlim_cur >> 10;
    stack.rlim_cur = stack.rlim_max < STACK_USUAL ? stack.rlim_max : STACK_USUAL;
    if (stack.rlim_cur >= STACK_LEAST && !setrlimit(RLIMIT_STACK, &stack)) return true;
    fprintf(stderr,
            "attnlab: the stack is limited to %lu KiB, expected at least %d KiB; run `ulimit -s "
            "8192`\n",
            had, STACK_LEAST >> 10);
    return false;
}

int main(int argc, char **argv)
{
    open_standard_streams();
    visible_streams();
    if (!check_system()) return EXIT_USAGE;
    setlocale(LC_ALL, "C"); /* CSV and JSON require decimal points */
    return check_output(run_arguments(argc, argv));
}
