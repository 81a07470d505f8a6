/* SPDX-License-Identifier: MIT
 * Parses the options after the colon of a data set's name, separated by commas: "babi:3,10k",
 * "mr:fold=7". */
#ifndef ATTNLAB_ARGUMENTS_H
#define ATTNLAB_ARGUMENTS_H

#include "datasets/formats/strings.h"

#include <stdbool.h>

struct argument {
    /* name of the option, such as "joint", "fold" or "by=story"; "" stands for a bare number */
    const char *name;
    bool *flag;  /* set to true if the flag is given; NULL if the option takes a number */
    int *number; /* receives the number, which must be in the range least..most */
    int least, most;
};

/* Parses the options of a data set. Returns false and sets *error, which lists the valid options,
 * if an option is unknown, duplicate or out of range. */
bool arguments_read(const char *set, const char *text, const struct argument *list, int count,
                    char **error);

/* Parses options that are recognised by their form, such as "de-en" or "tst2017". `read` stores an
 * option in `choice` and returns the bit flag of its kind, or 0 if the option is invalid. Returns
 * false and sets *error if an option is invalid or a kind occurs twice; the message ends with
 * `expected`. */
bool words_read(const char *set, const char *text, unsigned (*read)(struct string, void *choice),
                void *choice, const char *expected, char **error);

#endif
