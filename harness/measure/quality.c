/* SPDX-License-Identifier: MIT
 * Implements `attnlab-worker run` for a quality cell: opens the data, trains the model, and fills
 * the record. */
#include "harness/measure/quality.h"

#include "base/cell.h"
#include "base/records/record_file.h"
#include "base/rng.h"
#include "base/mem.h"
#include "harness/measure/check/check.h"
#include "harness/measure/clock.h"
#include "harness/measure/record.h"
#include "models/checkpoint.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct quality {
    const struct worker_options *options;
    struct worker_cell cell; /* the caller owns the strings in the cell */
    json_t *record, *curve;
    struct dataset data;
    struct task *task;
    struct predictions *predictions; /* predictions to save; NULL if not requested */
    struct record_scores scores[SPLITS];
};

/* ---- during training ---- */

static json_t *point_json(const struct curve_point *p)
{
    json_t *object = json_pack("{s:I}", "step", (json_int_t)p->step);
    if (p->part) record_count(object, "part", p->part);
    record_number(object, "tokens", p->tokens);
    record_number(object, "flop", p->flop);
    record_number(object, "seconds", p->seconds);
    record_number(object, "lr", p->lr);
    record_number(object, "train_loss", p->train_loss);
    record_number(object, "gradient_norm", p->gradient_norm);
    for (int i = 0; i < p->valid.count; i++) {
        char *name = xformat("valid_%s", p->valid.metric[i].name);
        record_number(object, name, p->valid.metric[i].value);
        free(name);
    }
    return object;
}

/* Adds a point to the learning curve. Also writes the point immediately, to show progress. */
static void add_point(void *context, const struct curve_point *p)
{
    struct quality *q = context;
    json_t *point = point_json(p);
    json_array_append_new(q->curve, point);
    json_t *progress = json_pack(
        "{s:{s:I, s:I, s:O}}", "progress", "step", (json_int_t)p->step, "steps",
        (json_int_t)(q->cell.training.swap.steps + q->cell.training.steps), "point", point);
    worker_put(q->options->record_fd, progress);
}

static void add_prediction(void *context, const struct prediction *p)
{
    predictions_add(((struct quality *)context)->predictions, p);
}

static void keep_records(void *context, enum split split, const struct record_scores *scores)
{
    ((struct quality *)context)->scores[split] = record_scores_copy(scores);
}

/* Returns CPU time, so that other programs do not change the measured cost of a training run. */
static double seconds(void *context)
{
    (void)context;
    return (double)clock_cpu_ns() * 1e-9;
}

/* ---- the record ---- */

static json_t *before_json(const struct train_result *r)
{
    json_t *before = json_object();
    record_number(before, "tokens", r->before.tokens);
    record_number(before, "flop", r->before.flop);
    record_number(before, "train_seconds", r->before.seconds);
    return before;
}

/* Sets a field to a string with one number per attention layer, separated by ";". */
static void put_starts(json_t *start, const char *name, const struct train_result *r,
                       double (*number)(const struct matched_start *))
{
    struct text values = {0};
    for (int i = 0; i < r->start_count; i++)
        text_add(&values, "%s%.6g", i ? ";" : "", number(&r->starts[i]));
    json_object_set_new(start, name, json_string(values.data));
    text_free(&values);
}
static double logit_multiplier(const struct matched_start *s) { return s->multiplier.logits; }
static double branch_multiplier(const struct matched_start *s) { return s->multiplier.branch; }
static double logit_spread(const struct matched_start *s) { return s->own.logits; }
static double branch_rms(const struct matched_start *s) { return s->own.branch; }

static void add_unmatched(struct text *to, const char *attention, const char *what, const char *why)
{
    if (why) text_add(to, "%s%s: %s %s", to->length ? "; " : "", attention, what, why);
}

/* Sets the names of all attention layers. If the initial values of a layer could not be matched,
 * also sets the reason. */
static void put_attentions(json_t *start, const struct train_result *r)
{
    struct text names = {0}, unmatched = {0};
    for (int i = 0; i < r->start_count; i++) {
        const struct matched_start *s = &r->starts[i];
        text_add(&names, "%s%s", i ? ";" : "", s->attention);
        add_unmatched(&unmatched, s->attention, "the spread of its logits", s->left_logits);
        add_unmatched(&unmatched, s->attention, "its output", s->left_branch);
    }
    json_object_set_new(start, "attentions", json_string(names.data));
    if (unmatched.length) json_object_set_new(start, "unmatched", json_string(unmatched.data));
    text_free(&names);
    text_free(&unmatched);
}

/* Returns the matched multipliers, logit spreads and branch sizes (RMS) of all attention layers as
 * JSON. */
static json_t *start_json(const struct train_result *r)
{
    json_t *start = json_object();
    put_attentions(start, r);
    put_starts(start, "logit_multiplier", r, logit_multiplier);
    put_starts(start, "branch_multiplier", r, branch_multiplier);
    put_starts(start, "logit_spread", r, logit_spread);
    put_starts(start, "branch_rms", r, branch_rms);
    return start;
}

/* Adds the training result to the record. In a run with a swap, totals cover the whole run; rates
 * cover only the steps after the swap. */
static void put_result(struct quality *q, const struct train_result *r)
{
    json_t *result = json_object();
    record_number(result, "steps", (double)r->steps);
    record_number(result, "selected_step", (double)r->selected_step);
    record_number(result, "tokens", r->tokens);
    record_number(result, "tokens_per_second",
                  (r->tokens - r->before.tokens) / (r->train_seconds - r->before.seconds));
    record_number(result, "train_seconds", r->train_seconds);
    record_number(result, "evaluate_seconds", r->evaluate_seconds);
    record_number(result, "gradient_norm_max", r->gradient_norm_max);
    record_number(result, "cut_records", (double)q->task->cut);
    json_object_set_new(result, "metric", json_string(q->data.metric));
    record_scores(result, r->score);
    if (q->cell.training.swap.steps) json_object_set_new(result, "before_swap", before_json(r));
    if (r->start_count) json_object_set_new(result, "start", start_json(r));
    json_object_set_new(q->record, "quality", result);
    json_t *work = json_pack("{s:i}", "version", TRAINING_WORK_VERSION);
    record_number(work, "flop", r->flop);
    record_number(work, "parameters", r->parameters);
    record_number(work, "flop_per_token",
                  (r->flop - r->before.flop) / (r->tokens - r->before.tokens));
    json_object_set_new(q->record, "work", work);
    const struct model_build *build = model_build_for(q->cell.kernels);
    json_object_set_new(q->record, "path",
                        record_path(build->kernels, build->by_formula(&q->cell.model)));
    json_object_set_new(q->record, "memory", record_model_memory(&r->memory));
}

/* ---- the run ---- */

static bool open_task(struct quality *q)
{
    char *error = NULL;
    enum row_status status;
    q->task = cell_model_open(&q->cell, &q->data, &status, &error);
    return q->task ? true : record_fail(q->record, status, error);
}

static void write_records(struct quality *q)
{
    char *error = NULL;
    bool any = false;
    for_each_scored_split(s) any |= q->scores[s].records > 0;
    if (q->predictions && !predictions_write(q->predictions, q->options->predictions, &error))
        record_fail(q->record, STATUS_UNSAVED, error);
    else if (any && !record_file_write(q->options->scores, q->scores, &error))
        record_fail(q->record, STATUS_UNSAVED, error);
}

/* Returns why the run diverged or why its checkpoint was not used, or "". The caller frees the
 * string. */
static char *reason_of(const struct train_result *r, const char *unusable)
{
    if (r->diverged)
        return xstrdup("the training loss diverged, or the loss or a score was not finite");
    if (!unusable) return xstrdup("");
    return xformat("trained from the first step, because the checkpoint cannot be used: %s",
                   unusable);
}

static void train_from(struct quality *q, const struct identity *facts)
{
    bool unread = false;
    char *error = NULL;
    const char *checkpoint = q->options->checkpoint;
    char *unusable = checkpoint ? checkpoint_drop_unusable(checkpoint, facts, &unread) : NULL;
    if (unread) {
        record_fail(q->record, STATUS_UNSAVED, xformat("cannot read the checkpoint: %s", unusable));
        free(unusable);
        return;
    }
    struct train_callbacks calls = {.point = add_point, .seconds = seconds, .context = q};
    struct train_result result;
    if (q->options->predictions) {
        q->predictions = predictions_open();
        calls.prediction = add_prediction;
    }
    if (q->options->scores) calls.records = keep_records;
    q->cell.training.checkpoint = checkpoint;
    q->cell.training.identity = q->options->cell;
    q->cell.training.facts = facts;
    q->cell.training.weights = q->options->weights;
    if (train(model_build_for(q->cell.kernels), &q->cell.model, q->task, &q->cell.training, &calls,
              &result, &error)) {
        char *reason = reason_of(&result, unusable);
        record_status(q->record, result.diverged ? STATUS_DIVERGED : STATUS_OK, reason);
        free(reason);
        put_result(q, &result);
        json_object_set(q->record, "curve", q->curve);
        if (!result.diverged) write_records(q);
    } else
        /* a run ends early only if its checkpoint cannot be written */
        record_fail(q->record, STATUS_UNSAVED, error);
    free(unusable);
}

static void train_model(struct quality *q)
{
    struct identity facts = training_identity(&q->cell, &q->data, q->task);
    train_from(q, &facts);
    identity_free(&facts);
}

void quality_run(const struct worker_options *options, const struct worker_cell *cell,
                 json_t *record)
{
    struct quality q = {.options = options, .cell = *cell, .record = record, .curve = json_array()};
    struct resources resources;
    char *error = NULL;
    if (!resources_open(&resources, cell->threads, (enum thp)cell->thp, 0, &error)) {
        record_fail(record, STATUS_SKIPPED, error);
    } else {
        if (open_task(&q)) {
            if (training_check(&q.cell, &resources, record)) train_model(&q);
            json_object_set_new(record, "input", record_data(&q.data, q.task));
        }
        json_object_set_new(record, "placement", record_placement(&resources, cell));
        json_object_set_new(record, "environment", record_environment(&resources, cell, 0));
        resources_close(&resources);
    }
    if (q.task) {
        q.task->kind->close(q.task);
        dataset_close(&q.data);
    }
    predictions_close(q.predictions);
    for_each_scored_split(s) record_scores_free(&q.scores[s]);
    json_decref(q.curve);
}
