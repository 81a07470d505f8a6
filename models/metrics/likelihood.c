/* SPDX-License-Identifier: MIT
 * Computes mean negative log likelihood, perplexity and bits per character. Perplexity is per
 * token, so it is comparable only if the tokenizers are equal. Bits per character are comparable
 * between tokenizers that keep every character. */
#include "models/metrics/metrics.h"

#include <math.h>

void likelihood_add(struct likelihood *l, double nats, uint64_t tokens, uint64_t characters)
{
    l->nats += nats;
    l->tokens += tokens;
    l->characters += characters;
}

double likelihood_loss(const struct likelihood *l)
{
    return l->tokens ? l->nats / (double)l->tokens : (double)NAN;
}

double likelihood_bits_per_char(const struct likelihood *l)
{
    return l->characters ? l->nats / M_LN2 / (double)l->characters : (double)NAN;
}

double perplexity(double loss) { return exp(loss); }
