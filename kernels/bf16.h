/* SPDX-License-Identifier: MIT
 * Rounds numbers to bf16 (8 significant bits), exactly as the AVX512_BF16 instructions do. The
 * result is stored as a float or double. */
#ifndef ATTNLAB_BF16_H
#define ATTNLAB_BF16_H

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Rounds to nearest, ties to even. Denormals of float become 0; NaN remains NaN. */
static inline float round_bf16(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits += 0x7fff + (bits >> 16 & 1);
    bits &= 0xffff0000;
    float rounded;
    memcpy(&rounded, &bits, sizeof rounded);
    return fabsf(x) < FLT_MIN ? 0 : x == x ? rounded : x;
}

/* Rounds x to bf16 if `bf16` is true; otherwise returns x. */
static inline double round_operand(bool bf16, double x)
{
    return bf16 ? (double)round_bf16((float)x) : x;
}

#endif
