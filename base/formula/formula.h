/* SPDX-License-Identifier: MIT
 * Formulas over named values: rules and derived values of specifications, metrics of counters.
 *
 * or, and, not, == != < <= > >=, in [a, b, c], + - * / %, unary -, ( ), numbers, names, quoted
 * text, functions min max floor ceil log2 sqrt abs. A name is a variable; on the right of == != in,
 * a bare name that is not a variable stands for its own text (method == materialised); beside a
 * variable whose values are names every bare name does (arm == gate, though gate is a variable). */
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
/* Tells what a name is. Of one that is no variable, hint gets "; did you mean X?" where some
 * variable is near; NULL: nobody asks. */
typedef enum formula_name formula_known(void *context, const char *name, struct text *hint);
/* NULL with *error (to be freed) and *column (1-based in text) on a syntax error. An unknown name
 * where a variable must stand is an error. */
struct formula *formula_parse(const char *text, formula_known *, void *context, char **error,
                              int *column);
/* False with *error on type mismatch (text < number), division by zero, a number that is too large,
 * or an absent variable (comparisons with an absent variable are false and no error). */
bool formula_eval(const struct formula *,
                  struct formula_value (*lookup)(void *context, const char *name), void *context,
                  struct formula_value *result, char **error);
bool formula_true(struct formula_value);
/* Calls visit once for each variable that the formula names. */
void formula_names(const struct formula *, void (*visit)(void *context, const char *name),
                   void *context);
/* Calls visit for each text that a variable is held against by == != or in. */
void formula_compared(const struct formula *,
                      void (*visit)(void *context, const char *name, const char *text),
                      void *context);
/* Whether it is one variable over another: then these two. */
bool formula_is_quotient(const struct formula *, const char **above, const char **below);
void formula_free(struct formula *);

#endif
