/* SPDX-License-Identifier: MIT
 * The user's list of CPUs as an hwloc set; used by topology.c only. No other files include
 * hwloc.h. */
#ifndef ATTNLAB_CPU_LIST_H
#define ATTNLAB_CPU_LIST_H

#include <hwloc.h>
#include <stdbool.h>

/* Adds the listed CPUs to a set. False with *error (NULL before) if the list is malformed, or names
 * CPUs that do not exist or are not allowed. */
bool cpu_list_read(hwloc_topology_t, hwloc_const_bitmap_t allowed, const char *list,
                   hwloc_bitmap_t set, char **error);
/* A set as text like "0-1,4"; the caller frees it. */
char *cpu_list_text(hwloc_const_bitmap_t set);

#endif
