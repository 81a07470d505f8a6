/* SPDX-License-Identifier: MIT
 * Trainings of a ladder of sizes that follow a law, for tests of what is found of them. */
#ifndef ATTNLAB_SCALING_CASE_H
#define ATTNLAB_SCALING_CASE_H

#include "base/rng.h"
#include "harness/analysis/scaling/ladder.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

/* ---- made data: an arm costs and loses as its reference does at `saved` times the compute ---- */

enum { ARMS = 2, SIZES = 4, SEEDS = 3, CARRIES = 1, CELLS = ARMS * SIZES * SEEDS, DRAWS = 1000 };
static const double floor_of_data = 1.2, scale = 60, exponent = 0.16;

struct made {
    struct ladder ladder;
    double cost[CELLS], loss[CELLS], tuning[ARMS * SIZES], parameters[ARMS * SIZES];
    bool left_out[SIZES];
};
static const int references[ARMS] = {0, 0};
static const double carry_to[CARRIES] = {7};

/* Sizes of 10^4.5 to 10^6.5 parameters, whose compute grows as its square, as with as many tokens a
 * parameter. The multiplier changes by the factor `slope` with ten times the parameters. */
static inline double log_cost_at(int size) { return log(1e11) + size * log(10); }
static inline double log_saved_at(double tens, double slope)
{
    return log(1.5) + (tens - 5.5) * log(slope);
}

static inline void make(struct made *m, double noise, double slope, unsigned world)
{
    *m = (struct made){0};
    m->ladder = (struct ladder){ARMS,        SIZES,   SEEDS,        CARRIES,       references,
                                m->cost,     m->loss, m->tuning,    m->parameters, carry_to,
                                m->left_out, DRAWS,   LADDER_STREAM};
    for (int i = 0; i < CELLS; i++) {
        int arm = i / (SIZES * SEEDS), size = i / SEEDS % SIZES, seed = i % SEEDS;
        double tens = 4.5 + 0.5 * size, saved = arm ? log_saved_at(tens, slope) : 0;
        double law = floor_of_data + scale * exp(-exponent * (log_cost_at(size) + saved));
        uint64_t shared = (uint64_t)(world * 1000 + (unsigned)(size * SEEDS + seed));
        m->parameters[arm * SIZES + size] = tens;
        m->cost[i] = log_cost_at(size);
        m->loss[i] = log(law) + noise * rng_normal(3, rng_stream("shared"), shared) +
                     noise * rng_normal(3, rng_stream("own"), world * 1000 + (unsigned)i);
    }
}

static inline void free_arms(struct ladder_arm *arms)
{
    for (int i = 0; i < ARMS; i++) free(arms[i].multiplier);
}

#endif
