/* SPDX-License-Identifier: MIT
 * Memory available to the rows of a run. */
#ifndef ATTNLAB_MEMORY_ROOM_H
#define ATTNLAB_MEMORY_ROOM_H

struct memory_room {
    double bytes;
    /* subject and verb of an error message, such as "this machine has"; static */
    const char *whose;
};

/* Returns the smallest of the machine's memory and the limits of the control groups (batch job or
 * container). Unreadable limits are ignored. `root` is a prefix of /proc and /sys, "" except in
 * tests. */
struct memory_room memory_room(const char *root, double machine_bytes);

#endif
