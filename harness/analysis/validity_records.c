/* SPDX-License-Identifier: MIT
 * The check `records` (validity.c): a metric over records moves in steps of one of them, and a step
 * that is not small beside the margin makes of one lucky record a finding. So a record must weigh a
 * tenth of the margin at most. */
#include "harness/analysis/analysis.h"
#include "base/mem.h"

#include <math.h>

static const double most_share = 0.1; /* of the margin */

/* Of the trials of an entry's winner, as far as they tell; 0: none does. */
static int records_of(const struct analysis *a, int entry)
{
    const struct candidate *c = entry_winner(a, entry);
    int least = 0;
    for (int i = c ? c->first : 0; c && i < c->last; i++) {
        int count = a->members[i]->records.count;
        if (count && (!least || count < least)) least = count;
    }
    return least;
}

struct validity judge_records(const struct analysis *a, int baseline)
{
    const struct question *q = entry_question(a, baseline);
    const struct metric *m = q->metric;
    int records = records_of(a, baseline);
    if (!m->records)
        return (struct validity){.state = VALIDITY_PASSED,
                                 .figure = xformat("the %s is of tokens", metric_said(m))};
    if (!records)
        return (struct validity){.state = VALIDITY_UNRECORDED, .figure = xstrdup("not recorded")};
    /* Whole numbers of records, whatever the last digits of a quotient are. */
    int enough = (int)ceil(metric_span(m) / (most_share * q->margin) - 1e-6);
    bool good = records >= enough;
    struct text out = {0};
    text_add(&out, "one of %d records is %.2g of %s, %s a tenth of the margin %.4g", records,
             metric_span(m) / records, metric_said(m), good ? "at most" : "more than", q->margin);
    if (!good) text_add(&out, "; %d would do", enough);
    return (struct validity){.state = good ? VALIDITY_PASSED : VALIDITY_FAILED, .figure = out.data};
}
