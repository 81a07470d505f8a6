/* SPDX-License-Identifier: MIT
 * The rule of disturbance.h, over what the worker read from /proc. */
#include "harness/run/disturbance.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* More than this share of the time. */
static const double most = 0.05;

static const struct sign {
    const char *member;
    double unit_ns; /* ticks are of 1/100 s */
    double least;   /* units that tell anything: one tick may be a moment's */
    const char *says;
} signs[] = {
    {"run_delay_ns", 1, 1, "its threads waited for a CPU"},
    {"steal_ticks", 1e7, 2, "the hypervisor took these CPUs"},
    {"sibling_ticks", 1e7, 2, "the other threads of these cores worked"},
};

bool disturbances_looked_for(void)
{
    const char *asked = getenv("ATTNLAB_DISTURBED");
    return !asked || strcmp(asked, "no") != 0;
}

char *disturbance_of(const json_t *record, int threads)
{
    const json_t *noise = json_object_get(record, "noise");
    double time = json_number_value(json_object_get(noise, "measured_ns")) * threads;
    if (!(time > 0) || !disturbances_looked_for()) return NULL;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        double units = json_number_value(json_object_get(noise, signs[i].member));
        double share = units * signs[i].unit_ns / time;
        if (units >= signs[i].least && share > most)
            return xformat("%s during %.0f %% of the time", signs[i].says, 100 * share);
    }
    return NULL;
}
