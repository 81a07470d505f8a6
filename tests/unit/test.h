/* SPDX-License-Identifier: MIT
 * Macros for unit tests. TEST("statement") { ... } defines a test. FOLDER_TEST also provides an
 * empty folder `dir`. The tests of a file run in source order. `build/obj/unit/tests NAME` runs
 * only the tests of NAME.c. */
#ifndef ATTNLAB_TEST_H
#define ATTNLAB_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* TEST_SETUP() runs before the tests of a file. TEST_GROUP() runs after them; it runs tests that
 * are generated from lists and returns the number of failures. */
enum test_kind { TEST_PLAIN, TEST_IN_FOLDER, TEST_BEFORE, TEST_AFTER };

struct test {
    const char *name, *file;
    int line;
    enum test_kind kind;
    void (*run)(const char *dir);
    int (*group)(void);
};

void test_add(const struct test *test); /* Registers a test; *test must remain valid. */

#define TEST_CALL(macro_, ...) macro_(__VA_ARGS__)
#define TEST_ADD(kind_, name_, line_, run_, group_)                                                \
    __attribute__((constructor)) static void test_add_##line_(void)                                \
    {                                                                                              \
        static const struct test test = {name_, __BASE_FILE__, line_, kind_, run_, group_};        \
        test_add(&test);                                                                           \
    }
#define TEST_RUN(kind_, name_, line_, parameter_)                                                  \
    static void test_##line_(const char *);                                                        \
    TEST_ADD(kind_, name_, line_, test_##line_, NULL)                                              \
    static void test_##line_(__attribute__((unused)) const char *parameter_)
#define TEST(name_)        TEST_CALL(TEST_RUN, TEST_PLAIN, name_, __LINE__, unused_)
#define FOLDER_TEST(name_) TEST_CALL(TEST_RUN, TEST_IN_FOLDER, name_, __LINE__, dir)
#define TEST_SETUP()       TEST_CALL(TEST_RUN, TEST_BEFORE, NULL, __LINE__, unused_)
#define TEST_GROUP()                                                                               \
    static int test_group(void);                                                                   \
    TEST_CALL(TEST_ADD, TEST_AFTER, NULL, __LINE__, NULL, test_group)                              \
    static int test_group(void)

/* Calls done(what) when the test ends. Calls run in reverse order of registration. */
void test_later(void (*done)(void *what), void *what);
/* Frees a malloc() block when the test ends. Returns the block. */
void *kept(void *memory);
int test_owned_free(void **state);
/* Returns a formatted string that is freed when the test ends. */
char *formatted(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Creates an empty folder in TMPDIR. scratch_remove() deletes the folder and its contents. */
char *scratch_make(void);
void scratch_empty(const char *path);
void scratch_remove(char *path);

/* Writes the file dir/name. Creates missing folders. */
void scratch_bytes(const char *dir, const char *name, const char *bytes, size_t size);
void scratch_text(const char *dir, const char *name, const char *text);

#endif
