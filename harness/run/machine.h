/* SPDX-License-Identifier: MIT
 * Facts of the machine for the manifest, and what about it makes timings doubtful. */
#ifndef ATTNLAB_MACHINE_H
#define ATTNLAB_MACHINE_H

#include <jansson.h>
#include <stdbool.h>

struct topology;

/* {"host":, "system":, "kernel":, "cpu_model":, "cores":, ...} */
json_t *machine_json(const struct topology *);
/* The first of what tells machines apart in which two differ: a member of such an object, and what
 * people call it; NULL: none. One that a manifest lacks tells nothing: older ones lack some. */
struct machine_fact {
    const char *name, *said;
};
const struct machine_fact *machine_difference(const json_t *, const json_t *);
#define MACHINES_APART "Times of different machines cannot stand in one figure"
/* Whether both are known to be of one start of one system. Virtual machines of one name and one
 * type of core may stand on hosts that differ in speed; two starts may be two of them. */
bool machine_is_same_start(const json_t *, const json_t *);
/* Puts "host", "core_type" and "boot" of a machine into a line of the journal, or its marks, that
 * does not say where it was measured. A line without them is of the machine of its manifest. */
void machine_mark(json_t *line, const json_t *machine);
/* Of the last minute; negative: the system does not tell. More than MACHINE_LOAD_MOST before a run
 * is other work: half a core of it is more than a system at rest does. */
#define MACHINE_LOAD_MOST 0.5
double machine_load(void);
/* What is wrong with measuring here and now, one sentence each; count 0: nothing found. The caller
 * frees each and the list. --strict refuses on any of them. */
char **machine_complaints(const struct topology *, int *count);
/* The host's name as it may stand in a file's name; to be freed. */
char *machine_host(void);

#endif
