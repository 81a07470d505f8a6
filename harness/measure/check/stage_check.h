/* SPDX-License-Identifier: MIT
 * A finished forward pass against the oracle, stage by stage.
 *
 * Each stage is fed with what the stage before it really produced (the layer's trace), so each is
 * judged alone, under the tolerance that its own conditioning calls for, and rows can be sampled
 * at shapes whose full oracle would take hours. Together the stages lead from x to y without a
 * gap: x -> q, k, v -> o -> gate -> y. */
#ifndef ATTNLAB_STAGE_CHECK_H
#define ATTNLAB_STAGE_CHECK_H

#include "harness/measure/check/agreement.h"
#include "harness/measure/workload.h"

/* How many rows of each stage to look at, spread over all of them, first and last included; a
 * number as large as the stage's means every row. A row of attention is one query of one head. */
struct sampling {
    int projection_rows, attention_rows;
    uint64_t seed;
};

/* Elements that the oracle gave, and how many of them are 0. */
struct zeros {
    long values, zeros;
};

struct stage_facts {
    long attention_rows; /* with at least one visible key */
    long unresolved;     /* of these: so large are the scores that float cannot order them */
    struct zeros o, y;   /* of queries that see a key */
};

void stages_compare(const struct workload *, const struct sampling *, struct comparison *,
                    struct stage_facts *);

#endif
