/* SPDX-License-Identifier: MIT
 * Declared FLOP and bytes of a row into seconds, and which rows of a tuned arm are run
 * (estimate.h). */
#include "harness/run/estimate.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Measured with all of ablations/ at tier smoke on two cores of an Intel Xeon with AVX-512 that do
 * 146 GFLOP/s of sgemm each (November 2026): the rows that time took 0.98, the rows that train 1.01
 * of what these rates expect, single specifications 0.7 to 1.5. At tier full, on an AMD EPYC of 205
 * GFLOP/s a core, both took 0.7, as the rates of sgemm have it. */
#define CORE_GFLOPS 146

/* A row that times: the process starts, fills its memory, checks the kernel against its formula,
 * warms up, takes its samples, and passes once more for each group of counters. */
static const double start_s = 0.08, gradient_check_s = 0.03, fill_bytes_per_s = 1e8;
static const double layer_gflops = 90;
enum { PASSES_UNTIMED = 9, SAMPLES = 5 };

/* A row that trains. Small models spend much of their time outside of matrix products. Evaluating
 * a record is a forward pass, a third of a training step's work, with the metrics half as much
 * again. */
static const double quality_start_s = 0.06, quality_gflops = 130, quality_half_width = 44;
static const double evaluation_share = 1.5 / 3;
enum { EVALUATE_ALL = 300 }; /* records of a validation split that has no limit, about */

const char estimate_basis[] =
    "The time is estimated from the FLOP that each row declares and the bytes that it fills, at\n"
    "rates measured on cores that do 146 GFLOP/s of sgemm; rows that train run one a core, and of\n"
    "the values of a tuned axis only one is run beyond the tuning seeds. A run corrects all this\n"
    "by the rows that it has finished.\n";

static double field(const struct plan_cell *cell, const char *axis, double otherwise)
{
    const char *text = cell_get(&cell->fields, axis);
    return text ? strtod(text, NULL) : otherwise;
}

static double quality_s(const struct plan_cell *cell, const struct prediction *p)
{
    double width = field(cell, "d_model", 128), steps = field(cell, "steps", 1000);
    double every = field(cell, "evaluate_every", fmax(1, floor(steps / 10)));
    double limit = field(cell, "evaluate_limit", 0), batch = field(cell, "batch", 16);
    double rate = quality_gflops * width / (width + quality_half_width) * 1e9;
    double records = ceil(steps / every) * (limit > 0 ? limit : EVALUATE_ALL);
    return quality_start_s + p->flop / rate * (1 + evaluation_share * records / (steps * batch));
}

static double layer_s(const struct plan_cell *cell, const struct prediction *p)
{
    const char *phase = cell_get(&cell->fields, "phase");
    double pass_s = (p->flop + p->recomputed) / (layer_gflops * 1e9 * field(cell, "threads", 1));
    double sample_s = fmax(pass_s, field(cell, "min_sample_ms", 5) / 1e3);
    double check_s = phase && strcmp(phase, "forward") ? gradient_check_s : 0;
    double fill_s = isnan(p->memory_bytes) ? 0 : p->memory_bytes / fill_bytes_per_s;
    return start_s + check_s + fill_s + PASSES_UNTIMED * pass_s +
           field(cell, "samples", SAMPLES) * sample_s;
}

static bool trains(const struct plan *plan, int spec)
{
    return plan->specs[spec].kind == SPEC_QUALITY;
}

/* By itself; 0 for one that is refused. */
static double row_s(const struct plan *plan, const struct plan_row *row, const struct prediction *p)
{
    const struct plan_cell *cell = &plan->cells[row->cell_index];
    if (p->refuse || isnan(p->flop)) return 0;
    return trains(plan, row->spec) ? quality_s(cell, p) : layer_s(cell, p);
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

/* ---- rows of which one alone is run ---- */

static bool is_tuning_seed(const struct spec *s, const char *seed)
{
    for (int i = 0; seed && i < s->tune_seed_count; i++)
        if (!strcmp(s->tune_seeds[i], seed)) return true;
    return false;
}

/* What a row is without the value of its tuned axis, and with `seed` false without its seed. */
static char *name_without(const struct plan *plan, const struct plan_row *row, bool seed)
{
    const struct spec *s = &plan->specs[row->spec];
    const struct cell_fields *fields = &plan->cells[row->cell_index].fields;
    struct text out = {0};
    text_add(&out, "%d,%s,%d", row->spec, row->arm, row->round);
    for (int i = 0; i < fields->count; i++) {
        const char *axis = fields->list[i].axis;
        if (strcmp(axis, s->tune_axis) && (seed || strcmp(axis, "seed")))
            cell_append(&out, axis, fields->list[i].value);
    }
    return out.data;
}

/* The number of a name, a new one if it is new; -1: it is not there and must be. */
static int number_of(json_t *names, char *name, bool must_exist)
{
    const json_t *known = json_object_get(names, name);
    int number = known        ? (int)json_integer_value(known)
                 : must_exist ? -1
                              : (int)json_object_size(names);
    if (!known && !must_exist) json_object_set_new(names, name, json_integer(number));
    free(name);
    return number;
}

/* Beyond its tuning seeds an arm is run with one value, if the plan has the rows that choose it. */
static void mark_choices(const struct plan *plan, struct expected_row *rows)
{
    json_t *tuned = json_object(), *choices = json_object();
    for (int second = 0; second < 2; second++)
        for (int i = 0; i < plan->row_count; i++) {
            const struct plan_row *row = &plan->rows[i];
            const struct spec *s = &plan->specs[row->spec];
            if (!s->tune_axis) continue;
            bool trial = is_tuning_seed(s, cell_get(&plan->cells[row->cell_index].fields, "seed"));
            if (!second && trial) number_of(tuned, name_without(plan, row, false), false);
            if (second && !trial && number_of(tuned, name_without(plan, row, false), true) >= 0)
                rows[i].choice = number_of(choices, name_without(plan, row, true), false);
        }
    json_decref(tuned);
    json_decref(choices);
}

struct expected_row *estimate_rows(const struct plan *plan, const struct prediction *predictions,
                                   double slower)
{
    struct expected_row *rows = xarray((size_t)plan->row_count, sizeof *rows);
    int arms = 1;
    for (int i = 0; i < plan->row_count; i++)
        if (plan->rows[i].arm_index >= arms) arms = plan->rows[i].arm_index + 1;
    for (int i = 0; i < plan->row_count; i++) {
        const struct plan_row *row = &plan->rows[i];
        rows[i] = (struct expected_row){
            .seconds = slower * row_s(plan, row, &predictions[row->cell_index]),
            .group = {0, trains(plan, row->spec) ? KIND_SIDE_BY_SIDE : KIND_ALONE, row->spec,
                      row->spec * arms + row->arm_index, row->cell_index},
            .choice = -1};
    }
    mark_choices(plan, rows);
    return rows;
}
