/* SPDX-License-Identifier: MIT
 * Tests that measurement buffers are aligned, counted and filled with poison values, and that
 * writes outside a buffer are detected. */
#include "harness/measure/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const size_t sizes[] = {0, 1, 4, 63, 64, 4096, 100000, 3 << 20};
enum { SIZES = sizeof sizes / sizeof *sizes };

static void expect_damage(const struct memory *m, const char *part)
{
    char *message = memory_check(m);
    assert_non_null(message);
    if (!strstr(message, part)) fail_msg("expected \"%s\" in \"%s\"", part, message);
    free(message);
}

static void test_aligned_and_intact(void **state)
{
    (void)state;
    for (int thp = 0; thp < THP_POLICIES; thp++)
        for (uint64_t seed = 0; seed < 20; seed++) {
            struct memory *m = memory_new((enum thp)thp, seed);
            for (int i = 0; i < SIZES; i++) {
                char *p = memory_buffer(m, "x", sizes[i]);
                assert_int_equal((uintptr_t)p % 64, 0);
                memset(p, 1, sizes[i]);
            }
            assert_null(memory_check(m));
            memory_free(m);
        }
}

static void test_writes_outside(void **state)
{
    (void)state;
    for (int i = 0; i < SIZES; i++) {
        struct memory *m = memory_new(THP_NEVER, (uint64_t)i);
        memory_buffer(m, "other", 100);
        char *p = memory_buffer(m, "victim", sizes[i]);
        p[sizes[i]] ^= 1;
        expect_damage(m, "buffer victim (");
        expect_damage(m, " 0 bytes past its end");
        p[sizes[i]] ^= 1;
        assert_null(memory_check(m));
        p[-1] ^= 1;
        expect_damage(m, " 1 bytes before its start");
        memory_free(m);
    }
}

/* A loop that writes far past the end of a buffer hits the protected page. */
static void test_wall(void **state)
{
    (void)state;
    pid_t child = fork();
    if (child == 0) {
        signal(SIGSEGV, SIG_DFL);
        char *p = memory_buffer(memory_new(THP_NEVER, 1), "x", 1000);
        for (int i = 0; i < 20000; i++) ((volatile char *)p)[i] = 0;
        _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV);
}

static void test_poison_is_nan(void **state)
{
    (void)state;
    struct memory *m = memory_new(THP_NEVER, 3);
    enum { COUNT = 5000 };
    float *f = memory_buffer(m, "f", COUNT * sizeof *f);
    double *d = memory_buffer(m, "d", COUNT * sizeof *d);
    memory_poison(m, f, NULL);
    memory_poison(m, d, NULL);
    /* The canaries before and after the buffer are NaN too. */
    for (int i = -16; i < COUNT + 16; i++)
        assert_true(isnan(f[i]) && isnan(d[i < -8 ? -8 : i < COUNT + 8 ? i : COUNT + 7]));
    assert_null(memory_check(m));
    memory_free(m);
}

static void test_offsets_differ_by_seed(void **state)
{
    (void)state;
    size_t seen[64] = {0}, different = 0;
    for (uint64_t seed = 0; seed < 64; seed++) {
        struct memory *m = memory_new(THP_NEVER, seed);
        seen[(uintptr_t)memory_buffer(m, "x", 10) % 4096 / 64] = 1;
        memory_free(m);
    }
    for (int i = 0; i < 64; i++) different += seen[i];
    /* 64 draws from 64 values give about 40 different values. */
    assert_true(different > 30);
    uintptr_t offset[2];
    for (int i = 0; i < 2; i++) {
        struct memory *m = memory_new(THP_NEVER, 5);
        offset[i] = (uintptr_t)memory_buffer(m, "x", 10) % 4096;
        memory_free(m);
    }
    assert_int_equal(offset[0], offset[1]);
}

static void test_release(void **state)
{
    (void)state;
    struct memory *m = memory_new(THP_NEVER, 0);
    char *a = memory_buffer(m, "a", 1000), *b = memory_buffer(m, "b", 500);
    b[500] = 0; /* damages the guard of a buffer that is released */
    memory_release(m, 1);
    memory_buffer(m, "c", 200);
    assert_int_equal(memory_count(m), 2);
    assert_null(memory_check(m));
    a[1000] = 0;
    char *wrong = memory_check(m);
    assert_non_null(wrong);
    free(wrong);
    memory_free(m);
    assert_true(process_peak_rss_bytes() > 100 * 1024);
}

static void test_huge_pages_never(void **state)
{
    (void)state;
    struct memory *m = memory_new(THP_NEVER, 0);
    memory_poison(m, memory_buffer(m, "x", 8 << 20), NULL);
    assert_true(memory_huge_page_bytes(m) <= 0);
    memory_free(m);
}

static void test_out_of_memory_has_its_status(void **state)
{
    (void)state;
    pid_t child = fork();
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr)) _exit(1);
        memory_buffer(memory_new(THP_NEVER, 0), "x", SIZE_MAX - 10);
        _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 71);
}

/* Small buffers reuse memory. The next buffer must not contain old data, and a protected page must
 * follow the end of each buffer. */
static void test_kept_mappings(void **state)
{
    (void)state;
    static const size_t one_after_the_other[] = {3000, 100, 20000, 0, 7001};
    char *last = NULL;
    int again = 0;
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct memory *m = memory_new(THP_NEVER, seed);
        size_t bytes = one_after_the_other[seed / 40];
        char *p = memory_buffer(m, "x", bytes);
        again += last && p > last - (64 << 10) && p < last + (64 << 10);
        for (size_t i = 0; i < bytes; i++) assert_int_equal(p[i], 0);
        memset(p, 1, bytes);
        memory_release(m, 0);
        last = p;
        memory_free(m);
    }
    assert_true(again > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_aligned_and_intact),
        cmocka_unit_test(test_writes_outside),
        cmocka_unit_test(test_wall),
        cmocka_unit_test(test_poison_is_nan),
        cmocka_unit_test(test_offsets_differ_by_seed),
        cmocka_unit_test(test_release),
        cmocka_unit_test(test_huge_pages_never),
        cmocka_unit_test(test_out_of_memory_has_its_status),
    };
    const struct CMUnitTest when_kept[] = {cmocka_unit_test(test_kept_mappings)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    memory_keep_mappings();
    failed += cmocka_run_group_tests(tests, NULL, NULL);
    return failed + cmocka_run_group_tests(when_kept, NULL, NULL);
}
