/* SPDX-License-Identifier: MIT
 * The list of tasks. Separate from models/task.h, so that a new task recompiles few files. */
#ifndef ATTNLAB_TASKS_H
#define ATTNLAB_TASKS_H

#include "base/metric_names.h"
#include "models/task.h"

#define TASK(name) extern const struct task_kind task_##name;
#include "models/tasks/list.def"
#undef TASK
extern const struct task_kind *const task_kinds[]; /* NULL-terminated */
static const char *const task_names[] = {          /* in the same order */
#define TASK(name) #name,
#include "models/tasks/list.def"
#undef TASK
                                         NULL};
/* By name; NULL if unknown. */
const struct task_kind *task_kind_by_name(const char *);
/* Why a task does not fit the data set of this name, with the tasks that do; the caller frees it.
 * NULL: it fits, or the set is unknown, which dataset_open() reports. */
char *task_misfit(const struct task_kind *, const char *data);

/* Whether a task gives a metric of base/metric_list.def. written: also metrics of decoded texts. */
bool task_gives(const struct task_kind *, const struct metric *, bool written);
/* As task_gives for longer sequences (tasks/longer.h): 4 for "loss_4n"; 0: no. */
int task_gives_longer(const struct task_kind *, const struct metric *);
/* task_kind.over_tokens of several tasks */
extern const char *const just_loss[], *const loss_and_perplexity[];

#endif
