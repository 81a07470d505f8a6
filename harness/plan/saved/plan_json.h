/* SPDX-License-Identifier: MIT
 * plan.json: the plan of a run with every value resolved. `run` writes the file once; `report`,
 * `--resume`, `merge`, `compare` and `reproduce` load it. They do not read the YAML again.
 *
 *   {"schema": 1, "tier": "full", "sets": [...], "filters": [...], "order_seed": 1,
 *    "questions": [{"name": ..., "arms": [{"name", "label"}], ...,
 *      "values": {axis: value},              shared by all cells of all arms
 *      "arm_values": {arm: {axis: value}}}],  shared by all cells of one arm
 *    "cells": [{"question": 0, "arm": "mlp", "values": {axis: value}, "baseline": 3, "group": 0,
 *      "family": 1, "role": "tune"}],         "values" has only values that are not shared
 *    "rows": [[cell, round, position], ...]}  in execution order
 *
 * Questions and cells are numbered from 0. A missing number means -1 (none). */
#ifndef ATTNLAB_PLAN_JSON_H
#define ATTNLAB_PLAN_JSON_H

#include "harness/plan/plan.h"

#define PLAN_JSON "plan.json"

/* Returns the text of plan.json. The caller frees the result. */
char *plan_to_json(const struct plan *);
/* Loads plan.json from a folder, with the rows of its shard or, if `whole` is true, of all shards.
 * Checks every number and value, because the file is not trusted. On failure, returns false and
 * sets *error, which the caller frees. Call plan_free() in either case. */
bool plan_load(struct plan *, const struct axes *, const char *directory, bool whole, char **error);

/* Makes a new plan from one question of a saved run and resolves its cells with the given axes. The
 * only options used are shard, order seed and filters, which are applied in addition to the filters
 * of the run. Returns false if there are errors, which are added to diags. Call plan_free() in
 * either case (replan.c). */
bool plan_saved_question(struct plan *, const char *directory, const char *question,
                         const struct plan_options *, const struct axes *, struct diags *);

#endif
