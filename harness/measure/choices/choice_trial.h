/* SPDX-License-Identifier: MIT
 * Checks a single choice before layers use it. Compares its formula with worked examples, its
 * derivative with finite differences, and its fast functions with both. Evaluates normalisers at
 * extreme scores. Layers are compared with these formulas, so the formulas must be correct first.
 */
#ifndef ATTNLAB_CHOICE_TRIAL_H
#define ATTNLAB_CHOICE_TRIAL_H

#include "harness/measure/memory.h"

/* Uses the formulas of the oracle. A choice has the same struct in all float builds. */
#define BUILD formula
#include "kernels/registry.h"

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
    int head;     /* index of the head, for functions that depend on the head */
    double scale; /* scale of the scores (normaliser only) */
    int visible;  /* number of visible keys (normaliser only) */
    struct memory *memory;
    struct tensor tensor[MAX_TENSORS];
    struct trial_array arrays[MAX_TENSORS + 2]; /* the parameter tensors, followed by the inputs */
    int tensors, count;
    struct trial_array out; /* the output, and the gradient from which the derivative starts */
    const double *w[MAX_TENSORS];
    double *dw[MAX_TENSORS];
    double *scratch;
};

/* Names and functions that differ between slots. */
struct trial_kind {
    /* name of the kind: "projection", "gate", "score", "logits" or "normalizer" */
    const char *name;
    const char *inputs[2]; /* names of the inputs; the second is NULL if there is only one input */
    const char *output;
    /* Returns the number of elements of an input, or of the output if `input` is -1. */
    int (*width)(const struct dims *, int input);
    size_t (*scratch)(const struct choice *, const struct dims *, const struct args *);
    void (*evaluate)(struct choice_trial *);
    void (*differentiate)(struct choice_trial *);
};
const struct trial_kind *trial_kind(enum slot_id);

/* Opens a trial of a choice, which must accept these sizes. Only normalisers use `visible`. */
void choice_trial_open(struct choice_trial *, enum slot_id, const struct choice *,
                       const struct dims *, const struct args *, int visible);
void choice_trial_close(struct choice_trial *);
/* Distributions of random parameters and inputs.
 * REACH_NEAR: parameters are near their initial values, inputs are from N(0, 1).
 * REACH_FAR_PARAMETERS, REACH_FAR_INPUTS: parameters or inputs are far from these values. Training
 * may reach far values, where a formula may take another branch. */
enum trial_reach { REACH_NEAR, REACH_FAR_PARAMETERS, REACH_FAR_INPUTS, REACHES };
/* Draws all parameters and inputs from a seed. Scores of hidden keys are NaN. */
void choice_trial_draw(struct choice_trial *, enum trial_reach, uint64_t seed);
void choice_trial_evaluate(struct choice_trial *);
/* Computes the gradients of sum(out.gradient * out.value). choice_trial_evaluate() must be called
 * first. Accumulated gradients start at trial_begun(), which is subtracted afterwards. */
void choice_trial_differentiate(struct choice_trial *);
/* Returns the value of gradient entry i before the derivative runs, or 0 if the derivative
 * overwrites the gradient. */
double trial_begun(const struct choice_trial *, int array, int i);
/* Returns the parameters as text, such as " with d_prime=3, score_act=gelu", or "" if there are
 * none. The caller frees the text. */
char *arguments_text(const struct choice *, const struct args *);
/* Describes the arguments and inputs, and for a normaliser the scale and the visible keys. The
 * caller frees the text. */
char *choice_trial_text(const struct choice_trial *);

/* ---- checks; each returns NULL, or what is wrong; the caller frees the text ---- */

/* Returns the number of worked examples (kernels/by_hand.h). */
int by_hand_count(const struct choice *);
char *by_hand_check(enum slot_id, const struct choice *);

/* Checks all gradients at `draws` random points per distribution. Choices with a fast backward
 * function are also checked, because tolerances of the oracle depend on the derivative. Overwrites
 * parameters and inputs. */
char *derivative_check(struct choice_trial *, int draws);

/* Checks a normaliser at scores that are huge, tiny or all equal. Formula and derivative must be
 * finite, and 0 for hidden keys. In each build that this CPU supports, the fast functions must
 * agree with the formula over two tiles of keys. */
char *extreme_scores_check(int index, const struct args *);

/* Compares the fast functions with formula and derivative, in every build that this CPU supports
 * (fast_check.h). */
char *fast_check(enum slot_id, int index, const struct args *);

#endif
