/* SPDX-License-Identifier: MIT
 * manifest.json: the machine, the program and the plan of a run.
 *
 * The file is written before the first row, so that a resumed run can compare its plan. It is
 * written again at the end, with a summary of the rows. Each start of the driver adds a session
 * with command line and times. */
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
/* Subfolder of a run's folder; contains a separate run of the simple baselines. */
#define SIMPLE_BASELINES_NAME "simple_baselines"

struct manifest {
    json_t *root;
    json_t *session; /* last session of root; not owned */
};

/* Creates a manifest for this machine, this program and the plan. `worker` is the path of the
 * worker program. */
void manifest_make(struct manifest *, const struct plan *, const struct topology *,
                   const char *worker);
/* Reads the manifest of a run to resume. Fails if the manifest is missing or invalid, or if plan,
 * shard, commit or build differ. On failure, returns false and sets *error. */
bool manifest_load(struct manifest *, const char *directory, const struct plan *,
                   const char *worker, char **error);
/* Facts that all rows of a run must share: path in the manifest, and name in messages. The last
 * entry has the path NULL. */
extern const struct manifest_fact {
    const char *path, *name;
} manifest_facts[];
/* Reads a manifest. The caller releases the object. If the manifest is unreadable, returns NULL and
 * sets *error. `error` may be NULL. */
json_t *manifest_read(const char *directory, char **error);
/* Describes the first difference between plan.yaml in a folder and the text of a plan, or returns
 * NULL if they are equal. The caller frees the result. */
char *manifest_text_difference(const char *directory, const struct plan *);
/* Adds a session. `command` is the subcommand of attnlab; argv has its arguments. `other_machine`
 * describes this machine, or is NULL if the manifest already describes this machine. */
void manifest_begin_session(struct manifest *, const char *command, int argc, char **argv,
                            json_t *other_machine);
void manifest_add_peaks(struct manifest *, json_t *peaks);
/* Return the maximum and the minimum of a member over all peaks measured with `threads` threads, or
 * NaN if there are none. */
double manifest_peak(const json_t *manifest, int threads, const char *name);
double manifest_least_peak(const json_t *manifest, int threads, const char *name);
/* Returns the smallest number of threads above `above` with measured peaks, or 0 if there is none.
 */
int manifest_peak_threads(const json_t *manifest, int above);
/* Adds a summary: the number of rows per status, and why hardware counters are missing. */
void manifest_summarise(struct manifest *, const struct journal *);
bool manifest_save(const struct manifest *, const char *directory, char **error);
void manifest_free(struct manifest *);

/* ---- hashes of plans ----
 *
 * Equal hashes mean equal plans. All shards of a plan have equal hashes. Titles, labels and claims
 * are not hashed, so they may change during a run. A hash has 16 hexadecimal digits. The caller
 * frees the string. */

/* Returns the hash of all cells, the numbers of rounds and the order seed. */
char *plan_hash(const struct plan *);
/* Returns the hash of all settings that affect choices and verdicts: arms, baselines, tuning,
 * metric, split, margin and negative controls. */
char *plan_rules_hash(const struct plan *);

/* ---- facts about this program, written by the Makefile ---- */

struct program {
    const char *version; /* last git tag and number of later commits; without tags, the version from
                            CHANGELOG.md */
    const char *commit;  /* short commit hash, with "-dirty" if sources are uncommitted; "unknown"
                            outside a git checkout */
    const char *compiler, *harness_flags, *kernel_flags;
    /* names and compile-time versions of the libraries, "name version, ..." */
    const char *libraries;
};
extern const struct program program;

/* Returns the FNV-1a hash of a program file as 16 hexadecimal digits. The hash differs between
 * builds of one commit. A name without a slash is searched in PATH. Returns "" for an unreadable
 * file. The caller frees the result. */
char *program_hash(const char *path);

#endif
