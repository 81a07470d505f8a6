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
 * container). Unreadable limits are ignored. `root` is a prefix of /proc and /sys for tests,
 * otherwise "". */
struct memory_room memory_room(const char *root, double machine_bytes);

#endif
