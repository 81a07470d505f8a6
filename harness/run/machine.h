/* SPDX-License-Identifier: MIT
 * Facts about the machine for the manifest, and conditions that make timings unreliable. */
#ifndef ATTNLAB_MACHINE_H
#define ATTNLAB_MACHINE_H

#include <jansson.h>
#include <stdbool.h>

struct topology;

/* Returns a JSON object that describes the machine: {"host":, "system":, "kernel":, "cpu_model":,
 * "cores":, ...}. */
json_t *machine_json(const struct topology *);
/* A fact about a machine: the key in machine_json(), and the name in messages. machine_difference()
 * returns the first fact in which two machines differ, or NULL. Missing members are ignored. */
struct machine_fact {
    const char *name, *title;
};
const struct machine_fact *machine_difference(const json_t *, const json_t *);
#define MACHINES_APART "Times of different machines cannot be compared"
/* Returns true if both objects have the same boot ID. A reboot may move a virtual machine to a
 * faster or slower host. */
bool machine_is_same_boot(const json_t *, const json_t *);
/* Adds "host", "core_type" and "boot" (boot ID) to a journal line without a host. Lines without
 * these members were measured on the manifest's machine. */
void machine_mark(json_t *line, const json_t *machine);
/* Returns the load average of the last minute, or a negative number if unknown. Above
 * MACHINE_LOAD_MOST, other programs are running. */
#define MACHINE_LOAD_MOST 0.5
double machine_load(void);
/* Returns one sentence per condition that makes timings unreliable. With --strict, any such
 * condition is an error. The caller frees the sentences and the list. */
char **machine_complaints(const struct topology *, int *count);
/* Returns the host name with only characters that are safe in file names. The caller frees the
 * result. */
char *machine_host(void);

#endif
