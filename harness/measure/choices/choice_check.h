/* SPDX-License-Identifier: MIT
 * Checks a single choice before layers use it. Compares its formula with worked examples, its
 * derivative with finite differences, and its fast functions with both. Layers are compared with
 * these formulas, so the formulas must be correct first. */
#ifndef ATTNLAB_CHOICE_CHECK_H
#define ATTNLAB_CHOICE_CHECK_H

#include "base/mem.h"
#include "harness/measure/memory.h"

/* Selects the formula build, because the oracle uses the formulas of that build. The structs of
 * choices are the same in all float builds. */
#define BUILD formula
#include "kernels/registry.h"

/* Casts a choice to the struct of its slot. The choice is the first member of this struct. */
#define AS(type, choice) ((const struct type *)(const void *)(choice))

struct choice_result {
    char *reason; /* why a check failed, owned; NULL if all checks passed */
    int by_hand;  /* number of worked examples */
    bool fast_forward, fast_backward;
};
/* Runs all checks of a choice, first with the default arguments, then with each value of each
 * argument. Numeric arguments are tested at their minimum, their default and a value between them.
 */
struct choice_result choice_check(enum slot_id, int index);

/* ---- a trial: formula and derivative on one row, for any slot ---- */

/* A parameter, input or output, with its gradient. Buffers are guarded and poisoned (memory.h). */
struct trial_array {
    char name[48];
    double *value, *gradient;
    int count, live; /* number of elements, and number of visible elements */
};

struct choice_trial {
    const struct choice *choice;
    const struct trial_kind *kind;
    struct dims dims;
    struct args args;
    int head;     /* index of the head; initially the last head */
    double scale; /* scale of the scores (normaliser only) */
    int visible;  /* number of visible keys (normaliser only) */
    struct memory *memory;
    struct tensor tensor[MAX_TENSORS];
    struct trial_array arrays[MAX_TENSORS + 2]; /* the parameter tensors, followed by the inputs */
    int tensors, count;
    struct trial_array out; /* output; its gradient is the input of the derivative */
    const double *w[MAX_TENSORS];
    double *dw[MAX_TENSORS];
    double *scratch;
};

/* Names and functions that differ between slots. */
struct trial_kind {
    /* "projection", "gate", "score", "logits" or "normalizer" */
    const char *name;
    const char *inputs[2]; /* names of the inputs; the second is NULL if there is only one input */
    const char *output;
    /* Returns the number of elements of an input, or of the output if `input` is -1. */
    int (*width)(const struct dims *, int input);
    /* Returns the choice's function that computes the number of scratch doubles, or NULL. */
    size_t (*(*scratch)(const struct choice *))(const struct dims *, const struct args *);
    void (*evaluate)(struct choice_trial *);
    /* Accumulates gradients. A normaliser overwrites the gradient of the scores. */
    void (*differentiate)(struct choice_trial *);
};
const struct trial_kind *trial_kind(enum slot_id);

/* Opens a trial of a choice, which must accept these sizes. Only normalisers use `visible`. */
void choice_trial_open(struct choice_trial *, enum slot_id, const struct choice *,
                       const struct dims *, const struct args *, int visible);
void choice_trial_close(struct choice_trial *);
static inline struct trial_array *trial_input(struct choice_trial *t, int i)
{
    return &t->arrays[t->tensors + i];
}
/* Distributions of random parameters and inputs.
 * REACH_NEAR: parameters are near their initial values, inputs are from N(0, 1).
 * REACH_FAR_PARAMETERS, REACH_FAR_INPUTS: parameters or inputs are far from these values. Training
 * may reach values at which a formula takes another branch. */
enum trial_reach { REACH_NEAR, REACH_FAR_PARAMETERS, REACH_FAR_INPUTS, REACHES };
/* Draws all parameters and inputs from a seed, rounded to float so that all builds get the same
 * numbers. Scores of hidden keys are NaN. */
void choice_trial_draw(struct choice_trial *, enum trial_reach, uint64_t seed);
void choice_trial_evaluate(struct choice_trial *);
/* Sets the gradients of arrays[from] and later arrays to 0. */
void choice_trial_clear(struct choice_trial *, int from);
/* Computes the gradients of `sum(out.gradient * out.value)`. choice_trial_evaluate() must be called
 * first. Accumulated gradients start at trial_begun(); this value is subtracted at the end. */
void choice_trial_differentiate(struct choice_trial *);
/* Returns the value of gradient entry i before the derivative runs, or 0 if the derivative
 * overwrites the gradient. */
double trial_begun(const struct choice_trial *, int array, int i);
/* Returns the parameters as a string, such as " with d_prime=3, score_act=gelu", or "" if there are
 * none. The caller frees the string. */
char *arguments_text(const struct choice *, const struct args *);
/* Describes the arguments and inputs; for a normaliser, also the scale and the visible keys. The
 * caller frees the string. */
char *choice_trial_text(const struct choice_trial *);
/* Returns numbers as a string, such as "[0.5, -1, 2]", with "..." after the first 8. The caller
 * frees the string. */
char *numbers_text(const double *x, int count);

/* ---- checks of formulas; each returns NULL, or what is wrong; the caller frees the text ---- */

/* Returns the number of worked examples (kernels/by_hand.h). */
int by_hand_count(const struct choice *);
char *by_hand_check(enum slot_id, const struct choice *);

/* Checks all gradients at `draws` random points per distribution, and overwrites parameters and
 * inputs. Choices with a fast backward function are also checked, because the oracle's tolerances
 * depend on the derivative. */
char *derivative_check(struct choice_trial *, int draws);

/* ---- checks of fast functions, called directly, with sizes, masks and values that layers rarely
 * reach ---- */

/* An array in a build's number type. */
struct reals {
    void *data;
    size_t count, size; /* `size` is 4 or 8 bytes per number */
};
static inline double get(const struct reals *r, size_t i)
{
    return r->size == 4 ? (double)((float *)r->data)[i] : ((double *)r->data)[i];
}
static inline void put(struct reals *r, size_t i, double x)
{
    if (r->size == 4)
        ((float *)r->data)[i] = (float)x;
    else
        ((double *)r->data)[i] = x;
}

enum { FAST_ARRAYS = 192 };
/* One choice in one build. Structs of different builds differ only in the type `real`, so the
 * structs of one build are used for all builds. */
struct fast_check {
    enum slot_id slot;
    const struct choice *formula, *fast; /* the choice in the formula build and the tested build */
    const char *build;
    size_t real_size; /* bytes per number: 4 or 8 */
    const struct args *args;
    const struct dims *dims; /* sizes to try for a projection; NULL for the usual sizes */
    char *wrong;             /* first failure, owned; NULL if there is none */
    /* open guarded arrays; an array with a `source` is an input, which functions must not change */
    struct memory *memory;
    struct fast_array {
        struct reals reals;
        const double *source;
    } arrays[FAST_ARRAYS];
    int count;
};

/* Compares the fast functions with formula and derivative, in every build that this CPU supports.
 * Returns NULL if they agree, otherwise an error message, which the caller frees. */
char *fast_check(enum slot_id slot, int index, const struct args *args);
/* Checks the fast functions of one build and sets `wrong` on failure. A choice without fast
 * functions passes. */
void fast_check_build(struct fast_check *);

/* Each function checks one kind of slot. normalizer_check() also evaluates the formula at extreme
 * scores. */
void rows_check(struct fast_check *); /* projections, gates and logit functions */
void score_check(struct fast_check *);
void normalizer_check(struct fast_check *);

/* Records a failure, unless one is already recorded. */
void fast_fails(struct fast_check *, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* fast_array: opens an array filled with NaN.
 * fast_filled: opens an array filled with x.
 * fast_input: opens a copy of array x. Functions must not change the copy. */
struct reals fast_array(struct fast_check *, const char *name, size_t count);
struct reals fast_filled(struct fast_check *, const char *name, double x, size_t count);
struct reals fast_input(struct fast_check *, const char *name, const double *x, size_t count);
/* Closes all arrays except the first `from`. Fails if `function` wrote outside an array or changed
 * an input. */
void fast_release(struct fast_check *, int from, const char *function);

/* Parameters of a trial in a build's number type, and gradients that start at a given value. */
struct fast_parameters {
    const real *w[MAX_TENSORS];
    real *dw[MAX_TENSORS];
    struct reals gradient[MAX_TENSORS];
};
void fast_parameters(struct fast_check *, const struct choice_trial *, double start,
                     struct fast_parameters *);

/* Argument of the fast functions of logits and normalisers. The fields after `head` are floats in
 * float builds and doubles in the double build. */
union head_run {
    struct logits_run logits;
    struct normalizer_run normalizer;
    struct {
        const struct dims *dims;
        const struct args *args;
        const real *const *w;
        int head;
        double scale, factor;
    } twice;
};
union head_run head_run(const struct fast_check *, const struct choice_trial *,
                        const real *const *w, double scale, double factor);

/* Returns a random number, rounded to float so that all builds get the same inputs. */
double draw(const char *what, size_t i);
/* Returns `count` random numbers. The caller frees them. */
double *draws(const char *what, size_t count);
/* Returns the machine epsilon of a build's number type. */
static inline double epsilon(const struct fast_check *c)
{
    return c->real_size == 4 ? 0x1p-23 : 0x1p-52;
}

#endif
