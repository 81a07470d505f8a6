/* SPDX-License-Identifier: MIT
 * Computes simulated losses (law.h) from counter-based random numbers, so a loss does not depend on
 * other losses or on the order of training runs. */
#include "tests/simulated/law.h"
#include "base/rng.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double baseline_loss = 2; /* in nats */
static const double curvature =
    0.006; /* curvature of the log loss, per squared half octave of learning rate */
/* maximum distance between an arm's best rate and the question's `optimum`, in half octaves */
static const double most_off = 2;
/* standard deviations of the noise terms */
static const double shared = 0.004, own = 0.0075, part_alone = 0.0025;
/* Runs can diverge from this distance above the best rate, in half octaves. */
static const double sure_above = 4;
/* Each half octave above `sure_above` adds this much to the probability of divergence. */
static const double chance_a_step = 0.2;

static double number(const struct cell_fields *cell, const char *axis)
{
    const char *text = cell_get(cell, axis);
    require(text);
    return atof(text);
}

struct training training_of(const struct cell_fields *cell)
{
    bool negative_control = !strcmp(cell_get(cell, "score"), "static");
    return (struct training){.world = (unsigned)number(cell, "world"),
                             .twin = (unsigned)number(cell, "twin"),
                             .seed = (unsigned)number(cell, "seed"),
                             .copies = (unsigned)number(cell, "copies"),
                             .rate = number(cell, "lr"),
                             .optimum = number(cell, "optimum"),
                             .gain =
                                 negative_control ? -number(cell, "damage") : number(cell, "gain")};
}

static double half_octaves(double rate) { return 2 * log2(rate); }

static double above_best(const struct training *t)
{
    double u = rng_uniform(t->world, rng_stream("best rate"), t->twin);
    return half_octaves(t->rate / t->optimum) - most_off * (2 * u - 1);
}

static uint64_t stream_of(const struct training *t, const char *what)
{
    char *name = xformat("%s %u %.17g", what, t->twin, t->rate);
    uint64_t stream = rng_stream(name);
    free(name);
    return stream;
}

static uint64_t noise_index(const struct training *t) { return (t->seed - 1) / t->copies; }

bool law_diverges(const struct training *t)
{
    double u = rng_uniform(t->world, stream_of(t, "diverges"), noise_index(t));
    return u < chance_a_step * (above_best(t) - sure_above);
}

double law_loss(const struct training *t, enum part part)
{
    static const char *const parts[] = {"valid", "held out"};
    double x = above_best(t), log_loss = log(baseline_loss) - t->gain + curvature * x * x;
    uint64_t index = noise_index(t);
    log_loss += shared * rng_normal(t->world, rng_stream("seed"), index);
    log_loss += own * rng_normal(t->world, stream_of(t, "own"), index);
    log_loss += part_alone * rng_normal(t->world, stream_of(t, parts[part]), index);
    return exp(log_loss);
}

double law_counted(const struct cell_fields *cell)
{
    bool nothing = !strcmp(cell_get(cell, "simple_baseline"), "unigram");
    return baseline_loss * (nothing ? 2 : exp(number(cell, "counting")));
}
