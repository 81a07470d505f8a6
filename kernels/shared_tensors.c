/* SPDX-License-Identifier: MIT
 * Lists the tensors of a layer, including tensors that q, k and v share.
 *
 * Each slot declares its tensors. A choice can mark a tensor as shared (`shares`). If q, k or v
 * shares a tensor of the same name and shape with an earlier slot, the tensor is listed once, under
 * the earlier slot. The backward pass first sums the gradients of each slot, then adds them in slot
 * order. */
#include "resolved_layer.h"

/* shared tensors that were already found, and their indices */
struct shared_so_far {
    struct tensor tensor[MAX_TENSORS];
    int at[MAX_TENSORS], count;
};

static bool same(const struct tensor *a, const struct tensor *b)
{
    return strcmp(a->name, b->name) == 0 && memcmp(a->dim, b->dim, sizeof a->dim) == 0;
}

/* Returns the index of tensor t of the slot. If an earlier slot has the same shared tensor, the
 * index of that tensor is returned; otherwise `own`. */
static int place_of_tensor(const struct resolved *r, struct shared_so_far *s, enum slot_id slot,
                           const struct tensor *t, int own)
{
    const struct choice *c = chosen(r->layer, slot);
    if (!may_share(slot) || !c->shares || !c->shares(&r->layer->args[slot], t->name)) return own;
    for (int i = 0; i < s->count; i++)
        if (same(&s->tensor[i], t)) return s->at[i];
    if (s->count == MAX_TENSORS) return own;
    s->tensor[s->count] = *t;
    s->at[s->count++] = own;
    return own;
}

void N(find_tensors)(struct resolved *r)
{
    struct tensor list[MAX_TENSORS];
    struct shared_so_far shared = {.count = 0};
    int listed = 0;
    for (int s = 0; s < SLOTS; s++) {
        int first = r->first_tensor[s], count = N(slot_tensors)(r, s, list);
        r->first_tensor[s + 1] = first + count;
        for (int t = 0; t < count; t++) {
            int at = place_of_tensor(r, &shared, s, &list[t], first + t);
            r->owner[first + t] = at;
            r->listed[first + t] = at == first + t ? listed++ : r->listed[at];
        }
    }
}

void N(slot_order)(const struct resolved *r, const void *const *listed, const void **w)
{
    for (int t = 0; t < r->first_tensor[SLOTS]; t++) w[t] = listed[r->listed[t]];
}

size_t N(listed_reals)(const struct resolved *r, enum slot_id slot)
{
    struct tensor list[MAX_TENSORS];
    int count = N(slot_tensors)(r, slot, list), first = r->first_tensor[slot];
    size_t sum = 0;
    for (int t = 0; t < count; t++)
        if (r->owner[first + t] == first + t) sum += N(tensor_reals)(&list[t]);
    return sum;
}
