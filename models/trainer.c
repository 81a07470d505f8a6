/* SPDX-License-Identifier: MIT
 * The training loop (trainer.h): batches in, gradients, an AdamW step, points of the learning
 * curve, checkpoints. Nothing here depends on the time of day; a run resumed from a checkpoint ends
 * with the same bits as one that was never stopped. */
#include "models/trainer.h"

#include "harness/common/mem.h"
#include "models/checkpoint.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BAD_STEPS = 20 }; /* running, with a loss beyond the limit, until a run counts as diverged */

struct training {
    const struct model_build *build;
    const struct model_config *config;
    struct task *task;
    const struct train_options *o;
    const struct train_callbacks *calls;
    struct model *model;
    size_t parameter_bytes;
    struct train_state s;
    bool diverged;
};

static double clock_of(const struct training *t)
{
    return t->calls->seconds ? t->calls->seconds(t->calls->context) : 0;
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

/* Adds the gradient of one batch's mean loss, divided by the number of batches of a step. */
static void accumulate(struct training *t, int64_t index)
{
    const struct batch *b = t->task->kind->batch(t->task, index);
    double count = 0;
    double loss = t->build->forward(t->model, b, (uint64_t)index + 1, &count);
    if (count > 0) t->build->backward(t->model, b, 1 / (count * t->o->accumulate));
    t->s.loss_sum += loss;
    t->s.loss_count += count;
    t->s.tokens += batch_tokens(b);
    t->s.flop += model_step_flop(t->config, kernels_by_name(t->build->name), b->batch, b->n, b->m);
}

/* Mean loss of a step over its targets, and the norm of its gradient. */
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
    struct adamw w = {.lr = train_rate(t->o, t->s.step),
                      .beta1 = t->o->beta1,
                      .beta2 = t->o->beta2,
                      .eps = t->o->eps,
                      .weight_decay = t->o->weight_decay,
                      .clip = t->o->clip,
                      .step = t->s.step};
    double norm = t->build->update(t->model, &w);
    t->s.norm_sum += norm;
    t->s.norm_count++;
    if (!(norm <= t->s.gradient_norm_max)) t->s.gradient_norm_max = norm;
    double targets = t->s.loss_count - count;
    return (struct step){(t->s.loss_sum - before) / targets, targets, norm};
}

/* Not finite once, or beyond the limit for many steps running. A step whose batches ask for nothing
 * (every answer was cut off, say) has no loss and says nothing. */
static void watch(struct training *t, struct step step)
{
    if (!(step.targets > 0)) return;
    if (!(t->s.first_loss > 0)) t->s.first_loss = step.loss;
    double limit = t->o->diverged_loss > 0 ? t->o->diverged_loss : 2 * t->s.first_loss;
    t->s.bad_steps = step.loss > limit ? t->s.bad_steps + 1 : 0;
    t->diverged = !isfinite(step.loss) || !isfinite(step.norm) || t->s.bad_steps >= BAD_STEPS;
}

/* ---- points of the curve ---- */

static void keep_best(struct training *t, const struct task_score *valid)
{
    double loss = valid->count ? valid->metric[0].value : (double)NAN; /* nothing was scored */
    if (!t->s.best || !isfinite(loss) || (isfinite(t->s.best_loss) && loss >= t->s.best_loss))
        return;
    t->s.best_loss = loss;
    t->s.selected_step = t->s.step;
    memcpy(t->s.best, t->build->parameters(t->model), t->parameter_bytes);
}

static void evaluate(struct training *t, struct task_score *valid)
{
    double start = clock_of(t);
    *valid = (struct task_score){0};
    t->task->kind->score(t->task, SPLIT_VALID, t->build, t->model, false, t->o->evaluate_limit,
                         valid);
    t->s.evaluate_seconds += clock_of(t) - start;
    keep_best(t, valid);
}

static void add_point(struct training *t, bool evaluated)
{
    struct train_state *s = &t->s;
    s->curve = xgrow(s->curve, (size_t)s->points + 1, sizeof *s->curve);
    struct curve_point *p = &s->curve[s->points++];
    *p = (struct curve_point){.step = s->step,
                              .tokens = s->tokens,
                              .flop = s->flop,
                              .seconds = s->train_seconds,
                              .lr = train_rate(t->o, s->step),
                              .train_loss = s->loss_sum / s->loss_count,
                              .gradient_norm = s->norm_sum / (double)s->norm_count};
    s->loss_sum = s->loss_count = s->norm_sum = 0;
    s->norm_count = 0;
    if (evaluated) evaluate(t, &p->valid);
    if (t->calls->point) t->calls->point(t->calls->context, p);
}

/* ---- the run ---- */

static bool save(struct training *t, char **error)
{
    return checkpoint_write(t->o->checkpoint, t->o->identity, t->build, t->model, &t->s, error);
}

static bool resume(struct training *t, char **error)
{
    bool found = false;
    if (t->o->checkpoint && !checkpoint_read(t->o->checkpoint, t->o->identity, t->build, t->model,
                                             &t->s, &found, error))
        return false;
    for (int i = 0; found && t->calls->point && i < t->s.points; i++)
        t->calls->point(t->calls->context, &t->s.curve[i]);
    return true;
}

static bool every(int64_t step, int64_t interval) { return interval > 0 && step % interval == 0; }

/* False: *error, or stopped. */
static bool run(struct training *t, char **error)
{
    const struct train_options *o = t->o;
    while (t->s.step < o->steps && !t->diverged) {
        double start = clock_of(t);
        struct step done = step(t);
        t->s.train_seconds += clock_of(t) - start;
        watch(t, done);
        if (t->diverged || t->s.step == o->steps || every(t->s.step, o->evaluate_every))
            add_point(t, !t->diverged);
        bool stop = t->calls->stop && t->calls->stop(t->calls->context);
        bool due = stop || every(t->s.step, o->checkpoint_every);
        if (o->checkpoint && due && !t->diverged && !save(t, error)) return false;
        if (stop && t->s.step < o->steps) return false;
    }
    return true;
}

/* Scores the selected parameters; the test split is touched here and nowhere else. */
static void finish(struct training *t, struct train_result *r)
{
    int generate = t->o->generate;
    if (t->s.best && isfinite(t->s.best_loss))
        memcpy(t->build->parameters(t->model), t->s.best, t->parameter_bytes);
    else
        t->s.selected_step = t->s.step;
    double start = clock_of(t);
    t->task->kind->score(t->task, SPLIT_VALID, t->build, t->model, generate, 0, &r->valid);
    if (t->o->test)
        t->task->kind->score(t->task, SPLIT_TEST, t->build, t->model, generate, 0, &r->test);
    t->s.evaluate_seconds += clock_of(t) - start;
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
    int count;
    const struct model_tensor *list = t->build->tensors(t->model, &count);
    for (int i = 0; i < count; i++) r->parameters += (double)list[i].count;
    r->memory = t->build->memory(t->model);
}

static void open(struct training *t)
{
    t->model = t->build->open(t->config, t->o->seed, true);
    t->parameter_bytes = t->build->memory(t->model).parameters;
    t->s.best_loss = NAN;
    if (t->o->select_best) t->s.best = xalloc(t->parameter_bytes);
}

bool train(const struct model_build *build, const struct model_config *config, struct task *task,
           const struct train_options *options, const struct train_callbacks *calls,
           struct train_result *result, char **error)
{
    struct training t = {
        .build = build, .config = config, .task = task, .o = options, .calls = calls};
    *result = (struct train_result){0};
    open(&t);
    bool good = resume(&t, error) && run(&t, error);
    if (good && !t.diverged) finish(&t, result);
    fill_result(&t, result);
    build->close(t.model);
    free(t.s.best);
    free(t.s.curve);
    return good;
}
