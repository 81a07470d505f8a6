/* SPDX-License-Identifier: MIT
 * Checks of a single choice, before it is part of a layer: its formula against worked examples, its
 * derivative against differences of the formula, a normaliser at extreme scores. Layers are
 * compared with these formulas, so they must be right first. */
#ifndef ATTNLAB_CHOICE_TRIAL_H
#define ATTNLAB_CHOICE_TRIAL_H

#include "harness/measure/memory.h"

/* A choice's struct is the same in every build of float; the formulas are the oracle's. */
#define BUILD formula
#include "kernels/registry.h"

struct choice_result {
    char *reason; /* NULL: ok; owned */
    int by_hand;  /* worked examples of the choice */
    bool fast_forward, fast_backward;
};
/* All checks of a choice of that slot's list, with its default arguments and with each value of
 * each argument; of numbers the least, the default and one between. */
struct choice_result choice_check(enum slot_id, int index);

/* ---- a trial: formula and derivative on one row, for any slot ---- */

/* Parameters, inputs and the output are arrays with a name and a gradient. All are guarded and
 * poisoned buffers of memory.h. */
struct trial_array {
    char name[48];
    double *value, *gradient;
    int count, live; /* live: of a normaliser's scores, those that are visible */
};

struct choice_trial {
    const struct choice *choice;
    const struct trial_kind *kind;
    struct dims dims;
    struct args args;
    int head;     /* of a score, a function of logits or a normaliser */
    double scale; /* of a normaliser */
    int visible;  /* of a normaliser: how many of the m keys */
    struct memory *memory;
    struct tensor tensor[MAX_TENSORS];
    struct trial_array arrays[MAX_TENSORS + 2]; /* the tensors, then the inputs */
    int tensors, count;
    struct trial_array out; /* its gradient is given to the derivative */
    const double *w[MAX_TENSORS];
    double *dw[MAX_TENSORS];
    double *scratch;
};

/* What differs between slots. */
struct trial_kind {
    const char *name;      /* "projection", "gate", "score", "logits", "normalizer" */
    const char *inputs[2]; /* names; NULL: only one input */
    const char *output;
    int (*width)(const struct dims *, int input); /* elements of an input; -1: of the output */
    size_t (*scratch)(const struct choice *, const struct dims *, const struct args *);
    void (*evaluate)(struct choice_trial *);
    void (*differentiate)(struct choice_trial *);
};
const struct trial_kind *trial_kind(enum slot_id);

/* visible: of a normaliser. The choice must not refuse these sizes. */
void choice_trial_open(struct choice_trial *, enum slot_id, const struct choice *,
                       const struct dims *, const struct args *, int visible);
void choice_trial_close(struct choice_trial *);
/* Where parameters and inputs are drawn: near their initial values and N(0, 1), or one of both far
 * from it, where training may take them and another branch of a formula may begin. */
enum trial_reach { REACH_NEAR, REACH_FAR_PARAMETERS, REACH_FAR_INPUTS, REACHES };
/* Draws all by seed. Scores that are not visible are NaN. */
void choice_trial_draw(struct choice_trial *, enum trial_reach, uint64_t seed);
/* Inputs and parameters -> out.value. */
void choice_trial_evaluate(struct choice_trial *);
/* After evaluate: gradients of sum(out.gradient * out.value). Gradients that the choice must add to
 * hold trial_begun() before, which is subtracted again. */
void choice_trial_differentiate(struct choice_trial *);
/* Entry i of an array's gradient before the derivative; 0 where it is written, not added to. */
double trial_begun(const struct choice_trial *, int array, int i);
/* " with d_prime=3, score_act=gelu", or "" without parameters; the caller frees it. */
char *choice_trial_arguments(const struct choice_trial *);

/* ---- the checks; each returns NULL if all is right, else the fault, to be freed ---- */

int by_hand_count(const struct choice *); /* worked examples (kernels/by_hand.h) */
char *by_hand_check(enum slot_id, const struct choice *);

/* Each gradient over `draws` of each reach. A layer runs the derivative only where the choice has
 * no fast backward function, but the oracle's tolerances rely on it. The values are drawn anew. */
char *derivative_check(struct choice_trial *, int draws);

/* A normaliser (index in its list) at scores that no ordinary input has: huge, tiny, all equal. The
 * formula and derivative must stay finite, and give 0 where a key is not visible; in every build
 * that this CPU runs, the fast functions must agree with them over two tiles. */
char *extreme_scores_check(int index, const struct args *);

#endif
