/* SPDX-License-Identifier: MIT
 * Defines the syntax tree of a formula. formula_parse.c builds the tree; formula_eval.c evaluates
 * it. Also declares the error messages of formula_errors.c. */
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
    double (*one)(double);
    /* function of two arguments, or NULL; with more arguments, it is applied from left to right */
    double (*two)(double, double);
};

struct node {
    enum op op;
    double number;
    char *text; /* name of a variable, or a constant text */
    const struct function *function;
    /* child nodes; for OP_IN the value and then the list; for OP_CALL the arguments */
    struct node **kids;
    int count;
    int depth; /* height of the subtree; 0 for a leaf */
};

struct formula {
    struct node *root;
};

/* Creates a node without children. The caller sets its value. */
struct node *node_leaf(enum op);
void node_adopt(struct node *, struct node *kid);
void node_free(struct node *);

/* Returns true if a name may contain this character after the first position. */
bool formula_name_char(char);
/* Return error messages for unexpected text and for unknown names. The caller frees the message. */
char *formula_unexpected(const char *at, const char *expected);
char *formula_unknown_name(const char *name, formula_known *, void *context);

#endif
