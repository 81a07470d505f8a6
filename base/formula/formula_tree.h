/* SPDX-License-Identifier: MIT
 * The tree of a parsed formula (formula_tree.c), built by formula_parse.c and evaluated by
 * formula_eval.c; and the error messages of formula_errors.c. */
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
    double (*one)(double);         /* one argument */
    double (*two)(double, double); /* folded over one or more arguments */
};

struct node {
    enum op op;
    double number;
    char *text; /* name of a variable, or text */
    const struct function *function;
    struct node **kids; /* OP_IN: the value, then the list; OP_CALL: the arguments */
    int count;
    int depth; /* height of the tree below: 0 for a leaf */
};

struct formula {
    struct node *root;
};

/* A node without kids; the caller sets its value. */
struct node *node_leaf(enum op);
/* Appends a kid and takes ownership of it. */
void node_adopt(struct node *, struct node *kid);
/* Frees the node with all its kids; NULL is allowed. */
void node_free(struct node *);

/* Whether a name may contain this character after the first. */
bool formula_name_char(char);
/* Error messages (the caller frees it): about the text at `at`, and about a name. */
char *formula_unexpected(const char *at, const char *expected);
char *formula_unknown_name(const char *name, formula_known *, void *context);

#endif
