/* SPDX-License-Identifier: MIT
 * Runs attnlab-worker, which measures one cell and exits, so that a crash, a hang or lack of memory
 * affects only one row. The driver starts the worker on the CPUs that the worker will use. */
#include "base/visible.h"
#include "harness/measure/worker.h"
#include "harness/measure/resources.h"
#include "kernels/kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct {
    const char *name, *doc;
    int (*run)(int argc, char **argv);
    bool multiplies; /* true if the command may call OpenBLAS */
} commands[] = {
    {"describe", "print axes, slots and event groups as JSON", worker_describe, false},
    {"predict", "for cells on stdin: print the declared cost, or why a cell is refused",
     worker_predict, false},
    {"open", "for cells on stdin: print an error if their data cannot be opened", worker_open,
     false},
    {"identify", "for cells on stdin: print everything that determines the bits of a training run",
     worker_identify, false},
    {"check", "for cells on stdin: compare the layer with its formula", worker_check, true},
    {"choices", "for slot=choice on stdin: check the formula and functions of this choice",
     worker_choices, true},
    {"run", "measure CELL", worker_run, true},
    {"export", "write the arrays of CELL as .npy files to --into DIR", worker_export, true},
    {"show", "print the data set of CELL", worker_show, false},
    {"peaks", "measure the sgemm rate and memory bandwidth of these CPUs", worker_peaks, true},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static int usage(FILE *to, int code)
{
    fprintf(to, "usage: attnlab-worker COMMAND [OPTIONS] [CELL]\n");
    for (int c = 0; c < COMMANDS; c++)
        fprintf(to, "  %-9s %s\n", commands[c].name, commands[c].doc);
    fprintf(to, "options:\n");
    worker_options_help(to);
    return code;
}

/* Sets environment variables for OpenBLAS and restarts the worker if needed, because OpenBLAS reads
 * them before main(). The variables stop OpenBLAS from starting its own threads, and set a core
 * type unless the user has set one; on an unknown CPU, OpenBLAS would otherwise use its slowest
 * kernels. */
static void ensure_blas(char **argv)
{
    const char *threads = getenv("OPENBLAS_NUM_THREADS");
    const char *core = getenv("OPENBLAS_CORETYPE") ? NULL : blas_missed_core();
    if (threads && strcmp(threads, "1") == 0 && !core) return;
    setenv("OPENBLAS_NUM_THREADS", "1", 1);
    if (core) setenv("OPENBLAS_CORETYPE", core, 1);
    execv("/proc/self/exe", argv);
    perror("attnlab-worker: cannot restart with OPENBLAS_NUM_THREADS=1");
}

static int run(int command, int argc, char **argv)
{
    if (commands[command].multiplies) blas_take_buffers(NULL);
    return commands[command].run(argc, argv);
}

int main(int argc, char **argv)
{
    visible_streams();
    if (argc < 2) return usage(stderr, WORKER_USAGE);
    /* `describe` computes nothing and is run often, so it skips the restart */
    if (strcmp(argv[1], "describe") != 0) ensure_blas(argv);
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) return usage(stdout, 0);
    for (int c = 0; c < COMMANDS; c++)
        if (strcmp(argv[1], commands[c].name) == 0) return run(c, argc - 2, argv + 2);
    fprintf(stderr, "attnlab-worker: unknown command '%s'\n", argv[1]);
    return usage(stderr, WORKER_USAGE);
}
