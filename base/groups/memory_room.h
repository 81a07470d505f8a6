/* SPDX-License-Identifier: MIT
 * The memory available to rows. */
#ifndef ATTNLAB_MEMORY_ROOM_H
#define ATTNLAB_MEMORY_ROOM_H

struct memory_room {
    double bytes;
    const char *whose; /* owner of the limit, with its verb, for messages; static */
};

/* The minimum of the machine's memory and the limits of this process' control groups: a batch job
 * (--mem) or a container. `root` is a prefix of /proc and /sys, "" except in tests. Unreadable
 * limits are ignored. */
struct memory_room memory_room(const char *root, double machine_bytes);

#endif
