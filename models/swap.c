/* SPDX-License-Identifier: MIT
 * Replaces a trained baseline model with the variant: decides which parameters are kept and which
 * are reinitialised. */
#include "models/swap.h"

#include "base/rng.h"
#include "base/mem.h"
#include "models/net/initial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct model_config swap_plain(const struct model_config *c)
{
    struct model_config plain = *c;
    plain.variant = plain.plain;
    return plain;
}

uint64_t swap_seed(uint64_t seed) { return rng_u64(seed, rng_stream("swap"), 0); }

/* ---- possible swaps ---- */

/* Returns a layer with the sizes that determine the shapes of its projections. */
static struct layer sized(const struct model_config *c, const struct layer *layer)
{
    struct layer l = *layer;
    l.shape = (struct shape){1, c->heads, 1, 1, c->d_model, c->d_head, c->kv_heads};
    return l;
}

static bool has_tensor(const struct kernels *k, const struct layer *layer, const char *slot,
                       const char *own)
{
    struct tensor list[MAX_LAYER_TENSORS];
    char name[sizeof list->name];
    int count = k->tensors(layer, list);
    snprintf(name, sizeof name, "%s.%s", slot, own);
    while (count > 0)
        if (strcmp(list[--count].name, name) == 0) return true;
    return false;
}

/* Returns true if this slot is reinitialised in attention layers with the variant. */
static bool starts_fresh(const struct model_config *c, const struct swap *s, int slot)
{
    return s->slots >> slot & 1 || slot_is_swapped(c, true, slot);
}

const char *swap_refuse(const struct model_build *build, const struct model_config *c,
                        const struct swap *s)
{
    const struct kernels *k = build->kernels;
    struct layer plain = sized(c, &c->plain), variant = sized(c, &c->variant);
    const char *reason = NULL;
    if (!s->steps)
        return s->slots || s->init ? "swap_init and swap_slots need swap_steps above 0" : NULL;
    for (int slot = 0; s->init == SWAP_REPRODUCE && slot < SLOTS && !reason; slot++) {
        const char *name = k->slots[slot].name;
        if (!starts_fresh(c, s, slot)) continue;
        reason =
            k->reproduce(&variant, slot, NULL, has_tensor(k, &plain, name, "b") ? "" : NULL, NULL);
        if (!reason && !has_tensor(k, &plain, name, "w"))
            reason = "the projection of the baseline is not a linear map";
    }
    return reason;
}

/* ---- the parameters ---- */

struct parameters {
    struct model_tensor *list;
    int count;
    char *reals;
    size_t real_size;
};

static struct parameters copy_parameters(const struct model_build *build, struct model *m)
{
    struct parameters p = {.real_size = build->real_size};
    const struct model_tensor *list = build->tensors(m, &p.count);
    size_t bytes = build->memory(m).parameters;
    p.list = xarray((size_t)p.count, sizeof *p.list);
    p.reals = xalloc(bytes);
    memcpy(p.list, list, (size_t)p.count * sizeof *p.list);
    memcpy(p.reals, build->parameters(m), bytes);
    return p;
}

static const struct model_tensor *find(const struct parameters *p, const char *name)
{
    for (int i = 0; i < p->count; i++)
        if (strcmp(p->list[i].name, name) == 0) return &p->list[i];
    return NULL;
}

static void take_over(const struct parameters *from, const struct model_tensor *t, char *to)
{
    const struct model_tensor *old = find(from, t->name);
    require(old && old->count == t->count);
    memcpy(to + t->at * from->real_size, from->reals + old->at * from->real_size,
           t->count * from->real_size);
}

/* Returns the length of a tensor name's prefix, such as "decoder.0.attention.q.", including the
 * last dot. */
static size_t stem(const char *name) { return (size_t)(strrchr(name, '.') - name) + 1; }

/* Returns the trained w or b that corresponds to tensor t, or NULL if there is none. */
static const void *trained(const struct parameters *p, const struct model_tensor *t,
                           const char *own)
{
    char name[sizeof t->name + 2];
    snprintf(name, sizeof name, "%.*s%s", (int)stem(t->name), t->name, own);
    const struct model_tensor *old = find(p, name);
    return old ? p->reals + old->at * p->real_size : NULL;
}

/* Sets the tensors of a slot so that the slot computes the linear map of the trained slot. list[0]
 * is the first tensor of the slot. */
static void reproduce(const struct kernels *k, const struct layer *variant,
                      const struct parameters *from, const struct model_tensor *list, int count,
                      char *to)
{
    void *tensors[MAX_TENSORS];
    size_t length = stem(list->name);
    for (int t = 0; t < count && t < MAX_TENSORS; t++) {
        if (strncmp(list[t].name, list->name, length)) break;
        tensors[t] = to + list[t].at * from->real_size;
    }
    const char *reason = k->reproduce(variant, list->slot, trained(from, list, "w"),
                                      trained(from, list, "b"), tensors);
    require(!reason); /* this cannot fail, because swap_refuse() has accepted the swap */
}

struct model *swap_in(const struct model_build *build, const struct model_config *c,
                      const struct swap *s, uint64_t seed, struct model *plain)
{
    struct parameters from = copy_parameters(build, plain);
    build->close(plain); /* the old model is closed first, to save memory */
    struct model *m = build->open(c, swap_seed(seed), true);
    struct layer variant = sized(c, &c->variant);
    int count;
    const struct model_tensor *list = build->tensors(m, &count);
    char *to = build->parameters(m);
    for (int i = 0; i < count; i++) {
        const struct model_tensor *t = &list[i];
        if (!(t->placed && starts_fresh(c, s, t->slot)))
            take_over(&from, t, to);
        else if (s->init == SWAP_REPRODUCE && strncmp(t->name, t[-1].name, stem(t->name)))
            reproduce(build->kernels, &variant, &from, t, count - i, to);
    }
    free(from.list);
    free(from.reals);
    return m;
}
