/* SPDX-License-Identifier: MIT
 * The folder of a run before its first row. */
#ifndef ATTNLAB_RUN_FILES_H
#define ATTNLAB_RUN_FILES_H

#include "harness/run/run.h"

/* The words that asked for a run, for its manifest. */
struct asked_as {
    const char *command; /* of attnlab, with its arguments */
    int argc;
    char **argv;
};

/* Makes run->directory, or opens it again where that was asked for, with its journal and manifest;
 * says on stderr what it found there. False with *error; what was opened is the run's to close. */
bool run_open_files(struct run *, const struct asked_as *, char **error);

#endif
