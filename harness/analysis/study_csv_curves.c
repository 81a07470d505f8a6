/* SPDX-License-Identifier: MIT
 * quality_curves.csv: the learning curve of each winner over its seeds, and its gain over the
 * reference at the same step. See study_csv.h. */
#include "harness/analysis/study_csv.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

static const char *const columns[] = {"step", "tokens",   "flop",      "seconds", "metric",
                                      "runs", "mean",     "low",       "high",    "gain_n",
                                      "gain", "gain_low", "gain_high", NULL};

/* One point of one contender: values over the seeds that ended, and gains over the reference. */
struct point {
    double *values, *gains;
    int n, gain_n;
};

static void add_trial(struct point *p, const struct study *s, int contender, const struct trial *t,
                      double step)
{
    const struct contender *c = &s->contenders[contender];
    const struct metric *m = study_metric(s, contender);
    double value = curve_at(s, t, m, CURVE_STEP, step);
    if (t->state != TRIAL_OK || isnan(value)) return;
    p->values[p->n++] = value;
    if (c->reference < 0 || c->reference == contender) return;
    const struct trial *other = winner_trial(s, c->reference, t->seed);
    if (!other || other->state != TRIAL_OK) return;
    double gain = study_gain(m, value, curve_at(s, other, m, CURVE_STEP, step));
    if (!isnan(gain)) p->gains[p->gain_n++] = gain;
}

static void point_line(struct csv *out, const struct study *s, int contender, int row,
                       const struct point *p)
{
    static const char *const told[] = {"step", "tokens", "flop", "seconds", NULL};
    double low = INFINITY, high = -INFINITY, sum = 0;
    for (int i = 0; i < p->n; i++) {
        low = fmin(low, p->values[i]);
        high = fmax(high, p->values[i]);
        sum += p->values[i];
    }
    struct paired gain = stats_paired(p->gains, p->gain_n, s->level);
    contender_cells(out, s, contender, contender_row(s, contender));
    for (int i = 0; told[i]; i++) csv_text(out, table_text(s->curves, row, told[i]));
    csv_text(out, study_metric(s, contender)->name);
    csv_integer(out, p->n);
    const double values[] = {sum / p->n, low, high};
    csv_numbers(out, values, 3);
    csv_integer(out, gain.n);
    const double gains[] = {gain.mean, gain.interval.low, gain.interval.high};
    csv_numbers(out, gains, 3);
    csv_end_line(out);
}

/* At the steps of the first seed that ended; tokens, FLOP and seconds are that one's. */
static void contender_lines(struct csv *out, const struct study *s, int contender)
{
    int winner = s->contenders[contender].winner;
    const struct trial *first = NULL;
    if (winner < 0) return;
    const struct candidate *c = &s->candidates[winner];
    for (int i = c->last - 1; i >= c->first; i--)
        if (s->trials[i].state == TRIAL_OK) first = &s->trials[i];
    for (int row = first ? first->first_point : 0; first && row < first->last_point; row++) {
        size_t most = (size_t)(c->last - c->first);
        struct point p = {xarray(most, sizeof(double)), xarray(most, sizeof(double)), 0, 0};
        double step = table_number(s->curves, row, "step");
        for (int i = c->first; i < c->last; i++) add_trial(&p, s, contender, &s->trials[i], step);
        if (p.n) point_line(out, s, contender, row, &p);
        free(p.values);
        free(p.gains);
    }
}

void curves_table(struct csv *out, const struct study *s)
{
    contender_header(out, s);
    /* The axes `steps` and `lr` are other columns than these. */
    csv_header(out, columns);
    csv_end_line(out);
    for (int i = 0; i < s->contender_count; i++) contender_lines(out, s, i);
}
