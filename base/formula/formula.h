/* SPDX-License-Identifier: MIT
 * Formulas over named values: rules and derived values of specifications, metrics of counters.
 *
 * or, and, not, == != < <= > >=, in [a, b, c], + - * / %, unary -, ( ), numbers, names, quoted
 * text, functions min max floor ceil log2 sqrt abs. A name is a variable. Right of == != in, a bare
 * name that is not a variable is text (method == materialised). If the variable on the left has
 * names as values, every bare name there is text (arm == gate, though gate is a variable). */
#ifndef ATTNLAB_FORMULA_H
#define ATTNLAB_FORMULA_H

#include <stdbool.h>

struct text;
struct formula; /* parsed, immutable */
enum formula_type { FORMULA_NUMBER, FORMULA_TEXT, FORMULA_ABSENT };
struct formula_value {
    enum formula_type type;
    double number;
    const char *text; /* borrowed from the environment or the formula */
};

enum formula_name { FORMULA_UNKNOWN, FORMULA_VARIABLE, FORMULA_OF_NAMES };
/* Classifies a name. For an unknown name, appends "; did you mean X?" to hint if a variable is
 * similar. hint may be NULL. */
typedef enum formula_name formula_known(void *context, const char *name, struct text *hint);
/* NULL with *error (the caller frees it) and *column (1-based in text) on a syntax error or an
 * unknown variable. */
struct formula *formula_parse(const char *text, formula_known *, void *context, char **error,
                              int *column);
/* False with *error on a type mismatch (text < number), division by zero, overflow, or an absent
 * variable. Comparisons with an absent variable are false, not errors. */
bool formula_eval(const struct formula *,
                  struct formula_value (*lookup)(void *context, const char *name), void *context,
                  struct formula_value *result, char **error);
bool formula_true(struct formula_value);
/* Calls visit once per variable of the formula. */
void formula_names(const struct formula *, void (*visit)(void *context, const char *name),
                   void *context);
/* Calls visit for each text that a variable is compared with by == != or in. */
void formula_compared(const struct formula *,
                      void (*visit)(void *context, const char *name, const char *text),
                      void *context);
/* Whether the formula is one variable divided by another; returns these. */
bool formula_is_quotient(const struct formula *, const char **above, const char **below);
void formula_free(struct formula *);

#endif
