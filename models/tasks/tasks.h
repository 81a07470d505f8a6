/* SPDX-License-Identifier: MIT
 * The tasks that there are, by the list. Apart from what a task is (models/task.h), so that one
 * more has few files compiled again. */
#ifndef ATTNLAB_TASKS_H
#define ATTNLAB_TASKS_H

#include "base/metric_names.h"
#include "models/task.h"

#define TASK(name) extern const struct task_kind task_##name;
#include "models/tasks/list.def"
#undef TASK
extern const struct task_kind *const task_kinds[]; /* NULL-ended */
static const char *const task_names[] = {          /* the same */
#define TASK(name) #name,
#include "models/tasks/list.def"
#undef TASK
                                         NULL};
/* By name; NULL if unknown. */
const struct task_kind *task_kind_by_name(const char *);
/* Why a task cannot be asked of the data set of this name, with the tasks that can be; to be freed.
 * NULL: it can, or there is no such set, which dataset_open() tells. */
char *task_misfit(const struct task_kind *, const char *data);

/* Which metrics of base/metric_list.def a task gives. written: also those of texts that it decodes.
 */
bool task_gives(const struct task_kind *, const struct metric *, bool written);
/* The same of sequences so many times as long (tasks/longer.h): of "loss_4n" 4; 0: it is none. */
int task_gives_longer(const struct task_kind *, const struct metric *);
/* task_kind.over_tokens of several tasks */
extern const char *const just_loss[], *const loss_and_perplexity[];

#endif
