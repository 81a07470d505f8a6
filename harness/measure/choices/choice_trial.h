/* SPDX-License-Identifier: MIT
 * One choice of a slot on trial: its formula and derivative in double on one row, whatever the
 * slot.
 *
 * Parameters and inputs are arrays by name, each with its gradient; the output is one more. So
 * values by hand, differences and extremes are written once for all slots. All arrays are guarded
 * and poisoned ones of memory.h. */
#ifndef ATTNLAB_CHOICE_TRIAL_H
#define ATTNLAB_CHOICE_TRIAL_H

#include "harness/measure/memory.h"

/* A choice's struct is the same in every build of float; the formulas are the oracle's. */
#define BUILD formula
#include "kernels/registry.h"

struct trial_array {
    char name[48];
    double *value, *gradient;
    int count, live; /* of a normaliser's scores those that are visible are live */
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
    struct trial_array out; /* its gradient is what the derivative is asked about */
    const double *w[MAX_TENSORS];
    double *dw[MAX_TENSORS];
    double *scratch;
};

/* What tells slots apart. */
struct trial_kind {
    const char *name;      /* "projection", "gate", "score", "logits", "normalizer" */
    const char *inputs[2]; /* their names; NULL: only one */
    const char *output;
    int (*width)(const struct dims *, int input); /* elements of an input; -1: of the output */
    size_t (*scratch)(const struct choice *, const struct dims *, const struct args *);
    void (*evaluate)(struct choice_trial *);
    void (*differentiate)(struct choice_trial *);
};
const struct trial_kind *trial_kind(enum slot_id);

/* visible: of a normaliser, else not read. The choice must not refuse these sizes. Closed by
 * choice_trial_close. */
void choice_trial_open(struct choice_trial *, enum slot_id, const struct choice *,
                       const struct dims *, const struct args *, int visible);
void choice_trial_close(struct choice_trial *);
/* Where parameters and inputs are drawn: about their initial values and N(0, 1); or one of both far
 * from there, where training may take them, and where another branch of a formula may begin. */
enum trial_reach { REACH_NEAR, REACH_FAR_PARAMETERS, REACH_FAR_INPUTS, REACHES };
/* All are drawn by seed. Scores that are not visible are NaN. */
void choice_trial_draw(struct choice_trial *, enum trial_reach, uint64_t seed);
/* Inputs and parameters -> out.value. */
void choice_trial_evaluate(struct choice_trial *);
/* After evaluate: the arrays' gradients of sum(out.gradient * out.value). What the choice must add
 * to holds trial_begun() before, which is taken off again. */
void choice_trial_differentiate(struct choice_trial *);
/* What entry i of an array's gradient holds before: 0 where it is written and not added to. */
double trial_begun(const struct choice_trial *, int array, int i);
/* " with d_prime=3, score_act=gelu", or "" without parameters; to be freed. */
char *choice_trial_arguments(const struct choice_trial *);

#endif
