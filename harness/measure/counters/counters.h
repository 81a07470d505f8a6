/* SPDX-License-Identifier: MIT
 * Counts hardware and software events of a layer, in separate, untimed passes. A group (events.def)
 * has events, which are counted together, and metrics computed from these events. Each group has
 * its own passes, without multiplexing. PAPI may accept an event but never count it, so a trial run
 * shows whether this machine supports the group. */
#ifndef ATTNLAB_COUNTERS_H
#define ATTNLAB_COUNTERS_H

#include "harness/measure/check/check.h"

#include <jansson.h>

enum { MAX_EVENTS = 6, MAX_CANDIDATES = 3, GROUP_METRICS = 6 };

/* Lists of events, metrics and groups end with an entry without a name. */
struct counter_event {
    const char *name, *unit;
    /* PAPI names of the event; the first name that works is used */
    const char *candidates[MAX_CANDIDATES + 1];
    bool rare; /* true if a count of zero is accepted in the trial run */
};
struct counter_metric {
    const char *name, *unit, *formula;
};
struct counter_group {
    const char *name, *doc;
    struct counter_event event[MAX_EVENTS + 1];
    struct counter_metric metric[GROUP_METRICS + 1];
    bool whole_process; /* true if a single thread counts for the whole process, without phases */
};
extern const struct counter_group counter_groups[];

/* Counts every group over `passes` passes and adds "counters" to the record. For groups that this
 * machine does not support, adds the reason to "counters_absent". */
void counters_run(const struct checked *, long passes, const struct layer_work *, json_t *record);

/* ---- one group ---- */

struct counter_pass;
/* Opens a group and tests it on every thread of the team, or on the calling thread if `team` is
 * NULL. If the machine does not support the group, returns NULL and sets *reason to a message with
 * cause and remedy, which the caller frees. */
struct counter_pass *counters_open(const struct counter_group *, struct team *, char **reason);
void counters_start(struct counter_pass *);
void counters_stop(struct counter_pass *);
void counters_close(struct counter_pass *);
/* Returns a probe that assigns counts to phases. Waiting at the end of a phase counts towards this
 * phase. Counts before the first phase are included only in "all". */
struct probe counters_probe(struct counter_pass *);
/* Adds FLOPs, bytes and tokens, as declared by the kernels, to the software-defined events
 * attnlab::FLOP, attnlab::BYTES and attnlab::TOKENS. */
void counters_publish(double flop, double bytes, double tokens);

struct counter_value {
    const char *phase; /* name of the phase, from phase_names[], or "all" */
    const char *event;
    const char *unit;
    double value; /* value per pass, summed over threads */
};
/* Returns events and then metrics, per pass, for "all" and for each phase. The caller frees the
 * list, which is empty if counting failed. `work` contains the FLOPs and bytes that the kernels
 * declare for one pass, or is NULL. Metrics are omitted if a value is missing or a divisor is zero.
 * In formulas, time_ns is the wall time for "all", and the mean over threads for a phase. */
struct counter_value *counters_results(const struct counter_pass *, const struct layer_work *work,
                                       int passes, int *count);

/* Variables of the metric formulas. */
struct counter_facts {
    const double *event; /* counts, in the order of the group's events */
    double time_ns, threads;
    double flop, bytes; /* FLOPs and bytes that the kernels declare; NaN if unknown */
};
/* Writes events and metrics to `list`, which must have room for MAX_EVENTS + GROUP_METRICS entries.
 * Returns the number of entries written. */
int counter_values(const struct counter_group *, const char *phase, const struct counter_facts *,
                   struct counter_value *list);

/* ---- PAPI (papi.c) ---- */

/* The event set of one thread; only this thread may use the set. PAPI may list hardware counters
 * that do not exist. An event works only if adding, starting, reading and stopping it succeed. */
struct papi_set {
    int handle;
    int events; /* number of added events; papi_read() returns values in this order */
};
/* true if the program is linked with libsde (PAPI 7), which counters_publish() needs */
extern const bool sde_built;
/* Initialises the library once, from any thread. On failure, returns false and sets *reason to a
 * constant string. */
bool papi_ready(const char **reason);
bool papi_create(struct papi_set *);
enum papi_add { PAPI_ADDED, PAPI_UNKNOWN, PAPI_FULL };
/* Adds an event to the set. On failure, sets *message to PAPI's error message, which is a constant
 * string. */
enum papi_add papi_add(struct papi_set *, const char *event, const char **message);
bool papi_start(struct papi_set *); /* Starts all counts at zero. Returns false on failure. */
bool papi_read(struct papi_set *, long long *values);
bool papi_stop(struct papi_set *, long long *values);
void papi_destroy(struct papi_set *);

/* ---- counts of a pass, between counters.c and counter_results.c ---- */

enum {
    BEFORE_PHASES = PHASES,
    COUNT_ROWS
}; /* one row of counts per phase, and one for the time before the first phase */
struct thread_counts { /* The counts of one thread. Other threads read them after the pass. */
    bool used, failed;
    struct papi_set set;
    int row;                    /* index of the current phase in `sum` */
    long long last[MAX_EVENTS]; /* counter values at the start of the current phase */
    uint64_t last_ns;
    long long sum[COUNT_ROWS][MAX_EVENTS];
    uint64_t ns[COUNT_ROWS];
    char *reason; /* why this thread cannot count, or NULL; owned */
    char apart[64];
};
struct counter_pass {
    const struct counter_group *group;
    struct team *team;
    int threads;
    struct thread_counts *of_thread;
};

#endif
