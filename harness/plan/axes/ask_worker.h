/* SPDX-License-Identifier: MIT
 * Questions to the worker: run `attnlab-worker VERB`, take its answer. Measuring workers are
 * spawned by harness/run/. */
#ifndef ATTNLAB_ASK_WORKER_H
#define ATTNLAB_ASK_WORKER_H

/* What the worker printed, to be freed. NULL with *error (to be freed) if it could not be started
 * or did not end with status 0. */
char *worker_answer(const char *worker, const char *verb, char **error);

#endif
