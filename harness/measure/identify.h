/* SPDX-License-Identifier: MIT
 * What decides the bits of a training here. */
#ifndef ATTNLAB_IDENTIFY_H
#define ATTNLAB_IDENTIFY_H

#include "base/training_identity.h"
#include "harness/measure/worker_cell.h"
#include "models/task.h"

/* Of a cell whose data are open; to be freed. */
struct identity training_identity(const struct worker_cell *, const struct dataset *,
                                  const struct task *);

#endif
