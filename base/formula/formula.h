/* SPDX-License-Identifier: MIT
 * Formulas over named values, used in rules and derived values of specifications and in metrics of
 * counters.
 *
 * Operators: or, and, not, == != < <= > >=, in [a, b, c], + - * / %, unary -, ( ). Functions: min
 * max floor ceil log2 sqrt abs. Operands: numbers, names and quoted text. A name is a variable. To
 * the right of == != in, an unknown name is text (method == materialised). If the variable on the
 * left takes names as values, every unquoted name on the right is text (arm == gate, even though
 * gate is also a variable). */
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
/* Classifies a name. For an unknown name, appends "; did you mean X?" to hint if a variable has a
 * similar name. hint may be NULL. */
typedef enum formula_name formula_known(void *context, const char *name, struct text *hint);
/* Parses a formula. On a syntax error or unknown variable, returns NULL and sets *error (freed by
 * the caller) and *column (1-based position in the text). */
struct formula *formula_parse(const char *text, formula_known *, void *context, char **error,
                              int *column);
/* Evaluates a formula. Returns false and sets *error on a type mismatch (text < number), division
 * by zero, overflow or an absent variable. A comparison with an absent variable is false, not an
 * error. */
bool formula_eval(const struct formula *,
                  struct formula_value (*lookup)(void *context, const char *name), void *context,
                  struct formula_value *result, char **error);
bool formula_true(struct formula_value);
/* Calls visit once per variable in the formula. */
void formula_names(const struct formula *, void (*visit)(void *context, const char *name),
                   void *context);
/* Calls visit for each text that a variable is compared with, by == != or in. */
void formula_compared(const struct formula *,
                      void (*visit)(void *context, const char *name, const char *text),
                      void *context);
/* Whether the formula is a quotient of two variables; if so, sets *above and *below to their names.
 */
bool formula_is_quotient(const struct formula *, const char **above, const char **below);
void formula_free(struct formula *);

#endif
