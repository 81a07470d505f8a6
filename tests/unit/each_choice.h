/* SPDX-License-Identifier: MIT
 * For tests of slot choices: each check is one test per registered choice.
 *
 * A choice may have only its formula. Each check states the functions it needs; for a choice
 * without them the test is skipped, with a message. */
#ifndef ATTNLAB_EACH_CHOICE_H
#define ATTNLAB_EACH_CHOICE_H

#include "tests/unit/test.h"
#include "base/mem.h"

struct check {
    const char *what;        /* of a choice: "derivative", "backward in tiles" */
    void (*run)(int choice); /* its place in the list */
    bool (*has)(int choice); /* NULL: every choice can be asked */
    const char *without;     /* why a choice is skipped; NULL: to have none is no gap, nor a test */
};

struct asked {
    const struct check *check;
    int choice;
    char name[96];
};

static void ask(void **state)
{
    const struct asked *a = *state;
    if (a->check->has && !a->check->has(a->choice)) {
        print_message("# skipped: %s: %s\n", a->name, a->check->without);
        skip();
    }
    a->check->run(a->choice);
}

/* With ATTNLAB_TEST_CHOICES=PREFIX only choices that are called so are asked: what is new in a copy
 * of the tree whose other choices were tested where it was copied from (tests/slow/new.sh). */
static bool is_asked(const char *name)
{
    const char *prefix = getenv("ATTNLAB_TEST_CHOICES");
    return !prefix || !strncmp(name, prefix, strlen(prefix));
}

/* Every check with every choice; `name` gives the name of one. Returns what main() should. */
static inline int check_each_choice(const char *group, const struct check *checks, int count,
                                    int choices, const char *(*name)(int choice))
{
    size_t most = (size_t)count * (size_t)choices, tests = 0;
    struct asked *asked = xarray(most, sizeof *asked);
    struct CMUnitTest *units = xarray(most, sizeof *units);
    for (int i = 0; i < count; i++)
        for (int choice = 0; choice < choices; choice++) {
            struct asked *a = &asked[tests];
            if (!is_asked(name(choice))) continue;
            if (checks[i].has && !checks[i].has(choice) && !checks[i].without) continue;
            *a = (struct asked){.check = &checks[i], .choice = choice};
            snprintf(a->name, sizeof a->name, "%s of %s", a->check->what, name(choice));
            units[tests++] = (struct CMUnitTest){a->name, ask, NULL, test_owned_free, a};
        }
    int failed = _cmocka_run_group_tests(group, units, tests, NULL, NULL);
    free(asked), free(units);
    return failed;
}

#endif
