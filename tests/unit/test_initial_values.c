/* SPDX-License-Identifier: MIT
 * Compares the described initial values of each choice with its declared tensors. Also tests
 * published initializations. */
#include "tests/unit/test.h"
#include "kernels/kernels.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>

/* The sizes d_head, d_prime and d_in are all different, and none is twice another. */
static const struct dims dims = {.d_in = 35, .d_out = 35, .heads = 7, .d_head = 5, .n = 3, .m = 4};
enum { D_PRIME = 11 };

/* Copies the name of a tensor up to the first digit or underscore: "w12" and "w_in" become "w";
 * "wq" stays "wq". */
static void stem(const char *name, char *to)
{
    while (*name && !isdigit((unsigned char)*name) && *name != '_') *to++ = *name++;
    *to = 0;
}

/* Returns the text after "NAME ", where NAME is a whole word, or NULL. If a tensor is 0 for some
 * arguments, the text has two descriptions: "w N(0, 1/fan_in), or w 0 for ...". */
static const char *value_of(const char *text, const char *name, bool zero)
{
    size_t length = strlen(name);
    for (const char *at = text; (at = strstr(at, name)); at++)
        if ((at == text || at[-1] == ' ') && at[length] == ' ' && (!zero || at[length + 1] == '0'))
            return at + length + 1;
    return zero ? value_of(text, name, false) : NULL;
}

/* Returns the inverse of a variance in a text such as "fan_in)", "(2 d_head))" or "100)", or NAN.
 */
static double inverse_variance(const char *text, const struct tensor *t)
{
    const struct {
        const char *name;
        double size;
    } sizes[] = {{"fan_in)", t->rank > 1 ? t->dim[t->rank - 2] : 0},
                 {"d_head)", dims.d_head},
                 {"d_prime)", D_PRIME}};
    static const char twice[] = "(2 ";
    double factor = strncmp(text, twice, strlen(twice)) ? 1 : 2;
    if (factor > 1) text += strlen(twice);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (!strncmp(text, sizes[i].name, strlen(sizes[i].name))) return factor * sizes[i].size;
    char *end;
    double number = strtod(text, &end);
    return end > text && *end == ')' ? factor * number : (double)NAN;
}

/* Returns true if a text, which may be NULL, states the initial values of a tensor. Only zeros,
 * ones and normal values have a fixed form. */
static bool states(const char *text, const struct tensor *t)
{
    static const char normal[] = "N(0, 1/";
    if (!text) return false;
    if (t->init == INIT_ZERO || t->init == INIT_ONE) return *text == "01"[t->init == INIT_ONE];
    if (t->init != INIT_NORMAL) return true;
    if (strncmp(text, normal, strlen(normal))) return false;
    return fabs(t->std * sqrt(inverse_variance(text + strlen(normal), t)) - 1) <= 1e-12;
}

static void check_tensor(const struct choice *c, const struct tensor *t)
{
    char name[sizeof t->name], want[64];
    stem(t->name, name);
    if (c->initial && states(value_of(c->initial, name, t->init == INIT_ZERO), t)) return;
    if (t->init == INIT_NORMAL)
        snprintf(want, sizeof want, "N(0, 1/SIZE)\", where SIZE = %.4g", 1 / (t->std * t->std));
    else
        snprintf(want, sizeof want, "%s\"",
                 t->init == INIT_ZERO  ? "0"
                 : t->init == INIT_ONE ? "1"
                                       : "...");
    fail_msg("%s: `initial` is \"%s\" (expected to contain \"%s %s). It lists each tensor of "
             "tensors(), without number or suffix, as \"NAME 0\", \"NAME 1\" or \"NAME N(0, "
             "1/SIZE)\"; SIZE is fan_in, d_head, d_prime, a number, or (2 SIZE)",
             c->name, c->initial ? c->initial : "", name, want);
}

/* Returns true if the list contains a matrix with the same fan_in as the bias. */
static bool is_of_some_matrix(const struct tensor *bias, const struct tensor *list, int count)
{
    for (int t = 0; t < count; t++)
        if (list[t].init == INIT_NORMAL && fabs(list[t].std - bias->std) <= 1e-12) return true;
    return false;
}

/* Checks a published initialization: uniform within +-1/sqrt(fan_in), standard deviation 0.02, or
 * the default. Gains always keep the default. */
static void check_recipe(const struct choice *c, const struct tensor *list, int count)
{
    for (int t = 0; t < count; t++) {
        struct tensor made = list[t];
        recipe_apply(c->published, &made);
        bool matrix = list[t].init == INIT_NORMAL, bias = list[t].init == INIT_ZERO;
        if (c->published == &recipe_torch_linear && (matrix || bias)) {
            assert_int_equal(made.init, INIT_UNIFORM);
            assert_true(fabs(made.std * sqrt(3) - list[t].std) <= 1e-12);
            assert_true(matrix || is_of_some_matrix(&list[t], list, count));
        } else if (c->published == &recipe_gpt2 && matrix) {
            assert_int_equal(made.init, INIT_NORMAL);
            assert_true(made.std == 0.02);
        } else {
            assert_memory_equal(&made, &list[t], sizeof made);
        }
    }
}

/* Checks the tensors of a choice with the given arguments. Returns their number, or 0 if the
 * arguments are refused. */
static int check_arguments(const struct choice *c, const struct args *args)
{
    struct tensor list[MAX_TENSORS];
    if (c->refuse && c->refuse(&dims, args)) return 0;
    int count = c->tensors ? c->tensors(&dims, args, list) : 0;
    for (int t = 0; t < count; t++) check_tensor(c, &list[t]);
    check_recipe(c, list, count);
    return count;
}

/* Checks that the set of weight matrices does not depend on the arguments and contains no bias. */
static void check_matrices(const struct choice *c, const struct args *defaults,
                           const struct args *args)
{
    struct tensor list[MAX_TENSORS], other[MAX_TENSORS];
    if (!c->tensors || (c->refuse && (c->refuse(&dims, defaults) || c->refuse(&dims, args))))
        return;
    int count = c->tensors(&dims, defaults, list), others = c->tensors(&dims, args, other);
    for (int t = 0; t < count; t++) {
        if (list[t].matrix && (list[t].init == INIT_ZERO || list[t].rank < 2))
            fail_msg("%s: %s is not a weight matrix", c->name, list[t].name);
        for (int o = 0; o < others; o++)
            if (!strcmp(list[t].name, other[o].name) && list[t].matrix != other[o].matrix)
                fail_msg("%s: %s is a weight matrix only with some arguments", c->name,
                         list[t].name);
    }
}

static int check_choice(const struct choice *c)
{
    struct args args = {{0}};
    int found = 0;
    for (int i = 0; c->params && c->params[i].name; i++)
        args.value[i] = strcmp(c->params[i].name, "d_prime") ? c->params[i].def : D_PRIME;
    const struct args defaults = args;
    found += check_arguments(c, &args);
    for (int i = 0; c->params && c->params[i].name; i++) {
        double kept = args.value[i];
        for (int v = 0; c->params[i].kind == PARAM_CHOICE && c->params[i].choices[v]; v++) {
            args.value[i] = v;
            found += check_arguments(c, &args);
            check_matrices(c, &defaults, &args);
        }
        args.value[i] = kept;
    }
    return found;
}

TEST("initial values match their description")
{
    const struct kernels *k = kernels_by_name("double");
    int with = 0, published = 0;
    for (int s = 0; s < SLOTS; s++)
        for (int i = 0; k->slots[s].choices[i]; i++) {
            const struct choice *c = k->slots[s].choices[i];
            bool has = check_choice(c) > 0;
            if (has != (c->initial != NULL))
                fail_msg("%s: `initial` must be set if and only if there are parameters", c->name);
            with += has;
            published += c->published != NULL;
        }
    assert_true(with > 20 && published > 2);
}
