/* SPDX-License-Identifier: MIT
 * What is used of PAPI: its low-level interface, one event set per thread. papi.h of the library is
 * included by papi.c alone, as <papi.h>.
 *
 * Only add, start, read and stop are relied on. On machines without a hardware counter unit PAPI
 * still reports one as enabled, and PAPI_query_named_event, multiplexing, attach and inherit tell
 * nothing or fail: a set is available when its trial counts something. */
#ifndef ATTNLAB_MEASURE_PAPI_H
#define ATTNLAB_MEASURE_PAPI_H

#include <stdbool.h>

/* An event set of the calling thread. All calls on it must come from that thread. */
struct papi_set {
    int handle;
    int events; /* added so far, in the order of values[] of papi_read */
};

/* Initialises the library once; false with *reason (constant or static text). From any thread. */
bool papi_ready(const char **reason);

bool papi_create(struct papi_set *);
/* How adding an event by name went. */
enum papi_add { PAPI_ADDED, PAPI_UNKNOWN, PAPI_FULL, PAPI_DENIED };
/* message: the library's own words, constant. */
enum papi_add papi_add(struct papi_set *, const char *event, const char **message);
bool papi_start(struct papi_set *); /* counts start at zero */
bool papi_read(struct papi_set *, long long *values);
bool papi_stop(struct papi_set *, long long *values);
void papi_destroy(struct papi_set *);

/* perf_event_paranoid, or -100 when there is no such file. */
int papi_paranoid_level(void);

#endif
