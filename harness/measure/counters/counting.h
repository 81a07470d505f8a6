/* SPDX-License-Identifier: MIT
 * Counter passes of a checked layer, apart from the timed ones: one group a pass. */
#ifndef ATTNLAB_COUNTING_H
#define ATTNLAB_COUNTING_H

#include "harness/measure/check/check.h"

#include <jansson.h>

struct counting_request {
    const char *folder; /* of the groups */
    long passes;
};
/* Runs every group of a folder over so many passes, and adds to the record "counters" and, for
 * groups that this machine does not have, "counters_absent" with the reason. */
void counting_run(const struct checked *, const struct counting_request *,
                  const struct layer_work *, json_t *record);

#endif
