/* SPDX-License-Identifier: MIT
 * Options of the worker's subcommands. */
#include "base/mem.h"
#include "base/paths.h"
#include "harness/measure/worker.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static bool read_int(const char *name, const char *value, int least, int *out)
{
    char *end;
    long number = strtol(value, &end, 10);
    if (end != value && !*end && number >= least && number <= INT_MAX) {
        *out = (int)number;
        return true;
    }
    fprintf(stderr, "attnlab-worker: %s %s: expected an integer from %d\n", name, value, least);
    return false;
}

static bool read_text(const char *value, const char **out)
{
    *out = value;
    return true;
}

static bool read_option(const char *name, const char *value, struct worker_options *o)
{
    if (!value) {
        fprintf(stderr, "attnlab-worker: option %s has no value\n", name);
        return false;
    }
    if (strcmp(name, "--record-fd") == 0) return read_int(name, value, 0, &o->record_fd);
    if (strcmp(name, "--round") == 0) return read_int(name, value, 1, &o->round);
    if (strcmp(name, "--events") == 0) return read_text(value, &o->events);
    if (strcmp(name, "--into") == 0) return read_text(value, &o->into);
    if (strcmp(name, "--checkpoint") == 0) return read_text(value, &o->checkpoint);
    if (strcmp(name, "--trunk") == 0) return read_text(value, &o->trunk);
    if (strcmp(name, "--part") == 0) return read_text(value, &o->part);
    if (strcmp(name, "--count") == 0) return read_int(name, value, 0, &o->count);
    if (strcmp(name, "--tokens") == 0) return read_int(name, value, 0, &o->tokens);
    if (strcmp(name, "--predictions") == 0) return read_text(value, &o->predictions);
    if (strcmp(name, "--weights") == 0) return read_text(value, &o->weights);
    if (strcmp(name, "--scores") == 0) return read_text(value, &o->scores);
    fprintf(
        stderr,
        "attnlab-worker: unknown option %s; expected --record-fd, --round, --events, --into, "
        "--checkpoint, --trunk, --predictions, --weights, --scores, --part, --count or --tokens\n",
        name);
    return false;
}

bool worker_options_read(int argc, char **argv, struct worker_options *o)
{
    *o = (struct worker_options){.record_fd = 1, .round = 1, .part = "train", .count = 5};
    for (int i = 0; i < argc; i++) {
        if (strncmp(argv[i], "--", 2) == 0) {
            if (!read_option(argv[i], i + 1 < argc ? argv[i + 1] : NULL, o)) return false;
            i++;
        } else if (o->cell) {
            fprintf(stderr, "attnlab-worker: found a second cell '%s', expected one\n", argv[i]);
            return false;
        } else {
            o->cell = argv[i];
        }
    }
    return true;
}

char *worker_events_folder(const char *given)
{
    char *own = given ? xstrdup(given) : path_in_home("harness/events");
    return own ? own : xstrdup("harness/events");
}
