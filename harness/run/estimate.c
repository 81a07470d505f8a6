/* SPDX-License-Identifier: MIT
 * Estimates seconds per row from FLOPs and bytes, the remaining time of a run, and the effects that
 * can be detected (estimate.h). */
#include "base/mem.h"
#include "base/statistics/paired.h"
#include "harness/plan/expand.h"
#include "harness/plan/tuning/tuning_rule.h"
#include "harness/run/estimate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Rates on an Intel Xeon with AVX-512 and 146 GFLOP/s of sgemm per core (November 2026).
 * Questions of tier smoke took 0.7 to 1.5 times the estimate. On an AMD EPYC with 205 GFLOP/s per
 * core, questions of tier full took 0.7 times the estimate. */
#define CORE_GFLOPS 146

/* Costs of a timed row: starting the worker, filling memory, the gradient check, untimed passes
 * (check, warm-up, counters), and samples. */
static const double start_s = 0.08, gradient_check_s = 0.03, fill_bytes_per_s = 1e8;
static const double layer_gflops = 90;
enum { PASSES_UNTIMED = 9, SAMPLES = 5 };

/* Rates of training. Small models spend much time outside matrix products: at width
 * quality_half_width, the rate is half of quality_gflops. read_s is the time to load one byte of
 * text; the time also depends on the tokenizer (tokenizer.h). */
static const double quality_start_s = 0.06, quality_gflops = 130, quality_half_width = 44;
static const double read_s = 1e-8;

static double field(const struct plan *plan, const struct plan_cell *cell, const char *axis,
                    double otherwise)
{
    const char *text = plan_value(plan, cell, axis);
    return text ? strtod(text, NULL) : otherwise;
}

static double training_s(const struct plan *plan, const struct plan_cell *cell,
                         const struct prediction *p)
{
    double width = field(plan, cell, "d_model", 128);
    double rate = quality_gflops * width / (width + quality_half_width) * 1e9;
    return quality_start_s + read_s * p->read_work +
           (p->flop + p->evaluate_flop + p->decode_flop) / rate;
}

static double layer_s(const struct plan *plan, const struct plan_cell *cell,
                      const struct prediction *p)
{
    const char *phase = plan_value(plan, cell, "phase");
    double pass_s =
        (p->flop + p->recomputed) / (layer_gflops * 1e9 * field(plan, cell, "threads", 1));
    double sample_s = fmax(pass_s, field(plan, cell, "min_sample_ms", 5) / 1e3);
    double check_s = phase && strcmp(phase, "forward") ? gradient_check_s : 0;
    double fill_s = isnan(p->memory_bytes) ? 0 : p->memory_bytes / fill_bytes_per_s;
    return start_s + check_s + fill_s + read_s * p->read_work + PASSES_UNTIMED * pass_s +
           field(plan, cell, "samples", SAMPLES) * sample_s;
}

static bool trains(const struct plan *plan, const struct plan_cell *cell)
{
    return spec_trains(&plan->specs[cell->spec]);
}

/* Estimates the seconds of a row; 0 for a refused cell. */
static double row_s(const struct plan *plan, const struct plan_cell *cell,
                    const struct prediction *p)
{
    if (p->refuse || isnan(p->flop)) return 0;
    return trains(plan, cell) ? training_s(plan, cell, p) : layer_s(plan, cell, p);
}

double estimate_slower(const json_t *peaks)
{
    size_t i;
    const json_t *entry;
    double best = 0; /* disturbances only lower peaks, so the highest peak is used */
    json_array_foreach(peaks, i, entry)
    {
        double rate = json_number_value(json_object_get(entry, "sgemm_gflops"));
        double threads = json_number_value(json_object_get(entry, "threads"));
        if (threads > 0) best = fmax(best, rate / threads);
    }
    return best > 0 ? CORE_GFLOPS / best : 1;
}

/* ---- rows that are not run ---- */

/* Marks rows that share a training run with an earlier row of the plan or with an earlier run. */
static void mark_made(const struct plan *plan, struct expected_row *rows, const struct reuse *reuse)
{
    int rounds = plan_most_rounds(plan);
    bool *met = xarray((size_t)plan->cell_count * (size_t)rounds, sizeof *met);
    for (int i = 0; i < plan->row_count; i++) {
        const struct plan_row *row = &plan->rows[i];
        const struct plan_cell *cell = plan_row_cell(plan, row);
        bool *made = &met[cell->trained_by * rounds + row->round - 1];
        if (!trains(plan, cell)) continue;
        if (*made) rows[i].made = MADE_BY_EARLIER_ROW;
        *made = true;
        if (reuse && reuse_find(reuse, cell->string, row->round))
            rows[i].made = MADE_IN_EARLIER_RUN;
    }
    free(met);
}

/* Returns the index of the choice to which a row belongs. In each round, all trials of a family
 * form one choice. The other rows of a family form one choice per seed and round. Returns -1 if
 * tuning never skips the row. */
static int choice_of(const struct plan *plan, const struct plan_row *row,
                     const struct tuned_family *families, json_t *choices)
{
    const struct plan_cell *cell = plan_row_cell(plan, row);
    if (cell->family < 0 || !families[cell->family].trials) return -1;
    const char *seed = cell->tuning ? "tune" : plan_value(plan, cell, "seed");
    char *name = xformat("%d,%s,%d", cell->family, seed, row->round);
    int number = number_of_text(choices, name, (int)json_object_size(choices));
    free(name);
    return number;
}

/* Sets the probability that each row is run. Tuning runs only some trials, and only one value for
 * each seed that is used for results. Rows from earlier runs reduce these numbers. */
static void mark_shares(const struct plan *plan, struct expected_row *rows)
{
    struct tuned_family *families = tuned_families(plan);
    json_t *choices = json_object();
    int *of = xarray((size_t)plan->row_count + 1, sizeof *of);
    int *left = xarray((size_t)plan->row_count + 1,
                       sizeof *left); /* for each choice, the number of rows without a result from
                                         an earlier run */
    int *made = xarray((size_t)plan->row_count + 1, sizeof *made);
    for (int i = 0; i < plan->row_count; i++) {
        of[i] = choice_of(plan, &plan->rows[i], families, choices);
        if (of[i] >= 0) (rows[i].made == MADE_IN_EARLIER_RUN ? made : left)[of[i]]++;
    }
    for (int i = 0; i < plan->row_count; i++) {
        const struct plan_cell *cell = plan_row_cell(plan, &plan->rows[i]);
        if (of[i] < 0 || rows[i].made == MADE_IN_EARLIER_RUN) continue;
        int wanted = (cell->tuning ? families[cell->family].expected : 1) - made[of[i]];
        rows[i].share = fmin(1, fmax(0, wanted) / left[of[i]]);
    }
    free(of), free(left), free(made), free(families);
    json_decref(choices);
}

struct expected_row *estimate_rows(const struct plan *plan, const struct prediction *predictions,
                                   double slower, const struct reuse *reuse)
{
    struct expected_row *rows = xarray((size_t)plan->row_count, sizeof *rows);
    for (int i = 0; i < plan->row_count; i++) {
        const struct plan_cell *cell = plan_row_cell(plan, &plan->rows[i]);
        rows[i] = (struct expected_row){
            .seconds = slower * row_s(plan, cell, &predictions[plan->rows[i].cell_index]),
            .share = 1,
            .group = cell->spec,
            .side_by_side = trains(plan, cell)};
    }
    mark_made(plan, rows, reuse);
    mark_shares(plan, rows);
    return rows;
}

/* ---- time left ----
 *
 *   remaining time = sum of the estimates of unfinished rows * correction factor
 *   correction factor = measured seconds / estimated seconds of finished rows
 *
 * Each question has a factor, which starts at the factor of the whole run. The factor of the run
 * starts at 1. */

/* The initial correction factors count as much as these numbers of finished rows. */
static const double run_weight = 8, group_weight = 4;
/* minimum remaining time of a running row, as a share of the row's estimate */
static const double least_share = 0.05;

struct sums {
    double expected, measured; /* estimated and measured seconds of finished rows */
};
struct time_left {
    struct expected_row *rows;
    struct state {
        bool started, finished;
        double since;
    } * states;
    struct sums run, *groups;
    int count, cores;
};

struct time_left *time_left_open(const struct expected_row *rows, int count, int cores)
{
    struct time_left *t = xalloc(sizeof *t);
    int groups = 0;
    *t = (struct time_left){.rows = xarray((size_t)count, sizeof *t->rows),
                            .states = xarray((size_t)count, sizeof *t->states),
                            .count = count,
                            .cores = cores};
    for (int i = 0; i < count; i++) {
        t->rows[i] = rows[i];
        if (rows[i].group >= groups) groups = rows[i].group + 1;
    }
    t->groups = xarray((size_t)groups, sizeof *t->groups);
    return t;
}

void time_left_close(struct time_left *t)
{
    free(t->groups);
    free(t->states);
    free(t->rows);
    free(t);
}

bool time_left_has_optional_rows(const struct time_left *t)
{
    for (int i = 0; i < t->count; i++)
        if (t->rows[i].share < 1) return true;
    return false;
}

void time_left_set_cores(struct time_left *t, int cores) { t->cores = cores; }

void time_left_start(struct time_left *t, int row, double now)
{
    t->states[row].started = true;
    t->states[row].since = now;
}

void time_left_finish(struct time_left *t, int row, double took_s)
{
    struct sums *const all[] = {&t->run, &t->groups[t->rows[row].group]};
    t->states[row].finished = true;
    for (int i = 0; took_s > 0 && i < 2; i++) {
        all[i]->expected += t->rows[row].seconds;
        all[i]->measured += took_s;
    }
}

static double ratio(struct sums s, double weight, double seconds, double start)
{
    return (s.measured + weight * seconds * start) / (s.expected + weight * seconds);
}

static double corrected_s(const struct time_left *t, const struct expected_row *r)
{
    double run = ratio(t->run, run_weight, r->seconds, 1);
    return r->seconds * ratio(t->groups[r->group], group_weight, r->seconds, run);
}

double time_left_seconds(const struct time_left *t, double now)
{
    double alone = 0, trained = 0, longest = 0;
    for (int i = 0; i < t->count; i++) {
        const struct expected_row *r = &t->rows[i];
        const struct state *s = &t->states[i];
        if (s->finished || !(r->seconds > 0)) continue;
        double all = corrected_s(t, r), left = r->made ? 0 : r->share * all;
        if (s->started) left = fmax(all - (now - s->since), least_share * all);
        *(r->side_by_side ? &trained : &alone) += left;
        if (r->side_by_side) longest = fmax(longest, left);
    }
    return alone + fmax(trained / t->cores, longest);
}

/* ---- statistical power ----
 *
 * Holm's correction compares the smallest of m p-values with 0.05 / m.
 *
 *  - Timed questions: with n rounds, the p-value of the signed-rank test is at least 2 / 2^n.
 *  - Training questions: with n seeds, Student's t-test detects a mean difference of at least
 *    t(1 - 0.025 / m; n - 1) / sqrt(n) standard deviations. */

static bool is_baseline(const struct plan *plan, const struct plan_cell *c, int index)
{
    const struct spec *s = &plan->specs[c->spec];
    if (c->baseline < 0) return true; /* a cell without a baseline is not compared */
    if (s->baseline_is_map) return c->baseline == index;
    return !strcmp(s->arms[c->arm_index].name, s->baseline);
}

/* Returns a string that identifies an arm in a condition. For training rows, seed and tuned axis
 * are omitted. The caller frees the result. */
static char *entry_key(const struct plan *plan, const struct plan_cell *c)
{
    struct text key = {0};
    if (!spec_trains(&plan->specs[c->spec])) return xstrdup(c->string);
    if (c->family >= 0) return xformat("family %d", c->family);
    int seed = axes_find(plan->axes, "seed");
    for (int i = 0; i < plan->axes->count; i++)
        text_add(&key, "%s,", i == seed || !c->values[i] ? "" : c->values[i]);
    return key.data;
}

int power_comparisons(const struct plan *plan, int spec)
{
    json_t *entries = json_object();
    for (int i = 0; i < plan->cell_count; i++) {
        const struct plan_cell *c = &plan->cells[i];
        /* negative controls are corrected separately */
        if (c->spec != spec || is_baseline(plan, c, i) || plan_is_negative_control(plan, c))
            continue;
        char *key = entry_key(plan, c);
        json_object_set_new(entries, key, json_null());
        free(key);
    }
    int count = (int)json_object_size(entries);
    json_decref(entries);
    return count;
}

static int judging_seeds(const struct plan *plan, int spec)
{
    json_t *seeds = json_object();
    for (int i = 0; i < plan->cell_count; i++) {
        const struct plan_cell *c = &plan->cells[i];
        const char *seed = plan_value(plan, c, "seed");
        if (c->spec == spec && seed && !c->simple_baseline && !plan_only_tunes(plan, c))
            json_object_set_new(seeds, seed, json_null());
    }
    int count = (int)json_object_size(seeds);
    json_decref(seeds);
    return count;
}

static const char *plural(int count) { return count == 1 ? "" : "s"; }

static char *rounds_words(int comparisons, int rounds)
{
    int needed = stats_rounds_needed(comparisons, VERDICT_LEVEL);
    if (rounds >= needed)
        return xformat("%d comparison%s: %d rounds are enough for a verdict after correction (%d "
                       "needed)",
                       comparisons, plural(comparisons), rounds, needed);
    return xformat("%d comparison%s: %d round%s too few for a verdict after correction. %d are "
                   "needed: --set rounds=%d",
                   comparisons, plural(comparisons), rounds, rounds == 1 ? " is" : "s are", needed,
                   needed);
}

static char *seeds_words(int comparisons, int seeds)
{
    double level = 1 - (1 - VERDICT_LEVEL) / comparisons;
    int enough = stats_pairs_needed(1, 0, 1, level);
    if (seeds < 2)
        return xformat("%d comparison%s: %d seed%s no interval. %d seeds detect a difference of 1 "
                       "standard deviation over the seeds",
                       comparisons, plural(comparisons), seeds, seeds == 1 ? " gives" : "s give",
                       enough);
    return xformat("%d comparison%s: after correction, %d seeds detect a difference of %.3g "
                   "standard deviations over the seeds, and %d seeds detect a difference of 1",
                   comparisons, plural(comparisons), seeds,
                   stats_t_quantile(0.5 + level / 2, seeds - 1) / sqrt(seeds), enough);
}

char *power_words(const struct plan *plan, int spec)
{
    int comparisons = power_comparisons(plan, spec);
    if (!comparisons) return NULL;
    return spec_trains(&plan->specs[spec]) ? seeds_words(comparisons, judging_seeds(plan, spec))
                                           : rounds_words(comparisons, plan->specs[spec].rounds);
}
