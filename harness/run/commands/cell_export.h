/* SPDX-License-Identifier: MIT
 * `attnlab cell "..." --export DIR`: a layer's parameters, input, output and gradients as .npy files
 * that the worker writes. */
#ifndef ATTNLAB_CELL_EXPORT_H
#define ATTNLAB_CELL_EXPORT_H

struct worker;
/* Writes cell.json of a worker that ended. The exit code; with *error unless it is 0. */
int cell_export_finish(const char *folder, const char *cell, const struct worker *, double limit_s,
                       char **error);

#endif
