/* SPDX-License-Identifier: MIT
 * Commands of attnlab and their arguments. Each command is a struct in command_NAME.c; main.c lists
 * all commands. Parsing, checks and --help of a command use one table. */
#ifndef ATTNLAB_COMMANDS_H
#define ATTNLAB_COMMANDS_H

#include "harness/plan/axes/axes.h"

#include <stdbool.h>

/* Exit codes. EXIT_FAILED: a row failed or regressed. EXIT_USAGE: invalid usage, specification or
 * data. EXIT_REFUSED: the environment is unsuitable (--strict), or no usable CPU or folder.
 * EXIT_SIGNAL + n: ended by signal n. */
enum { EXIT_FAILED = 1, EXIT_USAGE = 2, EXIT_REFUSED = 3, EXIT_SIGNAL = 128 };

struct command {
    const char *name;
    const char *purpose; /* one line in the list of commands, imperative */
    const char *usage;   /* usage lines without the command's name */
    const char *about;
    const char *exits; /* exit codes, such as "0 all passed, 1 ..." */
    const char *example;
    /* Receives the arguments after the command's name; returns the exit code. */
    int (*run)(int argc, char **argv);
};
extern const struct command run_command, report_command, plan_command, list_command, data_command;
extern const struct command new_command, check_command, cell_command;
extern const struct command compare_command, reproduce_command, merge_command;

/* Prints "attnlab NAME: message" to stderr, frees the message, and returns the code. */
int command_fails(const struct command *, int code, char *message);
/* Loads the worker's axes. Returns false after printing an error. The caller frees *worker, the
 * path of the worker. */
bool command_axes(const struct command *, struct axes *, char **worker);

/* ---- arguments ---- */

enum argument_type {
    ARGUMENT_FLAG,
    ARGUMENT_TEXT,
    ARGUMENT_TEXTS,   /* struct texts; the option may be repeated */
    ARGUMENT_FOLDER,  /* const char *; trailing slashes are removed */
    ARGUMENT_CHOICE,  /* const char *; one of the words in `value`, such as "text|json" */
    ARGUMENT_COUNT,   /* int, at least 1 */
    ARGUMENT_NUMBER,  /* double above 0 */
    ARGUMENT_PORTION, /* double between 0 and 1 */
    ARGUMENT_SECONDS, /* double; the text is a duration such as 60h, 90m or 30s */
    ARGUMENT_DATA     /* no target; sets the folder of data sets for this program and its workers */
};

struct texts {
    const char **list; /* array to be freed by the caller; the texts belong to argv */
    int count;
};

/* An option ("--name VALUE", "--name=VALUE" or "-x VALUE"), or an operand if the name is in
 * capitals. The operand "NAME..." takes all remaining arguments. */
struct argument {
    const char *name;
    char letter; /* letter of the short option, or 0 */
    enum argument_type type;
    void *target;
    const char *value; /* name of the option's value in --help; for an operand, REQUIRED or NULL */
    const char *help;  /* help text; a default value of the target is appended */
};
#define REQUIRED "required"

#define DATA_ARGUMENT                                                                              \
    {                                                                                              \
        "data", 0, ARGUMENT_DATA, NULL, "DIR",                                                     \
            "folder of data sets [default: $ATTNLAB_DATA or data/]"                                \
    }

/* Parses all arguments into the targets of a table that ends with a NULL name. Returns -1 to
 * continue, or an exit code: 0 after --help, EXIT_USAGE after an error message. */
int read_arguments(const struct command *, const struct argument *, int argc, char **argv);

#endif
