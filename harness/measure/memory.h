/* SPDX-License-Identifier: MIT
 * The buffers of one worker: aligned, guarded, poisoned, placed by first touch, and counted.
 *
 * Every buffer is a mapping of its own:
 *
 *     | canary page | canary, 0..4032 bytes | data | canary to the page's end | PROT_NONE page |
 *
 * Data are 64-byte aligned at an offset modulo 4 KiB drawn from the layout seed, so that effects of
 * one layout average out over rounds. Canary and poison are quiet NaNs as float and as double, so
 * reads of unwritten or outside memory show in the result. */
#ifndef ATTNLAB_MEMORY_H
#define ATTNLAB_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct team;
struct memory; /* all buffers of one worker */

/* Transparent huge pages: "never" is MADV_NOHUGEPAGE, "madvise" is MADV_HUGEPAGE with the mapping
 * aligned to 2 MiB. */
enum thp { THP_NEVER, THP_MADVISE, THP_POLICIES };
extern const char *const thp_names[THP_POLICIES + 1]; /* NULL-ended */

/* The caller frees the result and all buffers in it with memory_free. */
struct memory *memory_new(enum thp, uint64_t layout_seed);
void memory_free(struct memory *);

/* A buffer of `bytes` (may be 0), not yet touched; its pages hold zeros. name, for messages, is
 * copied. Owned by the memory. Ends the program with status 71 if the system is out of memory. */
void *memory_buffer(struct memory *, const char *name, size_t bytes);
/* Unmaps one buffer; NULL does nothing. */
void memory_release(struct memory *, void *buffer);

/* From now on the mappings of closed small buffers are cleared and used again. For programs that
 * open the same buffers many times and time nothing: their pages are already touched. */
void memory_keep_mappings(void);

/* Fills a buffer with poison. Thread t of the team writes the t-th of T equal, page-sized slices:
 * on untouched memory this is the first touch, which puts each slice on its thread's NUMA node.
 * team NULL: the calling thread writes all. */
void memory_poison(struct memory *, void *buffer, struct team *);
/* Checks the canaries of every buffer. NULL: intact; else a message with the buffer's name, side,
 * distance and the value found; the caller frees it. */
char *memory_check(const struct memory *);

/* Bytes of these buffers in huge pages (AnonHugePages of /proc/self/smaps); -1 unknown. */
long long memory_huge_page_bytes(const struct memory *);
/* Peak resident bytes of the process (VmHWM); -1 unknown. */
long long process_peak_rss_bytes(void);
/* Returns free memory to the system and starts a new peak. */
void process_reset_peak_rss(void);

#endif
