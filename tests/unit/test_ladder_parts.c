/* SPDX-License-Identifier: MIT
 * What a ladder of sizes is made of: which split its losses are of, and how much of an interval is
 * the choice of a value. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "harness/analysis/scaling/savings.h"
#include "tests/unit/scaling_case.h"
#include "tests/unit/trained_folder.h"

/* ---- the split ---- */

/* Three sizes of two arms with two seeds, whose validation loss falls with the size. */
static int three_sizes(struct training *runs)
{
    int count = 0;
    for (int size = 8; size <= 32; size *= 2)
        for (int seed = 1; seed <= 2; seed++)
            for (int mlp = 0; mlp < 2; mlp++)
                runs[count++] = (struct training){mlp ? "mlp" : "base",
                                                  mlp ? "off" : "",
                                                  mlp ? "relu" : "",
                                                  size,
                                                  0.1,
                                                  seed,
                                                  "ok",
                                                  2 + 8.0 / size - 0.1 * mlp + 0.01 * seed};
    return count;
}

/* Points are of the loss on the split that judges: of the square of the validation loss. */
static void test_split(void **state)
{
    (void)state;
    struct folder f;
    struct training runs[12];
    int count = three_sizes(runs);
    test_power = 2;
    set_up(&f, runs, count,
           "baseline: base\nmetric: loss\nmargin: 0.01\nsplit: test\n"
           "arms: {base: , mlp: {proj: mlp}}\nfactors: {size: [8, 16, 32], seed: 1-2}\n"
           "scaling: {over: size}\n");
    test_power = 0;
    const struct analysis *a = &f.analysis;
    int size = axes_find(&f.axes, "size");
    assert_true(a->scaling_point_count > 0);
    for (int i = 0; i < a->scaling_point_count; i++) {
        const struct scaling_point *p = &a->scaling_points[i];
        bool mlp = !strcmp(a->entries[p->entry].label, "mlp");
        double loss = 2 + 8 / atof(entry_value(a, p->entry, size)) - 0.1 * mlp;
        assert_int_equal(p->seeds, 2);
        near(log(p->loss), log(loss + 0.01) + log(loss + 0.02), 1e-12); /* a mean of logarithms */
    }
    folder_remove(&f);
}

/* ---- the choice of a value ---- */

/* Without noise all of an interval is the choice's. At a size that is left out the law is none the
 * wiser of it, and as a loss of law L = E + A C^-alpha moves by its logarithm, so does that of the
 * cost by L / (alpha (L - E)) of it: by Student's with the freedom of three seeds. The end of 4000
 * draws is known to 2.2 % of it (one standard error). */
static void test_choice(void **state)
{
    (void)state;
    struct made m;
    struct ladder_arm arms[ARMS];
    const double moved = 1e-3;
    make(&m, 0, 1, 1);
    m.ladder.draws = 4000;
    m.left_out[0] = true;
    m.tuning[SIZES] = moved * moved; /* of the arm at its first size */
    ladder_solve(&m.ladder, 0.95, arms);
    double loss = exp(m.loss[CELLS / ARMS]);
    double width =
        stats_t_quantile(0.975, SEEDS - 1) * moved * loss / exponent / (loss - floor_of_data);
    const struct scaled *found = &arms[1].multiplier[0];
    near(log(found->high / found->at), width, 0.08 * width);
    near(log(found->at / found->low), width, 0.08 * width);
    free_arms(arms);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_split),
        cmocka_unit_test(test_choice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
