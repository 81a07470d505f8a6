/* SPDX-License-Identifier: MIT
 * Computes contrasts: weighted sums of the scores of several entries, one sum per seed or round.
 * Interactions, factor effects and pooled time ratios are contrasts. Their intervals are computed
 * in the same way as the intervals of effects. This file also reads the scores of single records.
 */
#include "harness/analysis/analysis.h"
#include "base/mem.h"
#include "base/records/record_file.h"
#include "base/records/record_variance.h"

#include "harness/run/kept_files.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

/* Compares two values with a tolerance, because their last digits depend on the C library's
 * logarithm. */
static bool same_value(double x, double y)
{
    static const double close = 1e-9;
    return fabs(x - y) <= close * fmax(1, fabs(y));
}

/* Reads the scores of a trial's single records. Returns NULL on success. Otherwise returns the
 * reason why the scores cannot be used; the caller frees the text. */
static char *read_parts(const struct run_data *run, struct trial *t, const struct metric *m,
                        enum split split)
{
    const char *name = trial_text(run, t, "scores");
    struct record_scores scores;
    char *error = NULL;
    if (!*name) return xstrdup("scores of single records or windows were not saved");
    if (!kept_is_name(KEPT_SCORES, name))
        return xformat("'%s' is not the name of a scores file", name);
    char *path = xformat("%s/%s", run->path, name);
    if (record_file_read(path, split, &scores, &error)) {
        double found = record_metric(m, &scores), row = t->metric[split][m - metrics];
        if (same_value(found, row))
            t->records = (struct trial_records){scores.records, scores.hash,
                                                record_metric_parts(m, &scores), NULL};
        else
            error = xformat("%s: the scores give %.6g, but the row has %s %.6g", path, found,
                            m->name, row);
        record_scores_free(&scores);
    }
    if (!error && !t->records.part) error = xformat("%s: a single record has no variance", path);
    free(path);
    return error;
}

void bind_records(struct run_data *run)
{
    for (int i = 0; i < run->trial_count; i++) {
        struct trial *t = &run->trials[i];
        const struct spec *spec = &run->plan.specs[t->cell->spec];
        const struct metric *m = run->compared[t->cell->spec];
        if (t->state != TRIAL_OK || t->cell->simple_baseline || !m || !m->records) continue;
        char *column = xformat("%s_records", split_names[spec_split(spec)]);
        t->records.count = atoi(trial_text(run, t, column));
        t->records.fault = read_parts(run, t, m, spec_split(spec));
        free(column);
    }
}

/* ---- variance of the records ---- */

bool records_differ(const struct trial *a, const struct trial *b)
{
    if (a->data >= 0 && b->data >= 0 && a->data != b->data) return true;
    return a->records.part && b->records.part &&
           (a->records.hash != b->records.hash || a->records.count != b->records.count);
}

/* Returns the variance of a contrast due to the sides that were scored on the same records as side
 * `first`. Returns NaN if one of these sides used different records for some seed. */
static double variance_on(const struct contrast *c, int first)
{
    const struct trial_records *like = &c->trials[first]->records;
    double *sum = xarray((size_t)c->seeds * (size_t)like->count, sizeof *sum);
    bool whole = true;
    for (int s = 0; s < c->seeds && whole; s++)
        for (int k = first; k < c->sides && whole; k++) {
            const struct trial_records *r = &c->trials[s * c->sides + k]->records;
            bool here = c->trials[k]->records.hash == like->hash;
            whole = !here || (r->part && r->hash == like->hash && r->count == like->count);
            for (int i = 0; whole && here && i < like->count; i++)
                sum[s * like->count + i] += c->weight[k] * r->part[i];
        }
    double variance = whole ? records_variance(sum, c->seeds, like->count) : (double)NAN;
    free(sum);
    return variance;
}

double contrast_records_variance(const struct contrast *c)
{
    double variance = 0;
    if (c->seeds < 2) return NAN;
    for (int k = 0; k < c->sides; k++)
        if (!c->trials[k]->records.part) return NAN;
    for (int k = 0; k < c->sides; k++) {
        bool counted =
            false; /* true if the records of this side were already added with an earlier side */
        for (int j = 0; j < k; j++)
            counted |= c->trials[j]->records.hash == c->trials[k]->records.hash;
        if (!counted) variance += variance_on(c, k);
    }
    return variance;
}

/* ---- gain ---- */

/* Returns the score of a trial, transformed so that differences of scores are gains. */
static double score_of(const struct question *q, const struct trial *t)
{
    double value = trial_result(q, t);
    if (q->trains && q->metric->higher_is_better) return value;
    return -log(loss_in_ratio(value));
}

/* Finds the trial of each side with the same seed or round as `like`. Returns false if a side has
 * no such trial, or if two trials of one condition cannot be compared. */
static bool find_sides(const struct analysis *a, const struct question *q, const int *entries,
                       int sides, const struct trial *like, const struct trial **trials)
{
    for (int k = 0; k < sides; k++) {
        const struct trial *t = winner_trial(a, entries[k], like);
        if (!t || t->state > TRIAL_DIVERGED || t->lost_share > 0) return false;
        for (int j = 0; j < k; j++) {
            if (!q->trains && t->machine != trials[j]->machine) return false;
            if (a->entries[entries[j]].condition == a->entries[entries[k]].condition &&
                records_differ(trials[j], t))
                return false;
        }
        trials[k] = t;
    }
    return true;
}

struct contrast_gain contrast_gain(const struct analysis *a, const struct question *q,
                                   const int *entries, const double *weights, int sides)
{
    struct contrast_gain g = {0};
    const struct candidate *c = entry_winner(a, entries[0]);
    int most = c ? c->last - c->first : 0, n = 0;
    double *gains = xarray((size_t)most, sizeof *gains), variance = 0;
    const struct trial **trials = xarray((size_t)((most + 1) * sides), sizeof *trials);
    for (int i = 0; i < most; i++) {
        const struct trial **here = trials + n * sides;
        if (!find_sides(a, q, entries, sides, a->members[c->first + i], here)) continue;
        double gain = 0;
        for (int k = 0; k < sides; k++) {
            bool lost = here[k]->state == TRIAL_DIVERGED;
            *(weights[k] > 0 ? &g.lost_runs : &g.reference_lost_runs) += lost;
            gain += weights[k] * score_of(q, here[k]);
        }
        if (!isnan(gain)) gains[n++] = gain;
    }
    for (int k = 0; k < sides; k++)
        variance += weights[k] * weights[k] * a->entries[entries[k]].tuning_variance;
    g.gain = (q->trains ? stats_paired : stats_hodges_lehmann)(gains, n, a->level);
    if (q->trains) {
        double records = contrast_records_variance(&(struct contrast){trials, weights, n, sides});
        stats_widen(&g.gain, variance + (isnan(records) ? 0 : records), a->level);
    }
    free(trials);
    free(gains);
    return g;
}
