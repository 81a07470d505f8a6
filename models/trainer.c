/* SPDX-License-Identifier: MIT
 * Implements the training loop: batches, gradients, AdamW steps, checkpoints. Evaluation is in
 * evaluation.c. A resumed run ends with the same bits as an uninterrupted run.
 *
 * A run with a swap has two parts: the first trains the baseline model, the second the variant,
 * with its own schedule and optimizer. The counts of steps and tokens, and the order of batches,
 * continue in the second part. */
#include "models/training.h"

#include "base/mem.h"
#include "models/starts.h"

#include <math.h>
#include <stdlib.h>

enum {
    BAD_STEPS = 20
}; /* after this many consecutive steps above the loss limit, the run has diverged */

/* ---- parts ---- */

static int64_t last_step(const struct train_options *o) { return o->swap.steps + o->steps; }

static struct part part_before(const struct training *t)
{
    struct part p = {swap_plain(t->config), *t->o, 0, 1};
    p.o.steps = t->o->swap.steps;
    p.o.lr = t->o->swap.lr;
    p.o.warmup = t->o->swap.warmup;
    return p;
}
static struct part part_after(const struct training *t)
{
    int64_t first = t->o->swap.steps;
    return (struct part){*t->config, *t->o, first, first > 0 ? 2 : 0};
}

/* Prepares the next part of a run after its model was opened. */
static void begin_part(struct training *t)
{
    t->parameter_bytes = t->build->memory(t->model).parameters;
    t->build->watch(t->model, t->calls->probe);
    if (t->o->select_best && t->part.index != 1) t->s.best = xalloc(t->parameter_bytes);
}

/* ---- a step ---- */

static double batch_tokens(const struct batch *b)
{
    double tokens = 0;
    for (int i = 0; i < b->batch; i++) {
        tokens += b->lengths ? b->lengths[i] : b->n;
        if (b->source) tokens += b->source_lengths[i];
    }
    return tokens;
}

/* Accumulates the gradient of one batch's mean loss, divided by the number of batches per step. */
static void accumulate(struct training *t, int64_t index)
{
    enter_part(t, STEP_BATCH);
    const struct batch *b = t->task->kind->batch(t->task, index);
    double count = 0;
    double loss = t->build->forward(t->model, b, (uint64_t)index + 1, &count);
    if (count > 0) t->build->backward(t->model, b, 1 / (count * t->o->accumulate));
    t->s.loss_sum += loss;
    t->s.loss_count += count;
    t->s.tokens += batch_tokens(b);
    t->s.flop += t->build->step_flop(&t->part.config, b->batch, b->n, b->m, count);
}

struct step {
    double loss, targets, norm;
};

static struct step step(struct training *t)
{
    double before = t->s.loss_sum, count = t->s.loss_count;
    int64_t first = t->s.step * t->o->accumulate;
    t->s.step++;
    t->build->zero_gradients(t->model);
    for (int a = 0; a < t->o->accumulate; a++) accumulate(t, first + a);
    struct adamw w = {.lr = train_rate(&t->part.o, part_step(t)),
                      .beta1 = t->o->beta1,
                      .beta2 = t->o->beta2,
                      .eps = t->o->eps,
                      .weight_decay = t->o->weight_decay,
                      .clip = t->o->clip,
                      .step = part_step(t)};
    double norm = t->build->update(t->model, &w);
    t->s.norm_sum += norm;
    t->s.norm_count++;
    if (!(norm <= t->s.gradient_norm_max)) t->s.gradient_norm_max = norm;
    double targets = t->s.loss_count - count;
    return (struct step){(t->s.loss_sum - before) / targets, targets, norm};
}

/* Detects divergence: a loss or norm that is not finite, or a loss above the limit for many
 * consecutive steps. Steps without targets are ignored. */
static void watch(struct training *t, struct step step)
{
    if (!(step.targets > 0)) return;
    if (!(t->s.first_loss > 0)) t->s.first_loss = step.loss;
    double limit = t->o->diverged_loss > 0 ? t->o->diverged_loss : 2 * t->s.first_loss;
    t->s.bad_steps = step.loss > limit ? t->s.bad_steps + 1 : 0;
    t->diverged = !isfinite(step.loss) || !isfinite(step.norm) || t->s.bad_steps >= BAD_STEPS;
}

/* ---- the run ---- */

static bool save(struct training *t, char **error)
{
    return checkpoint_write(t->o->checkpoint, t->o->identity, t->o->facts, t->build, t->model,
                            &t->s, error);
}

static bool resume(struct training *t, char **error)
{
    bool found = false;
    const struct train_options *o = t->o;
    if (t->resumes &&
        !checkpoint_read(o->checkpoint, o->identity, t->build, t->model, &t->s, &found, error))
        return false;
    t->saved_at = t->s.train_seconds;
    for (int i = 0; found && t->calls->point && i < t->s.points; i++)
        t->calls->point(t->calls->context, &t->s.curve[i]);
    return true;
}

/* Replaces the trained baseline model with the variant's model, and scores the variant before its
 * first step. */
static void swap(struct training *t)
{
    struct start plain[MOST_ATTENTIONS];
    const struct batch *next = starts_batch(t->config, t->task, t->s.step * t->o->accumulate);
    if (next) t->build->measure_starts(t->model, next, plain);
    t->model = swap_in(t->build, t->config, &t->o->swap, t->o->seed, t->model);
    if (next) t->build->match_starts(t->model, next, plain);
    t->part = part_after(t);
    begin_part(t);
    training_add_point(t, true);
}

static bool every(int64_t step, int64_t interval) { return interval > 0 && step % interval == 0; }

/* Returns true if the last checkpoint is older than checkpoint_seconds. */
static bool is_late(const struct training *t)
{
    double most = t->o->checkpoint_seconds;
    return most > 0 && t->s.train_seconds - t->saved_at >= most;
}

/* Runs the remaining steps. Returns false if the run was stopped, or after an error (then *error is
 * set). */
static bool run(struct training *t, char **error)
{
    const struct train_options *o = t->o;
    while (t->s.step < last_step(o) && !t->diverged) {
        if (t->part.index == 1 && part_step(t) == t->part.o.steps) swap(t);
        double start = clock_of(t);
        struct step done = step(t);
        t->s.train_seconds += clock_of(t) - start;
        watch(t, done);
        bool ends = part_step(t) == t->part.o.steps;
        if (t->diverged || ends || every(part_step(t), o->evaluate_every))
            training_add_point(t, !t->diverged);
        bool stop = t->calls->stop && t->calls->stop(t->calls->context);
        bool due = stop || every(t->s.step, o->checkpoint_every) || is_late(t);
        if (o->checkpoint && due && !t->diverged && !save(t, error)) return false;
        if (due) t->saved_at = t->s.train_seconds;
        if (stop && t->s.step < last_step(o)) return false;
    }
    return true;
}

static void fill_result(struct training *t, struct train_result *r)
{
    const struct train_state *s = &t->s;
    r->diverged = t->diverged;
    r->steps = s->step;
    r->selected_step = s->selected_step;
    r->tokens = s->tokens;
    r->flop = s->flop;
    r->train_seconds = s->train_seconds;
    r->evaluate_seconds = s->evaluate_seconds;
    r->gradient_norm_max = s->gradient_norm_max;
    for (int i = 0; i < s->points; i++) {
        const struct curve_point *p = &s->curve[i];
        if (p->part != 1) continue;
        r->before.tokens = p->tokens;
        r->before.flop = p->flop;
        r->before.seconds = p->seconds;
    }
    r->parameters = t->build->trainable(&t->part.config);
    r->memory = t->build->memory(t->model);
    r->start_count = t->build->starts(t->model, r->starts);
}

/* Opens the model of the part in which the checkpoint was written, or of the first part if there is
 * no checkpoint. */
static bool open(struct training *t, char **error)
{
    const struct train_options *o = t->o;
    int64_t step = 0;
    if (o->checkpoint && !checkpoint_step(o->checkpoint, o->identity, t->build, &step, error))
        return false;
    t->resumes = step > 0;
    t->part = o->swap.steps > 0 && step <= o->swap.steps ? part_before(t) : part_after(t);
    uint64_t seed = t->part.index == 2 ? swap_seed(o->seed) : o->seed;
    t->model = step > 0 ? t->build->open(&t->part.config, seed, true)
                        : starts_open(t->build, &t->part.config, seed, t->task);
    t->s.best_loss = NAN;
    begin_part(t);
    return true;
}

bool train(const struct model_build *build, const struct model_config *config, struct task *task,
           const struct train_options *options, const struct train_callbacks *calls,
           struct train_result *result, char **error)
{
    struct training t = {
        .build = build, .config = config, .task = task, .o = options, .calls = calls};
    *result = (struct train_result){0};
    if (!open(&t, error)) return false;
    bool good = resume(&t, error) && run(&t, error);
    if (good && !t.diverged) training_score_selected(&t, result);
    if (good && !t.diverged && options->weights)
        good = weights_write(options->weights, options->identity, build, t.model, error);
    fill_result(&t, result);
    build->close(t.model);
    free(t.s.best);
    free(t.s.curve);
    return good;
}
