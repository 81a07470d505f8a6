/* SPDX-License-Identifier: MIT
 * The buffers of one worker: aligned, guarded, poisoned, placed by first touch, and counted.
 *
 * Every buffer is a separate mapping:
 *
 *     | canary page | canary, 0..4032 bytes | data | canary to the page's end | PROT_NONE page |
 *
 * Data are 64-byte aligned, at an offset modulo 4 KiB that is drawn from the layout seed. Effects
 * of one layout thus average out over rounds. Canary and poison are quiet NaNs as float and as
 * double, so reads of unwritten or outside memory are visible in the result. */
#ifndef ATTNLAB_MEMORY_H
#define ATTNLAB_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct team;
struct memory;

/* Transparent huge pages: "never" uses MADV_NOHUGEPAGE; "madvise" uses MADV_HUGEPAGE and aligns the
 * mapping to 2 MiB. */
enum thp { THP_NEVER, THP_MADVISE, THP_POLICIES };
extern const char *const thp_names[THP_POLICIES + 1];

/* memory_free frees the result and all its buffers. */
struct memory *memory_new(enum thp, uint64_t layout_seed);
void memory_free(struct memory *);

/* Allocates a buffer of `bytes` (may be 0), owned by the memory. Its pages are zero and not yet
 * touched. The name, used in messages, is copied. Ends the program with status 71 if the system is
 * out of memory. */
void *memory_buffer(struct memory *, const char *name, size_t bytes);
void memory_release(struct memory *, void *buffer);

/* From now on, mappings of closed small buffers are cleared and reused. This suits programs that
 * open the same buffers many times and time nothing, because reused pages are already touched. */
void memory_keep_mappings(void);

/* Fills a buffer with poison. Each thread of the team writes one of T equal slices of whole pages.
 * In untouched memory this is the first touch, which places each slice on its thread's NUMA node.
 * If team is NULL, the calling thread writes all pages. */
void memory_poison(struct memory *, void *buffer, struct team *);
/* Checks the canaries of every buffer. Returns NULL if all are intact, or a message with the
 * buffer's name, side, distance and the value found. The caller frees the message. */
char *memory_check(const struct memory *);

/* Bytes of these buffers in huge pages (AnonHugePages in /proc/self/smaps); -1 if unknown. */
long long memory_huge_page_bytes(const struct memory *);
/* Peak resident bytes of the process (VmHWM); -1 if unknown. */
long long process_peak_rss_bytes(void);
/* Returns free memory to the system and resets the peak. */
void process_reset_peak_rss(void);

#endif
