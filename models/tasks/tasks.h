/* SPDX-License-Identifier: MIT
 * Declares the list of tasks. It is separate from models/task.h, so that a new task recompiles few
 * files. */
#ifndef ATTNLAB_TASKS_H
#define ATTNLAB_TASKS_H

#include "base/metric_names.h"
#include "models/task.h"

#define TASK(name) extern const struct task_kind task_##name;
#include "models/tasks/list.def"
#undef TASK
extern const struct task_kind *const task_kinds[]; /* all tasks, NULL-terminated */
static const char *const task_names[] = {          /* names in the order of task_kinds */
#define TASK(name) #name,
#include "models/tasks/list.def"
#undef TASK
                                         NULL};
const struct task_kind *task_kind_by_name(const char *);
/* Returns the reason why a task does not fit the named data set, followed by a list of tasks that
 * fit; the caller frees the string. Returns NULL if the task fits, or if the set is unknown
 * (dataset_open() reports unknown sets). */
char *task_misfit(const struct task_kind *, const char *data);

/* Returns true if a task computes a metric of base/metric_list.def. If `written` is true, metrics
 * of decoded texts are included. */
bool task_gives(const struct task_kind *, const struct metric *, bool written);
/* Returns the length factor of a metric on longer sequences, such as 4 for "loss_4n". Returns 0 if
 * the task does not compute the metric. */
int task_gives_longer(const struct task_kind *, const struct metric *);
/* common values of task_kind.over_tokens */
extern const char *const just_loss[], *const loss_and_perplexity[];

#endif
