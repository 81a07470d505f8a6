/* SPDX-License-Identifier: MIT
 * manifest.json: the machine, the program and the plan behind a run's numbers.
 *
 * It is written before the first row, so that a resumed run can compare its plan, and again at the
 * end with a summary of the rows. Each start of the driver is a session with its command line and
 * times. */
#ifndef ATTNLAB_MANIFEST_H
#define ATTNLAB_MANIFEST_H

#include "harness/plan/plan.h"

#include <jansson.h>
#include <stdbool.h>

struct topology;
struct journal;

#define MANIFEST_NAME "manifest.json"
#define PLAN_NAME     "plan.yaml"
#define DESCRIBE_NAME "describe.json"
/* Folder of the simple baselines of a run, a run of its own. */
#define SIMPLE_BASELINES_NAME "simple_baselines"

struct manifest {
    json_t *root;
    json_t *session; /* borrowed: the last of root.sessions */
};

/* For this machine, program and plan. worker: its path. */
void manifest_make(struct manifest *, const struct plan *, const struct topology *,
                   const char *worker);
/* Reads the one in a directory. False with *error: missing, broken, or of another plan, shard,
 * commit or build (the difference is named). */
bool manifest_load(struct manifest *, const char *directory, const struct plan *,
                   const char *worker, char **error);
/* The one in a directory, to be released; NULL with *error (error may be NULL): unreadable. */
json_t *manifest_read(const char *directory, char **error);
/* The first line in which plan.yaml of a directory and the text of a plan differ (the caller frees
 * it); NULL: none. */
char *manifest_text_difference(const char *directory, const struct plan *);
/* command: of attnlab, with its arguments. other_machine: NULL if it is the manifest's. */
void manifest_begin_session(struct manifest *, const char *command, int argc, char **argv,
                            json_t *other_machine);
void manifest_add_peaks(struct manifest *, json_t *peaks);
/* The highest and the lowest value of a member of all peaks with so many threads; NaN: none. */
double manifest_peak(const json_t *manifest, int threads, const char *name);
double manifest_least_peak(const json_t *manifest, int threads, const char *name);
/* The next larger number of threads that has peaks; 0: none. */
int manifest_peak_threads(const json_t *manifest, int above);
/* Adds the number of rows per status, and why counters were absent. */
void manifest_summarise(struct manifest *, const struct journal *);
bool manifest_save(const struct manifest *, const char *directory, char **error);
void manifest_free(struct manifest *);

/* ---- Whether two plans are the same: hashes of 16 hexadecimal digits (the caller frees it), equal
 * for all shards of a plan. Titles, labels and claims are in neither, so they may change during a
 * run. ----
 */

/* Of all cells, their rounds and order. */
char *plan_hash(const struct plan *);
/* Of the rules that choose and judge: arms, baselines, tuning, metric, split, margin and negative
 * controls. */
char *plan_rules_hash(const struct plan *);

/* ---- this program; the Makefile writes the facts ---- */

struct program {
    const char
        *version; /* the last tag and the commits after it; without tags that of CHANGELOG.md */
    const char *commit; /* short hash, with "-dirty"; "unknown" outside of a checkout */
    const char *compiler, *harness_flags, *kernel_flags;
    const char *libraries; /* "name version, ..." as compiled against */
};
extern const struct program program;

/* FNV-1a of a program's file, 16 hexadecimal digits (the caller frees it); it tells builds of one
 * commit apart. A name without a slash is searched in PATH; "" if unreadable. */
char *program_hash(const char *path);

#endif
