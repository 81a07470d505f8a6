/* SPDX-License-Identifier: MIT
 * Wraps PAPI's low-level interface and libsde. No other file includes their headers. PAPI before
 * version 7 has no libsde. The Makefile defines HAVE_SDE if the header of libsde exists. */
#include "harness/measure/counters/counters.h"
#include "base/mem.h"

#include <math.h>
#include <papi.h>
#include <pthread.h>

/* ---- software-defined events ---- */

#ifdef HAVE_SDE
#include <sde_lib.h>

const bool sde_built = true;
enum { PUBLISHED = 3 };
static void *counter[PUBLISHED]; /* registered software-defined events, one set per process */

static void register_events(void)
{
    static const char *const names[PUBLISHED] = {"FLOP", "BYTES", "TOKENS"};
    if (counter[0]) return;
    papi_handle_t library = papi_sde_init("attnlab");
    for (int i = 0; i < PUBLISHED; i++) {
        if (papi_sde_create_counter(library, names[i], PAPI_SDE_RO | PAPI_SDE_DELTA, &counter[i]) !=
            0)
            die("libsde rejected event %s", names[i]);
    }
}

void counters_publish(double flop, double bytes, double tokens)
{
    const double amount[PUBLISHED] = {flop, bytes, tokens};
    register_events();
    for (int i = 0; i < PUBLISHED; i++) papi_sde_inc_counter(counter[i], llround(amount[i]));
}
#else
const bool sde_built = false;
static void register_events(void) {}
void counters_publish(double flop, double bytes, double tokens)
{
    (void)flop, (void)bytes, (void)tokens;
}
#endif

/* ---- event sets ---- */

static unsigned long thread_number(void) { return (unsigned long)pthread_self(); }

bool papi_ready(const char **reason)
{
    static int version; /* version of the initialised library; 0 before initialisation */
    if (version == PAPI_VER_CURRENT) return true;
    register_events(); /* must precede PAPI_library_init(), which searches for events */
    version = PAPI_library_init(PAPI_VER_CURRENT);
    int error = version == PAPI_VER_CURRENT ? PAPI_thread_init(thread_number) : version;
    if (error == PAPI_OK) return true;
    version = 0;
    *reason = error > 0 ? "the PAPI library and its header have different versions"
                        : PAPI_strerror(error);
    return false;
}

bool papi_create(struct papi_set *set)
{
    *set = (struct papi_set){.handle = PAPI_NULL};
    return PAPI_register_thread() == PAPI_OK && PAPI_create_eventset(&set->handle) == PAPI_OK;
}

enum papi_add papi_add(struct papi_set *set, const char *event, const char **message)
{
    int error = PAPI_add_named_event(set->handle, event);
    *message = PAPI_strerror(error);
    if (error == PAPI_OK) set->events++;
    if (error == PAPI_OK) return PAPI_ADDED;
    return error == PAPI_ECNFLCT || error == PAPI_ECOUNT ? PAPI_FULL : PAPI_UNKNOWN;
}

bool papi_start(struct papi_set *set) { return PAPI_start(set->handle) == PAPI_OK; }

bool papi_read(struct papi_set *set, long long *values)
{
    return PAPI_read(set->handle, values) == PAPI_OK;
}

bool papi_stop(struct papi_set *set, long long *values)
{
    return PAPI_stop(set->handle, values) == PAPI_OK;
}

void papi_destroy(struct papi_set *set)
{
    PAPI_cleanup_eventset(set->handle);
    PAPI_destroy_eventset(&set->handle);
}
