/* SPDX-License-Identifier: MIT
 * What each look may spend, and what it says (boundary.h). */
#include "harness/plan/looks/boundary.h"
#include "base/mem.h"

#include <math.h>

double look_share(int look, int looks) { return 2.0 * (look + 1) / (looks * (looks + 1.0)); }

double look_level(double level, int look, int looks)
{
    return 1 - (1 - level) * look_share(look, looks);
}

double look_p(const double *p, int look, int looks)
{
    double least = NAN;
    for (int j = 0; j <= look; j++) least = fmin(least, p[j] / look_share(j, looks));
    return isnan(least) ? least : fmin(1, least);
}

struct estimate look_estimate(const double *gains, const int *known, int look, int looks,
                              const double *variance, double level)
{
    struct estimate e = {.n = 0};
    double p[MOST_LOOKS];
    require(look >= 0 && look < looks && looks <= MOST_LOOKS);
    for (int j = 0; j <= look; j++) {
        e = stats_student(gains, known[j], look_level(level, j, looks));
        if (variance) stats_widen(&e, variance[j], look_level(level, j, looks));
        p[j] = e.p;
    }
    e.p = look_p(p, look, looks);
    return e;
}
