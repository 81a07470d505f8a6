/* SPDX-License-Identifier: MIT
 * A cell that is resolved with the memory of the one before it is the cell that is resolved alone,
 * whatever changed between them. */
#include "axes_sample.h"
#include "base/rng.h"
#include "harness/plan/axes/axes.h"

#include <stdlib.h>
#include <string.h>

/* Of each axis some values, the last of which does not fit; NULL: not assigned. */
static const struct {
    const char *axis, *values[4];
} choices[] = {
    {"score", {NULL, "dot", "neural", "gat"}},
    {"d_prime", {NULL, "8", "16", "100"}},
    {"q", {NULL, "linear", "mlp", "mlp"}},
    {"q_depth", {NULL, "2", "4", "9"}},
    {"heads", {NULL, "4", "8", "7"}},
    {"d_model", {NULL, "64", "512", "256"}},
    {"score_scale", {NULL, "1", "1.0", "2"}},
    {"n", {NULL, "16", "1024", "1e3"}},
    {"seed", {"1", "2", "3", "4"}},
};
enum { AXES = sizeof choices / sizeof *choices, STEPS = 3000, SEED = 7 };
enum { AXIS, VALUE, FORMULA }; /* streams of random numbers */

struct walk {
    struct axes axes;
    struct formula *longer; /* m = n + 1 */
    const char **values;
    const struct formula **formulas;
    struct axes_memory *memory;
    int refused; /* cells that do not resolve */
};

static bool resolve(struct walk *w, struct axes_memory *memory, struct resolved *cell, char **said)
{
    struct assignment given = {w->values, w->formulas, memory};
    int axis;
    char *error = NULL;
    bool good = axes_resolve(&w->axes, &given, cell, &axis, &error);
    *said = good ? resolved_string(&w->axes, cell) : xformat("%d: %s", axis, error);
    free(error);
    return good;
}

static void step(struct walk *w)
{
    struct resolved with, alone;
    char *said, *expected;
    bool good = resolve(w, w->memory, &with, &said);
    assert_int_equal(resolve(w, NULL, &alone, &expected), good);
    if (strcmp(said, expected)) fail_msg("%s\ninstead of\n%s", said, expected);
    for (int i = 0; good && i < w->axes.count; i++) {
        assert_int_equal(with.hidden[i], alone.hidden[i]);
        assert_ptr_equal(with.values[i], alone.values[i]); /* of equal texts there is one */
    }
    w->refused += !good;
    resolved_free(&with);
    resolved_free(&alone);
    free(said);
    free(expected);
}

static void test_walk(void **state)
{
    (void)state;
    struct walk w = {.axes = sample_axes()};
    char *error;
    int column;
    w.longer = formula_parse("n + 1", axes_known, &w.axes, &error, &column);
    w.values = xarray((size_t)w.axes.count, sizeof *w.values);
    w.formulas = xarray((size_t)w.axes.count, sizeof *w.formulas);
    w.memory = axes_memory_make(&w.axes);
    for (int i = 0; i < STEPS; i++) {
        uint64_t index = (uint64_t)i, which = rng_below(SEED, AXIS, index, AXES);
        w.values[axes_find(&w.axes, choices[which].axis)] =
            choices[which].values[rng_below(SEED, VALUE, index, 4)];
        if (!rng_below(SEED, FORMULA, index, 10)) {
            const struct formula **m = &w.formulas[axes_find(&w.axes, "m")];
            *m = *m ? NULL : w.longer;
        }
        step(&w);
    }
    /* Both kinds of cell were met, or nothing was shown. */
    assert_in_range(w.refused, STEPS / 10, STEPS * 9 / 10);
    axes_memory_free(w.memory);
    formula_free(w.longer);
    free(w.values);
    free(w.formulas);
    axes_free(&w.axes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_walk)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
