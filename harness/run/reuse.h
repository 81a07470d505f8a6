/* SPDX-License-Identifier: MIT
 * Finished trainings instead of the same again: `attnlab run --reuse DIR`, and whether a training
 * would be the same here, by the facts of base/training_identity.h. Trials only choose a value, so
 * they may come from any type of core. Only journals are read, never tables. */
#ifndef ATTNLAB_REUSE_H
#define ATTNLAB_REUSE_H

#include <jansson.h>
#include <stdbool.h>

struct plan;

struct reuse {
    json_t *rows; /* "<cell>,round=R" -> line of a journal with "same_as" and "host" added */
    int runs;     /* that have any of them */
};

/* Reads the finished trainings that the plan has too. A directory is a run, or a folder of runs, of
 * which unsuitable ones are skipped with a note on stderr; so are trainings that would differ here,
 * if their run has others. False with *error (the caller frees it): no journal, or all trainings
 * differ. To be freed in either case. */
bool reuse_open(struct reuse *, const char *const *directories, int count, const struct plan *,
                const char *worker, char **error);
/* The number of trainings and runs, as a note on stderr; keep: --keep, or NULL: also how many of
 * them have no such files. */
void reuse_report(const struct reuse *, const char *keep);
/* The line for a cell string and a round; NULL: none. */
json_t *reuse_find(const struct reuse *, const char *cell, int round);
void reuse_free(struct reuse *);

/* What the worker reports about the cells of a plan. */
struct identities {
    const struct plan *plan;
    const char *worker;
    json_t **list; /* per cell; NULL: not asked yet */
};
struct identities identities_open(const struct plan *, const char *worker);
void identities_free(struct identities *);
/* Asks about the wanted cells (one flag per cell). False with *error (the caller frees it). */
bool identities_ask(struct identities *, const bool *wanted, char **error);
/* How the record of a row of a cell differs from here ("another vector path: ...") (the caller
 * frees it); NULL: not. worker_hash: of the program that made it, NULL: unknown. known_only: skips
 * facts that are unknown here. Simple baselines run no kernel, so for them too the type of core may
 * differ. */
char *training_difference(const struct identities *, int cell, const json_t *record,
                          const char *worker_hash, bool known_only);

#endif
