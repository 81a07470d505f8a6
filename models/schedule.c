/* SPDX-License-Identifier: MIT
 * Computes learning rate schedules. All schedules begin with a linear warm-up. Afterwards:
 *   constant: the rate is constant.
 *   cosine: the rate follows a cosine down to lr_end * lr.
 *   linear: the rate falls linearly to zero.
 *   wsd: the rate is constant until a final linear decay to lr_end * lr. */
#include "models/trainer.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

/* Returns the first step of the decay. The computation tolerates rounding errors, so 7 % of 100
 * steps are 7 steps. */
static int64_t decay_begins(const struct train_options *o)
{
    int64_t decay = (int64_t)ceil(o->decay_share * (double)o->steps - 1e-9);
    return o->steps - decay > o->warmup ? o->steps - decay : o->warmup;
}

static double wsd(const struct train_options *o, int64_t step)
{
    int64_t first = decay_begins(o);
    if (step <= first) return o->lr;
    double done = (double)(step - 1 - first) / (double)(o->steps - first);
    return o->lr * (1 - (1 - o->lr_end) * done);
}

double train_rate(const struct train_options *o, int64_t step)
{
    if (step <= o->warmup) return o->lr * (double)step / (double)o->warmup;
    if (o->schedule == SCHEDULE_WSD) return wsd(o, step);
    int64_t span = o->steps - o->warmup;
    /* completed fraction of the steps after warm-up, below 1 */
    double done = (double)(step - 1 - o->warmup) / (double)span;
    if (o->schedule == SCHEDULE_LINEAR) return o->lr * (1 - done);
    if (o->schedule == SCHEDULE_COSINE)
        return o->lr * (o->lr_end + (1 - o->lr_end) * 0.5 * (1 + cos(pi * done)));
    return o->lr;
}
