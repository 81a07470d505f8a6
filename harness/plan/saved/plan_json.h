/* SPDX-License-Identifier: MIT
 * plan.json: the plan of a run, with all values resolved. `run` writes this file. `report`,
 * `--resume`, `merge`, `compare` and `reproduce` read this file instead of the YAML files.
 *
 *  {"schema": 1, "tier": "full", "sets": [...], "filters": [...], "order_seed": 1,
 *   "questions": [{"name": ..., "arms": [{"name", "label"}], ...,
 *     "values": {axis: value},               shared by all cells of all arms
 *     "arm_values": {arm: {axis: value}}}],  shared by all cells of one arm
 *   "cells": [{"question": 0, "arm": "mlp", "values": {axis: value}, "baseline": 3, "group": 0,
 *     "family": 1, "role": "tune"}],
 *   "rows": [[cell, round, position], ...]}
 *
 * Each cell lists only the values that are not shared. Rows are in execution order. Questions and
 * cells are numbered from 0; a missing number is read as -1 (none). */
#ifndef ATTNLAB_PLAN_JSON_H
#define ATTNLAB_PLAN_JSON_H

#include "harness/plan/plan.h"

#define PLAN_JSON "plan.json"

/* Returns the text of plan.json. The caller frees the result. */
char *plan_to_json(const struct plan *);
/* Loads plan.json from a folder. If `whole` is true, loads the rows of all shards, otherwise only
 * the rows of the run's shard. Checks every number and value, because the file is not trusted. On
 * failure, returns false and sets *error, which the caller frees. Call plan_free() in either case.
 */
bool plan_load(struct plan *, const struct axes *, const char *directory, bool whole, char **error);

/* Makes a new plan from one question of a saved run (replan.c). Uses only the options shard, order
 * seed and filters; filters are added to the filters of the run. After errors, returns false and
 * adds them to diags. Call plan_free() in either case. */
bool plan_saved_question(struct plan *, const char *directory, const char *question,
                         const struct plan_options *, const struct axes *, struct diags *);

#endif
