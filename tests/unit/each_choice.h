/* SPDX-License-Identifier: MIT
 * Runs each check for every registered choice of a slot. A choice that lacks the function under
 * test is skipped with a message. */
#ifndef ATTNLAB_EACH_CHOICE_H
#define ATTNLAB_EACH_CHOICE_H

#include "tests/unit/test.h"
#include "base/mem.h"

struct check {
    const char *what; /* name of the check, such as "derivative" */
    void (*run)(int choice);
    /* Returns true if the check applies to a choice; NULL if it applies to every choice. */
    bool (*has)(int choice);
    const char *without; /* message for skipped choices; NULL for no message */
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

/* Returns true if the name begins with ATTNLAB_TEST_CHOICES, or if this variable is unset. */
static bool is_asked(const char *name)
{
    const char *prefix = getenv("ATTNLAB_TEST_CHOICES");
    return !prefix || !strncmp(name, prefix, strlen(prefix));
}

/* Runs every check for every choice and returns the number of failed tests. name(choice) returns
 * the name of a choice. */
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
