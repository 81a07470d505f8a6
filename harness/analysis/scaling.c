/* SPDX-License-Identifier: MIT
 * Computes the compute multipliers of a question's arms across model sizes (scaling.h). */
#include "harness/analysis/scaling.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the law L = E + A C^-alpha ----
 * For a given E, log(L - E) is fitted by linear regression. A search finds the best E. The weights
 * ((L - E) / L)^2 turn residuals of log(L - E) into residuals of log L, to first order.
 *
 * Hoffmann et al. (2022, arXiv 2203.15556) use Huber's loss. This fit uses least squares, because
 * any of so few points could look like an outlier. */

static struct law line_at(const double *log_cost, const double *log_loss, int count, double floor)
{
    double w = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (int i = 0; i < count;
         i++) { /* weighted means and sums of squares, updated point by point (West 1979) */
        double loss = exp(log_loss[i]), above = loss - floor;
        double weight = above / loss * (above / loss), step = log_cost[i] - x;
        w += weight;
        x += step * weight / w;
        y += (log(above) - y) * weight / w;
        xx += weight * step * (log_cost[i] - x);
        xy += weight * step * (log(above) - y);
    }
    if (!(xx > 0)) return (struct law){floor, NAN, NAN};
    return (struct law){floor, y - xy / xx * x, -xy / xx};
}

double law_log_loss(const struct law *l, double log_cost)
{
    return log(l->floor + exp(l->log_scale - l->exponent * log_cost));
}

double law_log_cost(const struct law *l, double log_loss)
{
    double above = exp(log_loss) - l->floor;
    if (!(above > 0) || !(l->exponent > 0)) return NAN;
    return (l->log_scale - log(above)) / l->exponent;
}

static double misfit(const double *log_cost, const double *log_loss, int count, double floor)
{
    const struct law l = line_at(log_cost, log_loss, count, floor);
    double sum = 0;
    for (int i = 0; i < count; i++) {
        double off = log_loss[i] - law_log_loss(&l, log_cost[i]);
        sum += off * off;
    }
    return sum;
}

struct law law_fit(const double *log_cost, const double *log_loss, int count, double least_loss)
{
    enum { STEPS = 16, HALVINGS = 16 };
    const double golden = 0.6180339887498949, most = 0.99 * exp(least_loss);
    double best = INFINITY, at = 0;
    for (int i = 0; i <= STEPS; i++) {
        double left = misfit(log_cost, log_loss, count, most * i / STEPS);
        if (left < best) best = left, at = most * i / STEPS;
    }
    double low = fmax(0, at - most / STEPS), high = fmin(most, at + most / STEPS);
    for (int i = 0; i < HALVINGS; i++) {
        double lower = high - golden * (high - low), upper = low + golden * (high - low);
        if (misfit(log_cost, log_loss, count, lower) <= misfit(log_cost, log_loss, count, upper))
            high = upper;
        else
            low = lower;
    }
    double found = (low + high) / 2;
    /* true if the search found an E at least as good as the best grid point */
    bool inside = misfit(log_cost, log_loss, count, found) <= best;
    return line_at(log_cost, log_loss, count, inside ? found : at);
}

/* ---- one arm ---- */

static int seeds_at(const struct ladder *l, int size)
{
    int n = 0;
    for (int i = 0; i < l->count; i++) n += l->pairs[i].size == size;
    return n;
}

static bool is_in_fit(const struct ladder *l, int size)
{
    return !l->left_out[size] && seeds_at(l, size) >= LEAST_SEEDS;
}

/* Returns the means over the pairs at one size. Omits the pair with index `without`; -1 omits no
 * pair. */
static struct ladder_pair mean_at(const struct ladder *l, int size, int without)
{
    struct ladder_pair mean = {size, {0, 0}, {0, 0}};
    int n = 0;
    for (int i = 0; i < l->count; i++) {
        if (l->pairs[i].size != size || i == without) continue;
        n++;
        for (int side = 0; side < PAIR; side++) {
            mean.cost[side] += l->pairs[i].cost[side];
            mean.loss[side] += l->pairs[i].loss[side];
        }
    }
    for (int side = 0; side < PAIR; side++) mean.cost[side] /= n, mean.loss[side] /= n;
    return mean;
}

/* Fits the law and computes the log multiplier at each size. The last result is the mean over the
 * sizes in the fit. */
static struct law solve(const struct ladder *l, int without, double *answers)
{
    double *cost = xarray((size_t)l->sizes, sizeof *cost);
    double *loss = xarray((size_t)l->sizes, sizeof *loss), least = INFINITY;
    int n = 0;
    for (int i = 0; i < l->sizes; i++) {
        const struct ladder_pair mean = mean_at(l, i, without);
        least = fmin(least, fmin(mean.loss[OWN], mean.loss[REFERENCE]));
        if (!is_in_fit(l, i)) continue;
        cost[n] = mean.cost[REFERENCE];
        loss[n++] = mean.loss[REFERENCE];
    }
    struct law law = law_fit(cost, loss, n, least);
    answers[l->sizes] = 0;
    for (int i = 0; i < l->sizes; i++) {
        const struct ladder_pair mean = mean_at(l, i, without);
        double saved = law_log_cost(&law, mean.loss[OWN]) - mean.cost[OWN];
        double by_reference = law_log_cost(&law, mean.loss[REFERENCE]) - mean.cost[REFERENCE];
        answers[i] = seeds_at(l, i) >= LEAST_SEEDS ? saved - by_reference : (double)NAN;
        if (is_in_fit(l, i)) answers[l->sizes] += answers[i] / n;
    }
    free(cost);
    free(loss);
    return law;
}

/* Returns the jackknife variance of one result and sets its degrees of freedom. `left` has the
 * results with each pair left out, as an array of shape (pairs, results). */
static double jackknife(const struct ladder *l, const double *left, int answer, double *freedom)
{
    double sum = 0, squares = 0;
    int all = 0;
    for (int size = 0; size < l->sizes; size++) {
        int n = seeds_at(l, size);
        double mean = 0, variance = 0;
        if (n < LEAST_SEEDS) continue;
        for (int i = 0; i < l->count; i++)
            if (l->pairs[i].size == size) mean += left[i * (l->sizes + 1) + answer] / n;
        for (int i = 0; i < l->count; i++) {
            double off = left[i * (l->sizes + 1) + answer] - mean;
            if (l->pairs[i].size == size) variance += off * off * (n - 1) / n;
        }
        all += n - 1;
        sum += variance;
        squares += variance * variance / (n - 1);
    }
    *freedom = squares > 0 ? sum * sum / squares : all;
    return sum;
}

/* Returns the variance of a result due to tuning and due to the text. A result is the multiplier at
 * one size, or the mean over all sizes in the fit. */
static double added_variance(const struct ladder *l, const struct law *law, int answer)
{
    double tuning = 0, text = 0;
    int n = 0;
    for (int i = 0; i < l->sizes; i++) {
        if (answer < l->sizes ? i != answer : !is_in_fit(l, i)) continue;
        /* derivative of log compute with respect to log loss, at the arm's loss */
        double loss = exp(mean_at(l, i, -1).loss[OWN]);
        double steep = loss / (law->exponent * (loss - law->floor));
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
    struct estimate e = {0, answers[answer], NAN, {NAN, NAN, 0, false}, NAN, NAN};
    for (int i = 0; i < l->sizes; i++)
        if ((answer < l->sizes ? i == answer : is_in_fit(l, i)) && (!e.n || seeds_at(l, i) < e.n))
            e.n = seeds_at(l, i);
    if (isnan(e.centre)) return e;
    double freedom, variance = jackknife(l, left, answer, &freedom);
    stats_student_interval(&e, sqrt(variance + added_variance(l, law, answer)), freedom, level);
    return e;
}

void ladder_solve(const struct ladder *l, double level, struct scaling_fit *f,
                  struct estimate *each)
{
    int answers = l->sizes + 1;
    double *found = xarray((size_t)answers, sizeof *found);
    double *left = xarray((size_t)(l->count * answers), sizeof *left);
    f->sizes = f->seeds = 0;
    for (int i = 0; i < l->sizes; i++) {
        int seeds = seeds_at(l, i);
        if (!is_in_fit(l, i)) continue;
        f->seeds = f->sizes++ && f->seeds < seeds ? f->seeds : seeds;
    }
    f->fault = f->sizes < LEAST_SIZES ? "fewer than 3 sizes have at least 2 seeds" : NULL;
    for (int i = 0; i < answers; i++) found[i] = NAN;
    f->law = f->fault ? (struct law){NAN, NAN, NAN} : solve(l, -1, found);
    for (int i = 0; i < l->count && !f->fault; i++) solve(l, i, left + i * answers);
    for (int i = 0; i < l->sizes; i++) each[i] = estimate_of(l, &f->law, found, left, i, level);
    f->pooled = estimate_of(l, &f->law, found, left, l->sizes, level);
    free(found);
    free(left);
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
        if (v->of_arm || of_size || !label_shows_axis(a, entry, v)) continue;
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

/* Adds the pairs of training runs of an arm at one size. */
static void add_pairs(struct ladder *l, const struct analysis *a, int size, int entry)
{
    const struct question *q = entry_question(a, entry);
    const struct candidate *c = entry_winner(a, entry);
    const long loss = metric_find("loss") - metrics;
    for (int i = c ? c->first : 0; c && i < c->last; i++) {
        struct ladder_pair pair = {.size = size};
        bool ended = true;
        for (int side = 0; side < PAIR; side++) {
            const struct trial *t =
                side == OWN ? a->members[i]
                            : winner_trial(a, a->entries[entry].reference, a->members[i]);
            bool ok = t && t->state == TRIAL_OK;
            pair.cost[side] = ok ? log(training_flops(t)) : (double)NAN;
            pair.loss[side] = ok ? log(t->metric[q->split][loss]) : (double)NAN;
            ended &= !isnan(pair.cost[side]) && !isnan(pair.loss[side]);
        }
        if (!ended) continue;
        l->pairs = xgrow(l->pairs, (size_t)l->count + 1, sizeof *l->pairs);
        l->pairs[l->count++] = pair;
    }
}

static struct ladder ladder_of(const struct analysis *a, const struct question *q,
                               const int *entries, int sizes)
{
    struct ladder l = {.sizes = sizes,
                       .tuning_variance = xarray((size_t)sizes, sizeof *l.tuning_variance),
                       .text_sd = xarray((size_t)sizes, sizeof *l.text_sd),
                       .left_out = xarray((size_t)sizes, sizeof *l.left_out)};
    const struct metric *loss = metric_find("loss");
    for (int i = 0; i < sizes; i++) {
        const struct entry *own = &a->entries[entries[i]], *other = &a->entries[own->reference];
        const struct effect *e = entry_effect(a, entries[i], COMPARE_STEPS);
        add_pairs(&l, a, i, entries[i]);
        if (e && q->spec->tune_apart)
            l.tuning_variance[i] =
                tuning_variance(a, q, own, loss) + tuning_variance(a, q, other, loss);
        if (e && q->metric == loss && !isnan(e->records_variance))
            l.text_sd[i] = sqrt(e->records_variance);
    }
    return l;
}

/* ---- fits of a question ---- */

static void add_points(struct analysis *a, const struct ladder *l, const struct estimate *each,
                       const int *entries)
{
    size_t count = (size_t)(a->scaling_point_count + l->sizes);
    a->scaling_points = xgrow(a->scaling_points, count, sizeof *a->scaling_points);
    for (int i = 0; i < l->sizes; i++) {
        const struct ladder_pair mean = mean_at(l, i, -1);
        a->scaling_points[a->scaling_point_count++] = (struct scaling_point){
            .fit = a->scaling_fit_count,
            .entry = entries[i],
            .seeds = seeds_at(l, i),
            .parameters = winner_measured(a, entries[i], PARAMETERS),
            .flops = exp(mean.cost[OWN]),
            .loss = exp(mean.loss[OWN]),
            .multiplier = each[i],
            .left_out = l->left_out[i] ? failed_check_of(a, entries[i]) : NULL};
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
    struct estimate *each = xarray((size_t)sizes, sizeof *each);
    struct scaling_fit f = {.entry = entries[0],
                            .reference = a->entries[entries[0]].reference,
                            .ladder = xstrdup(name),
                            .points = {a->scaling_point_count, a->scaling_point_count + sizes},
                            .p_corrected = NAN,
                            .failed_check = leave_out(a, &l, entries)};
    ladder_solve(&l, a->level, &f, each);
    f.p = f.entry != f.reference && !f.failed_check ? f.pooled.p : (double)NAN;
    add_points(a, &l, each, entries);
    a->scaling_fits =
        xgrow(a->scaling_fits, (size_t)a->scaling_fit_count + 1, sizeof *a->scaling_fits);
    a->scaling_fits[a->scaling_fit_count++] = f;
    free(each);
    free(l.pairs);
    free(l.tuning_variance);
    free(l.text_sd);
    free(l.left_out);
}

/* Returns the verdict on an arm. A verdict in favour of the arm or reference with more diverged
 * runs becomes inconclusive. */
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
    return outcome_with_lost_runs(o, f->pooled.centre, lost, reference_lost);
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
    q->scaling.last = a->scaling_fit_count;
    correct_family(a->scaling_fits + q->scaling.first, q->scaling.last - q->scaling.first,
                   sizeof *a->scaling_fits, offsetof(struct scaling_fit, p),
                   offsetof(struct scaling_fit, p_corrected));
    for (int i = q->scaling.first; i < q->scaling.last; i++)
        a->scaling_fits[i].outcome = outcome_of(a, &a->scaling_fits[i]);
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
