/* SPDX-License-Identifier: MIT
 * Tests the declared work of logit functions and the bound of softcap. test_choice_check.c tests
 * formulas, derivatives and fast functions. */
#define BUILD formula
#include "kernels/registry.h"
#include "tests/unit/each_choice.h"

#include <math.h>

static const struct dims dims = {.d_in = 12, .d_out = 12, .heads = 3, .d_head = 4};

static const struct choice *choice_at(int at) { return N(slots)[SLOT_LOGITS].choices[at]; }
static const char *name_of(int at) { return choice_at(at)->name; }

static double declared_work(int choice, const struct args *args)
{
    double work = choice_at(choice)->work(&dims, args).per_pair;
    assert_true(isfinite(work) && work >= 0);
    return work;
}

/* A larger integer argument, such as a number of terms, costs more FLOPs per pair. */
static void check_work(int choice)
{
    const struct param *p = choice_at(choice)->params;
    struct args args = {{0}};
    for (int a = 0; p && p[a].name; a++) args.value[a] = p[a].def;
    double usual = declared_work(choice, &args);
    for (int a = 0; p && p[a].name; a++) {
        struct args least = args, most = args;
        if (p[a].kind != PARAM_INT) continue;
        least.value[a] = p[a].min, most.value[a] = p[a].max;
        double few = declared_work(choice, &least), many = declared_work(choice, &most);
        assert_true(few < many && few <= usual && usual <= many);
    }
}

TEST("softcap limits every score to its cap")
{
    for (int c = 0; choice_at(c); c++) {
        if (strcmp(name_of(c), "softcap")) continue;
        const struct logits *softcap = (const void *)choice_at(c);
        struct args args = {{20}};
        for (double s = 1e-3; s < 1e30; s *= 3) {
            double phi = softcap->formula(&dims, &args, NULL, 0, s);
            assert_true(phi > 0 && phi <= 20 && phi <= s);
            assert_true(phi == -softcap->formula(&dims, &args, NULL, 0, -s));
        }
    }
}

TEST_GROUP()
{
    static const struct check checks[] = {{.what = "declared work", .run = check_work}};
    int choices = 0;
    while (choice_at(choices)) choices++;
    return check_each_choice("logits", checks, 1, choices, name_of);
}
