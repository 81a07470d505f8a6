/* SPDX-License-Identifier: MIT
 * Evaluates a training run: points of its learning curve, and final scores. Each point scores
 * validation and, if requested, keeps the best parameters. Other splits are scored only once, at
 * the end, with the selected parameters, so they do not influence the selection. Evaluation time is
 * not part of training time. */
#include "models/training.h"

#include "base/mem.h"
#include "models/tasks/longer.h"

#include <math.h>
#include <string.h>

/* Returns true if the loss is not finite. Scores without records or targets are ignored; they occur
 * if no answer is a known class, or if all answers are cut off. */
static bool has_diverged(const struct task_score *s)
{
    return s->count > 0 && !s->no_loss && !isfinite(s->metric[0].value);
}

/* ---- points of the learning curve ---- */

static void keep_best(struct training *t, const struct task_score *valid)
{
    /* NaN if no target was scored */
    double loss = valid->count ? valid->metric[0].value : (double)NAN;
    if (!t->s.best || !isfinite(loss) || (isfinite(t->s.best_loss) && loss >= t->s.best_loss))
        return;
    t->s.best_loss = loss;
    t->s.selected_step = t->s.step;
    memcpy(t->s.best, t->build->parameters(t->model), t->parameter_bytes);
}

/* Starts an evaluation. The probe receives only STEP_EVALUATION, not the parts of the forward
 * passes in the evaluation. */
static double begin_evaluation(struct training *t)
{
    t->build->watch(t->model, NULL);
    enter_part(t, STEP_EVALUATION);
    return clock_of(t);
}
static void end_evaluation(struct training *t, double start)
{
    t->s.evaluate_seconds += clock_of(t) - start;
    t->build->watch(t->model, t->calls->probe);
}

static void evaluate(struct training *t, struct task_score *valid)
{
    double start = begin_evaluation(t);
    *valid = (struct task_score){0};
    t->task->kind->score(t->task, SPLIT_VALID, t->build, t->model, false, t->o->evaluate_limit,
                         valid);
    end_evaluation(t, start);
    keep_best(t, valid);
}

void training_add_point(struct training *t, bool evaluated)
{
    struct train_state *s = &t->s;
    s->curve = xgrow(s->curve, (size_t)s->points + 1, sizeof *s->curve);
    struct curve_point *p = &s->curve[s->points++];
    *p = (struct curve_point){.step = s->step,
                              .tokens = s->tokens,
                              .flop = s->flop,
                              .seconds = s->train_seconds,
                              .lr =
                                  part_step(t) ? train_rate(&t->part.o, part_step(t)) : (double)NAN,
                              .train_loss = s->loss_sum / s->loss_count,
                              .gradient_norm = s->norm_sum / (double)s->norm_count,
                              .part = t->part.index};
    s->loss_sum = s->loss_count = s->norm_sum = 0;
    s->norm_count = 0;
    if (evaluated) evaluate(t, &p->valid);
    t->diverged |= has_diverged(&p->valid); /* the last step can make the loss non-finite */
    if (t->calls->point) t->calls->point(t->calls->context, p);
}

/* ---- the end ---- */

void training_score_selected(struct training *t, struct train_result *r)
{
    int generate = t->o->generate;
    if (t->s.best && isfinite(t->s.best_loss))
        memcpy(t->build->parameters(t->model), t->s.best, t->parameter_bytes);
    else
        t->s.selected_step = t->s.step;
    double start = begin_evaluation(t);
    t->task->listener =
        (struct listener){t->calls->prediction, t->calls->context, t->calls->records};
    for_each_scored_split(s)
    {
        if (s != SPLIT_VALID && !t->o->scored[s]) continue;
        t->task->kind->score(t->task, s, t->build, t->model, generate, 0, &r->score[s]);
        task_score_longer(t->task, s, t->build, t->config, t->model, &r->score[s]);
        t->diverged |= has_diverged(&r->score[s]);
    }
    t->task->listener = (struct listener){0};
    end_evaluation(t, start);
    for_each_scored_split(s) if (t->diverged) r->score[s] = (struct task_score){0};
}
