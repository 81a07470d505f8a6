/* SPDX-License-Identifier: MIT
 * The tree of a parsed formula (formula_tree.c): what formula_parse.c builds and formula_eval.c
 * walks; and what formula_errors.c says of a text that is none. */
#ifndef ATTNLAB_FORMULA_TREE_H
#define ATTNLAB_FORMULA_TREE_H

#include "base/formula/formula.h"

/* clang-format off */
enum op {
    OP_NUMBER, OP_TEXT, OP_VARIABLE,
    OP_OR, OP_AND, OP_NOT,
    OP_EQ, OP_NE, OP_LT, OP_LE, OP_GT, OP_GE, OP_IN,
    OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_MOD, OP_NEGATE, OP_CALL
};
/* clang-format on */

struct function {
    const char *name;
    double (*one)(double);         /* of one argument */
    double (*two)(double, double); /* folded over one or more */
};

struct node {
    enum op op;
    double number;
    char *text; /* name of a variable, or text */
    const struct function *function;
    struct node **kids; /* OP_IN: the value, then the list; OP_CALL: the arguments */
    int count;
    int depth; /* of the tree below: 0 for a leaf */
};

struct formula {
    struct node *root;
};

/* A node without kids; what it holds beside its operator is the caller's to set. */
struct node *node_leaf(enum op);
/* Appends a kid, which the node owns from then on. */
void node_adopt(struct node *, struct node *kid);
/* With all that stands below it; NULL: nothing. */
void node_free(struct node *);

/* Whether a name may have this character behind its first. */
bool formula_name_char(char);
/* Messages, to be freed: of what stands at this place of the text, and of a name. */
char *formula_unexpected(const char *at, const char *expected);
char *formula_unknown_name(const char *name, formula_known *, void *context);

#endif
