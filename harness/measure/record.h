/* SPDX-License-Identifier: MIT
 * Writes the parts of a row's record as JSON (schema in harness/README.md). Values that are unknown
 * or not finite are omitted. */
#ifndef ATTNLAB_RECORD_H
#define ATTNLAB_RECORD_H

#include "base/row_status.h"
#include "harness/measure/check/check.h"
#include "harness/measure/resources.h"
#include "harness/measure/timing.h"

#include <jansson.h>

/* Sets a field to the value if the value is finite. */
void record_number(json_t *object, const char *name, double value);
/* Sets a field to the value. Negative values mean unknown and are omitted. */
void record_count(json_t *object, const char *name, long long value);
void record_status(json_t *record, enum row_status status, const char *reason);
/* Works like record_status(), but frees the reason. Returns false. */
bool record_fail(json_t *record, enum row_status status, char *reason);
void record_check(json_t *object, const struct check_result *);

/* The functions below return new references to JSON objects. */
json_t *record_samples(const struct timing *);
/* Returns how much the row was disturbed since `before`, including the times of the frequency probe
 * at the start and at the end. */
json_t *record_noise(const struct row_noise *before, const struct team *, double probe_before);
/* reason of status `unstable` if timing_migrated() is true */
#define MIGRATED "a thread moved to another CPU while it was timed"
json_t *record_phases(const double ns[PHASES], const struct layer_work *);
json_t *record_work(const struct workload *, const struct layer_work *);
json_t *record_memory(const struct workload *);
json_t *record_placement(const struct resources *, const struct worker_cell *);
json_t *record_environment(const struct resources *, const struct worker_cell *,
                           uint64_t layout_seed);
json_t *record_input(const struct text_corpus *, const struct worker_cell *);
/* Returns the code path: "fast", or a string such as "formula: q+normalizer", which lists the slots
 * that used their formula (bit mask). */
json_t *record_path(const struct kernels *, unsigned by_formula);

json_t *record_model_memory(const struct model_memory *);
json_t *record_data(const struct dataset *, const struct task *);
/* Sets one object per scored split, which contains the metrics of this split. */
void record_scores(json_t *result, const struct task_score score[SPLITS]);

#endif
