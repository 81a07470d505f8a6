/* SPDX-License-Identifier: MIT
 * Implements `attnlab-worker run` for a layer: sets up, checks and times the layer, measures phases
 * and counters, and fills the record. */
#include "base/rng.h"
#include "base/mem.h"
#include "harness/measure/clock.h"
#include "harness/measure/quality.h"
#include "harness/measure/counters/counters.h"
#include "harness/measure/record.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Number of rows checked at the cell's own shape before timing. The number is small, because each
 * row of attention needs M evaluations of the score's formula. `attnlab check` checks all rows. */
static const struct sampling own_shape = {.projection_rows = 3, .attention_rows = 4};
enum { MOST_PHASE_PASSES = 1000 };

struct run {
    const struct worker_options *options;
    struct worker_cell cell;
    struct text_corpus text;
    struct resources resources;
    uint64_t layout_seed;
    json_t *record;
    /* worst errors of the gradient checks; other fields are not used */
    struct check_result gradients;
};

/* ---- check ---- */

/* Writes status and check result to the record. Frees the result. */
static void note_check(struct run *run, const char *where, struct check_result *r)
{
    json_t *check = json_object();
    char *reason = *r->reason ? xformat("%s: %s", where, r->reason) : xstrdup("");
    record_check(check, r);
    json_object_set_new(run->record, "check", check);
    record_status(run->record, r->status, reason);
    free(reason);
    check_result_free(r);
}

/* Copies the worst gradient errors of earlier checks to this result, so that checks without
 * gradients do not erase them. */
static void keep_gradients(struct run *run, struct check_result *r)
{
    struct check_result *kept = &run->gradients;
    if (r->gradient_tolerance > 0 &&
        (!(kept->gradient_tolerance > 0) ||
         r->gradient_err / r->gradient_tolerance > kept->gradient_err / kept->gradient_tolerance)) {
        kept->gradient_err = r->gradient_err;
        kept->gradient_tolerance = r->gradient_tolerance;
    }
    if (r->difference_tolerance > 0) {
        kept->difference_err = r->difference_err;
        kept->difference_tolerance = r->difference_tolerance;
    }
    r->gradient_err = kept->gradient_err;
    r->gradient_tolerance = kept->gradient_tolerance;
    r->difference_err = kept->difference_err;
    r->difference_tolerance = kept->difference_tolerance;
}

/* Checks the layer at the cell's own shape, without gradients, because comparing them would take
 * too long. */
static struct checked *check_here(struct run *run, const struct workload *load,
                                  struct sampling sampling)
{
    struct check_result result;
    sampling.seed = (uint64_t)run->cell.seed;
    struct checked *checked = check_workload(load, &sampling, &result);
    keep_gradients(run, &result);
    note_check(run, "at the cell's shape", &result);
    return checked;
}

static bool is_small(const struct layer *layer)
{
    struct layer small = check_reduced(layer);
    return memcmp(&small.shape, &layer->shape, sizeof small.shape) == 0;
}

static bool check_at(struct run *run, struct layer small, int entries, const char *where)
{
    struct check_result result;
    const char *refuse = run->cell.kernels->refuse(&small);
    if (refuse)
        return record_fail(run->record, STATUS_MISTRUSTED,
                           xformat("the kernels refuse the small shape of the check: %s", refuse));
    layer_check(&small, &run->cell, &run->text, &run->resources, reduced_rows(), entries, &result);
    bool good = result.status == STATUS_OK;
    keep_gradients(run, &result);
    note_check(run, where, &result);
    return good;
}

/* Checks the layer at two smaller shapes. At the smallest shape, gradients are compared with finite
 * differences. At a larger shape, which has partial tiles and several blocks of rows, gradients are
 * compared with the double build. If the cell is small and has only a forward pass, neither check
 * is needed. */
static bool check_small(struct run *run)
{
    const struct layer *layer = &run->cell.layer;
    const char *where = "at the reduced shape";
    if (run->cell.phase == PHASE_FORWARD)
        return is_small(layer) || check_at(run, check_reduced(layer), 0, where);
    return check_at(run, gradient_reduced(layer), GRADIENT_ENTRIES,
                    "at the shape for finite differences") &&
           check_at(run, check_reduced(layer), 0, where);
}

/* ---- measurement ---- */

/* Times the layer. Returns false if a timed pass gave a different result. */
static bool time_layer(struct run *run, const struct checked *checked, long *passes)
{
    struct timing timing;
    struct timing_request request = {run->cell.samples, run->cell.min_sample_ms,
                                     run->cell.delay_percent};
    double probe = clock_probe_ns();
    struct row_noise before = row_noise_now(run->resources.team);
    timing_take(checked, &request, &timing);
    json_object_set_new(run->record, "noise", record_noise(&before, run->resources.team, probe));
    json_object_set_new(run->record, "samples", record_samples(&timing));
    json_object_set_new(run->record, "stop_reason",
                        json_string(timing.failure ? "failure" : "samples"));
    *passes = timing.passes;
    if (timing.failure)
        record_status(run->record, STATUS_INCORRECT, timing.failure);
    else if (timing_migrated(&timing))
        record_status(run->record, STATUS_UNSTABLE, MIGRATED);
    bool good = !timing.failure;
    timing_free(&timing);
    return good;
}

static void note_phases(struct run *run, const struct checked *checked, long passes,
                        const struct layer_work *work)
{
    double ns[PHASES];
    timing_phases(checked, passes, ns);
    json_object_set_new(run->record, "phases", record_phases(ns, work));
}

static void measure(struct run *run, const struct checked *checked)
{
    long passes;
    const struct workload *load = checked_workload(checked);
    struct layer_work work = workload_work(load->kernels, &load->layer, load->phase);
    if (!time_layer(run, checked, &passes)) return;
    unsigned by_formula = workload_by_formula(load->kernels, &load->layer, load->phase);
    json_object_set_new(run->record, "path", record_path(load->kernels, by_formula));
    json_object_set_new(run->record, "memory", record_memory(load));
    json_object_set_new(run->record, "work", record_work(load, &work));
    if (passes > MOST_PHASE_PASSES) passes = MOST_PHASE_PASSES;
    note_phases(run, checked, passes, &work);
    if (run->cell.counters != COUNTERS_NONE) counters_run(checked, passes, &work, run->record);
}

static void check_and_measure(struct run *run)
{
    struct workload load;
    workload_open(&load, &run->cell.layer, &run->cell, &run->text, run->resources.team,
                  run->resources.memory);
    struct sampling rows = is_small(&run->cell.layer) ? reduced_rows() : own_shape;
    struct checked *checked = check_here(run, &load, rows);
    process_reset_peak_rss();
    if (checked) measure(run, checked);
    checked_free(checked);
    workload_close(&load);
}

static void run_layer(struct run *run)
{
    char *error = NULL;
    const char *refuse = run->cell.kernels->refuse(&run->cell.layer);
    if (refuse) {
        record_status(run->record, STATUS_UNSUPPORTED, refuse);
        return;
    }
    if (!resources_open(&run->resources, run->cell.threads, (enum thp)run->cell.thp,
                        run->layout_seed, &error)) {
        record_fail(run->record, STATUS_SKIPPED, error);
        return;
    }
    if (check_small(run)) check_and_measure(run);
    json_object_set_new(run->record, "placement", record_placement(&run->resources, &run->cell));
    json_object_set_new(run->record, "environment",
                        record_environment(&run->resources, &run->cell, run->layout_seed));
    json_object_set_new(run->record, "input", record_input(&run->text, &run->cell));
    resources_close(&run->resources);
}

void layer_run(const struct worker_options *options, const struct worker_cell *cell, json_t *record)
{
    struct run run = {.options = options,
                      .cell = *cell, /* the caller owns the strings in the cell */
                      .layout_seed = worker_layout_seed(options, cell),
                      .record = record};
    char *error = NULL;
    if (text_open(cell->corpus, &run.text, &error))
        run_layer(&run);
    else
        record_fail(record, STATUS_SKIPPED, error);
    text_close(&run.text);
}

/* ---- the command ---- */

const struct worker_kind worker_kinds[CELL_KINDS] = {
    [CELL_OVERHEAD] = {false, layer_predict, layer_run},
    [CELL_QUALITY] = {true, training_predict, quality_run},
    [CELL_SIMPLE_BASELINE] = {true, simple_baseline_predict, simple_baseline_run},
    [CELL_STEP] = {true, step_predict, step_run},
};

uint64_t worker_layout_seed(const struct worker_options *options, const struct worker_cell *cell)
{
    return rng_u64((uint64_t)cell->seed, rng_stream("layout"), (uint64_t)options->round) >> 32;
}

int worker_run(int argc, char **argv)
{
    struct worker_options options;
    struct worker_cell cell = {0};
    char *error = NULL;
    if (!worker_options_read(argc, argv, &options)) return WORKER_USAGE;
    bool good = options.cell && worker_cell_read(options.cell, &cell, &error);
    if (good) {
        json_t *record = json_object();
        worker_kinds[cell.kind].run(&options, &cell, record);
        good = worker_put(options.record_fd, record);
    } else {
        fprintf(stderr, "attnlab-worker: run: %s\n", error ? error : "expected a cell");
        free(error);
    }
    worker_cell_free(&cell);
    return good ? 0 : WORKER_USAGE;
}
