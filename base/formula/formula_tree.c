/* SPDX-License-Identifier: MIT
 * Builds, frees and walks the tree of a formula. */
#include "base/formula/formula_tree.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* ---- nodes ---- */

struct node *node_leaf(enum op op)
{
    struct node *n = xalloc(sizeof *n);
    n->op = op;
    return n;
}

void node_adopt(struct node *n, struct node *kid)
{
    n->kids = xgrow(n->kids, (size_t)n->count + 1, sizeof *n->kids);
    n->kids[n->count++] = kid;
    if (kid->depth >= n->depth) n->depth = kid->depth + 1;
}

void node_free(struct node *n)
{
    if (!n) return;
    for (int i = 0; i < n->count; i++) node_free(n->kids[i]);
    free(n->kids);
    free(n->text);
    free(n);
}

void formula_free(struct formula *f)
{
    if (!f) return;
    node_free(f->root);
    free(f);
}

/* ---- names ---- */

bool formula_is_quotient(const struct formula *f, const char **above, const char **below)
{
    const struct node *n = f->root;
    if (n->op != OP_DIV || n->kids[0]->op != OP_VARIABLE || n->kids[1]->op != OP_VARIABLE)
        return false;
    *above = n->kids[0]->text;
    *below = n->kids[1]->text;
    return true;
}

struct visited {
    const char **names;
    int count;
    void (*visit)(void *, const char *);
    void *context;
};

static void visit_names(struct visited *seen, const struct node *n)
{
    for (int i = 0; i < n->count; i++) visit_names(seen, n->kids[i]);
    if (n->op != OP_VARIABLE) return;
    for (int i = 0; i < seen->count; i++)
        if (!strcmp(seen->names[i], n->text)) return;
    seen->names = xgrow(seen->names, (size_t)seen->count + 1, sizeof *seen->names);
    seen->names[seen->count++] = n->text;
    seen->visit(seen->context, n->text);
}

void formula_names(const struct formula *f, void (*visit)(void *, const char *), void *context)
{
    struct visited seen = {.visit = visit, .context = context};
    visit_names(&seen, f->root);
    free(seen.names);
}

/* ---- compared texts ---- */

struct comparing {
    void (*visit)(void *, const char *, const char *);
    void *context;
};

static void visit_pair(const struct comparing *c, const struct node *a, const struct node *b)
{
    if (a->op == OP_VARIABLE && b->op == OP_TEXT) c->visit(c->context, a->text, b->text);
    if (a->op == OP_TEXT && b->op == OP_VARIABLE) c->visit(c->context, b->text, a->text);
}

static void visit_comparisons(const struct comparing *c, const struct node *n)
{
    bool compares = n->op == OP_EQ || n->op == OP_NE || n->op == OP_IN;
    for (int i = 1; compares && i < n->count; i++) visit_pair(c, n->kids[0], n->kids[i]);
    for (int i = 0; i < n->count; i++) visit_comparisons(c, n->kids[i]);
}

void formula_compared(const struct formula *f, void (*visit)(void *, const char *, const char *),
                      void *context)
{
    visit_comparisons(&(struct comparing){visit, context}, f->root);
}
