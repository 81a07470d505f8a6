/* SPDX-License-Identifier: MIT
 * Facts about the machine for the manifest, and conditions that make its timings unreliable. */
#ifndef ATTNLAB_MACHINE_H
#define ATTNLAB_MACHINE_H

#include <jansson.h>
#include <stdbool.h>

struct topology;

/* Returns {"host":, "system":, "kernel":, "cpu_model":, "cores":, ...}. */
json_t *machine_json(const struct topology *);
/* A fact in which two machines differ: the member of machine_json() and its name in messages.
 * machine_difference() returns the first one, or NULL. A missing member counts as equal. */
struct machine_fact {
    const char *name, *title;
};
const struct machine_fact *machine_difference(const json_t *, const json_t *);
#define MACHINES_APART "Times of different machines cannot be compared"
/* Whether two machines are the same boot of the same system. After a reboot, a virtual machine may
 * run on a host with another speed. */
bool machine_is_same_boot(const json_t *, const json_t *);
/* Adds "host", "core_type" and "boot" of a machine to a journal line without host. A line without
 * these members was measured on the manifest's machine. */
void machine_mark(json_t *line, const json_t *machine);
/* Load average of the last minute; negative if unknown. A load above MACHINE_LOAD_MOST means that
 * other programs are running. */
#define MACHINE_LOAD_MOST 0.5
double machine_load(void);
/* Returns one sentence per condition that makes timings unreliable; --strict refuses all of them.
 * The caller frees the sentences and the list. */
char **machine_complaints(const struct topology *, int *count);
/* Returns the host name with only characters that are safe in a file name. The caller frees the
 * result. */
char *machine_host(void);

#endif
