/* SPDX-License-Identifier: MIT
 * Long-lived `attnlab-worker check` processes (or of a like command), fed one cell at a time; one
 * that crashes or hangs costs its cell a status and is started again. */
#ifndef ATTNLAB_CHECK_POOL_H
#define ATTNLAB_CHECK_POOL_H

#include "harness/run/outcome.h"

#include <stdbool.h>

struct axes;
struct placement;

enum { CRASHES_MOST = 20 };

struct check_pool {
    const char *worker, *command; /* "check", or another that reads lines and answers each */
    const struct axes *axes;
    char *const *cells; /* canonical strings; given complete, or as they are where axes is NULL */
    int count;
    int jobs;                    /* workers at once */
    double limit_s;              /* of one cell, CPU time */
    struct placement *placement; /* one for each job; NULL: not bound */
    /* Called for each cell when it is done; the outcome's record is the worker's line or NULL. */
    void (*report)(void *context, const char *cell, const struct outcome *);
    void *context;
};
/* False with *error when workers cannot be started, or end at once again and again. Ends early on a
 * signal. */
bool check_pool_run(const struct check_pool *, char **error);

#endif
