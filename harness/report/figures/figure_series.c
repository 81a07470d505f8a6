/* SPDX-License-Identifier: MIT
 * Which series are named and in colour: the baseline in black, then the arms that claims speak of,
 * then the others in the order of the question, negative controls last. By the
 * whole question, so an arm looks the same in all of its figures. */
#include "harness/report/figures/figure_kinds.h"

#include <stdlib.h>

enum { UNSET = -2 };

/* The colours while they are given out. */
struct colours {
    const struct request *request;
    int *of, count; /* by series of the question */
    int given;
};

static void colour(struct colours *c, int entry)
{
    int *own = &c->of[request_series(c->request, entry)];
    if (*own == UNSET) *own = c->given + 1 < NAMED_SERIES ? ++c->given : -1;
}

static void colour_claimed(struct colours *c)
{
    const struct analysis *a = c->request->analysis;
    const struct span all = c->request->question->judged;
    for (int i = all.first; i < all.last; i++)
        if (a->judged[i].effect >= 0) colour(c, a->effects[a->judged[i].effect].entry);
}

/* Whether others are compared with an entry, and not only its own arm at another place. */
static bool is_baseline(const struct request *r, int entry)
{
    const struct analysis *a = r->analysis;
    const struct span all = r->question->entries;
    for (int i = all.first; i < all.last; i++)
        if (a->entries[i].reference == entry && a->entries[i].arm != a->entries[entry].arm)
            return true;
    return false;
}

static void colour_others(struct colours *c)
{
    const struct analysis *a = c->request->analysis;
    const struct span all = c->request->question->entries;
    for (int negative_control = 0; negative_control < 2; negative_control++)
        for (int s = 0; s < c->count; s++)
            for (int i = all.first; i < all.last; i++)
                if (request_series(c->request, i) == s &&
                    a->entries[i].negative_control == negative_control)
                    colour(c, i);
}

static int order_of(int colour) { return colour < 0 ? 0 : colour ? 1 + NAMED_SERIES - colour : 1; }

void request_colour(struct request *r)
{
    const struct span all = r->question->entries;
    struct colours c = {.request = r};
    for (int i = all.first; i < all.last; i++)
        if (request_series(r, i) >= c.count) c.count = request_series(r, i) + 1;
    c.of = xarray((size_t)c.count + 1, sizeof *c.of);
    for (int i = 0; i < c.count; i++) c.of[i] = UNSET;
    for (int i = all.first; i < all.last; i++)
        if (is_baseline(r, i)) c.of[request_series(r, i)] = 0;
    colour_claimed(&c);
    colour_others(&c);
    for (int i = 0; i < r->series_count; i++) {
        r->series[i].colour = c.of[i];
        r->series[i].order = order_of(c.of[i]) * c.count + i;
    }
    free(c.of);
}
