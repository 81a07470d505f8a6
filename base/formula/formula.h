/* SPDX-License-Identifier: MIT
 * Evaluates formulas over named values: rules and derived values in question files, and metrics of
 * hardware counters.
 * Operators: or, and, not, == != < <= > >=, in [a, b, c], + - * / %, unary -, ( ).
 * Functions: min max floor ceil log2 sqrt abs.
 * Operands: numbers, variable names, and text in quotes. On the right of a comparison, an unknown
 * name is text: `method == materialised`. If the values of the left variable are names, every name
 * on the right is text: `arm == gate` compares with "gate", even if a variable `gate` exists. */
#ifndef ATTNLAB_FORMULA_H
#define ATTNLAB_FORMULA_H

#include <stdbool.h>

struct text;
struct formula;
enum formula_type { FORMULA_NUMBER, FORMULA_TEXT, FORMULA_ABSENT };
struct formula_value {
    enum formula_type type;
    double number;
    const char *text; /* text value, owned by the environment or the formula */
};

enum formula_name { FORMULA_UNKNOWN, FORMULA_VARIABLE, FORMULA_OF_NAMES };
/* Returns whether a name is unknown, a variable, or a variable whose values are names. For an
 * unknown name, appends "; did you mean X?" to hint if a variable has a similar name. hint may be
 * NULL. */
typedef enum formula_name formula_known(void *context, const char *name, struct text *hint);
/* Parses a formula. On a syntax error or unknown variable, returns NULL and sets *error and
 * *column, the position in the text (from 1). The caller frees *error. */
struct formula *formula_parse(const char *text, formula_known *, void *context, char **error,
                              int *column);
/* Evaluates a formula. Returns false and sets *error on a type mismatch (text < number), division
 * by zero, overflow, or a variable without a value. In a comparison, a variable without a value is
 * not an error: the comparison is false. */
bool formula_eval(const struct formula *,
                  struct formula_value (*lookup)(void *context, const char *name), void *context,
                  struct formula_value *result, char **error);
bool formula_true(struct formula_value);
/* Calls visit once per variable in the formula. */
void formula_names(const struct formula *, void (*visit)(void *context, const char *name),
                   void *context);
/* Calls visit for each text that the formula compares with a variable (==, != or in). */
void formula_compared(const struct formula *,
                      void (*visit)(void *context, const char *name, const char *text),
                      void *context);
/* Returns true if the formula is a quotient of two variables, and sets *above and *below to their
 * names. */
bool formula_is_quotient(const struct formula *, const char **above, const char **below);
void formula_free(struct formula *);

#endif
