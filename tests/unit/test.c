/* SPDX-License-Identifier: MIT
 * Runs the unit tests; `tests NAME` runs only the tests in tests/unit/NAME.c. Gradient buffers of
 * networks start as NaN, so a row that is never written stays NaN (models/net/poison.h). */
#define _GNU_SOURCE /* declares vasprintf() */

#include "tests/unit/test.h"
#include "base/mem.h"
#include "models/net/poison.h"

#include <malloc.h>

enum { MOST_TESTS = 4000 };
static const struct test *tests[MOST_TESTS];
static int test_count;

void test_add(const struct test *test)
{
    if (test_count == MOST_TESTS) abort();
    tests[test_count++] = test;
}

/* ---- what a test owns ---- */

static struct owned {
    void (*done)(void *);
    void *what;
    struct owned *before;
} * owned;

void test_later(void (*done)(void *what), void *what)
{
    struct owned *o = xalloc(sizeof *o);
    *o = (struct owned){done, what, owned};
    owned = o;
}

void *kept(void *memory)
{
    test_later(free, memory);
    return memory;
}

char *formatted(const char *format, ...)
{
    char *text;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    assert_true(length >= 0);
    return kept(text);
}

int test_owned_free(void **state)
{
    (void)state;
    while (owned) {
        struct owned *o = owned;
        owned = o->before;
        o->done(o->what);
        free(o);
    }
    return 0;
}

/* ---- the tests of one file ---- */

struct running {
    const struct test *test;
    char *dir;
};

static int before(void **state)
{
    struct running *r = *state;
    r->dir = r->test->kind == TEST_IN_FOLDER ? scratch_make() : NULL;
    return 0;
}

static void run_one(void **state)
{
    struct running *r = *state;
    r->test->run(r->dir);
}

static int after(void **state)
{
    struct running *r = *state;
    test_owned_free(NULL);
    if (r->dir) scratch_remove(r->dir);
    return 0;
}

static int by_line(const void *a, const void *b)
{
    return (*(const struct test *const *)a)->line - (*(const struct test *const *)b)->line;
}

static bool is_of(const struct test *test, const char *name)
{
    const char *slash = strrchr(test->file, '/'), *base = slash ? slash + 1 : test->file;
    size_t length = strlen(name);
    return !strncmp(base, name, length) && !strcmp(base + length, ".c");
}

/* Moves the tests of a file to the front, in the order of the file. Returns the number of these
 * tests. */
static int select_file(const char *name)
{
    int count = 0;
    for (int i = 0; i < test_count; i++)
        if (is_of(tests[i], name)) tests[count++] = tests[i];
    qsort(tests, (size_t)count, sizeof *tests, by_line);
    return count;
}

static int run_selected(const char *name, int count)
{
    struct running *running = xarray((size_t)count, sizeof *running);
    struct CMUnitTest *units = xarray((size_t)count, sizeof *units);
    int used = 0, failed = 0;
    for (int i = 0; i < count; i++) {
        const struct test *t = tests[i];
        running[i].test = t;
        if (t->kind == TEST_BEFORE) t->run(NULL);
        if (t->kind == TEST_PLAIN || t->kind == TEST_IN_FOLDER)
            units[used++] = (struct CMUnitTest){t->name, run_one, before, after, &running[i]};
    }
    if (used) failed = _cmocka_run_group_tests(name, units, (size_t)used, NULL, NULL);
    for (int i = 0; i < count; i++)
        if (tests[i]->kind == TEST_AFTER) failed += tests[i]->group();
    test_owned_free(NULL);
    free(running), free(units);
    return failed;
}

#define UNIT_TEST(name_) __attribute__((weak)) int main_of_##name_(void);
#include "list.def"
#undef UNIT_TEST
#define UNIT_TEST(name_) {#name_, main_of_##name_},
static const struct {
    const char *name;
    int (*run)(void);
} mains[] = {
#include "list.def"
};

int main(int argc, char **argv)
{
    net_poison = true;
    /* Keep freed memory for reuse. Mapping new memory for each trial would take 10 % of the time of
     * the slowest tests. */
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    for (size_t i = 0; i < sizeof mains / sizeof *mains && argc == 2; i++)
        if (mains[i].run && !strcmp(argv[1], mains[i].name)) return mains[i].run();
    int count = argc == 2 ? select_file(argv[1]) : 0;
    if (count) return run_selected(argv[1], count);
    fprintf(stderr, "tests: no tests in '%s' (expected the NAME of a file tests/unit/NAME.c)\n",
            argc > 1 ? argv[1] : "");
    return 2;
}
