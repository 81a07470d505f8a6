/* SPDX-License-Identifier: MIT
 * Memory available to the rows of a run. */
#ifndef ATTNLAB_MEMORY_ROOM_H
#define ATTNLAB_MEMORY_ROOM_H

struct memory_room {
    double bytes;
    /* what sets the limit, with its verb, for error messages: "this machine has"; a constant */
    const char *whose;
};

/* Returns the smallest of the machine's memory and the limits of the control groups (batch job or
 * container). Unreadable limits are ignored. `root` is a prefix of /proc and /sys, "" except in
 * tests. */
struct memory_room memory_room(const char *root, double machine_bytes);

#endif
