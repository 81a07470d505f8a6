/* SPDX-License-Identifier: MIT
 * Implements trials, which evaluate the formula and the derivative of a choice on one row, for any
 * slot. */
#include "harness/measure/choices/choice_check.h"

#include "base/rng.h"
#include "models/parameters.h"

#include <math.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

static double *in(struct choice_trial *t, int i) { return trial_input(t, i)->value; }
static double *d_in(struct choice_trial *t, int i) { return trial_input(t, i)->gradient; }

/* Type of the function that returns the number of scratch doubles. */
typedef size_t scratch_size(const struct dims *, const struct args *);

/* ---- projections: x (d_in) -> y (d_out) ---- */

static int row_width(const struct dims *d, int which) { return which == 0 ? d->d_in : d->d_out; }

static scratch_size *projection_scratch(const struct choice *c)
{
    return AS(projection, c)->formula_scratch;
}
static void projection_evaluate(struct choice_trial *t)
{
    AS(projection, t->choice)
        ->formula(&t->dims, &t->args, t->w, in(t, 0), t->out.value, t->scratch);
}
static void projection_differentiate(struct choice_trial *t)
{
    AS(projection, t->choice)
        ->derivative(&t->dims, &t->args, t->w, in(t, 0), t->out.gradient, d_in(t, 0), t->dw,
                     t->scratch);
}

/* ---- gates: x (d_in), o (d_out) -> g (d_out), which is a row's width, too ---- */

static scratch_size *gate_scratch(const struct choice *c) { return AS(gate, c)->formula_scratch; }
static void gate_evaluate(struct choice_trial *t)
{
    AS(gate, t->choice)
        ->formula(&t->dims, &t->args, t->w, in(t, 0), in(t, 1), t->out.value, t->scratch);
}
static void gate_differentiate(struct choice_trial *t)
{
    AS(gate, t->choice)
        ->derivative(&t->dims, &t->args, t->w, in(t, 0), in(t, 1), t->out.gradient, d_in(t, 0),
                     d_in(t, 1), t->dw, t->scratch);
}

/* ---- scores: q (D), k (D) -> s ---- */

static int score_width(const struct dims *d, int which) { return which < 0 ? 1 : d->d_head; }

static scratch_size *score_scratch(const struct choice *c) { return AS(score, c)->formula_scratch; }
static void score_evaluate(struct choice_trial *t)
{
    t->out.value[0] =
        AS(score, t->choice)
            ->formula(&t->dims, &t->args, t->w, t->head, in(t, 0), in(t, 1), t->scratch);
}
static void score_differentiate(struct choice_trial *t)
{
    AS(score, t->choice)
        ->derivative(&t->dims, &t->args, t->w, t->head, in(t, 0), in(t, 1), t->out.gradient[0],
                     d_in(t, 0), d_in(t, 1), t->dw, t->scratch);
}

/* ---- functions of logits: s -> phi ---- */

static int one(const struct dims *d, int which) { return (void)d, (void)which, 1; }

static void logits_evaluate(struct choice_trial *t)
{
    t->out.value[0] =
        AS(logits, t->choice)->formula(&t->dims, &t->args, t->w, t->head, in(t, 0)[0]);
}
static void logits_differentiate(struct choice_trial *t)
{
    double dphi = t->out.gradient[0];
    d_in(t, 0)[0] +=
        dphi * AS(logits, t->choice)
                   ->derivative(&t->dims, &t->args, t->w, t->head, in(t, 0)[0], dphi, t->dw);
}

/* ---- normalisers: s (m) -> a (m) ---- */

static int key_width(const struct dims *d, int which) { return (void)which, d->m; }

static scratch_size *no_scratch(const struct choice *c) { return (void)c, NULL; }
static struct score_row row_of(const struct choice_trial *t)
{
    return (struct score_row){&t->dims, &t->args, t->w, t->head, t->scale, t->visible};
}
static void normalizer_evaluate(struct choice_trial *t)
{
    struct score_row row = row_of(t);
    AS(normalizer, t->choice)->formula(&row, in(t, 0), t->out.value);
}
static void normalizer_differentiate(struct choice_trial *t)
{
    struct score_row row = row_of(t);
    AS(normalizer, t->choice)
        ->derivative(&row, in(t, 0), t->out.value, t->out.gradient, d_in(t, 0), t->dw);
}

/* ---- the table ---- */

enum { PROJECTION, GATE, SCORE, LOGITS, NORMALIZER };
static const struct trial_kind kinds[] = {
    {"projection",
     {"x", NULL},
     "y",
     row_width,
     projection_scratch,
     projection_evaluate,
     projection_differentiate},
    {"gate", {"x", "o"}, "g", row_width, gate_scratch, gate_evaluate, gate_differentiate},
    {"score", {"q", "k"}, "s", score_width, score_scratch, score_evaluate, score_differentiate},
    {"logits", {"s", NULL}, "phi", one, no_scratch, logits_evaluate, logits_differentiate},
    {"normalizer",
     {"s", NULL},
     "a",
     key_width,
     no_scratch,
     normalizer_evaluate,
     normalizer_differentiate}};

/* All other slots are projections. */
const struct trial_kind *trial_kind(enum slot_id slot)
{
    static const int of_slot[SLOTS] = {[SLOT_SCORE] = SCORE,
                                       [SLOT_NORMALIZER] = NORMALIZER,
                                       [SLOT_GATE] = GATE,
                                       [SLOT_LOGITS] = LOGITS};
    return &kinds[of_slot[slot]];
}
static bool is_normalizer(const struct choice_trial *t) { return t->kind == &kinds[NORMALIZER]; }

/* ---- arrays ---- */

static double *doubles(struct choice_trial *t, const char *name, size_t count)
{
    double *p = memory_buffer(t->memory, name, count * sizeof *p);
    memory_poison(t->memory, p, NULL);
    return p;
}

static void make_array(struct choice_trial *t, struct trial_array *a, const char *name, int count)
{
    *a = (struct trial_array){.count = count, .live = count};
    snprintf(a->name, sizeof a->name, "%s", name);
    a->value = doubles(t, a->name, (size_t)count);
    a->gradient = doubles(t, a->name, (size_t)count);
}

void choice_trial_open(struct choice_trial *t, enum slot_id slot, const struct choice *choice,
                       const struct dims *dims, const struct args *args, int visible)
{
    const struct trial_kind *kind = trial_kind(slot);
    *t = (struct choice_trial){.choice = choice,
                               .kind = kind,
                               .dims = *dims,
                               .args = *args,
                               .head = dims->heads - 1,
                               .scale = 1,
                               .visible = visible,
                               .memory = memory_new(THP_NEVER, 1)};
    t->tensors = choice->tensors ? choice->tensors(dims, args, t->tensor) : 0;
    for (int i = 0; i < t->tensors; i++) {
        make_array(t, &t->arrays[i], t->tensor[i].name, (int)tensor_count(&t->tensor[i]));
        t->w[i] = t->arrays[i].value;
        t->dw[i] = t->arrays[i].gradient;
    }
    t->count = t->tensors;
    for (int i = 0; i < 2 && kind->inputs[i]; i++)
        make_array(t, &t->arrays[t->count++], kind->inputs[i], kind->width(dims, i));
    if (is_normalizer(t)) trial_input(t, 0)->live = visible;
    make_array(t, &t->out, kind->output, kind->width(dims, -1));
    scratch_size *size = kind->scratch(choice);
    t->scratch = doubles(t, "scratch", size ? size(dims, args) : 0);
}

void choice_trial_close(struct choice_trial *t) { memory_free(t->memory); }

/* Returns the standard deviation of random values. Biases are also random, because a wrong
 * derivative could pass at their initial value 0. */
static double deviation(const struct choice_trial *t, int array, enum trial_reach reach)
{
    enum { FAR = 3 };
    if (array >= t->tensors) return reach == REACH_FAR_INPUTS ? FAR : 1;
    const struct tensor *w = &t->tensor[array];
    if (reach == REACH_FAR_PARAMETERS) return FAR;
    return w->init == INIT_NORMAL || w->init == INIT_UNIFORM ? w->std : 0.3;
}

void choice_trial_draw(struct choice_trial *t, enum trial_reach reach, uint64_t seed)
{
    for (int k = 0; k < t->count; k++) {
        struct trial_array *a = &t->arrays[k];
        double mean = k < t->tensors && t->tensor[k].init == INIT_ONE, std = deviation(t, k, reach);
        uint64_t stream = rng_stream(a->name);
        for (int i = 0; i < a->count; i++)
            a->value[i] = i < a->live
                              ? (double)(float)(mean + std * rng_normal(seed, stream, (uint64_t)i))
                              : (double)NAN;
    }
    for (int i = 0; i < t->out.count; i++)
        t->out.gradient[i] = rng_normal(seed, rng_stream("gradient"), (uint64_t)i);
}

void choice_trial_evaluate(struct choice_trial *t)
{
    memory_poison(t->memory, t->out.value, NULL);
    memory_poison(t->memory, t->scratch, NULL);
    t->kind->evaluate(t);
}

/* Returns true if a derivative overwrites this gradient. A normaliser overwrites the gradient of
 * the scores; all other gradients are accumulated. */
static bool is_written(const struct choice_trial *t, int array)
{
    return is_normalizer(t) && array >= t->tensors;
}

/* the initial values are exact in binary, so subtracting them adds no rounding error */
double trial_begun(const struct choice_trial *t, int array, int i)
{
    return is_written(t, array) ? 0 : 1 + 0.25 * (i % 7);
}

void choice_trial_clear(struct choice_trial *t, int from)
{
    for (int k = from; k < t->count; k++)
        memset(t->arrays[k].gradient, 0, (size_t)t->arrays[k].count * sizeof(double));
}

void choice_trial_differentiate(struct choice_trial *t)
{
    memory_poison(t->memory, t->scratch, NULL);
    for (int k = 0; k < t->count; k++)
        for (int i = 0; i < t->arrays[k].count; i++)
            t->arrays[k].gradient[i] = is_written(t, k) ? (double)NAN : trial_begun(t, k, i);
    t->kind->differentiate(t);
    for (int k = 0; k < t->count; k++)
        for (int i = 0; i < t->arrays[k].count; i++)
            t->arrays[k].gradient[i] -= trial_begun(t, k, i);
}

char *numbers_text(const double *x, int count)
{
    enum { SHOWN = 8 };
    struct text text = {0};
    text_add(&text, "[");
    for (int i = 0; i < count && i < SHOWN; i++) text_add(&text, "%s%.9g", i ? ", " : "", x[i]);
    text_add(&text, count > SHOWN ? ", ... of %d]" : "]", count);
    return text.data;
}

char *arguments_text(const struct choice *choice, const struct args *args)
{
    struct text text = {0};
    const struct param *p = choice->params;
    for (int i = 0; p && p[i].name; i++) {
        char number[32];
        const char *value = p[i].kind == PARAM_CHOICE ? p[i].choices[(int)args->value[i]]
                                                      : number_text(args->value[i], number);
        text_add(&text, "%s%s=%s", i ? ", " : " with ", p[i].name, value);
    }
    return text.data ? text.data : xstrdup("");
}

char *choice_trial_text(const struct choice_trial *t)
{
    struct text text = {0};
    char *arguments = arguments_text(t->choice, &t->args);
    text_add(&text, "%s", arguments);
    free(arguments);
    for (int k = 0; k < t->count; k++) {
        char *numbers = numbers_text(t->arrays[k].value, t->arrays[k].live);
        text_add(&text, "%s%s = %s", k ? ", " : ", for ", t->arrays[k].name, numbers);
        free(numbers);
    }
    if (is_normalizer(t))
        text_add(&text, ", scale %g, %d of %d keys visible", t->scale, t->visible, t->dims.m);
    char *numbers = numbers_text(t->out.gradient, t->out.count);
    text_add(&text, ", gradient of %s = %s", t->out.name, numbers);
    free(numbers);
    return text.data;
}
