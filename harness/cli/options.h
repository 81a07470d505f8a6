/* SPDX-License-Identifier: MIT
 * Options of the subcommands, GNU style: "--name VALUE", "--name=VALUE", "-x VALUE", flags.
 * A table of them gives both the parsing and the --help text. */
#ifndef ATTNLAB_OPTIONS_H
#define ATTNLAB_OPTIONS_H

#include <stdbool.h>

enum option_type {
    OPTION_FLAG,
    OPTION_TEXT,
    OPTION_TEXTS, /* one more each time that it is given */
    OPTION_COUNT,
    OPTION_NUMBER,
    OPTION_SECONDS, /* as base/duration.h reads it: 60h, 90m, 30s */
    OPTION_DATA
};

struct option_texts {
    const char **list; /* to be freed; the texts are those of argv */
    int count;
};

struct option_entry {
    const char *name; /* without the dashes */
    char letter;      /* 0: none */
    enum option_type type;
    /* bool *, const char **, struct option_texts *, int * (>= 1), double * (> 0); NULL for DATA */
    void *target;
    const char *value; /* name of the value in the help; NULL for a flag */
    const char *help;
};

/* The option --data of every command that reads data: from then on this folder holds the data sets,
 * for workers too (path_data() of base/paths.h). */
#define DATA_OPTION                                                                                \
    {                                                                                              \
        "data", 0, OPTION_DATA, NULL, "DIR",                                                       \
            "the folder of data sets; else $ATTNLAB_DATA, else data/ of the project"               \
    }

/* --reuse of the commands that plan trainings (reuse.h). */
#define REUSE_OPTION(texts)                                                                        \
    {                                                                                              \
        "reuse", 0, OPTION_TEXTS, (texts), "DIR",                                                  \
            "take trainings of the run in DIR, or of the runs in it; may be repeated"              \
    }

/* Takes argv[*i] if the table has it, leaves *i at the last argument taken. 1 taken, 0 not in the
 * table, -1 wrong value (message on stderr). The table ends with a NULL name. */
int options_take(const struct option_entry *, int argc, char **argv, int *i);
void options_help(const struct option_entry *);
/* The number in text, between 0 and most, into *value; text NULL: it stays as it is. False with a
 * message on stderr. */
bool option_number(const char *command, const char *option, const char *text, double most,
                   double *value);
/* "unknown option ..." on stderr; returns 2. */
int options_unknown(const char *command, const char *argument);

#endif
