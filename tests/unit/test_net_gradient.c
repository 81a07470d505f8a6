/* SPDX-License-Identifier: MIT
 * Tests that gradients of whole models agree with finite differences, for all architectures, norms,
 * positions, heads and dropout. */
#include "net_gradient.h"

static void check_case(const struct model_config *c, uint64_t dropout_step, const char *what)
{
    bool source = c->architecture == ARCH_ENCODER_DECODER;
    struct net_batch *b = net_batch(c, 2, c->max_n - 2, source ? c->max_m - 1 : 0, 5);
    check_gradients(c, b, dropout_step, what);
}

TEST("gradients are right for every architecture")
{
    for (int a = 0; a < ARCHITECTURES; a++)
        for (int p = 0; p < NORM_PLACES; p++)
            for (int position = 0; position < POSITIONS; position++) {
                char what[80];
                struct model_config c = net_config((enum architecture)a);
                c.norm_place = (enum norm_place)p;
                c.position = (enum position)position;
                snprintf(what, sizeof what, "%s, %s-LN, positions %s", architecture_names[a],
                         norm_place_names[p], position_names[position]);
                check_case(&c, 0, what);
            }
}

TEST("gradients are right with tied embeddings")
{
    static const enum architecture all[] = {ARCH_DECODER, ARCH_ENCODER, ARCH_ENCODER_DECODER};
    for (int a = 0; a < 3; a++) {
        struct model_config c = net_config(all[a]);
        c.tied = true;
        check_case(&c, 0, "tied");
    }
    struct model_config c = net_config(ARCH_ENCODER_DECODER);
    c.tied = c.shared_embedding = true;
    c.source_vocabulary = c.vocabulary;
    check_case(&c, 0, "tied and shared embeddings");
}

TEST("gradients are right for class and span heads")
{
    struct model_config c = net_config(ARCH_ENCODER);
    c.head = HEAD_CLASS;
    check_case(&c, 0, "classes, mean");
    c.pool = POOL_FIRST;
    check_case(&c, 0, "classes, first");
    c.pool = POOL_LAST;
    check_case(&c, 0, "classes, last");
    c.head = HEAD_SPAN;
    check_case(&c, 0, "spans");
}

/* The input of each position is the sum of zero to three word embeddings. */
TEST("gradients are right if a position embeds several words")
{
    for (int position = 0; position < POSITIONS; position++) {
        struct model_config c = net_config(ARCH_ENCODER);
        c.head = HEAD_CLASS;
        c.position = (enum position)position;
        struct net_batch *b = net_batch(&c, 2, 5, 0, 5);
        b->batch.words = 3;
        for (int i = 0; i < 2 * 5 * 3; i++)
            b->tokens[i] = i % 3 < i / 3 % 4 ? draw(5, "words", i, c.vocabulary) : -1;
        check_gradients(&c, b, 0, "words");
        check_gradients(&c, b, 17, "words, dropout");
    }
}

TEST("gradients are right with dropout")
{
    for (int a = 0; a < ARCHITECTURES; a++)
        for (int p = 0; p < NORM_PLACES; p++) {
            struct model_config c = net_config((enum architecture)a);
            c.norm_place = (enum norm_place)p;
            c.dropout = 0.3;
            check_case(&c, 17, "dropout");
            c.attention_dropout = 0.4;
            check_case(&c, 17, "dropout, also of attention weights");
        }
}

TEST("gradients are right for a batch of maximum size")
{
    struct model_config c = net_config(ARCH_DECODER);
    struct net_batch *b = net_batch(&c, c.max_batch, c.max_n, 0, 6);
    for (int i = 0; i < c.max_batch * c.max_n; i++) b->targets[i] = i % c.vocabulary;
    check_gradients(&c, b, 0, "full batch");
}

/* The widths of the model are not multiples of the vector length. */
TEST("gradients are right for every FFN activation")
{
    for (int act = 0; act < 7; act++) {
        struct model_config c = net_config(ARCH_DECODER);
        c.ffn_act = act;
        c.ffn = 37, c.d_model = 18, c.d_head = 9;
        check_case(&c, 0, "activations");
    }
}

TEST("gradients are right when heads share keys and values")
{
    for (int a = 0; a < ARCHITECTURES; a++) {
        struct model_config c = net_config((enum architecture)a);
        c.heads = 4, c.kv_heads = 2, c.d_head = 2;
        c.position = POSITION_ROTARY;
        c.attention_dropout = 0.4;
        check_case(&c, 17, "grouped queries");
    }
}
