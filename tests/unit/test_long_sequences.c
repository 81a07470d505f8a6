/* SPDX-License-Identifier: MIT
 * Tests that long sequences need no N x M array with any normaliser or score. Skips normalisers
 * that have only a formula. */
#define BUILD formula
#include "kernels/slots.h"

#include "tests/unit/each_choice.h"

static const struct slot *slot(enum slot_id s) { return &kernels_by_name("double")->slots[s]; }

static int count(enum slot_id s)
{
    int i = 0;
    while (slot(s)->choices[i]) i++;
    return i;
}
static int find(enum slot_id s, const char *name)
{
    int i = 0;
    while (slot(s)->choices[i] && strcmp(slot(s)->choices[i]->name, name)) i++;
    assert_non_null(slot(s)->choices[i]);
    return i;
}

static void choose(struct layer *l, enum slot_id s, int choice)
{
    const struct param *p = slot(s)->choices[choice]->params;
    l->choice[s] = choice;
    for (int i = 0; p && p[i].name; i++) l->args[s].value[i] = p[i].def;
}

/* Checks the backward memory of a layer. Memory per thread is the difference between two threads
 * and one. Shared memory holds the gradients, O(B H N D). */
static void check_layer(const struct layer *l)
{
    const size_t most = (size_t)16 << 20;
    for (const struct kernels *const *k = kernels_available(); *k; k++) {
        struct layer_memory one = (*k)->memory(l, 1), two = (*k)->memory(l, 2);
        assert_true(one.working <= most);
        assert_true(two.working == 2 * one.working);
        assert_true(two.backward - one.backward <= most);
    }
}

static void check_memory(int normalizer)
{
    struct layer l = {.shape = {1, 8, 32768, 32768, 512, 64}, .score_scale = 1};
    for (int s = 0; s < SLOTS; s++) choose(&l, (enum slot_id)s, 0);
    choose(&l, SLOT_NORMALIZER, normalizer);
    for (int score = 0; score < count(SLOT_SCORE); score++) {
        choose(&l, SLOT_SCORE, score);
        choose(&l, SLOT_O, find(SLOT_O, "linear"));
        check_layer(&l);
        choose(&l, SLOT_O, find(SLOT_O, "mlp"));
        check_layer(&l);
    }
}

static const char *name_of(int normalizer)
{
    return slot(SLOT_NORMALIZER)->choices[normalizer]->name;
}
static bool works_by_tiles(int normalizer)
{
    const struct normalizer *n = (const void *)slot(SLOT_NORMALIZER)->choices[normalizer];
    return n->fold && n->backward;
}

TEST_GROUP()
{
    static const struct check checks[] = {
        {"a long sequence needs no N x M array", check_memory, works_by_tiles,
         "no fold or no backward pass: the engine holds whole rows"}};
    return check_each_choice("long sequences", checks, 1, count(SLOT_NORMALIZER), name_of);
}
