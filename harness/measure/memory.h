/* SPDX-License-Identifier: MIT
 * The buffers of one worker: aligned, guarded, poisoned, placed by first touch, and counted.
 *
 * Every buffer is a mapping of its own:
 *
 *     | canary page | canary, 0..4032 bytes | data | canary to the page's end | PROT_NONE page |
 *
 * Data are 64-byte aligned at an offset modulo 4 KiB that the layout seed chooses, so that the
 * accidents of one layout average out over rounds. Canary and poison are quiet NaNs as float and
 * as double: what is read but was never written, or lies outside, shows up in the result. */
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

/* A buffer of `bytes` (0 is fine), not yet touched: its pages hold zeros once touched. name is for
 * messages and is copied. Owned by the memory. Ends the program with status 71 when the system
 * gives no memory. */
void *memory_buffer(struct memory *, const char *name, size_t bytes);
/* Unmaps one buffer before its time; NULL does nothing. */
void memory_release(struct memory *, void *buffer);

/* From now on small buffers that are closed leave their mappings for later ones, which get them
 * cleared. For a program that opens the same buffers again and again and measures nothing: their
 * pages have been touched, whichever thread is to touch them first. */
void memory_keep_mappings(void);

/* Fills a buffer with poison. Thread t of the team writes the t-th of T equal, page-sized slices:
 * on untouched memory this is the first touch, which puts each slice on its thread's NUMA node.
 * team NULL: the calling thread writes all. */
void memory_poison(struct memory *, void *buffer, struct team *);
/* Checks the canaries of every buffer. NULL: intact; else a message, to be freed, with the
 * buffer's name, side, distance and what was found. */
char *memory_check(const struct memory *);

size_t memory_bytes(const struct memory *);      /* asked for and not released, now */
size_t memory_peak_bytes(const struct memory *); /* most there ever was of that */
/* Bytes of these buffers that sit in huge pages (AnonHugePages of /proc/self/smaps); -1 when the
 * system does not tell. */
long long memory_huge_page_bytes(const struct memory *);
/* Peak resident bytes of the process (VmHWM); -1 unknown. */
long long process_peak_rss_bytes(void);

#endif
