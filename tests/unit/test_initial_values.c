/* SPDX-License-Identifier: MIT
 * Compares the described initial values of each choice with its declared tensors. Also tests
 * published initializations. */
#include "tests/unit/test.h"
#include "kernels/kernels.h"

#include <ctype.h>
#include <math.h>

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

/* Returns the inverse of a variance in a text such as "fan_in)", "(2 d_head))" or "100)". */
static double inverse_variance(const char *text, const struct tensor *t)
{
    static const char twice[] = "(2 ";
    double factor = 1;
    if (!strncmp(text, twice, strlen(twice))) {
        text += strlen(twice);
        factor = 2;
    }
    if (!strncmp(text, "fan_in)", 7)) return factor * t->dim[t->rank - 2];
    if (!strncmp(text, "d_head)", 7)) return factor * dims.d_head;
    if (!strncmp(text, "d_prime)", 8)) return factor * D_PRIME;
    char *end;
    double number = strtod(text, &end);
    if (end > text && *end == ')') return factor * number;
    fail_msg("'%s' does not begin with a size (fan_in, d_head, d_prime or a number)", text);
    return 0;
}

static void check_tensor(const struct choice *c, const struct tensor *t)
{
    static const char normal[] = "N(0, 1/";
    char name[sizeof t->name];
    stem(t->name, name);
    const char *says = c->initial ? value_of(c->initial, name, t->init == INIT_ZERO) : NULL;
    if (!says) fail_msg("%s: the text omits the initial value of %s", c->name, t->name);
    if (t->init == INIT_ZERO && *says != '0')
        fail_msg("%s: the text does not state that %s is initially 0", c->name, t->name);
    if (t->init == INIT_ONE && *says != '1')
        fail_msg("%s: the text does not state that %s is initially 1", c->name, t->name);
    if (t->init != INIT_NORMAL) return;
    if (strncmp(says, normal, strlen(normal)))
        fail_msg("%s: the text does not state that %s is random", c->name, t->name);
    double want = 1 / sqrt(inverse_variance(says + strlen(normal), t));
    if (!(fabs(t->std - want) <= 1e-12))
        fail_msg("%s: %s has standard deviation %g, the text states %g", c->name, t->name, t->std,
                 want);
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
