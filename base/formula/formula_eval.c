/* SPDX-License-Identifier: MIT
 * Evaluates formulas (formula.h). Arithmetic with a missing value gives a missing value; a
 * comparison with a missing value is false. A rule about d_prime therefore does not apply to cells
 * without d_prime. */
#include "base/formula/formula.h"
#include "base/formula/formula_tree.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct evaluator {
    struct formula_value (*lookup)(void *, const char *);
    void *context;
    const char *absent;
    char *error;
};

static struct formula_value eval(struct evaluator *, const struct node *);

static struct formula_value number(double x)
{
    return (struct formula_value){FORMULA_NUMBER, x, 0};
}

static struct formula_value fail(struct evaluator *e, char *message)
{
    if (e->error)
        free(message);
    else
        e->error = message;
    return number(0);
}

bool formula_true(struct formula_value v)
{
    return v.type == FORMULA_NUMBER ? v.number != 0 : v.type == FORMULA_TEXT && *v.text;
}

/* Compares two numbers. NaN is unequal to everything, including NaN. */
static bool holds(enum op op, double a, double b)
{
    return op == OP_EQ   ? a == b
           : op == OP_NE ? a != b
           : op == OP_LT ? a < b
           : op == OP_LE ? a <= b
           : op == OP_GT ? a > b
                         : a >= b;
}

static struct formula_value mixed(struct evaluator *e, struct formula_value a,
                                  struct formula_value b)
{
    struct formula_value text = a.type == FORMULA_TEXT ? a : b;
    struct formula_value plain = a.type == FORMULA_TEXT ? b : a;
    char digits[32];
    return fail(e, xformat("cannot compare the number %s with the text '%s'",
                           number_text(plain.number, digits), text.text));
}

static struct formula_value compare(struct evaluator *e, enum op op, struct formula_value a,
                                    struct formula_value b)
{
    if (a.type == FORMULA_ABSENT || b.type == FORMULA_ABSENT) return number(0);
    if (a.type != b.type) return mixed(e, a, b);
    if (a.type == FORMULA_NUMBER) return number(holds(op, a.number, b.number));
    if (op != OP_EQ && op != OP_NE)
        return fail(e, xformat("texts have no order: '%s' and '%s' (expected numbers, or == or !=)",
                               a.text, b.text));
    return number(holds(op, strcmp(a.text, b.text), 0));
}

static struct formula_value eval_in(struct evaluator *e, const struct node *n)
{
    struct formula_value value = eval(e, n->kids[0]);
    bool found = false;
    for (int i = 1; i < n->count && !found; i++)
        found = formula_true(compare(e, OP_EQ, value, eval(e, n->kids[i])));
    return number(found);
}

static struct formula_value arithmetic(struct evaluator *e, enum op op, double a, double b)
{
    if ((op == OP_DIV || op == OP_MOD) && b == 0) return fail(e, xformat("division by zero"));
    double result = op == OP_ADD   ? a + b
                    : op == OP_SUB ? a - b
                    : op == OP_MUL ? a * b
                    : op == OP_DIV ? a / b
                                   : fmod(a, b);
    if (isfinite(a) && isfinite(b) && !isfinite(result))
        return fail(e, xformat("number too large (expected at most 1.8e308)"));
    return number(result);
}

static struct formula_value eval_call(struct evaluator *e, const struct function *f,
                                      const double *x, int count)
{
    double y = f->one ? f->one(x[0]) : x[0];
    for (int i = 1; i < count; i++) y = f->two(y, x[i]);
    return isfinite(y) ? number(y) : fail(e, xformat("%s has no value", f->name));
}

/* Reports that text was found where a number is expected. A name with a hyphen is parsed as a
 * subtraction, so the message suggests quotes. */
static struct formula_value not_a_number(struct evaluator *e, const struct node *n, int kid,
                                         const char *text)
{
    struct text message = {0};
    text_add(&message, "'%s' is text (expected a number)", text);
    const struct formula_value next =
        n->op == OP_SUB && !kid && !e->error ? eval(e, n->kids[1]) : number(0);
    if (next.type == FORMULA_TEXT)
        text_add(&message, "; quote a name with a hyphen: \"%s-%s\"", text, next.text);
    return fail(e, message.data);
}

static struct formula_value eval_numeric(struct evaluator *e, const struct node *n)
{
    double *x = xarray((size_t)n->count, sizeof *x);
    struct formula_value result = number(0);
    for (int i = 0; i < n->count; i++) {
        struct formula_value v = eval(e, n->kids[i]);
        if (v.type == FORMULA_ABSENT) result.type = FORMULA_ABSENT;
        if (v.type == FORMULA_TEXT) not_a_number(e, n, i, v.text);
        x[i] = v.number;
    }
    if (!e->error && result.type == FORMULA_NUMBER)
        result = n->op == OP_CALL     ? eval_call(e, n->function, x, n->count)
                 : n->op == OP_NEGATE ? number(-x[0])
                                      : arithmetic(e, n->op, x[0], x[1]);
    free(x);
    return result;
}

static struct formula_value eval_variable(struct evaluator *e, const char *name)
{
    struct formula_value v = e->lookup(e->context, name);
    if (v.type == FORMULA_ABSENT && !e->absent) e->absent = name;
    return v;
}

static struct formula_value eval(struct evaluator *e, const struct node *n)
{
    switch (n->op) {
    case OP_NUMBER:
        return number(n->number);
    case OP_TEXT:
        return (struct formula_value){FORMULA_TEXT, 0, n->text};
    case OP_VARIABLE:
        return eval_variable(e, n->text);
    case OP_NOT:
        return number(!formula_true(eval(e, n->kids[0])));
    case OP_AND:
        return number(formula_true(eval(e, n->kids[0])) && formula_true(eval(e, n->kids[1])));
    case OP_OR:
        return number(formula_true(eval(e, n->kids[0])) || formula_true(eval(e, n->kids[1])));
    case OP_EQ:
    case OP_NE:
    case OP_LT:
    case OP_LE:
    case OP_GT:
    case OP_GE: {
        struct formula_value left = eval(e, n->kids[0]);
        return compare(e, n->op, left, eval(e, n->kids[1]));
    }
    case OP_IN:
        return eval_in(e, n);
    default:
        return eval_numeric(e, n);
    }
}

bool formula_eval(const struct formula *f, struct formula_value (*lookup)(void *, const char *),
                  void *context, struct formula_value *result, char **error)
{
    struct evaluator e = {.lookup = lookup, .context = context};
    *result = eval(&e, f->root);
    if (!e.error && result->type == FORMULA_ABSENT) e.error = xformat("%s has no value", e.absent);
    *error = e.error;
    return !e.error;
}
