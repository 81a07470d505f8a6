/* SPDX-License-Identifier: MIT
 * The control register for denormals: MXCSR on x86-64, FPCR on ARM. */
#include "harness/measure/denormals.h"

#include <stdint.h>

#if defined(__x86_64__)
#include <immintrin.h>
enum { FLUSH = 1 << 15 | 1 << 6 }; /* FTZ: results; DAZ: operands */
static uint64_t control(void) { return _mm_getcsr(); }
static void set_control(uint64_t bits) { _mm_setcsr((unsigned)bits); }
#elif defined(__aarch64__)
enum { FLUSH = 1 << 24 }; /* FZ: both */
static uint64_t control(void)
{
    uint64_t bits;
    __asm__ volatile("mrs %0, fpcr" : "=r"(bits));
    return bits;
}
static void set_control(uint64_t bits) { __asm__ volatile("msr fpcr, %0" ::"r"(bits)); }
#else
enum { FLUSH = 1 };
static uint64_t control(void) { return 0; }
static void set_control(uint64_t bits) { (void)bits; }
#endif

bool denormals_flushed(void) { return (control() & FLUSH) == FLUSH; }

bool denormals_flush(void)
{
    set_control(control() | FLUSH);
    return denormals_flushed();
}
