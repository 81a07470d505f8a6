/* SPDX-License-Identifier: MIT
 * Work that makes counters count. Volatile results keep the compiler from dropping the work. */
#include "harness/measure/counters/trial_work.h"

#include <stdint.h>
#include <sys/mman.h>
#include <time.h>

static void calculate(void)
{
    volatile float f = 1;
    volatile double d = 1;
    for (int i = 0; i < 100000; i++) {
        f = f * 0.999f + 0.5f;
        d = d * 0.999 + 0.5;
    }
}

static void branch(void)
{
    volatile uint32_t taken = 0;
    uint32_t x = 1;
    for (int i = 0; i < 100000; i++) {
        x = x * 1664525u + 1013904223u;
        if (x >> 31) taken = taken + 1;
    }
}

static void fault_and_miss(void)
{
    enum { BYTES = 16 << 20, LINE = 64, STRIDE = 4096 + LINE };
    volatile char *p =
        mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if ((void *)p == MAP_FAILED) return;
    for (int i = 0, at = 0; i < 65536; i++, at = (at + STRIDE) % BYTES) p[at] = (char)(p[at] + 1);
    munmap((void *)p, BYTES);
}

void trial_work(void)
{
    calculate();
    branch();
    fault_and_miss();
    nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL);
}
