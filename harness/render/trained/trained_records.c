/* SPDX-License-Identifier: MIT
 * What a page says of records, where a question is judged by a metric over them: they are a sample
 * as the seeds are. */
#include "harness/render/report.h"

#include <math.h>

bool seeds_alone(const struct page *p, const struct effect *e)
{
    return p->q->metric->records && e->gain.n > 1 && isnan(e->records_variance);
}

/* The least and the most of a trial, by the conditions' data; 0: none tells. */
static struct span records_of(const struct page *p)
{
    const struct span s = trials_of(p->a, p->q->entries);
    struct span found = {0, 0};
    for (int i = s.first; i < s.last; i++) {
        int count = p->a->members[i]->records.count;
        if (count && (!found.first || count < found.first)) found.first = count;
        if (count > found.last) found.last = count;
    }
    return found;
}

/* Why a trial of the question has no parts; "": all that ended have. */
static const char *fault_of(const struct page *p)
{
    const struct span s = trials_of(p->a, p->q->entries);
    for (int i = s.first; i < s.last; i++)
        if (p->a->members[i]->records.fault) return p->a->members[i]->records.fault;
    return "";
}

void say_records(const struct page *p)
{
    const struct span records = records_of(p);
    bool held = false;
    for_each_effect(e, p) held |= !isnan(e->records_variance);
    if (records.last)
        say(p, "Judged by %d%s records%s.", records.first,
            records.first < records.last ? words(p, " to %d", records.last) : "",
            held ? ", which are a sample as the seeds are: intervals hold both" : "");
}

void records_limits(const struct page *p)
{
    int alone = 0, all = 0, other = 0;
    for_each_effect(e, p)
    {
        bool counts = !p->a->entries[e->entry].damaged; /* as among all comparisons */
        alone += counts && seeds_alone(p, e);
        all += counts && e->gain.n > 1;
        other += e->other_records;
    }
    if (alone)
        note(p,
             "The intervals of %d of %s are of the seeds alone: with other records to "
             "judge by, the gain would be another, and they do not hold that (%s).",
             alone, things(p, all, "comparison", "comparisons"), fault_of(p));
    if (other)
        note(p,
             "%s not formed: the two sides read different data, or were scored on different "
             "records (by hash), so that their difference is not the arms'. Train both again with "
             "the same data.",
             things(p, other, "pair was", "pairs were"));
}
