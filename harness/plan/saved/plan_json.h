/* SPDX-License-Identifier: MIT
 * plan.json: the plan of a run with every value resolved. `run` writes it once; `report`,
 * `--resume`, `merge`, `compare` and `reproduce` load it. No YAML is read again.
 *
 *   {"schema": 1, "tier": "full", "sets": [...], "filters": [...], "order_seed": 1,
 *    "questions": [{"name": ..., "arms": [{"name", "label"}], ...,
 *                   "values": {axis: value},              the same in all cells of its arms
 *                   "arm_values": {arm: {axis: value}}}], further ones, the same in an arm's cells
 *    "cells": [{"question": 0, "arm": "mlp", "values": {axis: value}, "baseline": 3, "group": 0,
 *               "family": 1, "role": "tune"}],            values: all others
 *    "rows": [[cell, round, position], ...]}              in the order of execution
 *
 * Numbers of questions and cells count from 0. A missing number is -1 (none). */
#ifndef ATTNLAB_PLAN_JSON_H
#define ATTNLAB_PLAN_JSON_H

#include "harness/plan/plan.h"

#define PLAN_JSON "plan.json"

/* The text of plan.json, to be freed. */
char *plan_to_json(const struct plan *);
/* Loads plan.json of a folder. The file may come from somebody else: every number and value is
 * checked. False with *error (to be freed). The plan is to be freed in either case. */
bool plan_load(struct plan *, const struct axes *, const char *directory, char **error);
/* The same with the rows of all shards. */
bool plan_load_whole(struct plan *, const struct axes *, const char *directory, char **error);

/* ---- One question of a saved plan, planned again: its cells, resolved by the axes of today. ----
 */

/* directory: of the run that has plan.json. Of the options, filters, shard and order are used; the
 * filters come on top of those of the run. False with the errors in diags. The plan is to be freed
 * in either case. */
bool plan_again(struct plan *, const char *directory, const char *question,
                const struct plan_options *, const struct axes *, struct diags *);

#endif
