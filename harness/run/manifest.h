/* SPDX-License-Identifier: MIT
 * manifest.json: the machine, the program and the plan behind a run's numbers.
 *
 * It is written before the first row, so that a resumed run can tell whether it is the same plan,
 * and once more at the end with what the rows have told. Each start of the driver is a session
 * with its own command line and times; peaks are listed with the time of each. */
#ifndef ATTNLAB_MANIFEST_H
#define ATTNLAB_MANIFEST_H

#include "harness/plan/plan.h"

#include <jansson.h>
#include <stdbool.h>

struct plan;
struct topology;
struct journal;

#define MANIFEST_NAME "manifest.json"
#define PLAN_NAME     "plan.yaml"
#define DESCRIBE_NAME "describe.json"
/* A run of its own inside the one beside whose trainings it stands. */
#define SIMPLE_BASELINES_NAME "simple_baselines"

struct manifest {
    json_t *root;
    json_t *session; /* borrowed: the last of root.sessions */
};

/* A new one for this machine, program and plan. worker: its path. */
void manifest_make(struct manifest *, const struct plan *, const struct topology *,
                   const char *worker);
/* Reads the one in a directory. False with *error: none, broken, or of another plan, shard, commit
 * or build (the difference is named). */
bool manifest_load(struct manifest *, const char *directory, const struct plan *,
                   const char *worker, char **error);
/* The one in a directory, whatever it says, to be released; NULL with *error (error NULL: nobody
 * asks): none that can be read. */
json_t *manifest_read(const char *directory, char **error);
/* The first line in which plan.yaml of a directory and the text of a plan differ, as a sentence to
 * be freed; NULL: they are the same. */
char *manifest_text_difference(const char *directory, const struct plan *);
/* command: of attnlab, with its arguments. elsewhere: the machine, where it is not that of the
 * manifest; NULL: it is. */
void manifest_begin_session(struct manifest *, const char *command, int argc, char **argv,
                            json_t *elsewhere);
void manifest_add_peaks(struct manifest *, json_t *peaks);
/* The highest of a member of all peaks that were measured with so many threads, and the lowest;
 * NaN: there are none. */
double manifest_peak(const json_t *manifest, int threads, const char *name);
double manifest_least_peak(const json_t *manifest, int threads, const char *name);
/* The least number of threads above another that has peaks; 0: none. */
int manifest_peak_threads(const json_t *manifest, int above);
/* Takes over clock, vector path, BLAS and counters from the rows; counts the statuses. */
void manifest_summarise(struct manifest *, const struct journal *);
bool manifest_save(const struct manifest *, const char *directory, char **error);
void manifest_free(struct manifest *);

/* ---- Whether two plans are the same: what a manifest keeps of its own, in 16 hexadecimal
 * digits. ---- */

/* Of all cells, their rounds and order: which rows there are. To be freed. It is the same
 * for each shard of a plan. */
char *plan_hash(const struct plan *);
/* Of what chooses among them and judges them: arms, baselines, tuning, metric, split, margin and
 * negative controls. To be freed; the same for each shard. Words alone (titles, labels, claims) are
 * in neither, so that they may be mended while a run is under way. */
char *plan_rules_hash(const struct plan *);

/* ---- What this program was built from and with; the facts come from the Makefile. ---- */

struct program {
    const char *version; /* the last tag, with what came since; without tags that of CHANGELOG.md */
    const char *commit;  /* short hash, "-dirty" appended; "unknown" outside of a checkout */
    const char *compiler, *harness_flags, *kernel_flags;
    const char *libraries; /* "name version, ..." as compiled against */
};
extern const struct program program;

/* FNV-1a of a program's file, 16 hexadecimal digits, to be freed: two builds of one commit, dirty
 * or with other flags, differ in it. A name without a slash is looked for in PATH; "" when the
 * file cannot be read. */
char *program_hash(const char *path);

#endif
