/* SPDX-License-Identifier: MIT
 * Checks a single choice before layers use it. Its formula is compared with worked examples, its
 * derivative with finite differences, and a normaliser is evaluated at extreme scores. Layers are
 * compared with these formulas, so the formulas must be correct first. */
#ifndef ATTNLAB_CHOICE_TRIAL_H
#define ATTNLAB_CHOICE_TRIAL_H

#include "harness/measure/memory.h"

/* All float builds use the same struct for a choice; the formulas are those of the oracle. */
#define BUILD formula
#include "kernels/registry.h"

struct choice_result {
    char *reason; /* NULL if all checks passed; owned */
    int by_hand;  /* number of worked examples */
    bool fast_forward, fast_backward;
};
/* Runs all checks of a slot's choice with the default arguments and with each value of each
 * argument. Numeric arguments are tried at the minimum, the default and a value between them. */
struct choice_result choice_check(enum slot_id, int index);

/* ---- a trial: formula and derivative on one row, for any slot ---- */

/* A parameter, input or output with a name and a gradient. All buffers are guarded and poisoned
 * (memory.h). */
struct trial_array {
    char name[48];
    double *value, *gradient;
    int count, live; /* live: number of visible scores (normaliser), or equal to count */
};

struct choice_trial {
    const struct choice *choice;
    const struct trial_kind *kind;
    struct dims dims;
    struct args args;
    int head;     /* index of the head */
    double scale; /* scale of a normaliser */
    int visible;  /* number of keys that a normaliser sees */
    struct memory *memory;
    struct tensor tensor[MAX_TENSORS];
    struct trial_array arrays[MAX_TENSORS + 2]; /* the tensors, then the inputs */
    int tensors, count;
    struct trial_array out; /* out.gradient is the input of the derivative */
    const double *w[MAX_TENSORS];
    double *dw[MAX_TENSORS];
    double *scratch;
};

/* Functions and names that differ between slots. */
struct trial_kind {
    const char *name;      /* "projection", "gate", "score", "logits" or "normalizer" */
    const char *inputs[2]; /* names of the inputs; the second may be NULL */
    const char *output;
    int (*width)(const struct dims *, int input); /* elements per input; input -1 is the output */
    size_t (*scratch)(const struct choice *, const struct dims *, const struct args *);
    void (*evaluate)(struct choice_trial *);
    void (*differentiate)(struct choice_trial *);
};
const struct trial_kind *trial_kind(enum slot_id);

/* Only normalisers use `visible`. The choice must not refuse these sizes. */
void choice_trial_open(struct choice_trial *, enum slot_id, const struct choice *,
                       const struct dims *, const struct args *, int visible);
void choice_trial_close(struct choice_trial *);
/* Distribution of random parameters and inputs. REACH_NEAR: parameters near their initial values,
 * inputs N(0, 1). The FAR values draw parameters or inputs far from there: training may reach such
 * values, and a formula may have another branch for them. */
enum trial_reach { REACH_NEAR, REACH_FAR_PARAMETERS, REACH_FAR_INPUTS, REACHES };
/* Draws all parameters and inputs from a seed. Scores that are not visible are NaN. */
void choice_trial_draw(struct choice_trial *, enum trial_reach, uint64_t seed);
void choice_trial_evaluate(struct choice_trial *);
/* Computes the gradients of sum(out.gradient * out.value); call choice_trial_evaluate first.
 * Gradients that a choice adds to start at trial_begun(), which is subtracted afterwards. */
void choice_trial_differentiate(struct choice_trial *);
/* Value of a gradient's entry i before the derivative runs; 0 for gradients that are overwritten.
 */
double trial_begun(const struct choice_trial *, int array, int i);
/* Returns " with d_prime=3, score_act=gelu", or "" without parameters; the caller frees the text.
 */
char *choice_trial_arguments(const struct choice_trial *);

/* ---- checks; each returns NULL, or what is wrong; the caller frees the text ---- */

int by_hand_count(const struct choice *); /* number of worked examples (kernels/by_hand.h) */
char *by_hand_check(enum slot_id, const struct choice *);

/* Checks all gradients on `draws` random draws per distribution. A layer uses this derivative only
 * if the choice has no fast backward function, but the tolerances of the oracle depend on it.
 * Overwrites parameters and inputs. */
char *derivative_check(struct choice_trial *, int draws);

/* Checks a normaliser, given by its index, at scores that are huge, tiny or all equal. Formula and
 * derivative must be finite, and 0 for keys that are not visible. In every build that this CPU
 * supports, the fast functions must agree with them over two tiles. */
char *extreme_scores_check(int index, const struct args *);

#endif
