/* SPDX-License-Identifier: MIT
 * attnlab-worker steps: where the time of training steps goes, as a table for people.
 *
 * The cell is trained as `run` trains it, with a clock for each part (step_clock.h). The first step
 * is not counted: it touches memory for the first time. The rate of a large sgemm is measured
 * before and after, on the same core; what the step does of it is its declared operations over its
 * time. Evaluation stands beside the steps, not in their time. */
#include "base/mem.h"
#include "harness/measure/peaks.h"
#include "harness/measure/quality.h"
#include "harness/measure/steps/step_clock.h"
#include "harness/measure/worker_cell.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct parts {
    struct step_clock clock;
    int batches; /* begun since the first step; those of the first count up to 0 */
};

static void enter(void *context, enum step_part part)
{
    struct parts *p = context;
    step_clock_enter(&p->clock, part);
    if (part == STEP_BATCH && p->batches++ == 0) memset(p->clock.ns, 0, sizeof p->clock.ns);
}

static double sgemm_rate(void)
{
    struct peaks p;
    peaks_measure(NULL, &p);
    return p.one.sgemm_gflops;
}

static double of_steps(const struct parts *p)
{
    double sum = 0;
    for (int i = 0; i < STEP_EVALUATION; i++) sum += p->clock.ns[i];
    return sum;
}

static json_t *parts_json(const struct parts *p, double steps, double rate, double sgemm)
{
    json_t *parts = json_array();
    for (int i = 0; i < STEP_PARTS; i++)
        json_array_append_new(parts, json_pack("{s:s, s:f}", "part", step_part_names[i],
                                               "ms_per_step", p->clock.ns[i] * 1e-6 / steps));
    return json_pack("{s:f, s:f, s:f, s:f, s:f, s:o}", "steps", steps, "batches_per_step",
                     p->batches / steps, "ms_per_step", of_steps(p) * 1e-6 / steps, "gflops", rate,
                     "sgemm_gflops", sgemm, "parts", parts);
}

static void print(const struct parts *p, double steps, double rate, double sgemm)
{
    double whole = of_steps(p);
    printf("%-14s %12s %8s\n", "part", "ms a step", "share");
    for (int i = 0; i < STEP_EVALUATION; i++)
        printf("%-14s %12.3f %6.1f %%\n", step_part_names[i], p->clock.ns[i] * 1e-6 / steps,
               100 * p->clock.ns[i] / whole);
    printf("%-14s %12.3f\n", "a step", whole * 1e-6 / steps);
    printf("%-14s %12.3f beside the steps\n", step_part_names[STEP_EVALUATION],
           p->clock.ns[STEP_EVALUATION] * 1e-6 / steps);
    printf("%.1f GFLOP/s of declared operations, %.1f %% of a large sgemm (%.1f) on this core, "
           "over %g steps of %g %s\n",
           rate, 100 * rate / sgemm, sgemm, steps, p->batches / steps,
           p->batches > steps ? "batches" : "batch");
}

/* What came of the training; 0 when there is something to say. */
static int tell(const struct worker_options *o, const struct parts *p, const json_t *record,
                double sgemm)
{
    const char *status = json_string_value(json_object_get(record, "status"));
    const json_t *quality = json_object_get(record, "quality");
    double all = json_number_value(json_object_get(quality, "steps"));
    double flop = json_number_value(json_object_get(json_object_get(record, "work"), "flop"));
    if (status_find(status) != STATUS_OK) {
        fprintf(stderr, "attnlab-worker: %s: %s\n", status,
                json_string_value(json_object_get(record, "reason")));
        return WORKER_USAGE;
    }
    if (all < 2) {
        fprintf(stderr, "attnlab-worker: steps: found one step, expected two or more: the first is "
                        "not counted\n");
        return WORKER_USAGE;
    }
    double steps = all - 1, rate = flop / all * steps / of_steps(p);
    print(p, steps, rate, sgemm);
    if (o->record_fd == 1) return 0;
    return worker_put(o->record_fd, parts_json(p, steps, rate, sgemm)) ? 0 : WORKER_USAGE;
}

int worker_steps(int argc, char **argv)
{
    struct worker_options options, quiet;
    struct worker_cell cell;
    char *error = NULL;
    if (!worker_options_read(argc, argv, &options)) return WORKER_USAGE;
    if (!options.cell || !worker_cell_read(options.cell, &cell, &error)) {
        fprintf(stderr, "attnlab-worker: %s\n", error ? error : "steps: expected a cell");
        free(error);
        return WORKER_USAGE;
    }
    if (cell.kind != CELL_QUALITY) {
        fprintf(stderr,
                "attnlab-worker: steps: found a cell that trains nothing, expected kind=quality\n");
        worker_cell_free(&cell);
        return WORKER_USAGE;
    }
    struct parts parts = {.clock = {.part = -1}, .batches = -cell.training.accumulate};
    const struct step_probe probe = {enter, &parts};
    json_t *record = json_object();
    double before = sgemm_rate();
    quiet = options;
    quiet.probe = &probe;
    quiet.record_fd = open("/dev/null", O_WRONLY); /* nobody waits for its progress */
    quality_run(&quiet, &cell, record);
    close(quiet.record_fd);
    enter(&parts, STEP_EVALUATION);
    int code = tell(&options, &parts, record, (before + sgemm_rate()) / 2);
    json_decref(record);
    worker_cell_free(&cell);
    return code;
}
