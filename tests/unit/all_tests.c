/* SPDX-License-Identifier: MIT
 * tests NAME: runs tests/unit/NAME.c, one of the tests linked into this program. Backward passes
 * over networks start with NaN where they must write (models/net/poison.h). */
#include "models/net/poison.h"

#include <malloc.h>
#include <stdio.h>
#include <string.h>

#define UNIT_TEST(name_) int main_of_##name_(void);
#include "list.def"
#undef UNIT_TEST

#define UNIT_TEST(name_) {#name_, main_of_##name_},
static const struct {
    const char *name;
    int (*run)(void);
} tests[] = {
#include "list.def"
};
enum { TESTS = sizeof tests / sizeof *tests };

int main(int argc, char **argv)
{
    net_poison = true;
    /* Memory is kept: mapped afresh for each trial, it takes a tenth of the dearest tests' time. */
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    for (int i = 0; i < TESTS && argc == 2; i++)
        if (strcmp(argv[1], tests[i].name) == 0) return tests[i].run();
    fprintf(stderr, "tests: found '%s', expected one of\n", argc == 2 ? argv[1] : "no name");
    for (int i = 0; i < TESTS; i++) fprintf(stderr, "  %s\n", tests[i].name);
    return 2;
}
