/* SPDX-License-Identifier: MIT
 * What a page says of looks: which there were, how many trainings they saved, and at which a
 * comparison was judged. */
#include "harness/plan/looks/boundary.h"
#include "harness/render/report.h"

static int seeds_planned(const struct spec *s) { return s->looks[s->look_count - 1]; }

int stopped_trainings(const struct page *p)
{
    int count = 0;
    for (int e = p->q->entries.first; e < p->q->entries.last && p->q->spec->look_count; e++) {
        const struct candidate *c = entry_winner(p->a, e);
        for (int i = c ? c->first : 0; c && i < c->last; i++)
            count += p->a->members[i]->state == TRIAL_NOT_NEEDED;
    }
    return count;
}

const char *of_planned(const struct page *p)
{
    const struct spec *s = p->q->spec;
    return s->look_count ? words(p, " of %d", seeds_planned(s)) : "";
}

const char *look_of_text(const struct page *p, int look)
{
    const struct spec *s = p->q->spec;
    if (!s->look_count) return "";
    if (look) return words(p, ", after %d of %d seeds", s->looks[look - 1], seeds_planned(s));
    return words(p, ", before the first look at %d of %d seeds", s->looks[0], seeds_planned(s));
}

void say_looks(const struct page *p)
{
    const struct spec *s = p->q->spec;
    struct text at = {0}, shares = {0};
    if (!s->look_count) return;
    for (int i = 0; i < s->look_count; i++) {
        const char *between = !i ? "" : i < s->look_count - 1 ? ", " : " and ";
        text_add(&at, "%s%d", between, s->looks[i]);
        text_add(&shares, "%s%.3g", between, 100 * look_share(i, s->look_count));
    }
    say(p,
        "Looks, declared before the run: after %s seeds. A comparison that is then resolved or "
        "equivalent has no more trainings, which left out %d; a baseline goes on with its last "
        "arm. Of the %.3g %% of false findings that all looks together may have, they spend %s %%: "
        "so an interval has the confidence of the look at which it was made (columns look and "
        "level of statistics.csv), and p is the least of p / share over the looks so far.",
        at.data, stopped_trainings(p), 100 * (1 - p->a->level), shares.data);
    text_free(&at);
    text_free(&shares);
}
