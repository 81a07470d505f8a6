/* SPDX-License-Identifier: MIT
 * What trainings left of single records, and what the sample of records adds to the variance of a
 * comparison over seeds (base/records/record_variance.h). */
#include "harness/analysis/analysis.h"
#include "base/mem.h"
#include "base/records/record_file.h"
#include "base/records/record_variance.h"

#include "harness/run/kept_files.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

/* The last digits of the row's figure may be those of another C library's logarithm. */
static bool same_value(double x, double y)
{
    static const double close = 1e-9;
    return fabs(x - y) <= close * fmax(1, fabs(y));
}

/* Why the scores of a trial cannot be used, to be freed; NULL: its parts are filled. */
static char *read_parts(const struct run_data *run, struct trial *t, const struct metric *m,
                        enum split split)
{
    const char *name = trial_text(run, t, "scores");
    struct record_scores scores;
    char *error = NULL;
    if (!*name) return xstrdup("no scores of records or windows were kept");
    if (!kept_is_name(KEPT_SCORES, name)) return xformat("'%s' is no file of scores", name);
    char *path = xformat("%s/%s", run->path, name);
    if (record_file_read(path, split, &scores, &error)) {
        double found = record_metric(m, &scores), row = t->metric[split][m - metrics];
        if (same_value(found, row))
            t->records = (struct trial_records){scores.records, scores.hash,
                                                record_metric_parts(m, &scores), NULL};
        else
            error = xformat("%s: gives %.6g for the row's %s of %.6g", path, found, m->name, row);
        record_scores_free(&scores);
    }
    if (!error && !t->records.part) error = xformat("%s: one record has no spread", path);
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

/* ---- comparing ---- */

bool records_differ(const struct trial *a, const struct trial *b)
{
    if (a->data >= 0 && b->data >= 0 && a->data != b->data) return true;
    return a->records.part && b->records.part &&
           (a->records.hash != b->records.hash || a->records.count != b->records.count);
}

/* Of those sides of a contrast that were scored on the records of one of them; NaN: not all have
 * parts, or a seed of them was scored on others. */
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
        bool met = false; /* with a side before it */
        for (int j = 0; j < k; j++) met |= c->trials[j]->records.hash == c->trials[k]->records.hash;
        if (!met) variance += variance_on(c, k);
    }
    return variance;
}
