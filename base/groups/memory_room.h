/* SPDX-License-Identifier: MIT
 * Finds how much memory a run may use. */
#ifndef ATTNLAB_MEMORY_ROOM_H
#define ATTNLAB_MEMORY_ROOM_H

struct memory_room {
    double bytes;
    /* start of an error message, such as "this machine has"; a constant */
    const char *whose;
};

/* Returns the smallest of the machine's memory and the limits of control groups (batch job or
 * container). Unreadable limits are ignored. `root` is prepended to the paths of /proc and /sys; it
 * is "" except in tests. */
struct memory_room memory_room(const char *root, double machine_bytes);

#endif
