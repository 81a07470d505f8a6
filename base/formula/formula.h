/* SPDX-License-Identifier: MIT
 * Evaluates formulas over named values. Formulas are used in question files (rules, derived values)
 * and for metrics of hardware counters.
 *
 * Operators: or, and, not, == != < <= > >=, in [a, b, c], + - * / %, unary -, ( ).
 * Functions: min max floor ceil log2 sqrt abs.
 * Operands: numbers, variable names, and quoted text.
 *
 * In `method == materialised`, the right operand is text, because no variable has that name. If the
 * left variable takes names as values, every unquoted name on the right is text: `arm == gate`
 * compares with the text "gate", even if a variable `gate` exists. */
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
/* Returns the kind of a name. For an unknown name, appends "; did you mean X?" to hint if a
 * variable has a similar name. hint may be NULL. */
typedef enum formula_name formula_known(void *context, const char *name, struct text *hint);
/* Parses a formula. On a syntax error or unknown variable, returns NULL and sets *error and
 * *column, the position in the text (from 1). The caller frees *error. */
struct formula *formula_parse(const char *text, formula_known *, void *context, char **error,
                              int *column);
/* Evaluates a formula. Returns false and sets *error on a type mismatch (text < number), division
 * by zero, overflow, or a variable without a value. A comparison with such a variable is false, not
 * an error. */
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
/* Returns true if the formula has the form a / b with two variables, and sets *above to a and
 * *below to b. */
bool formula_is_quotient(const struct formula *, const char **above, const char **below);
void formula_free(struct formula *);

#endif
