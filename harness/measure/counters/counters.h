/* SPDX-License-Identifier: MIT
 * Counter groups: what is counted is data (harness/events/NAME.events), how is here.
 *
 * A group is a handful of events that fit the processor's registers together, and formulas over
 * them. One group is one pass over the same work, apart from the timed passes, and is never
 * multiplexed. Whether a group exists on a machine is found by doing it: add, start, work, stop,
 * and a value above zero. Where it does not, the reason is kept for the manifest.
 *
 * Use, for each group:
 *
 *     struct counter_pass *pass = counters_open(group, team, &reason);
 *     if (!pass) { record reason; continue; }
 *     struct probe probe = counters_probe(pass);
 *     counters_start(pass);
 *     for (int i = 0; i < forwards; i++) {
 *         kernels->forward(layer, io, team, &probe);
 *         counters_publish(flop, bytes, tokens);
 *     }
 *     counters_stop(pass);
 *     values = counters_results(pass, &work, forwards, &count);
 *     counters_close(pass); */
#ifndef ATTNLAB_COUNTERS_H
#define ATTNLAB_COUNTERS_H

#include "base/diag.h"
#include "kernels/kernels.h"

enum { MAX_EVENTS = 12, MAX_CANDIDATES = 6, GROUP_METRICS = 12 };

struct counter_event {
    char *name;                       /* as in formulas and CSV */
    char *candidates[MAX_CANDIDATES]; /* PAPI names, first that works is taken; NULL-padded */
    char *unit;                       /* "1", "ns", "B", "FLOP" */
    bool rare;                        /* zero is an honest answer of the trial */
};
struct counter_metric {
    char *name, *unit, *text;
    struct formula *formula; /* over the group's events and time_ns, flop, bytes, threads */
};
struct counter_group {
    char *name;          /* the file's name without .events */
    char *doc;           /* SHORT line */
    char *caution;       /* LONG text, "" none */
    bool whole_process;  /* SCOPE process: counted once, not on each thread */
    int events, metrics; /* used entries below */
    struct counter_event event[MAX_EVENTS];
    struct counter_metric metric[GROUP_METRICS];
};

/* Reads every NAME.events of a folder, sorted by name; the format is in harness/events/README.md.
 * Errors go to diags with file, line and column, and the file that has one is left out. A folder
 * that cannot be read is an error too. Free with counters_free. */
struct counter_group *counters_load(const char *directory, int *count, struct diags *);
void counters_free(struct counter_group *, int count);

struct counter_pass;

/* Sets the group up on every thread of the team (NULL: the calling thread) and tries it there.
 * NULL with *reason (to be freed): a sentence on why there is none and what would help. */
struct counter_pass *counters_open(const struct counter_group *, struct team *, char **reason);
void counters_start(struct counter_pass *);
void counters_stop(struct counter_pass *);
/* Books what was counted since the last call on this thread to the phase it was in. What precedes
 * the first phase counts for "all" only; waiting at the end of a phase counts for that phase. Does
 * nothing for a group of the whole process. */
struct probe counters_probe(struct counter_pass *);
void counters_close(struct counter_pass *);

/* Events first, then metrics; for "all" and, when a probe was used, for each phase entered. */
struct counter_value {
    const char *phase; /* phase_names[] or "all" */
    const char *event; /* or metric; owned by the group */
    const char *unit;
    double value; /* of one pass, summed over threads */
};
/* The share of one pass of the layer, of whatever phase, in what covered `forwards` of them. work
 * (declared, one such pass; may be NULL) gives flop and bytes to formulas; a metric that needs what
 * is absent or divides by zero is left out. time_ns in a formula is wall time for "all", and the
 * threads' mean for a phase. An empty list: a set failed while counting. To be freed with free().
 */
struct counter_value *counters_results(const struct counter_pass *, const struct layer_work *work,
                                       int forwards, int *count);

/* Adds to the software-defined events attnlab::FLOP, attnlab::BYTES and attnlab::TOKENS. */
void counters_publish(double flop, double bytes, double tokens);

#endif
