/* SPDX-License-Identifier: MIT
 * Facts of the machine for the manifest, and what about it makes timings doubtful. */
#ifndef ATTNLAB_MACHINE_H
#define ATTNLAB_MACHINE_H

#include <jansson.h>

struct topology;

/* {"host":, "system":, "kernel":, "cpu_model":, "cores":, ...} */
json_t *machine_json(const struct topology *);
/* What tells two machines apart, for whom times cannot stand in one figure: members of such an
 * object, and what people call them; ends with a NULL name. */
extern const struct machine_fact {
    const char *name, *said;
} machine_facts[];
/* "host vm, here other", a fact in which they differ, to be freed; NULL: in none. A fact that only
 * one has is none: older manifests lack some. */
char *machine_difference(const json_t *there, const json_t *here);
/* Puts "host" and "core_type" of a machine into a line of the journal, or its marks, that does not
 * say where it was measured. A line without them is of the machine of its manifest. */
void machine_mark(json_t *line, const json_t *machine);
/* What is wrong with measuring here and now, one sentence each; count 0: nothing found. The caller
 * frees each and the list. --strict refuses on any of them. */
char **machine_complaints(const struct topology *, int *count);
/* The host's name as it may stand in a file's name; to be freed. */
char *machine_host(void);

#endif
