/* SPDX-License-Identifier: MIT
 * Declares the buffers of a worker: aligned, guarded, poisoned, placed by first touch, and counted.
 * Each buffer has its own mapping:
 *     | canary page | canary, 0..4032 bytes | data | canary to the page's end | PROT_NONE page |
 *
 * Data are 64-byte aligned. Their offset modulo 4 KiB is drawn from the layout seed, so that
 * effects of the memory layout average out over rounds. Canary and poison are quiet NaNs as float
 * and as double, so a kernel that reads unwritten memory, or memory outside a buffer, gives NaN. */
#ifndef ATTNLAB_MEMORY_H
#define ATTNLAB_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct team;
struct memory;

/* Policy for transparent huge pages. "never" sets MADV_NOHUGEPAGE; "madvise" sets MADV_HUGEPAGE and
 * aligns the mapping to 2 MiB. */
enum thp { THP_NEVER, THP_MADVISE, THP_POLICIES };
extern const char *const thp_names[THP_POLICIES + 1];

/* Returns a new set of buffers. memory_free() frees the set with all buffers. */
struct memory *memory_new(enum thp, uint64_t layout_seed);
void memory_free(struct memory *);

/* Allocates a buffer of `bytes` bytes (may be 0), which the set owns. The pages are zero and not
 * yet touched. The name is copied and appears in error messages. Ends the program with status 71 if
 * memory is exhausted. */
void *memory_buffer(struct memory *, const char *name, size_t bytes);
/* Releases all buffers except the first `count`, an earlier result of memory_count(). */
void memory_release(struct memory *, int count);
int memory_count(const struct memory *);

/* After this call, mappings of closed small buffers are cleared and reused. Reused pages are
 * already touched, so this call is only for programs that open many buffers and time nothing. */
void memory_keep_mappings(void);

/* Fills a buffer with poison. Each thread of the team writes one of T equal slices of whole pages.
 * The first write to a page places it on the NUMA node of the writing thread. If `team` is NULL,
 * the calling thread writes all pages. */
void memory_poison(struct memory *, void *buffer, struct team *);
/* Checks the canaries of every buffer. Returns NULL if all are intact. Otherwise returns an error
 * message, which the caller frees. The message contains the buffer's name, the position of the
 * write, and the value found. */
char *memory_check(const struct memory *);

/* Returns how many bytes of these buffers are in huge pages (AnonHugePages in /proc/self/smaps), or
 * -1 if unknown. */
long long memory_huge_page_bytes(const struct memory *);
/* Returns the peak resident memory of the process in bytes (VmHWM), or -1 if unknown. */
long long process_peak_rss_bytes(void);
/* Returns free memory to the system and resets the peak resident memory. */
void process_reset_peak_rss(void);

#endif
