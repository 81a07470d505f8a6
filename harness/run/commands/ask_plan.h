/* SPDX-License-Identifier: MIT
 * What the worker tells about the cells of a plan. Those that differ in the seed alone are one
 * question: it changes neither work nor data. */
#ifndef ATTNLAB_ASK_PLAN_H
#define ATTNLAB_ASK_PLAN_H

#include "harness/plan/plan.h"
#include "harness/run/predict.h"

/* One a cell of the plan, to be freed with predictions_free(). NULL with *error (to be freed). */
struct prediction *plan_predict(const struct plan *, const char *worker, char **error);

/* What is wrong with the data that each cell of the plan reads, NULL: nothing; to be freed with
 * texts_free(). NULL with *error (to be freed). */
char **plan_data_faults(const struct plan *, const char *worker, char **error);

#endif
