/* SPDX-License-Identifier: MIT
 * The roofs: what the very cores of a row can do at most, measured in the same run.
 *
 * Compute is a large sgemm, bandwidth is the triad a = b + s c. Virtual machines report cache sizes
 * that are not so, hence the arrays are as large as is affordable, and the rate is compared with
 * that at half their size: while it still falls, some of it is cache. */
#ifndef ATTNLAB_PEAKS_H
#define ATTNLAB_PEAKS_H

#include <stddef.h>

struct team;

struct peak {
    double sgemm_gflops;    /* 10^9 FLOP/s, best of several C = A B */
    double triad_gbytes;    /* 10^9 B/s from memory: 12 bytes an element, the store's own read not
                               counted; best */
    double triad_l2_gbytes; /* the same with arrays that fit in a level-2 cache */
};
struct peaks {
    int threads;
    struct peak one;    /* thread 0 alone, the others idle */
    struct peak all;    /* all threads at once, summed; equal to `one` for one thread */
    int sgemm_size;     /* m = n = k */
    size_t triad_bytes; /* of the three arrays of one thread together, at which it was taken */
    size_t triad_l2_bytes;
    double fall;    /* rate at triad_bytes over rate at half of it: near 1 means that the
                       last-level cache no longer helps; below 0.9 the roof is doubtful */
    double seconds; /* what the measuring took */
};

/* Takes at most about 2.5 s on an idle machine and 3 x 128 MiB a thread. The team's threads must be
 * placed as the row's are. team NULL: the calling thread. */
void peaks_measure(struct team *, struct peaks *);

#endif
