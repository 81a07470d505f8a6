/* SPDX-License-Identifier: MIT
 * Builds the tables of slots and choices from the list.def of each folder. The list order is the
 * legend order. The EXTRA_... lists add broken choices to the build that tests the checks. */
#include "registry.h"

/* Pass 1 over the lists declares the choices. */
#define PROJECTION(name) extern const struct projection N(projection_##name);
#define OUTPUT(name)     extern const struct projection N(projection_##name);
#define COMBINE(name)    extern const struct projection N(combine_##name);
#define GATE(name)       extern const struct gate N(gate_##name);
#define SCORE(name)      extern const struct score N(score_##name);
#define NORMALIZER(name) extern const struct normalizer N(normalizer_##name);
#define LOGITS(name)     extern const struct logits N(logits_##name);
#define FORGET(name)     extern const struct forget N(forget_##name);
#include "projections/list.def"
#include "combinations/list.def"
#include "gates/list.def"
#include "scores/list.def"
#include "normalizers/list.def"
#include "logits/list.def"
#include "forget/list.def"
#ifdef EXTRA_CHOICES
#include EXTRA_CHOICES
#endif
#undef PROJECTION
#undef OUTPUT
#undef COMBINE
#undef GATE
#undef SCORE
#undef NORMALIZER
#undef LOGITS
#undef FORGET

/* Pass 2 over the lists builds one table per slot. Macros of other slots are empty in this pass and
 * add no entries. */
#define PROJECTION(name) &N(projection_##name).base,
#define OUTPUT(name)
#define COMBINE(name)
#define GATE(name)
#define SCORE(name)
#define NORMALIZER(name)
#define LOGITS(name)
#define FORGET(name)
static const struct choice *const projections[] = {
#include "projections/list.def"
#ifdef EXTRA_CHOICES
#include EXTRA_CHOICES
#endif
    NULL};

#undef OUTPUT
#define OUTPUT(name) &N(projection_##name).base,
static const struct choice *const outputs[] = {
#include "projections/list.def"
#ifdef EXTRA_CHOICES
#include EXTRA_CHOICES
#endif
    NULL};

#undef PROJECTION
#undef OUTPUT
#undef COMBINE
#define PROJECTION(name)
#define OUTPUT(name)
#define COMBINE(name) &N(combine_##name).base,
static const struct choice *const combinations[] = {
#include "combinations/list.def"
#ifdef EXTRA_CHOICES
#include EXTRA_CHOICES
#endif
    NULL};

#undef COMBINE
#undef GATE
#define COMBINE(name)
#define GATE(name) &N(gate_##name).base,
static const struct choice *const gates[] = {
#include "gates/list.def"
#ifdef EXTRA_CHOICES
#include EXTRA_CHOICES
#endif
    NULL};

#undef GATE
#undef SCORE
#define GATE(name)
#define SCORE(name) &N(score_##name).base,
static const struct choice *const scores[] = {
#include "scores/list.def"
#ifdef EXTRA_CHOICES
#include EXTRA_CHOICES
#endif
    NULL};

#undef SCORE
#undef NORMALIZER
#define SCORE(name)
#define NORMALIZER(name) &N(normalizer_##name).base,
static const struct choice *const normalizers[] = {
#include "normalizers/list.def"
#ifdef EXTRA_CHOICES
#include EXTRA_CHOICES
#endif
    NULL};

#undef NORMALIZER
#undef LOGITS
#define NORMALIZER(name)
#define LOGITS(name) &N(logits_##name).base,
static const struct choice *const logits[] = {
#include "logits/list.def"
#ifdef EXTRA_CHOICES
#include EXTRA_CHOICES
#endif
    NULL};

#undef LOGITS
#undef FORGET
#define LOGITS(name)
#define FORGET(name) &N(forget_##name).log.base,
static const struct choice *const forgets[] = {
#include "forget/list.def"
#ifdef EXTRA_CHOICES
#include EXTRA_CHOICES
#endif
    NULL};

const struct slot N(slots)[SLOTS] = {
    [SLOT_Q] = {"q", "q_", "map from the input to the queries", "Projections", projections, false},
    [SLOT_K] = {"k", "k_", "map from the input to the keys", "Projections", projections, false},
    [SLOT_V] = {"v", "v_", "map from the input to the values", "Projections", projections, false},
    [SLOT_SCORE] = {"score", "", "score of a query and a key", "Scores", scores, false},
    [SLOT_LOGITS] = {"logits", "logits_", "function applied to scores, before the normaliser",
                     "Scores", logits, true},
    [SLOT_FORGET] = {"forget", "forget_", "decay of earlier positions, per head and key", "Scores",
                     forgets, true},
    [SLOT_NORMALIZER] = {"normalizer", "", "map from scores to weights", "Normalisers", normalizers,
                         false},
    [SLOT_COMBINE] = {"combine", "combine_",
                      "combination of the outputs of several heads, before the gate", "Outputs",
                      combinations, true},
    [SLOT_GATE] = {"gate", "gate_", "gate on the attention output, before slot o", "Outputs", gates,
                   false},
    [SLOT_O] = {"o", "o_", "map from the attention output to the layer's output", "Outputs",
                outputs, false},
};
