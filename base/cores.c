/* SPDX-License-Identifier: MIT
 * Chooses CPU cores from a list: the fastest cores first, then in hwloc's order, where neighbours
 * share caches. */
#include "base/cores.h"
#include "base/mem.h"

#include <stdlib.h>

static int by_speed(const void *x, const void *y)
{
    const struct core *a = x, *b = y;
    return a->kind != b->kind ? b->kind - a->kind : a->core - b->core;
}

typedef bool near(const struct core *, const struct core *);
static bool same_node_and_kind(const struct core *a, const struct core *b)
{
    return a->node == b->node && a->kind == b->kind;
}
static bool same_node(const struct core *a, const struct core *b) { return a->node == b->node; }
static bool same_package(const struct core *a, const struct core *b)
{
    return a->package == b->package;
}
static bool anywhere(const struct core *a, const struct core *b) { return a && b; }

/* Takes the first `threads` free cores that are near core `anchor`, as is_near() decides, and
 * writes their indices to picked[]. Returns false and takes no core if too few are free. */
static bool take_near(struct core *list, int count, int anchor, near *is_near, int threads,
                      int *picked)
{
    int found = 0;
    for (int i = 0; i < count && found < threads; i++)
        if (!list[i].taken && is_near(&list[anchor], &list[i])) picked[found++] = i;
    if (found < threads) return false;
    for (int i = 0; i < threads; i++) list[picked[i]].taken = true;
    return true;
}

/* Takes the free cores that are closest together. If several choices are equally close, takes the
 * cores that come first in the list. */
static void take_set(struct core *list, int count, int threads, int *picked)
{
    static near *const closeness[] = {same_node_and_kind, same_node, same_package, anywhere};
    for (size_t c = 0; c < sizeof closeness / sizeof *closeness; c++)
        for (int anchor = 0; anchor < count; anchor++)
            if (!list[anchor].taken &&
                take_near(list, count, anchor, closeness[c], threads, picked))
                return;
    die("fewer than %d of %d cores are free", threads, count);
}

void cores_choose(struct core *list, int count, int threads, int slot, struct placement *p)
{
    int *picked = xarray((size_t)threads, sizeof *picked);
    qsort(list, (size_t)count, sizeof *list, by_speed);
    for (int s = 0; s <= slot; s++) take_set(list, count, threads, picked);
    p->threads = threads;
    p->cpus = xarray((size_t)threads, sizeof *p->cpus);
    p->cores = xarray((size_t)threads, sizeof *p->cores);
    p->nodes = xarray((size_t)threads, sizeof *p->nodes);
    for (int i = 0; i < threads; i++) {
        p->cpus[i] = list[picked[i]].cpu;
        p->cores[i] = list[picked[i]].core;
        p->nodes[i] = list[picked[i]].node;
    }
    free(picked);
}
