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

/* The text of plan.json; the caller frees it. */
char *plan_to_json(const struct plan *);
/* Loads plan.json of a folder. The file may be from somebody else: every number and value is
 * checked. False with *error (the caller frees it). The plan is to be freed in either case. */
bool plan_load(struct plan *, const struct axes *, const char *directory, char **error);
/* The same with the rows of all shards. */
bool plan_load_whole(struct plan *, const struct axes *, const char *directory, char **error);

/* A new plan of one question of the run in a directory, its cells resolved by the given axes. Of
 * the options, filters (in addition to those of the run), shard and order are used. False with the
 * errors in diags. To be freed in either case (replan.c). */
bool plan_saved_question(struct plan *, const char *directory, const char *question,
                         const struct plan_options *, const struct axes *, struct diags *);

#endif
