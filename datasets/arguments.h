/* SPDX-License-Identifier: MIT
 * The options after the colon of a data set's name, separated by commas: "babi:3,10k",
 * "mr:fold=7". */
#ifndef ATTNLAB_ARGUMENTS_H
#define ATTNLAB_ARGUMENTS_H

#include "datasets/formats/strings.h"

#include <stdbool.h>

struct argument {
    const char *name; /* "joint", "fold"; a flag may be "by=story"; "" takes a bare number */
    bool *flag;       /* set to true if given; NULL: the option takes a number */
    int *number;      /* set to a number from least to most */
    int least, most;
};

/* False with *error, which lists the valid options: unknown, duplicate, or out of range. */
bool arguments_read(const char *set, const char *text, const struct argument *list, int count,
                    char **error);

/* As arguments_read, for words recognised by their form ("de-en", "tst2017"): `read` stores a word
 * in `choice` and returns the bit of its kind, 0 if invalid. False with *error, which ends with
 * `expected`: unknown, or two of one kind. */
bool words_read(const char *set, const char *text, unsigned (*read)(struct string, void *choice),
                void *choice, const char *expected, char **error);

#endif
