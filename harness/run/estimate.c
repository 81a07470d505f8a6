/* SPDX-License-Identifier: MIT
 * Declared FLOP and bytes of a row into seconds, and which rows of a tuned arm are run
 * (estimate.h). */
#include "base/mem.h"
#include "harness/plan/numbered.h"
#include "harness/plan/tuning/tuning_rule.h"
#include "harness/run/estimate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Measured with all of ablations/ at tier smoke on two cores of an Intel Xeon with AVX-512 that do
 * 146 GFLOP/s of sgemm each (November 2026): the rows that time took 0.98, the rows that train 1.01
 * of what these rates expect, single specifications 0.7 to 1.5. At tier full, on an AMD EPYC of 205
 * GFLOP/s a core, both took 0.7, as the rates of sgemm have it. */
#define CORE_GFLOPS 146

/* A row that times: the process starts, reads its data, fills its memory, checks the kernel against
 * its formula, warms up, takes its samples, and passes once more for each group of counters. */
static const double start_s = 0.08, gradient_check_s = 0.03, fill_bytes_per_s = 1e8;
static const double layer_gflops = 90;
enum { PASSES_UNTIMED = 9, SAMPLES = 5 };

/* A row that trains. Small models spend much of their time outside of matrix products. Scoring and
 * decoding do as well as training steps: what they lose by small batches they save by not having
 * to keep anything. The text is read first: read_s a character that is taken as bytes, of which
 * each tokenizer says how much longer it takes (datasets/tokenizers/tokenizer.h). */
static const double quality_start_s = 0.06, quality_gflops = 130, quality_half_width = 44;
static const double read_s = 1e-8;

static double field(const struct plan *plan, const struct plan_cell *cell, const char *axis,
                    double otherwise)
{
    const char *text = plan_value(plan, cell, axis);
    return text ? strtod(text, NULL) : otherwise;
}

static double quality_s(const struct plan *plan, const struct plan_cell *cell,
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

/* By itself; 0 for one that is refused. */
static double row_s(const struct plan *plan, const struct plan_row *row, const struct prediction *p)
{
    const struct plan_cell *cell = &plan->cells[row->cell_index];
    if (p->refuse || isnan(p->flop)) return 0;
    return trains(plan, cell) ? quality_s(plan, cell, p) : layer_s(plan, cell, p);
}

double estimate_slower(const json_t *peaks)
{
    size_t i;
    const json_t *entry;
    double best = 0; /* what disturbs a peak lowers it */
    json_array_foreach(peaks, i, entry)
    {
        double rate = json_number_value(json_object_get(entry, "sgemm_gflops"));
        double threads = json_number_value(json_object_get(entry, "threads"));
        if (threads > 0) best = fmax(best, rate / threads);
    }
    return best > 0 ? CORE_GFLOPS / best : 1;
}

/* ---- rows that are not run ---- */

static void set_choice(struct expected_row *row, json_t *choices, char *name, int wanted)
{
    row->choice = numbered(choices, name);
    row->wanted = wanted;
}

/* Beyond its tuning seeds an arm is run with one value, if the plan has the rows that choose it; of
 * those some are run. */
static void mark_choices(const struct plan *plan, struct expected_row *rows)
{
    struct tuned_family *families = tuned_families(plan);
    json_t *choices = json_object();
    for (int i = 0; i < plan->row_count; i++) {
        const struct plan_cell *cell = plan_row_cell(plan, &plan->rows[i]);
        const struct tuned_family *f = cell->family < 0 ? NULL : &families[cell->family];
        int round = plan->rows[i].round;
        if (!f || !f->trials) continue;
        if (cell->tuning)
            set_choice(&rows[i], choices, xformat("%d,tune,%d", cell->family, round), f->expected);
        else
            set_choice(&rows[i], choices,
                       xformat("%d,%s,%d", cell->family, plan_value(plan, cell, "seed"), round), 1);
    }
    free(families);
    json_decref(choices);
}

/* A training that an earlier row of the plan is too takes that one's result. */
static void mark_shared(const struct plan *plan, struct expected_row *rows)
{
    int rounds = 1;
    for (int i = 0; i < plan->row_count; i++)
        if (plan->rows[i].round > rounds) rounds = plan->rows[i].round;
    bool *met = xarray((size_t)plan->cell_count * (size_t)rounds + 1, sizeof *met);
    for (int i = 0; i < plan->row_count; i++) {
        const struct plan_cell *cell = plan_row_cell(plan, &plan->rows[i]);
        if (!trains(plan, cell)) continue;
        bool *before = &met[cell->trained_by * rounds + plan->rows[i].round - 1];
        if (*before) rows[i].made = MADE_BY_EARLIER_ROW;
        *before = true;
    }
    free(met);
}

/* What is taken leaves its choice, of which so many fewer are to be made. */
void estimate_reused(struct expected_row *rows, const struct plan *plan, const struct reuse *reuse)
{
    int *taken = xarray((size_t)plan->row_count + 1, sizeof *taken); /* of each choice */
    for (int i = 0; i < plan->row_count; i++) {
        if (!reuse_has(reuse, plan_row_cell(plan, &plan->rows[i])->string, plan->rows[i].round))
            continue;
        if (rows[i].choice >= 0) taken[rows[i].choice]++;
        rows[i].made = MADE_IN_EARLIER_RUN;
        rows[i].choice = -1;
    }
    for (int i = 0; i < plan->row_count; i++) {
        struct expected_row *row = &rows[i];
        int fewer = row->choice < 0 ? 0 : taken[row->choice];
        row->wanted = row->wanted > fewer ? row->wanted - fewer : 0;
    }
    free(taken);
}

struct expected_row *estimate_rows(const struct plan *plan, const struct prediction *predictions,
                                   double slower)
{
    struct expected_row *rows = xarray((size_t)plan->row_count, sizeof *rows);
    int arms = 1;
    for (int i = 0; i < plan->cell_count; i++)
        if (plan->cells[i].arm_index >= arms) arms = plan->cells[i].arm_index + 1;
    for (int i = 0; i < plan->row_count; i++) {
        const struct plan_row *row = &plan->rows[i];
        const struct plan_cell *cell = plan_row_cell(plan, row);
        rows[i] = (struct expected_row){
            .seconds = slower * row_s(plan, row, &predictions[row->cell_index]),
            .group = {0, trains(plan, cell) ? KIND_SIDE_BY_SIDE : KIND_ALONE, cell->spec,
                      cell->spec * (arms + 1) + cell->arm_index + 1, row->cell_index},
            .choice = -1};
    }
    mark_choices(plan, rows);
    mark_shared(plan, rows);
    return rows;
}

/* ==== The rest of a run in seconds, learnt from its finished rows. ==== */

/* How many finished rows the group around it counts for. Rows of one specification are much alike,
 * so that it takes many to speak for a kind; those of a cell are the same. Of weights tried on
 * made-up runs (tests/unit/test_time_left.c) and on the rows of real ones, these erred least. */
static const double weights[ROW_GROUPS] = {16, 80, 6, 3, 0.5};
/* A row that takes longer than expected still has this share of it to go. */
static const double least_share = 0.05;

struct group {
    double expected, measured; /* of finished rows */
};
struct row_choice {
    int left; /* rows that are not started */
    int made; /* rows that were run */
};
struct time_left {
    struct expected_row *rows;
    struct state {
        bool started, finished;
        double since;
    } * states;
    struct group *groups[ROW_GROUPS];
    struct row_choice *choices;
    int count, side_by_side;
};

static int groups_of(const struct time_left *t, enum row_group level)
{
    int most = -1;
    for (int i = 0; i < t->count; i++)
        if (t->rows[i].group[level] > most) most = t->rows[i].group[level];
    return most + 1;
}

static int choices_of(const struct time_left *t)
{
    int most = -1;
    for (int i = 0; i < t->count; i++)
        if (t->rows[i].choice > most) most = t->rows[i].choice;
    return most + 1;
}

struct time_left *time_left_open(const struct expected_row *rows, int count, int side_by_side)
{
    struct time_left *t = xalloc(sizeof *t);
    *t = (struct time_left){.rows = xarray((size_t)count, sizeof *t->rows),
                            .states = xarray((size_t)count, sizeof *t->states),
                            .count = count,
                            .side_by_side = side_by_side};
    if (count) memcpy(t->rows, rows, (size_t)count * sizeof *rows);
    for (int level = 0; level < ROW_GROUPS; level++)
        t->groups[level] =
            xarray((size_t)groups_of(t, (enum row_group)level), sizeof(struct group));
    t->choices = xarray((size_t)choices_of(t), sizeof *t->choices);
    for (int i = 0; i < count; i++)
        if (rows[i].choice >= 0) t->choices[rows[i].choice].left++;
    return t;
}

bool time_left_may_spare(const struct time_left *t) { return choices_of(t) > 0; }

void time_left_close(struct time_left *t)
{
    for (int level = 0; level < ROW_GROUPS; level++) free(t->groups[level]);
    free(t->choices);
    free(t->states);
    free(t->rows);
    free(t);
}

void time_left_set_side_by_side(struct time_left *t, int side_by_side)
{
    t->side_by_side = side_by_side;
}

/* A row of a choice is run, or is known not to be. */
static void note_start(struct time_left *t, int row, bool runs)
{
    int choice = t->rows[row].choice;
    if (choice < 0) return;
    t->choices[choice].left--;
    t->choices[choice].made += runs;
}

void time_left_start(struct time_left *t, int row, double now)
{
    t->states[row].started = true;
    t->states[row].since = now;
    note_start(t, row, true);
}

void time_left_finish(struct time_left *t, int row, double took_s)
{
    const struct expected_row *r = &t->rows[row];
    t->states[row].finished = true;
    if (!t->states[row].started) note_start(t, row, took_s > 0);
    for (int level = 0; took_s > 0 && level < ROW_GROUPS; level++) {
        struct group *g = &t->groups[level][r->group[level]];
        g->expected += r->seconds;
        g->measured += took_s;
    }
}

/* How likely it is that a row is run at all. */
static double share_of(const struct time_left *t, int row)
{
    int choice = t->rows[row].choice;
    if (t->states[row].started) return 1;
    if (t->rows[row].made) return 0;
    if (choice < 0) return 1;
    double wanted = t->rows[row].wanted - t->choices[choice].made;
    return fmin(1, fmax(0, wanted) / t->choices[choice].left);
}

static double expected_s(const struct time_left *t, const struct expected_row *r)
{
    double factor = 1;
    for (int level = 0; level < ROW_GROUPS; level++) {
        const struct group *g = &t->groups[level][r->group[level]];
        double own = weights[level] * r->seconds;
        factor = (g->measured + own * factor) / (g->expected + own);
    }
    return factor * r->seconds;
}

double time_left_seconds(const struct time_left *t, double now)
{
    double sum[2] = {0}, longest = 0;
    for (int i = 0; i < t->count; i++) {
        const struct expected_row *r = &t->rows[i];
        const struct state *s = &t->states[i];
        if (s->finished || !(r->seconds > 0)) continue;
        double all = expected_s(t, r), left = all * share_of(t, i);
        if (s->started) left = fmax(all - (now - s->since), least_share * all);
        sum[r->group[GROUP_KIND]] += left;
        if (r->group[GROUP_KIND] == KIND_SIDE_BY_SIDE) longest = fmax(longest, left);
    }
    return sum[KIND_ALONE] + fmax(sum[KIND_SIDE_BY_SIDE] / t->side_by_side, longest);
}
