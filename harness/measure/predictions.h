/* SPDX-License-Identifier: MIT
 * What a trained model answered, as a file for any scorer: a record a line, JSON. results/README.md
 * has its members. */
#ifndef ATTNLAB_PREDICTIONS_H
#define ATTNLAB_PREDICTIONS_H

#include "models/task.h"

struct predictions;
struct predictions *predictions_open(void);
void predictions_close(struct predictions *); /* NULL is fine */
void predictions_add(struct predictions *, const struct prediction *);
/* All of them, by split and record, at once. False with *error (to be freed). */
bool predictions_write(struct predictions *, const char *path, char **error);

#endif
