/* SPDX-License-Identifier: MIT
 * Converts the user's list of CPUs to an hwloc set. Only topology.c and cpu_list.c use hwloc.h. */
#ifndef ATTNLAB_CPU_LIST_H
#define ATTNLAB_CPU_LIST_H

#include <hwloc.h>
#include <stdbool.h>

/* Parses a list of CPUs. Returns false and sets *error if the list is malformed, or if a CPU does
 * not exist or is not allowed. *error must initially be NULL. */
bool cpu_list_read(hwloc_topology_t, hwloc_const_bitmap_t allowed, const char *list,
                   hwloc_bitmap_t set, char **error);
/* Returns a CPU set as text like "0-1,4". The caller frees the text. */
char *cpu_list_text(hwloc_const_bitmap_t set);

#endif
