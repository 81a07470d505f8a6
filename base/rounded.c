/* SPDX-License-Identifier: MIT
 * Formats rounded numbers for people (rounded.h). */
#include "base/rounded.h"
#include "base/mem.h"

#include <math.h>

enum { MOST_DIGITS = 12 };

int small_ratio_digits(double ratio)
{
    int digits = ratio > 0 ? 2 - (int)floor(log10(ratio)) : 3;
    return digits < MOST_DIGITS ? digits : MOST_DIGITS;
}

char *rounded_count(double count)
{
    if (isnan(count)) return xstrdup("an unknown number of");
    if (count >= 999.5e12) return xformat("%.0f trillion", count / 1e12);
    if (count >= 999.5e9) return xformat("%.3g trillion", count / 1e12);
    if (count >= 999.5e6) return xformat("%.3g billion", count / 1e9);
    if (count >= 999.5e3) return xformat("%.3g million", count / 1e6);
    if (count >= 9999.5) return xformat("%.0f thousand", count / 1e3);
    return xformat("%.0f", count);
}
