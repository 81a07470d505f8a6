/* SPDX-License-Identifier: MIT
 * What `attnlab new` can make, and what was asked of it. What one kind has that another has not
 * stands in the table of command_new.c: who writes the files knows no kind. */
#ifndef ATTNLAB_NEW_KIND_H
#define ATTNLAB_NEW_KIND_H

#include <stdbool.h>

struct new_request;

/* @name@ stands for the name in every text. */
struct new_kind {
    const char *name;   /* as the user says it */
    const char *remark; /* behind the name, where kinds are told */
    int (*make)(const struct new_request *, const char *home); /* the exit code */
    const char *shown_by; /* attnlab list ...: what there is of it */
    const char *question; /* its template, in ablations/templates */
    /* Of what is written in C, else NULL. */
    const char *source;     /* its template */
    const char *list;       /* the folder of its list.def */
    const char *folders[3]; /* of its file: the first, and where a copy's original may be */
    const char *macro;      /* of its line in the list */
    const char *ending; /* of its file: a name may serve several kinds, a file's name only one */
    const char *renamed[6]; /* what a copy says otherwise; the first two are in every file */
    const char *setting;    /* of a specification that takes it, and where it stands there */
    const char *steps;      /* to be typed between `make` and the unit tests, a line each */
    const char *quick;      /* what tier quick of its first question does; NULL: the same as full */
    bool asks_of_copies;    /* the question fits a copy of any other, too */
};

struct new_request {
    const struct new_kind *kind;
    const char *what, *name, *from;
    bool help;
};

enum { NEW_USAGE = 2, NEW_ENVIRONMENT = 3, NEW_NAME_MOST = 40 };

/* The message is given up; returns the code. */
int new_refuse(int code, char *message);

/* A file by template or copy, its line in the list, a first question (new_source.c). */
int new_source(const struct new_request *, const char *home);
/* A question alone, NAME.yaml where the user is (new_question.c). */
int new_question(const struct new_request *, const char *home);
/* The same beside a source. False, and nothing is written: it is there already, or cannot be. */
bool new_first_question(const struct new_request *, const char *home);

/* ---- Texts and files that `attnlab new` makes of others. ---- */

/* Every `old` in text becomes `new`; text is given up. NULL if there is none. */
char *replaced(char *text, const char *old, const char *new);
/* A copy of text with `name` for every @name@; NULL if text is. */
char *named(const char *text, const char *name);
/* A file that is not there yet; false with errno set. */
bool write_new(const char *path, const char *text);

#endif
