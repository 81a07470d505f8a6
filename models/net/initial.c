/* SPDX-License-Identifier: MIT
 * Chooses the initial values of an attention layer's tensors. Slots in which variant and baseline
 * agree have equal initial values. A slot that differs ("swapped") is initialised as its choice or
 * the published code declares. The output of a swapped projection initially has the same magnitude
 * as in the baseline. */
#include "models/net/initial.h"

#include "base/mem.h"

#include <math.h>
#include <string.h>

double residual_gain(const struct model_config *c)
{
    return c->residual_scale ? 1 / sqrt(2.0 * c->layers) : 1;
}

static bool same_slot(const struct layer *a, const struct layer *b, int slot)
{
    return a->choice[slot] == b->choice[slot] &&
           memcmp(&a->args[slot], &b->args[slot], sizeof a->args[slot]) == 0;
}

/* Sets init and std of the tensors of one slot. The configuration determines them in shared slots;
 * the choice or the published code determines them in swapped slots. */
static void set_initial(const struct model_config *c, const struct choice *swapped, bool output,
                        struct tensor *t)
{
    if (swapped && c->initial == INITIAL_PUBLISHED) recipe_apply(swapped->published, t);
    if (swapped || t->init != INIT_NORMAL || !t->matrix) return;
    if (c->init_std > 0) t->std = c->init_std;
    if (output) t->std *= residual_gain(c);
}

/* Scales the last matrix of a swapped projection so that the magnitude of the output equals that of
 * the baseline projection. A linear map that differs from the baseline only in its bias therefore
 * has the same initial values. */
static void set_gain(const struct model_config *c, const struct choice *choice, int slot,
                     struct tensor *list, int count)
{
    bool published = c->initial == INITIAL_PUBLISHED && choice->published;
    double inputs = slot == SLOT_O ? (double)c->heads * c->d_head : c->d_model;
    double gain = c->init_std > 0 && !published ? c->init_std * sqrt(inputs) : 1;
    if (slot == SLOT_O) gain *= residual_gain(c);
    while (count > 0 && list[count - 1].init != INIT_NORMAL) count--;
    if (count > 0) list[count - 1].std *= gain;
}

int slot_of_tensor(const struct kernels *k, const char *name)
{
    for (int s = 0; s < SLOTS; s++) {
        size_t length = strlen(k->slots[s].name);
        if (strncmp(name, k->slots[s].name, length) == 0 && name[length] == '.') return s;
    }
    die("kernels: tensor %s belongs to no slot", name);
}

static bool is_projection(int slot)
{
    return slot == SLOT_Q || slot == SLOT_K || slot == SLOT_V || slot == SLOT_O;
}

bool slot_is_swapped(const struct model_config *c, bool variant, int slot)
{
    return variant && !same_slot(&c->plain, &c->variant, slot);
}

void initial_attention(const struct kernels *k, const struct model_config *c, bool variant,
                       const struct layer *layer, struct tensor *list, int count)
{
    for (int t = 0, next; t < count; t = next) {
        int slot = slot_of_tensor(k, list[t].name);
        const struct choice *choice = k->slots[slot].choices[layer->choice[slot]];
        bool swapped = slot_is_swapped(c, variant, slot);
        for (next = t; next < count && slot_of_tensor(k, list[next].name) == slot; next++)
            set_initial(c, swapped ? choice : NULL, slot == SLOT_O, &list[next]);
        if (swapped && is_projection(slot)) set_gain(c, choice, slot, list + t, next - t);
    }
}
