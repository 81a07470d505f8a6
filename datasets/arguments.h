/* SPDX-License-Identifier: MIT
 * Parses the options after the colon of a data set's name, separated by commas: "babi:3,10k",
 * "mr:fold=7". */
#ifndef ATTNLAB_ARGUMENTS_H
#define ATTNLAB_ARGUMENTS_H

#include "datasets/formats/strings.h"

#include <stdbool.h>

struct argument {
    /* name of the option: "joint", "fold", or "by=story" (a flag); "" accepts a bare number */
    const char *name;
    bool *flag;  /* set to true if the flag is given; NULL if the option takes a number */
    int *number; /* set to the number, which must be in the range least..most */
    int least, most;
};

/* If an option is unknown, duplicate or out of range, returns false and sets *error to a message
 * that lists the valid options. */
bool arguments_read(const char *set, const char *text, const struct argument *list, int count,
                    char **error);

/* Parses options without names, which are recognised by their form, such as "de-en" or "tst2017".
 * `read` stores a word in `choice` and returns the bit flag of the word's kind, or 0 if the word is
 * invalid. If a word is unknown or two words are of one kind, the function returns false and sets
 * *error to a message that ends with `expected`. */
bool words_read(const char *set, const char *text, unsigned (*read)(struct string, void *choice),
                void *choice, const char *expected, char **error);

#endif
