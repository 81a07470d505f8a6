/* SPDX-License-Identifier: MIT
 * The memory that rows may take. */
#ifndef ATTNLAB_MEMORY_ROOM_H
#define ATTNLAB_MEMORY_ROOM_H

struct memory_room {
    double bytes;
    const char *whose; /* who has no more, with its verb; static */
};

/* The least of the machine's memory and the limits of the control groups that this process stands
 * in: those of a batch job (--mem) or of a container. `root` comes before /proc and /sys: "" but in
 * tests. Limits that cannot be read are none. */
struct memory_room memory_room(const char *root, double machine_bytes);

#endif
