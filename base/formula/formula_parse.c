/* SPDX-License-Identifier: MIT
 * Parses formulas (formula.h) by recursive descent, one function per precedence level. */
#include "base/formula/formula.h"
#include "base/formula/formula_tree.h"
#include "base/mem.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Limits that prevent stack overflow. The limit on nesting protects the parser. The limit on the
 * number of operators protects functions that walk the tree, because the tree of a + b + c has one
 * level per operator. */
enum { MAX_DEPTH = 100, MAX_OPERATORS = 1000, MAX_BYTES = 16384 };

static const struct function functions[] = {
    {"min", NULL, fmin},  {"max", NULL, fmax},  {"floor", floor, NULL}, {"ceil", ceil, NULL},
    {"log2", log2, NULL}, {"sqrt", sqrt, NULL}, {"abs", fabs, NULL},    {NULL, NULL, NULL}};

struct parser {
    const char *start, *at;
    formula_known *known;
    void *context;
    bool bare; /* true to the right of ==, != and `in`, where unknown names are text */
    /* true if the values of the left variable are names; every name on the right is then text */
    bool names;
    int depth;
    char *error;
    int column;
};

static struct node *parse_or(struct parser *);

/* Stores the first error message, and frees later messages. Returns NULL. */
static struct node *fail(struct parser *p, const char *at, char *message)
{
    if (p->error) return free(message), node_leaf(OP_NUMBER);
    p->error = message;
    p->column = (int)(at - p->start) + 1;
    return node_leaf(OP_NUMBER);
}

static struct node *branch(struct parser *p, enum op op, struct node *left, struct node *right)
{
    struct node *n = node_leaf(op);
    node_adopt(n, left);
    if (right) node_adopt(n, right);
    if (n->depth <= MAX_OPERATORS) return n;
    node_free(n);
    return fail(p, p->at,
                xformat("too many operators in a row (expected at most %d); write `x in [a, b]` "
                        "for `x == a or x == b`",
                        MAX_OPERATORS));
}

/* Calls a parsing function one nesting level deeper, up to the limit. All recursive calls of the
 * parser go through this function. */
static struct node *nested(struct parser *p, struct node *(*inside)(struct parser *))
{
    struct node *n = ++p->depth <= MAX_DEPTH
                         ? inside(p)
                         : fail(p, p->at, xformat("nested deeper than %d levels", MAX_DEPTH));
    p->depth--;
    return n;
}

static void skip_blanks(struct parser *p)
{
    while (isspace((unsigned char)*p->at)) p->at++;
}

/* If the next token is this symbol or word, consumes it and returns true. */
static bool take(struct parser *p, const char *token)
{
    size_t length = strlen(token);
    skip_blanks(p);
    if (strncmp(p->at, token, length)) return false;
    if (isalpha((unsigned char)*token) && formula_name_char(p->at[length])) return false;
    p->at += length;
    return true;
}

static struct node *unexpected(struct parser *p, const char *expected)
{
    return fail(p, p->at, formula_unexpected(p->at, expected));
}

static struct node *parse_number(struct parser *p)
{
    char *end;
    struct node *n = node_leaf(OP_NUMBER);
    n->number = strtod(p->at, &end);
    const char *at = p->at;
    /* hexadecimal numbers are rejected, as in axis values */
    if (at[1] == 'x' || at[1] == 'X') end = (char *)at + 1;
    const bool finite = isfinite(n->number);
    p->at = end;
    if (!formula_name_char(*end) && finite) return n;
    node_free(n);
    return fail(
        p, at,
        finite ? xformat("invalid number '%.*s' (expected a number or a name)", (int)(end - at) + 1,
                         at)
               : xformat("number %.*s too large (expected below 1.8e308)", (int)(end - at), at));
}

static struct node *parse_quoted(struct parser *p)
{
    const char *start = p->at, *end = strchr(start + 1, *start);
    if (!end) return fail(p, start, xformat("a text has no closing %c", *start));
    struct node *n = node_leaf(OP_TEXT);
    n->text = xformat("%.*s", (int)(end - start) - 1, start + 1);
    p->at = end + 1;
    return n;
}

static struct node *parse_call(struct parser *p, const char *name, const char *at)
{
    struct node *n = node_leaf(OP_CALL);
    for (const struct function *f = functions; f->name && !n->function; f++)
        if (!strcmp(f->name, name)) n->function = f;
    bool bare = p->bare;
    p->bare = false;
    do node_adopt(n, nested(p, parse_or));
    while (take(p, ","));
    p->bare = bare;
    if (!take(p, ")")) node_adopt(n, unexpected(p, "',' or ')'"));
    if (!n->function)
        node_adopt(
            n,
            fail(p, at,
                 xformat("unknown function %s (expected min, max, floor, ceil, log2, sqrt or abs)",
                         name)));
    else if (n->function->one && n->count != 1)
        node_adopt(n, fail(p, at, xformat("%s takes one value, not %d", name, n->count)));
    return n;
}

static struct node *parse_name(struct parser *p)
{
    const char *start = p->at;
    while (formula_name_char(*p->at)) p->at++;
    char *name = xformat("%.*s", (int)(p->at - start), start);
    bool variable = p->known(p->context, name, NULL) && !(p->bare && p->names);
    struct node *n;
    if (take(p, "(")) {
        n = parse_call(p, name, start);
    } else if (variable || p->bare) {
        n = node_leaf(variable ? OP_VARIABLE : OP_TEXT);
        n->text = name;
        return n;
    } else {
        n = fail(p, start, formula_unknown_name(name, p->known, p->context));
    }
    free(name);
    return n;
}

static struct node *parse_primary(struct parser *p)
{
    skip_blanks(p);
    char c = *p->at;
    if (isdigit((unsigned char)c) || c == '.') return parse_number(p);
    if (isalpha((unsigned char)c) || c == '_') return parse_name(p);
    if (c == '\'' || c == '"') return parse_quoted(p);
    if (!take(p, "(")) return unexpected(p, "a number, a name, a text or '('");
    bool bare = p->bare;
    p->bare = false;
    struct node *n = nested(p, parse_or);
    p->bare = bare;
    if (take(p, ")")) return n;
    node_free(n);
    return unexpected(p, "')'");
}

static struct node *parse_unary(struct parser *p)
{
    if (take(p, "-")) return branch(p, OP_NEGATE, nested(p, parse_unary), NULL);
    return parse_primary(p);
}

/* Left-associative operators of one precedence level. The list ends with a NULL entry. */
struct infix {
    const char *token;
    enum op op;
};
static const struct infix products[] = {
    {"*", OP_MUL}, {"/", OP_DIV}, {"%", OP_MOD}, {NULL, OP_MUL}};
static const struct infix sums[] = {{"+", OP_ADD}, {"-", OP_SUB}, {NULL, OP_ADD}};
static const struct infix comparisons[] = {{"==", OP_EQ}, {"!=", OP_NE}, {"<=", OP_LE},
                                           {">=", OP_GE}, {"<", OP_LT},  {">", OP_GT},
                                           {NULL, OP_EQ}};

static const struct infix *take_operator(struct parser *p, const struct infix *o)
{
    while (o->token && !take(p, o->token)) o++;
    return o->token ? o : NULL;
}

static struct node *parse_product(struct parser *p)
{
    const struct infix *o;
    struct node *n = parse_unary(p);
    while ((o = take_operator(p, products))) n = branch(p, o->op, n, parse_unary(p));
    return n;
}

static struct node *parse_sum(struct parser *p)
{
    const struct infix *o;
    struct node *n = parse_product(p);
    while ((o = take_operator(p, sums))) n = branch(p, o->op, n, parse_product(p));
    return n;
}

static struct node *parse_in(struct parser *p, struct node *left)
{
    struct node *n = branch(p, OP_IN, left, NULL);
    if (!take(p, "[")) return node_adopt(n, unexpected(p, "'[' after in")), n;
    do node_adopt(n, parse_sum(p));
    while (take(p, ","));
    if (!take(p, "]")) node_adopt(n, unexpected(p, "',' or ']'"));
    return n;
}

static bool is_of_names(const struct parser *p, const struct node *n)
{
    return n->op == OP_VARIABLE && p->known(p->context, n->text, NULL) == FORMULA_OF_NAMES;
}

static struct node *parse_comparison(struct parser *p)
{
    struct node *n = parse_sum(p);
    const struct infix *o = take_operator(p, comparisons);
    bool bare = p->bare, names = p->names;
    p->names = is_of_names(p, n);
    if (o) {
        p->bare = o->op == OP_EQ || o->op == OP_NE;
        n = branch(p, o->op, n, parse_sum(p));
    } else if (take(p, "in")) {
        p->bare = true;
        n = parse_in(p, n);
    }
    p->bare = bare;
    p->names = names;
    return n;
}

static struct node *parse_not(struct parser *p)
{
    if (take(p, "not")) return branch(p, OP_NOT, nested(p, parse_not), NULL);
    return parse_comparison(p);
}

static struct node *parse_and(struct parser *p)
{
    struct node *n = parse_not(p);
    while (take(p, "and")) n = branch(p, OP_AND, n, parse_not(p));
    return n;
}

static struct node *parse_or(struct parser *p)
{
    struct node *n = parse_and(p);
    while (take(p, "or")) n = branch(p, OP_OR, n, parse_and(p));
    return n;
}

struct formula *formula_parse(const char *text, formula_known *known, void *context, char **error,
                              int *column)
{
    struct parser p = {.start = text, .at = text, .known = known, .context = context};
    size_t size = strlen(text);
    if (size > MAX_BYTES) {
        *error = xformat("formula too long: %zu bytes (expected at most %d)", size, MAX_BYTES);
        *column = 1;
        return NULL;
    }
    struct formula *f = xalloc(sizeof *f);
    f->root = parse_or(&p);
    skip_blanks(&p);
    if (*p.at) node_free(unexpected(&p, "an operator or the end of the formula"));
    *error = p.error;
    *column = p.column;
    if (!p.error) return f;
    formula_free(f);
    return NULL;
}
