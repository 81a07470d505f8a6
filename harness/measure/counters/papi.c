/* SPDX-License-Identifier: MIT
 * PAPI's low-level interface; the only file that sees its header. */
#include "harness/measure/counters/papi.h"
#include "harness/measure/counters/sde.h"
#include "base/mem.h"

#include <papi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned long thread_number(void) { return (unsigned long)pthread_self(); }

bool papi_ready(const char **reason)
{
    static int version;
    if (version == PAPI_VER_CURRENT) return true;
    sde_register(); /* before the library looks for such events */
    version = PAPI_library_init(PAPI_VER_CURRENT);
    int error = version == PAPI_VER_CURRENT ? PAPI_thread_init(thread_number) : version;
    if (error == PAPI_OK) return true;
    version = 0;
    *reason =
        error > 0 ? "the PAPI library is of another version than its header" : PAPI_strerror(error);
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
    if (error == PAPI_OK) {
        set->events++;
        return PAPI_ADDED;
    }
    if (error == PAPI_ECNFLCT || error == PAPI_ECOUNT) return PAPI_FULL;
    return error == PAPI_EPERM ? PAPI_DENIED : PAPI_UNKNOWN;
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

int papi_paranoid_level(void)
{
    FILE *f = fopen("/proc/sys/kernel/perf_event_paranoid", "r");
    int level = -100;
    if (f && fscanf(f, "%d", &level) != 1) level = -100;
    if (f) fclose(f);
    return level;
}
