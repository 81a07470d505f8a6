/* SPDX-License-Identifier: MIT
 * Counters of a layer, read in passes apart from the timed ones.
 *
 * A group (events.def) is a set of events that are counted together, and metrics computed from
 * them. Each group has its own pass, without multiplexing. A trial decides whether this machine has
 * the group: an event that PAPI accepts may still never count. */
#ifndef ATTNLAB_COUNTERS_H
#define ATTNLAB_COUNTERS_H

#include "harness/measure/check/check.h"

#include <jansson.h>

enum { MAX_EVENTS = 6, MAX_CANDIDATES = 3, GROUP_METRICS = 6 };

/* All lists end with an entry without a name. */
struct counter_event {
    const char *name, *unit;
    const char *candidates[MAX_CANDIDATES + 1]; /* PAPI names; the first that works is used */
    bool rare;                                  /* may count zero in the trial */
};
struct counter_metric {
    const char *name, *unit, *formula;
};
struct counter_group {
    const char *name, *doc;
    struct counter_event event[MAX_EVENTS + 1];
    struct counter_metric metric[GROUP_METRICS + 1];
    bool whole_process; /* counted on one thread, not by phase */
};
extern const struct counter_group counter_groups[];

/* Runs every group over `passes` passes. Adds "counters" to the record, and "counters_absent" with
 * the reason for each group that this machine lacks. */
void counters_run(const struct checked *, long passes, const struct layer_work *, json_t *record);

/* ---- one group ---- */

struct counter_pass;
/* Sets up the group on every thread of the team (NULL: the calling thread) and tries it there.
 * NULL with *reason (the caller frees it): why it is absent and what would help. */
struct counter_pass *counters_open(const struct counter_group *, struct team *, char **reason);
void counters_start(struct counter_pass *);
void counters_stop(struct counter_pass *);
void counters_close(struct counter_pass *);
/* Books counts to the phase in which they occurred. Counts before the first phase are part of "all"
 * only; waiting at the end of a phase belongs to that phase. */
struct probe counters_probe(struct counter_pass *);
/* Adds to the software-defined events attnlab::FLOP, attnlab::BYTES and attnlab::TOKENS. */
void counters_publish(double flop, double bytes, double tokens);

struct counter_value {
    const char *phase; /* of phase_names[], or "all" */
    const char *event; /* or metric */
    const char *unit;
    double value; /* of one pass, summed over threads */
};
/* Events, then metrics, for "all" and each phase entered, per pass of `passes`. work: declared, of
 * one pass; NULL: none. A metric that lacks a value or divides by zero is left out. time_ns in a
 * formula is wall time for "all", the mean of the threads for a phase. No values: counting failed.
 * To be freed. */
struct counter_value *counters_results(const struct counter_pass *, const struct layer_work *work,
                                       int passes, int *count);

/* What formulas read. */
struct counter_facts {
    const double *event; /* in the order of the group */
    double time_ns, threads;
    double flop, bytes; /* NaN: not declared */
};
/* Writes events and metrics to list (MAX_EVENTS + GROUP_METRICS). Returns how many. */
int counter_values(const struct counter_group *, const char *phase, const struct counter_facts *,
                   struct counter_value *list);

/* ---- PAPI (papi.c) ---- */

/* An event set of the calling thread. All calls must come from that thread. Only add, start, read
 * and stop are reliable: without a hardware counter unit PAPI still reports one as enabled. */
struct papi_set {
    int handle;
    int events; /* added; the order of values[] in papi_read */
};
extern const bool sde_built; /* with libsde (PAPI 7); without it counters_publish does nothing */
/* Initialises the library once, from any thread. False with *reason (static). */
bool papi_ready(const char **reason);
bool papi_create(struct papi_set *);
enum papi_add { PAPI_ADDED, PAPI_UNKNOWN, PAPI_FULL };
/* message: PAPI's own, static. */
enum papi_add papi_add(struct papi_set *, const char *event, const char **message);
bool papi_start(struct papi_set *); /* counts start at zero */
bool papi_read(struct papi_set *, long long *values);
bool papi_stop(struct papi_set *, long long *values);
void papi_destroy(struct papi_set *);

/* ---- counts of a pass, between counters.c and counter_results.c ---- */

enum { BEFORE_PHASES = PHASES, COUNT_ROWS }; /* rows of sums: each phase, and before the first */
struct thread_counts {                       /* written by one thread, read after the pass */
    bool used, failed;
    struct papi_set set;
    int row;                    /* now counted */
    long long last[MAX_EVENTS]; /* values when it began */
    uint64_t last_ns;
    long long sum[COUNT_ROWS][MAX_EVENTS];
    uint64_t ns[COUNT_ROWS];
    char *reason; /* why this thread cannot count; owned */
    char apart[64];
};
struct counter_pass {
    const struct counter_group *group;
    struct team *team;
    int threads;
    struct thread_counts *of_thread;
};

#endif
