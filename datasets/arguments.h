/* SPDX-License-Identifier: MIT
 * What stands after the colon of a data set's name: words and numbers between commas,
 * "babi:3,10k", "mr:fold=7". */
#ifndef ATTNLAB_ARGUMENTS_H
#define ATTNLAB_ARGUMENTS_H

#include "datasets/formats/strings.h"

#include <stdbool.h>

struct argument {
    const char *name; /* "joint", "fold"; a flag also "by=story"; "" takes a number alone */
    bool *flag;       /* set if it is named; NULL: it takes a number, */
    int *number;      /* set to one from least to most */
    int least, most;
};

/* False with *error, which lists what is taken: unknown, given twice, or out of range. */
bool arguments_read(const char *set, const char *text, const struct argument *list, int count,
                    char **error);

/* The same where a word tells what it is by its form ("de-en", "tst2017"): `read` puts one into
 * `choice` and returns the bit of its kind, 0 if it is none. False with *error, which ends with
 * `expected`: unknown, or a second one of its kind, which would contradict the first. */
bool words_read(const char *set, const char *text, unsigned (*read)(struct string, void *choice),
                void *choice, const char *expected, char **error);

#endif
