/* SPDX-License-Identifier: MIT
 * attnlab-worker: measures one cell and exits, so that a crash, a hang or lack of memory spoils
 * one row and nothing else. Started by the driver inside its final CPU set. */
#include "base/visible.h"
#include "harness/measure/worker.h"
#include "harness/measure/blas_room.h"
#include "kernels/kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct {
    const char *name, *doc;
    int (*run)(int argc, char **argv);
    bool multiplies; /* it may need room for OpenBLAS */
} commands[] = {
    {"describe", "axes, slots and event groups as JSON", worker_describe, false},
    {"predict", "cells on stdin: cost and refusal, a JSON line each", worker_predict, false},
    {"open", "cells on stdin: whether the data of each can be opened, a JSON line each",
     worker_open, false},
    {"identify", "cells on stdin: what decides the bits of each here, a JSON line each",
     worker_identify, false},
    {"show", "CELL: its data set, for people", worker_show, false},
    {"check", "cells on stdin: against their formula, a JSON line each", worker_check, true},
    {"choices", "slot=choice on stdin: each by itself, a JSON line each", worker_choices, true},
    {"run", "CELL: measure", worker_run, true},
    {"export", "--into DIR CELL: its arrays as .npy files", worker_export, true},
    {"steps", "CELL: where the time of its training steps goes, for people, or to N as JSON",
     worker_steps, true},
    {"peaks", "sgemm rate and bandwidth of these CPUs", worker_peaks, true},
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

/* OpenBLAS reads its environment before main(). Threads of its own would run beside the pinned
 * ones, and a CPU that it does not know gets its slowest kernels: then the worker starts itself
 * again with what is missing. A core type that the user has set stands. */
static void ensure_blas(char **argv)
{
    const char *threads = getenv("OPENBLAS_NUM_THREADS");
    const char *core = getenv("OPENBLAS_CORETYPE") ? NULL : blas_missed_core();
    if (threads && strcmp(threads, "1") == 0 && !core) return;
    setenv("OPENBLAS_NUM_THREADS", "1", 1);
    if (core) setenv("OPENBLAS_CORETYPE", core, 1);
    execv("/proc/self/exe", argv);
    perror("attnlab-worker: cannot start again with OPENBLAS_NUM_THREADS=1");
}

static int run(int command, int argc, char **argv)
{
    if (commands[command].multiplies) blas_take_room();
    return commands[command].run(argc, argv);
}

int main(int argc, char **argv)
{
    visible_streams();
    if (argc < 2) return usage(stderr, WORKER_USAGE);
    /* Every command of the driver asks for this first, and it computes nothing. */
    if (strcmp(argv[1], "describe") != 0) ensure_blas(argv);
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) return usage(stdout, 0);
    for (int c = 0; c < COMMANDS; c++)
        if (strcmp(argv[1], commands[c].name) == 0) return run(c, argc - 2, argv + 2);
    fprintf(stderr, "attnlab-worker: unknown command '%s'\n", argv[1]);
    return usage(stderr, WORKER_USAGE);
}
