/* SPDX-License-Identifier: MIT
 * Learning rates over a run: linear warm-up, then constant, a cosine down to lr_end * lr, or a line
 * to zero. */
#include "models/trainer.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

double train_rate(const struct train_options *o, int64_t step)
{
    if (step <= o->warmup) return o->lr * (double)step / (double)o->warmup;
    int64_t span = o->steps - o->warmup;
    double done = (double)(step - 1 - o->warmup) / (double)span; /* 0 .. below 1 */
    if (o->schedule == SCHEDULE_LINEAR) return o->lr * (1 - done);
    if (o->schedule == SCHEDULE_COSINE)
        return o->lr * (o->lr_end + (1 - o->lr_end) * 0.5 * (1 + cos(pi * done)));
    return o->lr;
}
