/* SPDX-License-Identifier: MIT
 * Whether a finished row would come out the same here: by the facts of base/training_identity.h,
 * those of its record against those that the worker tells of its cell now. */
#ifndef ATTNLAB_SAME_TRAINING_H
#define ATTNLAB_SAME_TRAINING_H

#include <jansson.h>
#include <stdbool.h>

struct plan;

/* What the worker tells of the cells of a plan. */
struct facts_here {
    const struct plan *plan;
    const char *worker;
    json_t **list; /* of each cell of the plan; NULL: not asked yet */
};
struct facts_here facts_here_of(const struct plan *, const char *worker);
void facts_here_free(struct facts_here *);
/* Asks about the cells that are wanted (one flag for each) and not known yet. False with *error (to
 * be freed). */
bool facts_here_ask(struct facts_here *, const bool *wanted, char **error);

/* In what the record of a row of a cell differs from here, as "another vector path: ..."; NULL: it
 * is the same. To be freed. worker_hash: of the program that made it, NULL: unknown. A yardstick
 * runs no kernel. Tuning only chooses a value: its seeds are in no effect, and how a core rounds
 * favours no value. known_alone: facts that are unknown here are not asked. */
char *training_difference(const struct facts_here *, int cell, const json_t *record,
                          const char *worker_hash, bool known_alone);

#endif
