/* SPDX-License-Identifier: MIT
 * Lists the distinct kernel layers of a model. */
#include "models/net/block_kind.h"

#include "base/mem.h"

#include <string.h>

/* Returns true if two layers differ at most in size and position in the network. */
static bool alike(const struct layer *a, const struct layer *b)
{
    return a->mask == b->mask && a->rotary == b->rotary && a->alibi == b->alibi &&
           !memcmp(a->choice, b->choice, sizeof a->choice) &&
           !memcmp(a->args, b->args, sizeof a->args);
}

static int add_stack(const struct stack_layout *s, struct layer *list, int count)
{
    for (int k = 0; k < s->blocks; k++) {
        const struct block *b = &s->block[k];
        int at = 0;
        if (!b->kind->spread) continue;
        while (at < count && !alike(&list[at], &b->layer)) at++;
        if (at < count) continue;
        require(count < MOST_ATTENTION_LAYERS);
        list[count++] = b->layer;
    }
    return count;
}

int N(attention_layers)(const struct model_config *c, struct layer *list)
{
    struct layout l;
    N(layout_open)(&l, c);
    int count = add_stack(&l.decoder, list, add_stack(&l.encoder, list, 0));
    N(layout_close)(&l);
    return count;
}
