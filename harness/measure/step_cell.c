/* SPDX-License-Identifier: MIT
 * Implements `attnlab-worker run` for a step cell, which measures the time of a training step.
 * Model, data and optimiser are the same as in a quality cell with these axes. The time covers the
 * whole step: batch, forward pass, backward pass, clipping and AdamW.
 *
 * A sample begins and ends between steps, when the trainer calls step_ended(). The training run
 * stops after enough samples, so the model is not scored. A few additional steps measure the parts
 * of a step. The clock readings at each change of part add about 1 % to the time of these steps. */
#include "harness/measure/quality.h"

#include "base/mem.h"
#include "harness/measure/check/check.h"
#include "harness/measure/clock.h"
#include "harness/measure/record.h"

#include <stdlib.h>

enum { ENOUGH_STEPS = 1 << 30 /* more steps than any run needs */, PART_STEPS = 5 };

enum stage { WARMING, SAMPLING, IN_PARTS };

struct stepping {
    const struct worker_cell *cell;
    struct team *team;
    struct timing timing;
    enum stage stage;
    long left; /* number of steps left in the current sample or stage */
    struct timed_sample sample;
    struct sample_noise before;
    uint64_t since;
    /* Disturbance during all samples after the warm-up. */
    struct row_noise row_before;
    double row_probe;
    json_t *noise;
    /* Times of the parts of a training step. */
    uint64_t part_since;
    int part; /* the current part of a step; -1 before the first part */
    double part_ns[STEP_PARTS];
};

/* Runs a job that does nothing. A team records the CPUs of its threads only at the end of a job,
 * and training steps run no jobs. */
static void nothing(void *arg, int thread) { (void)arg, (void)thread; }
static void note_cpus(struct stepping *s) { team_each(s->team, nothing, NULL); }

static void begin_sample(struct stepping *s)
{
    bool warmup = s->stage == WARMING;
    s->left = warmup ? 1 : s->timing.passes;
    s->sample =
        (struct timed_sample){.passes = s->left, .warmup = warmup, .probe_ns = clock_probe_ns()};
    note_cpus(s);
    s->before = sample_noise_now(s->team);
    s->since = clock_now_ns();
}

static void end_sample(struct stepping *s)
{
    s->sample.time_ns = (double)(clock_now_ns() - s->since) / (double)s->sample.passes;
    note_cpus(s);
    s->sample.noise = sample_noise_since(&s->before, s->team);
    timing_add(&s->timing, s->sample);
}

static int counted(const struct timing *t)
{
    int count = 0;
    for (int i = 0; i < t->count; i++) count += !t->list[i].warmup;
    return count;
}

static void begin_counting(struct stepping *s)
{
    s->stage = SAMPLING;
    s->timing.passes = timing_passes(&s->timing, s->cell->min_sample_ms);
    s->row_probe = clock_probe_ns();
    s->row_before = row_noise_now(s->team);
}

static void begin_parts(struct stepping *s)
{
    s->noise = record_noise(&s->row_before, s->team, s->row_probe);
    s->stage = IN_PARTS;
    s->left = PART_STEPS;
    s->part = -1;
}

static void enter_part(void *context, enum step_part part)
{
    struct stepping *s = context;
    if (s->stage != IN_PARTS) return;
    uint64_t now = clock_now_ns();
    if (s->part >= 0) s->part_ns[s->part] += (double)(now - s->part_since);
    s->part = (int)part;
    s->part_since = now;
}

/* Called between training steps. Returns true when all samples are taken. The first step is not
 * sampled, because it is the first access to the memory. */
static bool step_ended(void *context)
{
    struct stepping *s = context;
    if (--s->left > 0) return false;
    if (s->stage == IN_PARTS) {
        enter_part(s, STEP_EVALUATION);
        return true;
    }
    if (s->since) end_sample(s);
    if (s->stage == WARMING && timing_is_warm(&s->timing)) begin_counting(s);
    if (s->stage == SAMPLING && counted(&s->timing) == s->cell->samples)
        begin_parts(s);
    else
        begin_sample(s);
    return false;
}

static double cpu_seconds(void *context)
{
    (void)context;
    return (double)clock_cpu_ns() * 1e-9;
}

/* ---- the record ---- */

static json_t *parts_json(const struct stepping *s)
{
    json_t *parts = json_array();
    for (int i = 0; i < STEP_EVALUATION; i++)
        json_array_append_new(parts, json_pack("{s:s, s:f}", "phase", step_part_names[i], "time_ns",
                                               s->part_ns[i] / PART_STEPS));
    return parts;
}

/* Returns the work per step as counted by the trainer. Batches may be shorter than n and m. */
static json_t *work_json(const struct train_result *r)
{
    json_t *work = json_pack("{s:i}", "version", TRAINING_WORK_VERSION);
    record_number(work, "flop", r->flop / (double)r->steps);
    record_number(work, "parameters", r->parameters);
    return work;
}

static void put_result(struct stepping *s, const struct worker_cell *cell,
                       const struct train_result *r, json_t *record)
{
    const struct model_build *build = model_build_for(cell->kernels);
    bool moved = timing_migrated(&s->timing);
    record_status(record, moved ? STATUS_UNSTABLE : STATUS_OK, moved ? MIGRATED : NULL);
    json_object_set_new(record, "samples", record_samples(&s->timing));
    json_object_set_new(record, "stop_reason", json_string("samples"));
    json_object_set(record, "noise", s->noise);
    json_object_set_new(record, "phases", parts_json(s));
    json_object_set_new(record, "work", work_json(r));
    json_object_set_new(record, "memory", record_model_memory(&r->memory));
    json_object_set_new(record, "path",
                        record_path(build->kernels, build->by_formula(&cell->model)));
}

/* Trains until step_ended() stops the run. The run ends earlier only if the loss diverges or files
 * cannot be written. */
static void take_steps(struct stepping *s, struct worker_cell *cell, struct task *task,
                       json_t *record)
{
    char *error = NULL;
    struct train_result result;
    const struct step_probe probe = {enter_part, s};
    const struct train_callbacks calls = {
        .seconds = cpu_seconds, .stop = step_ended, .probe = &probe, .context = s};
    struct train_options *o = &cell->training;
    o->steps = ENOUGH_STEPS;
    o->evaluate_every = o->checkpoint_every = 0;
    s->left = 1;
    train(model_build_for(cell->kernels), &cell->model, task, o, &calls, &result, &error);
    if (error)
        record_status(record, STATUS_UNSAVED, error);
    else if (result.diverged)
        record_status(record, STATUS_DIVERGED,
                      "the training loss diverged, or the loss or a gradient was not finite, while "
                      "steps were timed; try a smaller lr");
    else
        put_result(s, cell, &result, record);
    free(error);
}

static void open_and_take(struct stepping *s, struct worker_cell *cell,
                          const struct resources *resources, json_t *record)
{
    char *error = NULL;
    enum row_status status = STATUS_UNSUPPORTED;
    struct dataset data;
    bool swaps = cell->training.swap.steps;
    struct task *task = swaps ? NULL : cell_model_open(cell, &data, &status, &error);
    if (!task) {
        record_fail(record, status, swaps ? xstrdup(STEP_OF_SWAP) : error);
        return;
    }
    if (training_check(cell, resources, record)) take_steps(s, cell, task, record);
    json_object_set_new(record, "input", record_data(&data, task));
    task->kind->close(task);
    dataset_close(&data);
}

void step_run(const struct worker_options *options, const struct worker_cell *given, json_t *record)
{
    uint64_t layout_seed = worker_layout_seed(options, given);
    struct worker_cell cell = *given; /* the caller owns the strings in the cell */
    struct resources resources;
    char *error = NULL;
    if (!resources_open(&resources, given->threads, (enum thp)given->thp, layout_seed, &error)) {
        record_fail(record, STATUS_SKIPPED, error);
        return;
    }
    struct stepping s = {.cell = given, .team = resources.team};
    open_and_take(&s, &cell, &resources, record);
    json_object_set_new(record, "placement", record_placement(&resources, given));
    json_object_set_new(record, "environment", record_environment(&resources, given, layout_seed));
    json_decref(s.noise);
    timing_free(&s.timing);
    resources_close(&resources);
}
