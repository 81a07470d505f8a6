/* SPDX-License-Identifier: MIT
 * Batch systems that `attnlab submit` knows: one file and one line of engines[] each. */
#ifndef ATTNLAB_BATCH_SYSTEM_H
#define ATTNLAB_BATCH_SYSTEM_H

#include "base/mem.h"

/* What is asked of a batch system. Texts are as the user gave them; NULL: left to the system. */
struct submission {
    const char *folder;    /* absolute: where shards, script and logs lie */
    const char *directory; /* absolute: where the command was given, which paths are relative to */
    const char *program;   /* absolute: of attnlab */
    const char *arguments; /* of `attnlab run`, the same for every task, quoted for a shell */
    const char *data;      /* folder of data sets; NULL: that of the project */
    const char *name, *partition, *time, *memory, *more;
    int tasks, cores; /* cores of a task */
    bool exclusive;   /* something is timed: no other job on its node */
};

struct engine {
    const char *name;
    const char *script; /* its file in the folder */
    void (*write)(const struct submission *, struct text *script);
    /* The command that submits the script of a folder, for a shell; to be freed. */
    char *(*submit)(const char *folder);
    /* The command that prints a line for each task of a job that is not over, with its state; to be
     * freed. job: what submitting printed. */
    char *(*state)(const char *job);
};

extern const struct engine *const engines[];         /* NULL-ended */
const struct engine *engine_named(const char *name); /* NULL: there is none */
/* What a command prints, without line ends behind it, to be freed; NULL where it fails. */
char *engine_answer(const char *command);

#define JOB_NAME "job.txt" /* "ENGINE JOB" of what was submitted */

extern const struct engine slurm;

#endif
