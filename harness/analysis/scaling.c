/* SPDX-License-Identifier: MIT
 * Computes the compute multipliers of a question's arms across model sizes (scaling.h). */
#include "harness/analysis/scaling.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- one arm ---- */

static bool ended(const struct ladder *l, int training)
{
    return !isnan(l->loss[OWN][training]) && !isnan(l->loss[REFERENCE][training]) &&
           !isnan(l->cost[OWN][training]) && !isnan(l->cost[REFERENCE][training]);
}

static int seeds_at(const struct ladder *l, int size)
{
    int n = 0;
    for (int i = 0; i < l->seeds; i++) n += ended(l, size * l->seeds + i);
    return n;
}

static bool is_in_fit(const struct ladder *l, int size)
{
    return !l->left_out[size] && seeds_at(l, size) >= LEAST_SEEDS;
}

/* Returns the mean over the seeds at one size, excluding training run `without` (-1 excludes none).
 */
static double mean_of(const struct ladder *l, const double *values, int size, int without)
{
    double sum = 0;
    int n = 0;
    for (int k = size * l->seeds; k < (size + 1) * l->seeds; k++)
        if (k != without && ended(l, k)) sum += values[k], n++;
    return sum / n;
}

/* Fits the law and computes the log multiplier at each size. The last result is the mean over the
 * sizes in the fit. */
static struct law solve(const struct ladder *l, int without, double *answers)
{
    double *cost = xarray((size_t)l->sizes, sizeof *cost);
    double *loss = xarray((size_t)l->sizes, sizeof *loss), least = INFINITY;
    int n = 0;
    for (int i = 0; i < l->sizes; i++) {
        double own = mean_of(l, l->loss[OWN], i, without);
        double other = mean_of(l, l->loss[REFERENCE], i, without);
        least = fmin(least, fmin(own, other));
        if (!is_in_fit(l, i)) continue;
        cost[n] = mean_of(l, l->cost[REFERENCE], i, without);
        loss[n++] = other;
    }
    struct law law = law_fit(cost, loss, n, least);
    answers[l->sizes] = 0;
    for (int i = 0; i < l->sizes; i++) {
        double saved[PAIR];
        for (int side = 0; side < PAIR; side++)
            saved[side] = law_log_cost(&law, mean_of(l, l->loss[side], i, without)) -
                          mean_of(l, l->cost[side], i, without);
        answers[i] = seeds_at(l, i) >= LEAST_SEEDS ? saved[OWN] - saved[REFERENCE] : (double)NAN;
        if (is_in_fit(l, i)) answers[l->sizes] += answers[i] / n;
    }
    free(cost);
    free(loss);
    return law;
}

struct spread {
    double variance, freedom;
};

/* Returns the jackknife variance of one result. `left` contains the results with each training run
 * left out, shape (sizes, seeds, results). */
static struct spread jackknife(const struct ladder *l, const double *left, int answer)
{
    double sum = 0, squares = 0;
    int all = 0;
    for (int size = 0; size < l->sizes; size++) {
        int n = seeds_at(l, size);
        double mean = 0, variance = 0;
        if (n < LEAST_SEEDS) continue;
        for (int pass = 0; pass < 2; pass++)
            for (int k = size * l->seeds; k < (size + 1) * l->seeds; k++) {
                double value = left[k * (l->sizes + 1) + answer];
                if (!ended(l, k)) continue;
                if (pass)
                    variance += (value - mean) * (value - mean) * (n - 1) / n;
                else
                    mean += value / n;
            }
        all += n - 1;
        sum += variance;
        squares += variance * variance / (n - 1);
    }
    return (struct spread){sum, squares > 0 ? sum * sum / squares : all};
}

/* Returns the derivative of log compute with respect to log loss, at the arm's loss. */
static double steepness(const struct ladder *l, const struct law *law, int size)
{
    double loss = exp(mean_of(l, l->loss[OWN], size, -1));
    return loss / (law->exponent * (loss - law->floor));
}

/* Returns the variance of a result that comes from tuning and from the text. A result is the
 * multiplier at one size, or the mean over all sizes in the fit. */
static double added_variance(const struct ladder *l, const struct law *law, int answer)
{
    double tuning = 0, text = 0;
    int n = 0;
    for (int i = 0; i < l->sizes; i++) {
        double steep = steepness(l, law, i);
        if (answer < l->sizes ? i != answer : !is_in_fit(l, i)) continue;
        tuning += steep * steep * l->tuning_variance[i];
        text += steep * l->text_sd[i];
        n++;
    }
    return (tuning + text * text) / (n * n);
}

static struct estimate estimate_of(const struct ladder *l, const struct law *law,
                                   const double *answers, const double *left, int answer,
                                   double level)
{
    bool one = answer < l->sizes;
    struct estimate e = {0, answers[answer], NAN, {NAN, NAN, 0, false}, NAN, NAN};
    for (int i = 0; i < l->sizes; i++)
        if ((one ? i == answer : is_in_fit(l, i)) && (!e.n || seeds_at(l, i) < e.n))
            e.n = seeds_at(l, i);
    if (isnan(e.centre)) return e;
    struct spread s = jackknife(l, left, answer);
    stats_student_interval(&e, sqrt(s.variance + added_variance(l, law, answer)), s.freedom, level);
    return e;
}

struct ladder_fit ladder_solve(const struct ladder *l, double level)
{
    int answers = l->sizes + 1, trainings = l->sizes * l->seeds;
    struct ladder_fit f = {.each = xarray((size_t)l->sizes, sizeof *f.each)};
    double *found = xarray((size_t)answers, sizeof *found);
    double *left = xarray((size_t)(trainings * answers), sizeof *left);
    for (int i = 0; i < l->sizes; i++) {
        int seeds = seeds_at(l, i);
        if (!is_in_fit(l, i)) continue;
        f.seeds = f.sizes++ && f.seeds < seeds ? f.seeds : seeds;
    }
    if (f.sizes < LEAST_SIZES) f.fault = "fewer than 3 sizes have 2 seeds";
    for (int i = 0; i < answers; i++) found[i] = NAN;
    f.law = f.fault ? (struct law){NAN, NAN, NAN} : solve(l, -1, found);
    for (int k = 0; k < trainings && !f.fault; k++)
        if (ended(l, k)) solve(l, k, left + k * answers);
    for (int i = 0; i < l->sizes; i++) f.each[i] = estimate_of(l, &f.law, found, left, i, level);
    f.pooled = estimate_of(l, &f.law, found, left, l->sizes, level);
    free(found);
    free(left);
    return f;
}

/* ---- sizes of an arm ---- */

/* Names a series of sizes after its condition, such as "data = trec". Axes that vary with the size,
 * such as heads and layers, are omitted. The caller frees the text. */
static char *ladder_name(const struct analysis *a, const struct question *q, int entry)
{
    const struct spec *s = q->spec;
    const struct trial *t = a->members[a->candidates[a->entries[entry].first].first];
    int count = q->entries.last - q->entries.first, over = s->scaling.over.axis;
    int *all = xarray((size_t)count, sizeof *all);
    struct text name = {0};
    text_add(&name, "%s", "");
    for (int i = 0; i < count; i++) all[i] = q->entries.first + i;
    for (int i = 0; i < s->varied_count; i++) {
        const struct varied_axis *v = &s->varied[i];
        bool of_size = v->axis == over || axis_follows(a, all, count, v->axis, over);
        if (v->of_arm || of_size || !entry_tells(a, entry, v)) continue;
        char *said = axes_value_label(&a->run->axes, v->axis, t->cell->values,
                                      entry_value(a, entry, v->axis));
        text_add(&name, "%s%s", name.length ? ", " : "", said);
        free(said);
    }
    free(all);
    return name.data;
}

/* Returns the failed check that excludes a size, or NULL if the size passed all checks. */
static const char *failed_check_of(const struct analysis *a, int entry)
{
    const struct effect *e = entry_effect(a, entry, COMPARE_STEPS);
    return e ? e->failed_check : baseline_failure(a, entry);
}

/* ---- numbers ---- */

static double log_flops(const struct trial *t) { return log(training_flops(t)); }

static struct ladder ladder_of(const struct analysis *a, const struct question *q,
                               const int *entries, int sizes)
{
    struct ladder l = {.sizes = sizes};
    const struct metric *loss = metric_find("loss");
    for (int i = 0; i < sizes; i++) {
        const struct candidate *c = entry_winner(a, entries[i]);
        if (c && c->last - c->first > l.seeds) l.seeds = c->last - c->first;
    }
    for (int side = 0; side < PAIR; side++) {
        l.cost[side] = xarray((size_t)(sizes * l.seeds), sizeof *l.cost[side]);
        l.loss[side] = xarray((size_t)(sizes * l.seeds), sizeof *l.loss[side]);
    }
    l.tuning_variance = xarray((size_t)sizes, sizeof *l.tuning_variance);
    l.text_sd = xarray((size_t)sizes, sizeof *l.text_sd);
    l.left_out = xarray((size_t)sizes, sizeof *l.left_out);
    for (int i = 0; i < sizes * l.seeds; i++) {
        int entry = entries[i / l.seeds], at = i % l.seeds;
        const struct candidate *c = entry_winner(a, entry);
        const struct trial *t[PAIR] = {NULL, NULL};
        if (c && at < c->last - c->first) {
            t[OWN] = a->members[c->first + at];
            t[REFERENCE] = winner_trial(a, a->entries[entry].reference, t[OWN]);
        }
        for (int side = 0; side < PAIR; side++) {
            bool ok = t[side] && t[side]->state == TRIAL_OK;
            l.cost[side][i] = ok ? log_flops(t[side]) : (double)NAN;
            l.loss[side][i] = ok ? log(t[side]->metric[q->split][loss - metrics]) : (double)NAN;
        }
    }
    for (int i = 0; i < sizes; i++) {
        const struct entry *own = &a->entries[entries[i]], *other = &a->entries[own->reference];
        const struct effect *e = entry_effect(a, entries[i], COMPARE_STEPS);
        if (!e) continue;
        if (q->spec->tune_apart)
            l.tuning_variance[i] =
                tuning_variance(a, q, own, loss) + tuning_variance(a, q, other, loss);
        bool known = q->metric == loss && !isnan(e->records_variance);
        l.text_sd[i] = known ? sqrt(e->records_variance) : 0;
    }
    return l;
}

static void ladder_free(struct ladder *l)
{
    for (int side = 0; side < PAIR; side++) free(l->cost[side]), free(l->loss[side]);
    free(l->tuning_variance);
    free(l->text_sd);
    free(l->left_out);
}

/* ---- fits of a question ---- */

static void add_points(struct analysis *a, const struct ladder *l, const struct ladder_fit *f,
                       const int *entries)
{
    for (int i = 0; i < l->sizes; i++) {
        const char *failed = l->left_out[i] ? failed_check_of(a, entries[i]) : NULL;
        a->scaling_points =
            xgrow(a->scaling_points, (size_t)a->scaling_point_count + 1, sizeof *a->scaling_points);
        a->scaling_points[a->scaling_point_count++] =
            (struct scaling_point){.fit = a->scaling_fit_count,
                                   .entry = entries[i],
                                   .seeds = seeds_at(l, i),
                                   .parameters = winner_measured(a, entries[i], PARAMETERS),
                                   .flops = exp(mean_of(l, l->cost[OWN], i, -1)),
                                   .loss = exp(mean_of(l, l->loss[OWN], i, -1)),
                                   .multiplier = f->each[i],
                                   .left_out = failed};
    }
}

/* Excludes the sizes at which a check failed. If too few sizes would remain, excludes no size and
 * returns the failed check; the arm is then not judged. */
static const char *leave_out(const struct analysis *a, struct ladder *l, const int *entries)
{
    const char *failed = NULL;
    int in_fit = 0;
    for (int i = 0; i < l->sizes; i++) {
        const char *here = failed_check_of(a, entries[i]);
        l->left_out[i] = here;
        in_fit += is_in_fit(l, i);
        if (here && !failed) failed = here;
    }
    if (!failed || in_fit >= LEAST_SIZES) return NULL;
    memset(l->left_out, 0, (size_t)l->sizes * sizeof *l->left_out);
    return failed;
}

static void add_fit(struct analysis *a, const struct question *q, const char *name,
                    const int *entries, int sizes)
{
    struct ladder l = ladder_of(a, q, entries, sizes);
    struct scaling_fit f = {.entry = entries[0],
                            .reference = a->entries[entries[0]].reference,
                            .ladder = xstrdup(name),
                            .points = {a->scaling_point_count, a->scaling_point_count + sizes},
                            .p_corrected = NAN,
                            .failed_check = leave_out(a, &l, entries)};
    struct ladder_fit found = ladder_solve(&l, a->level);
    f.fault = found.fault;
    f.sizes = found.sizes;
    f.seeds = found.seeds;
    f.law = found.law;
    f.pooled = found.pooled;
    add_points(a, &l, &found, entries);
    a->scaling_fits =
        xgrow(a->scaling_fits, (size_t)a->scaling_fit_count + 1, sizeof *a->scaling_fits);
    a->scaling_fits[a->scaling_fit_count++] = f;
    free(found.each);
    ladder_free(&l);
}

/* Returns the verdict on an arm, corrected for diverged runs. The side with more diverged runs
 * looks too good. */
static enum outcome outcome_of(const struct analysis *a, const struct scaling_fit *f)
{
    int lost = 0, reference_lost = 0;
    for (int i = f->points.first; i < f->points.last; i++) {
        const struct effect *e = entry_effect(a, a->scaling_points[i].entry, COMPARE_STEPS);
        if (!e || a->scaling_points[i].left_out) continue;
        lost += e->lost_runs;
        reference_lost += e->reference_lost_runs;
    }
    if (isnan(f->pooled.centre) || f->entry == f->reference) return OUTCOME_NONE;
    if (f->failed_check) return OUTCOME_NOT_JUDGED;
    enum outcome o = stats_outcome(f->pooled.interval, f->p_corrected, a->level, 0);
    return outcome_beside_lost(o, f->pooled.centre, lost, reference_lost);
}

static void judge(struct analysis *a, int first)
{
    int count = a->scaling_fit_count - first;
    double *from = xarray((size_t)count, sizeof *from), *to = xarray((size_t)count, sizeof *to);
    for (int i = 0; i < count; i++) {
        const struct scaling_fit *f = &a->scaling_fits[first + i];
        bool test = f->entry != f->reference && !f->failed_check;
        from[i] = test ? f->pooled.p : (double)NAN;
    }
    stats_holm(from, to, count);
    for (int i = 0; i < count; i++) {
        struct scaling_fit *f = &a->scaling_fits[first + i];
        f->p_corrected = to[i];
        f->outcome = outcome_of(a, f);
    }
    free(from);
    free(to);
}

static bool is_compared(const struct entry *e) { return !e->negative_control && e->reference >= 0; }

void find_scaling(struct analysis *a, struct question *q)
{
    int first = q->entries.first, count = q->entries.last - first;
    q->scaling.first = q->scaling.last = a->scaling_fit_count;
    if (!q->spec->scaling.asked || !q->trains) return;
    char **names = xarray((size_t)count, sizeof *names);
    int *entries = xarray((size_t)count, sizeof *entries);
    bool *taken = xarray((size_t)count, sizeof *taken);
    for (int i = 0; i < count; i++) names[i] = ladder_name(a, q, first + i);
    for (int i = 0; i < count; i++) {
        int sizes = 0;
        for (int k = i; k < count && !taken[i]; k++) {
            if (!is_compared(&a->entries[first + k]) || strcmp(names[k], names[i]) ||
                a->entries[first + k].row != a->entries[first + i].row)
                continue;
            entries[sizes++] = first + k;
            taken[k] = k > i;
        }
        if (sizes) add_fit(a, q, names[i], entries, sizes);
    }
    judge(a, q->scaling.first);
    q->scaling.last = a->scaling_fit_count;
    for (int i = 0; i < count; i++) free(names[i]);
    free(names);
    free(entries);
    free(taken);
}

/* ---- queries ---- */

const struct scaling_point *entry_scaling_point(const struct analysis *a, int entry)
{
    for (int i = 0; i < a->scaling_point_count; i++)
        if (a->scaling_points[i].entry == entry) return &a->scaling_points[i];
    return NULL;
}

const struct scaling_fit *entry_scaling(const struct analysis *a, int entry)
{
    const struct scaling_point *p = entry_scaling_point(a, entry);
    return p ? &a->scaling_fits[p->fit] : NULL;
}
