/* SPDX-License-Identifier: MIT
 * The parts of a row's record as JSON; harness/README.md has the schema. What was not measured is
 * left out, and so are numbers that are not finite: JSON has none. */
#ifndef ATTNLAB_RECORD_H
#define ATTNLAB_RECORD_H

#include "base/row_status.h"
#include "harness/measure/check/check.h"
#include "harness/measure/resources.h"
#include "harness/measure/timing.h"

#include <jansson.h>

/* Sets name to a finite number; does nothing otherwise. */
void record_number(json_t *object, const char *name, double value);
/* The same, for counts where a negative one means unknown. */
void record_count(json_t *object, const char *name, long long value);
/* What became of the row, and why; NULL: there is nothing to say. */
void record_status(json_t *record, enum row_status status, const char *reason);
/* Adds max_abs_err, tolerance, nmse and worst to an object, and what was found of gradients. */
void record_check(json_t *object, const struct check_result *);

/* Each returns a new reference. */
json_t *record_samples(const struct timing *);
/* What the system did since `before`, and the frequency probe then and now. */
json_t *record_noise(const struct row_noise *before, const struct team *, double probe_before);
/* Why a row in which timing_migrated() is unstable. */
#define MIGRATED "a thread moved to another CPU while it was timed"
json_t *record_phases(const double ns[PHASES], const struct layer_work *);
json_t *record_work(const struct workload *, const struct layer_work *);
json_t *record_memory(const struct workload *);
json_t *record_placement(const struct resources *, const struct worker_cell *);
json_t *record_environment(const struct resources *, const struct worker_cell *,
                           uint64_t layout_seed);
json_t *record_input(const struct text_corpus *, const struct worker_cell *);
/* "fast", or "formula: q+normalizer": the slots (as bits) whose formula ran. */
json_t *record_path(const struct kernels *, unsigned by_formula);

#endif
