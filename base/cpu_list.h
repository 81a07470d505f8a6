/* SPDX-License-Identifier: MIT
 * The user's list of CPUs as a set of hwloc's. topology.c alone asks for it: no other file but
 * these two sees hwloc.h. */
#ifndef ATTNLAB_CPU_LIST_H
#define ATTNLAB_CPU_LIST_H

#include <hwloc.h>
#include <stdbool.h>

/* Adds what the list names to a set. False with *error (NULL before) where it cannot be read, names
 * what the machine has not, or what is not allowed. */
bool cpu_list_read(hwloc_topology_t, hwloc_const_bitmap_t allowed, const char *list,
                   hwloc_bitmap_t set, char **error);
/* Text like "0-1,4" of a set; to be freed. */
char *cpu_list_text(hwloc_const_bitmap_t set);

#endif
