/* SPDX-License-Identifier: MIT
 * `attnlab run --reuse DIR`: copies results of finished training runs from earlier runs. A training
 * run is reused only if a new training run on this machine would give the same result
 * (base/training_identity.h). Tuning trials may come from another type of core, because they only
 * choose a value. Only journals are read, not tables. */
#ifndef ATTNLAB_REUSE_H
#define ATTNLAB_REUSE_H

#include <jansson.h>
#include <stdbool.h>

struct plan;

struct reuse {
    /* key: "<cell>,round=R"; value: journal line with the members "same_as" and "host" */
    json_t *rows;
    int runs; /* number of runs from which at least one row is reused */
};

/* Reads finished training runs that the plan also has. Each directory is a run or a folder of runs.
 * Rows that cannot be reused are skipped with a note on stderr. If no row can be reused, returns
 * false and sets *error, which the caller frees. Call reuse_free() in either case. */
bool reuse_open(struct reuse *, const char *const *directories, int count, const struct plan *,
                const char *worker, char **error);
/* Prints to stderr how many training runs are reused. If `keep` (the value of --keep) is not NULL,
 * also prints how many reused training runs lack kept files. */
void reuse_report(const struct reuse *, const char *keep);
/* Returns the journal line for a cell string and round, or NULL. */
json_t *reuse_find(const struct reuse *, const char *cell, int round);
void reuse_free(struct reuse *);

/* Identities of the plan's training cells, as reported by the worker (base/training_identity.h). */
struct identities {
    const struct plan *plan;
    const char *worker;
    json_t **list; /* one object per cell; NULL if not yet requested */
};
struct identities identities_open(const struct plan *, const char *worker);
void identities_free(struct identities *);
/* Requests the identities of the cells whose flag in `wanted` is true. On failure, returns false
 * and sets *error, which the caller frees. */
bool identities_ask(struct identities *, const bool *wanted, char **error);
/* Describes why a recorded training run cannot be reused on this machine, such as "another vector
 * path: ...", or returns NULL. The caller frees the result.
 *
 *  - worker_hash: hash of the worker that wrote the record; NULL if unknown
 *  - known_only: ignore facts that are unknown on this machine
 *
 * The type of core is ignored for simple baselines, which run no kernel, and for tuning trials. */
char *training_difference(const struct identities *, int cell, const json_t *record,
                          const char *worker_hash, bool known_only);

#endif
