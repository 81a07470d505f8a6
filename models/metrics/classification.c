/* SPDX-License-Identifier: MIT
 * Accuracy and Matthews correlation from the margins of the confusion matrix.
 *
 * With s examples, c of them right, t_k truths and p_k predictions of class k:
 *   R_K = (c s - sum t_k p_k) / sqrt((s^2 - sum p_k^2) (s^2 - sum t_k^2)). */
#include "models/metrics/metrics.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

void classification_begin(struct classification *c, size_t classes)
{
    *c = (struct classification){.classes = classes,
                                 .truths = xarray(classes, sizeof *c->truths),
                                 .predictions = xarray(classes, sizeof *c->predictions)};
}

bool classification_add(struct classification *c, size_t truth, size_t prediction)
{
    if (truth >= c->classes || prediction >= c->classes) return false;
    c->truths[truth]++;
    c->predictions[prediction]++;
    c->right += truth == prediction;
    c->count++;
    return true;
}

double classification_accuracy(const struct classification *c)
{
    return c->count ? (double)c->right / (double)c->count : (double)NAN;
}

/* s^2 - sum n_k^2 as sum n_k (s - n_k): exactly 0 when one class has all, however large s is. */
static double spread(const uint64_t *n, size_t classes, uint64_t s)
{
    double sum = 0;
    for (size_t k = 0; k < classes; k++) sum += (double)n[k] * (double)(s - n[k]);
    return sum;
}

double classification_matthews(const struct classification *c)
{
    if (!c->count) return (double)NAN;
    double covariance = (double)c->right * (double)c->count;
    for (size_t k = 0; k < c->classes; k++)
        covariance -= (double)c->truths[k] * (double)c->predictions[k];
    double scale = sqrt(spread(c->truths, c->classes, c->count)) *
                   sqrt(spread(c->predictions, c->classes, c->count));
    return scale > 0 ? covariance / scale : 0;
}

void classification_end(struct classification *c)
{
    free(c->truths);
    free(c->predictions);
    *c = (struct classification){0};
}
