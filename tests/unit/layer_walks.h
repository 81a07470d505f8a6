/* SPDX-License-Identifier: MIT
 * Loops over layer configurations: choices of all slots, parameter values, methods, masks, and
 * partial tiles. */
#ifndef ATTNLAB_LAYER_WALKS_H
#define ATTNLAB_LAYER_WALKS_H

#include "base/mem.h"
#include "kernels/kernels.h"

#include <math.h>
#include <string.h>

static inline struct layer plain_layer(void)
{
    const struct kernels *k = kernels_by_name("double");
    struct layer l = {.shape = {2, 2, 9, 9, 12, 6}, .score_scale = 1};
    for (int s = 0; s < SLOTS; s++) {
        const struct param *p = k->slots[s].choices[0]->params;
        for (int i = 0; p && p[i].name; i++) l.args[s].value[i] = p[i].def;
    }
    return l;
}

static inline void choose(struct layer *l, enum slot_id slot, int choice)
{
    const struct param *p = kernels_by_name("double")->slots[slot].choices[choice]->params;
    l->choice[slot] = choice;
    for (int i = 0; p && p[i].name; i++) l->args[slot].value[i] = p[i].def;
}

static inline int choice_named(enum slot_id slot, const char *name)
{
    const struct choice *const *c = kernels_by_name("double")->slots[slot].choices;
    int i = 0;
    while (c[i] && strcmp(c[i]->name, name)) i++;
    require(c[i]);
    return i;
}

static inline int choices(enum slot_id slot)
{
    const struct choice *const *c = kernels_by_name("double")->slots[slot].choices;
    int count = 0;
    while (c[count]) count++;
    return count;
}

/* check that by_both_methods() runs with the streaming and the materialised method */
static void (*checked)(const struct layer *);
static inline void by_both_methods(const struct layer *layer)
{
    struct layer l = *layer;
    for (int method = 0; method < METHODS; method++) {
        l.method = (enum method)method;
        checked(&l);
    }
}

static inline void masks(struct layer l, int place, void (*check)(const struct layer *))
{
    static const int sizes[][2] = {{9, 9}, {7, 11}};
    for (int mask = 0; mask < MASKS; mask++)
        for (int i = 0; i < 2; i++) {
            l.mask = (enum mask)mask;
            l.scale_place = (enum scale_place)((place + mask) % 2);
            l.shape.n = sizes[i][0];
            l.shape.m = sizes[i][1];
            check(&l);
        }
}
static inline void scores_normalizers_masks(void (*check)(const struct layer *))
{
    for (int score = 0; score < choices(SLOT_SCORE); score++)
        for (int norm = 0; norm < choices(SLOT_NORMALIZER); norm++) {
            struct layer l = plain_layer();
            choose(&l, SLOT_SCORE, score);
            choose(&l, SLOT_NORMALIZER, norm);
            masks(l, score, check);
        }
}
/* Runs the check with every named value of each parameter. Integer parameters take the values 1 to
 * 4. */
static inline void each_value(void (*check)(const struct layer *), struct layer *l,
                              enum slot_id slot)
{
    const struct param *p = kernels_by_name("double")->slots[slot].choices[l->choice[slot]]->params;
    check(l);
    for (int i = 0; p && p[i].name; i++) {
        double kept = l->args[slot].value[i];
        for (int v = 0; p[i].kind == PARAM_CHOICE && p[i].choices[v]; v++) {
            l->args[slot].value[i] = v;
            check(l);
        }
        for (int v = 1; p[i].kind == PARAM_INT && v <= 4; v++) {
            l->args[slot].value[i] = fmax(p[i].min, v);
            check(l);
        }
        l->args[slot].value[i] = kept;
    }
}
static inline void every_choice(void (*check)(const struct layer *))
{
    for (int slot = 0; slot < SLOTS; slot++)
        for (int choice = 0; choice < choices((enum slot_id)slot); choice++) {
            struct layer l = plain_layer();
            choose(&l, (enum slot_id)slot, choice);
            /* Only scores and normalisers differ between the streaming and the materialised method.
             */
            bool whole = slot == SLOT_SCORE || slot == SLOT_NORMALIZER;
            each_value(whole ? by_both_methods : check, &l, (enum slot_id)slot);
        }
}
static inline void tails(void (*check)(const struct layer *))
{
    static const int sizes[][2] = {{1, 1}, {1, 129}, {65, 3}, {63, 127}, {66, 130}};
    for (int score = 0; score < choices(SLOT_SCORE); score++)
        for (int i = 0; i < 5; i++) {
            struct layer l = plain_layer();
            choose(&l, SLOT_SCORE, score);
            l.shape.batch = 1;
            l.shape.n = sizes[i][0];
            l.shape.m = sizes[i][1];
            check(&l);
            l.mask = MASK_CAUSAL;
            check(&l);
        }
}

#endif
