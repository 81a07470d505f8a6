/* SPDX-License-Identifier: MIT
 * Parses durations such as 90m (duration.h). */
#include "base/duration.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *unit;
    double seconds;
} units[] = {{"", 1}, {"s", 1}, {"m", 60}, {"h", 3600}};

bool duration_read(const char *text, double *seconds)
{
    char *end;
    double number = strtod(text, &end);
    if (end == text || !isfinite(number) || !(number > 0)) return false;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (strcmp(end, units[i].unit) != 0) continue;
        *seconds = number * units[i].seconds;
        return true;
    }
    return false;
}
