/* SPDX-License-Identifier: MIT
 * Facts about the machine for the manifest, and conditions that make its timings unreliable. */
#ifndef ATTNLAB_MACHINE_H
#define ATTNLAB_MACHINE_H

#include <jansson.h>
#include <stdbool.h>

struct topology;

/* Returns a JSON object that describes the machine: {"host":, "system":, "kernel":, "cpu_model":,
 * "cores":, ...}. */
json_t *machine_json(const struct topology *);
/* A fact about a machine: its member in machine_json() and its name in messages.
 * machine_difference() returns the first fact in which two machines differ, or NULL. A missing
 * member counts as equal. */
struct machine_fact {
    const char *name, *title;
};
const struct machine_fact *machine_difference(const json_t *, const json_t *);
#define MACHINES_APART "Times of different machines cannot be compared"
/* Returns true if both objects have the same boot ID. After a reboot, a virtual machine may run on
 * a host with a different speed. */
bool machine_is_same_boot(const json_t *, const json_t *);
/* Adds "host", "core_type" and "boot" (the boot ID) to a journal line without a host. A line
 * without these members was measured on the manifest's machine. */
void machine_mark(json_t *line, const json_t *machine);
/* Returns the load average of the last minute, or a negative number if it is unknown. A load above
 * MACHINE_LOAD_MOST means that other programs are running. */
#define MACHINE_LOAD_MOST 0.5
double machine_load(void);
/* Returns one sentence for each condition that makes timings unreliable. --strict refuses to run
 * under such conditions. The caller frees the sentences and the list. */
char **machine_complaints(const struct topology *, int *count);
/* Returns the host name, restricted to characters that are safe in a file name. The caller frees
 * the result. */
char *machine_host(void);

#endif
