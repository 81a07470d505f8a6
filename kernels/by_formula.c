/* SPDX-License-Identifier: MIT
 * Finds the slots of a layer that run a slow double-precision formula because their choice has no
 * fast function. Times of these slots must not be compared. The conditions must match
 * formula_path.c, backward_path.c, stages/gate.c, logit_path.c and engine/. */
#include "choices.h"

static bool fast_projection(const struct choice *c, bool backward)
{
    const struct projection *f = (const struct projection *)c;
    return backward ? f->backward != NULL : f->forward != NULL;
}

/* Without a gate, the slot counts as fast, because the engine skips it. */
static bool fast_gate(const struct choice *c, bool backward)
{
    const struct gate *f = (const struct gate *)c;
    return f->absent || (backward ? f->backward != NULL : f->forward != NULL);
}

static bool fast_logits(const struct choice *c, bool backward)
{
    const struct logits *f = (const struct logits *)c;
    return f->absent || (f->forward && (!backward || f->backward));
}

static bool fast_forget(const struct choice *c, bool backward)
{
    return ((const struct forget *)c)->absent || fast_projection(c, backward);
}

/* A score with a published formulation counts as fast under the materialised method. */
static bool fast_score(const struct choice *c, bool materialised, bool backward)
{
    const struct score *f = (const struct score *)c;
    bool published =
        materialised && (backward ? f->materialise_backward != NULL : f->materialise != NULL);
    return published || score_has_tiles(f, backward);
}

/* A normaliser with `fold` counts as fast, because it also has fast functions for the backward
 * pass. */
static bool fast_normalizer(const struct choice *c, bool backward)
{
    const struct normalizer *f = (const struct normalizer *)c;
    return f->fold && (!backward || f->backward);
}

unsigned N(by_formula)(const struct layer *layer, bool backward)
{
    unsigned slots = 0;
    for (int s = 0; s < SLOTS; s++) {
        const struct choice *c = chosen(layer, s);
        bool fast = s == SLOT_SCORE ? fast_score(c, layer->method == METHOD_MATERIALISED, backward)
                    : s == SLOT_NORMALIZER ? fast_normalizer(c, backward)
                    : s == SLOT_GATE       ? fast_gate(c, backward)
                    : s == SLOT_LOGITS     ? fast_logits(c, backward)
                    : s == SLOT_FORGET     ? fast_forget(c, backward)
                                           : fast_projection(c, backward);
        if (!fast) slots |= 1u << s;
    }
    return slots;
}
