/* SPDX-License-Identifier: MIT
 * For tests of the choices of a slot: every check is one test for each choice that the registry
 * has, whatever that is today.
 *
 * A choice starts as its formula, and fast functions come later or never. So a check says what it
 * needs; for a choice without it the test counts as skipped and a line says what is not there. */
#ifndef ATTNLAB_EACH_CHOICE_H
#define ATTNLAB_EACH_CHOICE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

struct check {
    const char *what;        /* of a choice: "derivative", "backward in tiles" */
    void (*run)(int choice); /* its place in the list */
    bool (*has)(int choice); /* NULL: every choice can be asked */
    const char *needs;       /* what `has` looks for, for people */
};

struct asked {
    const struct check *check;
    int choice;
    char name[96];
    const char *of;
};

static void ask(void **state)
{
    const struct asked *a = *state;
    if (a->check->has && !a->check->has(a->choice)) {
        print_message("# skipped: %s has no %s: nothing to try for %s\n", a->of, a->check->needs,
                      a->check->what);
        skip();
    }
    a->check->run(a->choice);
}

/* Every check with every choice; `name` gives the name of one. Returns what main() should. */
static inline int check_each_choice(const char *group, const struct check *checks, int count,
                                    int choices, const char *(*name)(int choice))
{
    size_t tests = (size_t)count * (size_t)choices;
    struct asked *asked = calloc(tests, sizeof *asked);
    struct CMUnitTest *units = calloc(tests, sizeof *units);
    if (!asked || !units) return 1;
    for (size_t i = 0; i < tests; i++) {
        struct asked *a = &asked[i];
        a->check = &checks[i / (size_t)choices];
        a->choice = (int)(i % (size_t)choices);
        a->of = name(a->choice);
        snprintf(a->name, sizeof a->name, "%s of %s", a->check->what, a->of);
        units[i] = (struct CMUnitTest){a->name, ask, NULL, NULL, a};
    }
    int failed = _cmocka_run_group_tests(group, units, tests, NULL, NULL);
    free(asked), free(units);
    return failed;
}

#endif
