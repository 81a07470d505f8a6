/* SPDX-License-Identifier: MIT
 * Tests random numbers against published values of Philox4x32-10. Training runs and generated data
 * depend on each bit. */
#include "tests/unit/test.h"
#include "base/rng.h"

#include <math.h>

/* Random123 (Salmon et al., 2011) publishes these words for a counter and key of all zeros and of
 * all ones. */
static const uint64_t zeros[] = {0xe169c58d6627e8d5, 0x9b00dbd8bc57ac4c},
                      ones[] = {0x41c83b0e408f276d, 0x6d5451fda20bc7c6};

TEST("random bits agree with published values")
{
    assert_true(rng_u64(0, 0, 0) == zeros[0]);
    assert_true(rng_u64(UINT64_MAX, UINT64_MAX, UINT64_MAX) == ones[0]);
}

/* Divides (0, 1) into 2^53 equal parts and returns the midpoint of one part. */
static double part(uint64_t bits) { return ((double)(bits >> 11) + 0.5) * 0x1p-53; }

TEST("drawn numbers follow their distributions")
{
    const double turn = 6.283185307179586, rounding = 1e-15;
    assert_true(rng_uniform(0, 0, 0) == part(zeros[0]));
    /* In the Box-Muller method (1958), the first word gives the radius and the second word the
     * angle. */
    double normal = sqrt(-2 * log(part(ones[0]))) * cos(turn * part(ones[1]));
    assert_true(fabs(rng_normal(UINT64_MAX, UINT64_MAX, UINT64_MAX) - normal) <= rounding);
    assert_true(rng_below(0, 0, 0, 16) == zeros[0] >> 60);
}
