/* SPDX-License-Identifier: MIT
 * Facts of the machine for the manifest, and what about it makes timings doubtful. */
#ifndef ATTNLAB_MACHINE_H
#define ATTNLAB_MACHINE_H

#include <jansson.h>

struct topology;

/* {"host":, "system":, "kernel":, "cpu_model":, "cores":, ...} */
json_t *machine_json(const struct topology *);
/* What is wrong with measuring here and now, one sentence each; count 0: nothing found. The caller
 * frees each and the list. --strict refuses on any of them. */
char **machine_complaints(const struct topology *, int *count);
/* The host's name as it may stand in a file's name; to be freed. */
char *machine_host(void);

#endif
