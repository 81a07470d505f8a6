/* SPDX-License-Identifier: MIT
 * The commands of attnlab and their arguments. Each command is a struct in command_NAME.c, and
 * main.c lists them. One table per command gives parsing, checks and --help. */
#ifndef ATTNLAB_COMMANDS_H
#define ATTNLAB_COMMANDS_H

#include "harness/plan/axes/axes.h"

#include <stdbool.h>

/* Exit codes other than 0: a row failed or regressed; usage, specification or data; environment
 * refused
 * (--strict), or no place to run or write; 128 + n: signal n. */
enum { EXIT_FAILED = 1, EXIT_USAGE = 2, EXIT_REFUSED = 3, EXIT_SIGNAL = 128 };

struct command {
    const char *name;
    const char *purpose; /* in the list of commands, imperative */
    const char *usage;   /* arguments, one form per line */
    const char *about;   /* sentences of --help */
    const char *exits;   /* "0 all passed, 1 ..." */
    const char *example; /* arguments */
    /* Gets the arguments after its name and returns the exit code. */
    int (*run)(int argc, char **argv);
};
extern const struct command run_command, report_command, plan_command, list_command, data_command;
extern const struct command new_command, check_command, cell_command;
extern const struct command compare_command, reproduce_command, merge_command;

/* Prints "attnlab NAME: message" to stderr and frees the message; returns the code. */
int command_fails(const struct command *, int code, char *message);
/* Loads the worker's axes; false after a message. worker: its path, to be freed by the caller. */
bool command_axes(const struct command *, struct axes *, char **worker);

/* ---- arguments ---- */

enum argument_type {
    ARGUMENT_FLAG,    /* bool */
    ARGUMENT_TEXT,    /* const char * */
    ARGUMENT_TEXTS,   /* struct texts: may be repeated */
    ARGUMENT_FOLDER,  /* const char *: without slashes at its end */
    ARGUMENT_CHOICE,  /* const char *: one of the words of `value`, "text|json" */
    ARGUMENT_COUNT,   /* int, at least 1 */
    ARGUMENT_NUMBER,  /* double above 0 */
    ARGUMENT_PORTION, /* double between 0 and 1 */
    ARGUMENT_SECONDS, /* double, written as base/duration.h reads it: 60h, 90m, 30s */
    ARGUMENT_DATA     /* no target: sets the folder of data sets for this program and its workers */
};

struct texts {
    const char **list; /* to be freed; the texts are those of argv */
    int count;
};

/* An option "--name VALUE", "--name=VALUE" or "-x VALUE"; or, with a name in capitals, an operand,
 * "NAME..." taking all that are left. */
struct argument {
    const char *name;
    char letter; /* of an option; 0: none */
    enum argument_type type;
    void *target;
    const char *value; /* its noun in --help; of an operand: REQUIRED or NULL */
    const char *help;  /* the default is added from a target that is set */
};
#define REQUIRED "required"

#define DATA_ARGUMENT                                                                              \
    {                                                                                              \
        "data", 0, ARGUMENT_DATA, NULL, "DIR",                                                     \
            "folder of data sets [default: $ATTNLAB_DATA or data/]"                                \
    }

/* Reads all arguments into the targets of a table that ends with a NULL name. Returns -1 to
 * continue; else the exit code: 0 after --help, EXIT_USAGE after a message. */
int read_arguments(const struct command *, const struct argument *, int argc, char **argv);

#endif
