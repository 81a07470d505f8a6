/* SPDX-License-Identifier: MIT
 * Implements guarded buffers (memory.h). */
#include "harness/measure/memory.h"
#include "harness/measure/team.h"
#include "base/mem.h"
#include "base/rng.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LINE = 64, LAYOUT_LINES = 64, HUGE_PAGE = 2 << 20 };
/* Patterns that fill memory. One pattern is a quiet NaN as a float; two in a row are a quiet NaN as
 * a double. */
static const uint32_t POISON = 0x7ff8dead, CANARY = 0x7ff8feed;

const char *const thp_names[THP_POLICIES + 1] = {"never", "madvise", NULL};

struct buffer {
    char *name;
    /* addresses in the mapping: mapping <= front < data <= tail < wall */
    char *mapping, *front, *data, *tail, *wall;
    /* sizes in bytes; canaries fill the ranges front..data and tail..wall */
    size_t mapped, bytes;
    bool keep; /* true if the mapping is reused after the buffer is closed */
};
struct memory {
    enum thp thp;
    uint64_t layout_seed;
    struct buffer *list;
    int count, opened; /* number of open buffers, and number of buffers ever opened */
};

struct memory *memory_new(enum thp thp, uint64_t layout_seed)
{
    struct memory *m = xalloc(sizeof *m);
    m->thp = thp;
    m->layout_seed = layout_seed;
    return m;
}

static void fill(char *at, size_t bytes, uint32_t pattern)
{
    for (; bytes >= sizeof pattern; bytes -= sizeof pattern, at += sizeof pattern)
        memcpy(at, &pattern, sizeof pattern);
    memcpy(at, &pattern, bytes);
}

static char *round_up(char *p, size_t unit) { return p + (unit - (uintptr_t)p % unit) % unit; }

/* Maps zeroed pages. If memory is exhausted, ends the program with status 71, which the driver
 * reports as "oom". */
static char *map(const char *name, size_t bytes)
{
    char *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p != MAP_FAILED) return p;
    fprintf(stderr, "attnlab: out of memory: cannot map %zu bytes for buffer %s: %s\n", bytes, name,
            strerror(errno));
    exit(EXIT_OUT_OF_MEMORY);
}

/* ---- placement ---- */

enum { KEPT_POWERS = 6, KEPT_MOST = 64 };

/* Mappings of closed buffers, kept for reuse. Mappings in list[p] have 2^p pages before the
 * protected page. A check opens dozens of small buffers per cell; mapping and protecting new pages
 * would take longer than the passes. */
static struct {
    bool enabled;
    char *list[KEPT_POWERS][KEPT_MOST];
    int count[KEPT_POWERS];
} spare;

void memory_keep_mappings(void) { spare.enabled = true; }

/* Places a buffer in a new mapping. A PROT_NONE page follows the buffer's canary. */
static void place_new(struct buffer *b, enum thp thp, size_t page, size_t offset)
{
    size_t unit = thp == THP_NEVER ? page : HUGE_PAGE;
    size_t room = unit + page + LINE * LAYOUT_LINES + LINE + 2 * page;
    if (__builtin_add_overflow(b->bytes, room, &b->mapped)) b->mapped = SIZE_MAX / 2;
    b->mapping = map(b->name, b->mapped);
    b->front = round_up(b->mapping, unit);
    b->data = b->front + page + offset;
    b->tail = b->data + b->bytes;
    /* keep at least 64 bytes of canary before the wall, so that small overruns are reported */
    b->wall = round_up(b->tail + LINE, page);
    /* a failure is harmless: the kernel may not support huge pages */
    madvise(b->front, (size_t)(b->wall - b->front),
            thp == THP_NEVER ? MADV_NOHUGEPAGE : MADV_HUGEPAGE);
    if (mprotect(b->wall, page, PROT_NONE) < 0) die("mprotect: %s", strerror(errno));
}

/* Returns the smallest p for which 2^p pages have at least this many bytes. */
static int power_of(size_t bytes, size_t page)
{
    int power = 0;
    while (power < KEPT_POWERS && page << power < bytes) power++;
    return power;
}

/* Places a small buffer at the end of a reusable mapping, just before the protected page. Returns
 * false if the buffer is too large. */
static bool place_kept(struct buffer *b, size_t page, size_t offset)
{
    if (b->bytes >= page << KEPT_POWERS) return false;
    size_t before = page + offset + b->bytes + LINE;
    before += (page - before % page) % page;
    int power = power_of(before, page);
    if (power == KEPT_POWERS) return false;
    b->mapped = (page << power) + page;
    if (spare.count[power]) {
        b->mapping = spare.list[power][--spare.count[power]];
    } else {
        b->mapping = map(b->name, b->mapped);
        madvise(b->mapping, b->mapped, MADV_NOHUGEPAGE);
        if (mprotect(b->mapping + (page << power), page, PROT_NONE) < 0)
            die("mprotect: %s", strerror(errno));
    }
    b->wall = b->mapping + (page << power);
    b->front = b->wall - before;
    b->data = b->front + page + offset;
    b->tail = b->data + b->bytes;
    b->keep = true;
    memset(b->data, 0, b->bytes); /* clear reused memory, because new pages are zero too */
    return true;
}

void *memory_buffer(struct memory *m, const char *name, size_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t offset =
        LINE * rng_below(m->layout_seed, rng_stream("layout"), (uint64_t)m->opened++, LAYOUT_LINES);
    struct buffer b = {.name = xstrdup(name), .bytes = bytes};
    bool placed = spare.enabled && m->thp == THP_NEVER && place_kept(&b, page, offset);
    if (!placed) place_new(&b, m->thp, page, offset);
    fill(b.front, (size_t)(b.data - b.front), CANARY);
    fill(b.tail, (size_t)(b.wall - b.tail), CANARY);
    m->list = xgrow(m->list, (size_t)m->count + 1, sizeof *m->list);
    m->list[m->count++] = b;
    return b.data;
}

static void unmap(struct buffer *b)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    int power = b->keep ? power_of(b->mapped - page, page) : 0;
    if (b->keep && spare.count[power] < KEPT_MOST)
        spare.list[power][spare.count[power]++] = b->mapping;
    else
        munmap(b->mapping, b->mapped);
    free(b->name);
}

static struct buffer *find(struct memory *m, const void *data)
{
    for (int i = 0; i < m->count; i++)
        if (m->list[i].data == data) return &m->list[i];
    die("%p is not the start of a buffer", data);
}

int memory_count(const struct memory *m) { return m->count; }

void memory_release(struct memory *m, int count)
{
    while (m->count > count) unmap(&m->list[--m->count]);
}

void memory_free(struct memory *m)
{
    if (!m) return;
    memory_release(m, 0);
    free(m->list);
    free(m);
}

/* ---- first touch ---- */

struct slices {
    const struct buffer *buffer;
    size_t page, pages;
    int threads;
};

/* Poisons one thread's slice of a buffer. Slices start at page boundaries; the first slice starts
 * at the data. */
static void poison_slice(void *arg, int thread)
{
    const struct slices *s = arg;
    size_t first = s->pages * (size_t)thread / (size_t)s->threads;
    size_t last = s->pages * ((size_t)thread + 1) / (size_t)s->threads;
    char *base = s->buffer->data - (uintptr_t)s->buffer->data % s->page;
    char *from = base + first * s->page, *to = base + last * s->page;
    if (from < s->buffer->data) from = s->buffer->data;
    if (to > s->buffer->tail) to = s->buffer->tail;
    if (from < to) fill(from, (size_t)(to - from), POISON);
}

void memory_poison(struct memory *m, void *data, struct team *team)
{
    struct slices s = {.buffer = find(m, data), .threads = team ? team->threads : 1};
    s.page = (size_t)sysconf(_SC_PAGESIZE);
    s.pages = ((uintptr_t)data % s.page + s.buffer->bytes + s.page - 1) / s.page;
    team_each(team, poison_slice, &s);
}

/* ---- guards ---- */

/* Returns true if from..to contains only the canary. For speed, compares the bytes with the same
 * bytes shifted by one pattern. */
static bool intact(const char *from, const char *to)
{
    size_t bytes = (size_t)(to - from), head = bytes < sizeof CANARY ? bytes : sizeof CANARY;
    return memcmp(from, &CANARY, head) == 0 && memcmp(from, from + head, bytes - head) == 0;
}

/* Returns the first byte in from..to that differs from the canary, or NULL if all bytes are intact.
 */
static const char *damage(const char *from, const char *to)
{
    const char *pattern = (const char *)&CANARY;
    if (intact(from, to)) return NULL;
    for (const char *p = from; p < to; p++)
        if (*p != pattern[(size_t)(p - from) % sizeof CANARY]) return p;
    return NULL;
}

char *memory_check(const struct memory *m)
{
    for (int i = 0; i < m->count; i++) {
        const struct buffer *b = &m->list[i];
        const char *before = damage(b->front, b->data), *after = damage(b->tail, b->wall);
        const char *at = before ? before : after;
        if (!at) continue;
        float value;
        const char *word = at - (uintptr_t)at % sizeof value;
        memcpy(&value, word, sizeof value);
        return xformat(
            "a write outside buffer %s (%zu bytes), %td bytes %s; the value as a float is %g",
            b->name, b->bytes, before ? b->data - at : at - b->tail,
            before ? "before its start" : "past its end", (double)value);
    }
    return NULL;
}

/* ---- counts ---- */

static bool holds_buffer(const struct memory *m, uintptr_t start, uintptr_t end)
{
    for (int i = 0; i < m->count; i++)
        if ((uintptr_t)m->list[i].wall > start && (uintptr_t)m->list[i].front < end) return true;
    return false;
}

long long memory_huge_page_bytes(const struct memory *m)
{
    FILE *f = fopen("/proc/self/smaps", "r");
    if (!f) return -1;
    char line[512];
    uintptr_t start, end;
    long long kib, sum = 0;
    bool ours = false;
    while (fgets(line, sizeof line, f))
        if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR, &start, &end) == 2)
            ours = holds_buffer(m, start, end);
        else if (ours && sscanf(line, "AnonHugePages: %lld kB", &kib) == 1)
            sum += kib * 1024;
    fclose(f);
    return sum;
}

long long process_peak_rss_bytes(void)
{
    FILE *f = fopen("/proc/self/status", "r");
    if (!f) return -1;
    char line[256];
    long long kib = -1;
    while (fgets(line, sizeof line, f))
        if (sscanf(line, "VmHWM: %lld kB", &kib) == 1) break;
    fclose(f);
    return kib < 0 ? -1 : kib * 1024;
}

void process_reset_peak_rss(void)
{
    malloc_trim(0);
    int fd = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);
    if (fd < 0) return;
    if (write(fd, "5", 1) != 1)
        fprintf(stderr, "attnlab-worker: peak_rss_bytes includes the memory of the check\n");
    close(fd);
}
