/* SPDX-License-Identifier: MIT
 * `attnlab run --reuse DIR`: uses finished training runs of earlier runs instead of repeating them.
 *
 * A training run is reused only if it would have the same result here (base/training_identity.h).
 * Tuning trials may come from any type of core, because they only choose a value. Only journals are
 * read, not tables. */
#ifndef ATTNLAB_REUSE_H
#define ATTNLAB_REUSE_H

#include <jansson.h>
#include <stdbool.h>

struct plan;

struct reuse {
    /* maps "<cell>,round=R" to a journal line, to which "same_as" and "host" are added */
    json_t *rows;
    int runs; /* number of runs that contribute at least one row */
};

/* Reads finished training runs that are also in the plan. Each directory is a run or a folder of
 * runs. Unsuitable runs in a folder, and unsuitable rows of a run, are skipped with a note on
 * stderr. Fails if there is no journal or no suitable row. On failure, returns false and sets
 * *error, which the caller frees. Call reuse_free() in either case. */
bool reuse_open(struct reuse *, const char *const *directories, int count, const struct plan *,
                const char *worker, char **error);
/* Prints the number of reused training runs as a note to stderr. If `keep`, the value of --keep, is
 * not NULL, also prints how many of them lack kept files. */
void reuse_report(const struct reuse *, const char *keep);
/* Returns the journal line for a cell string and a round, or NULL if there is none. */
json_t *reuse_find(const struct reuse *, const char *cell, int round);
void reuse_free(struct reuse *);

/* Facts that the worker reports about the cells of a plan. */
struct identities {
    const struct plan *plan;
    const char *worker;
    json_t **list; /* one object per cell; NULL if the worker was not asked yet */
};
struct identities identities_open(const struct plan *, const char *worker);
void identities_free(struct identities *);
/* Asks the worker about the wanted cells. `wanted` has one flag per cell. On failure, returns false
 * and sets *error, which the caller frees. */
bool identities_ask(struct identities *, const bool *wanted, char **error);
/* Describes how the record of a training run differs from a run on this machine, such as "another
 * vector path: ...". Returns NULL if there is no difference. The caller frees the result.
 * `worker_hash` is the hash of the worker that made the record, or NULL if unknown. If `known_only`
 * is true, facts that are unknown here are ignored. The type of core may differ for simple
 * baselines, which run no kernel, and for tuning trials. */
char *training_difference(const struct identities *, int cell, const json_t *record,
                          const char *worker_hash, bool known_only);

#endif
