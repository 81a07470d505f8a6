/* SPDX-License-Identifier: MIT
 * Facts of the machine for the manifest, and conditions that make its timings doubtful. */
#ifndef ATTNLAB_MACHINE_H
#define ATTNLAB_MACHINE_H

#include <jansson.h>
#include <stdbool.h>

struct topology;

/* {"host":, "system":, "kernel":, "cpu_model":, "cores":, ...} */
json_t *machine_json(const struct topology *);
/* The first fact in which two machines differ: a member of that object and its name in messages;
 * NULL: none. A missing member counts as equal. */
struct machine_fact {
    const char *name, *title;
};
const struct machine_fact *machine_difference(const json_t *, const json_t *);
#define MACHINES_APART "Times of different machines cannot be compared"
/* Whether both are the same boot of the same system. Virtual machines of one name may be on hosts
 * of different speed after another boot. */
bool machine_is_same_boot(const json_t *, const json_t *);
/* Adds "host", "core_type" and "boot" of a machine to a line of the journal that has no host. A
 * line without them is of the manifest's machine. */
void machine_mark(json_t *line, const json_t *machine);
/* Load average of the last minute; negative: unknown. Above MACHINE_LOAD_MOST other work runs; a
 * system at rest stays below. */
#define MACHINE_LOAD_MOST 0.5
double machine_load(void);
/* Why timings would be doubtful, one sentence each; the caller frees each and the list. --strict
 * refuses on any of them. */
char **machine_complaints(const struct topology *, int *count);
/* The host's name with characters for a file name; the caller frees it. */
char *machine_host(void);

#endif
