/* SPDX-License-Identifier: MIT
 * Declares the commands of attnlab and their arguments.
 *
 * Each command is a struct in command_NAME.c; main.c lists all commands. The table of a command's
 * arguments is used for parsing, checks and --help. */
#ifndef ATTNLAB_COMMANDS_H
#define ATTNLAB_COMMANDS_H

#include "harness/plan/axes/axes.h"

#include <stdbool.h>

/* Exit codes.
 * EXIT_FAILED: a row failed or regressed.
 * EXIT_USAGE: invalid usage, specification or data.
 * EXIT_REFUSED: the environment is unsuitable (--strict), or no CPU or folder is usable.
 * EXIT_SIGNAL + n: ended by signal n. */
enum { EXIT_FAILED = 1, EXIT_USAGE = 2, EXIT_REFUSED = 3, EXIT_SIGNAL = 128 };

struct command {
    const char *name;
    const char *purpose; /* one line that describes the command, in the imperative */
    const char *usage;   /* usage without the command's name; one line per form */
    const char *about;
    const char *exits; /* text about exit codes, such as "Exit status: 0 if ..." */
    const char *example;
    /* Runs the command with the arguments after its name. Returns the exit code. */
    int (*run)(int argc, char **argv);
};
extern const struct command run_command, report_command, plan_command, list_command, data_command;
extern const struct command new_command, check_command, cell_command;
extern const struct command compare_command, reproduce_command, merge_command;

/* Prints "attnlab NAME: message" to stderr, frees the message, and returns the code. */
int command_fails(const struct command *, int code, char *message);
/* Loads the axes from the worker and sets *worker to the worker's path, which the caller frees.
 * Returns false after printing an error message. */
bool command_axes(const struct command *, struct axes *, char **worker);

/* ---- arguments ---- */

enum argument_type {
    ARGUMENT_FLAG,
    ARGUMENT_TEXT,
    ARGUMENT_TEXTS,   /* target: struct texts; the option may be repeated */
    ARGUMENT_FOLDER,  /* target: const char *; trailing slashes are removed */
    ARGUMENT_CHOICE,  /* target: const char *; one of the words in `value`, such as "text|json" */
    ARGUMENT_COUNT,   /* target: int, at least 1 */
    ARGUMENT_NUMBER,  /* target: double above 0 */
    ARGUMENT_PORTION, /* target: double between 0 and 1 */
    ARGUMENT_SECONDS, /* target: double; the value is a duration such as 60h, 90m or 30s */
    ARGUMENT_DATA     /* no target; sets the folder of data sets for this program and its workers */
};

struct texts {
    const char **list; /* array of texts in argv; the caller frees only the array */
    int count;
};

/* An argument of a command. An option is written "--name VALUE", "--name=VALUE" or "-x VALUE". A
 * name in capitals is an operand; the operand "NAME..." takes all remaining arguments. */
struct argument {
    const char *name;
    char letter; /* letter of the short option; 0 if there is no short option */
    enum argument_type type;
    void *target;
    const char *value; /* name of an option's value in --help; for operands, REQUIRED or NULL */
    const char *help;  /* help text; --help also prints the default value of the target */
};
#define REQUIRED "required"

#define DATA_ARGUMENT                                                                              \
    {                                                                                              \
        "data", 0, ARGUMENT_DATA, NULL, "DIR",                                                     \
            "folder of data sets [default: $ATTNLAB_DATA or data/]"                                \
    }

/* Parses all arguments and stores their values in the targets. The table of arguments ends with a
 * NULL name. Returns -1 on success, otherwise an exit code: 0 after --help, EXIT_USAGE after an
 * error message. */
int read_arguments(const struct command *, const struct argument *, int argc, char **argv);

#endif
