/* SPDX-License-Identifier: MIT
 * Creates a small question with two arms. Comments show how the expected effects are computed. */
#ifndef ATTNLAB_TEST_PLAIN_QUESTION_H
#define ATTNLAB_TEST_PLAIN_QUESTION_H

#include "tests/unit/trained_folder.h"

/* The best learning rate is 0.2 for base and 0.1 for mlp. At these rates, the losses of mlp are the
 * losses of base times e^-0.1, e^-0.2 and e^-0.3 (seeds 1 to 3). */
static const struct training plain[] = {
    {"base", "", "", 8, 0.1, 1, "ok", 3.5},
    {"base", "", "", 8, 0.2, 1, "ok", 2.0},
    {"base", "", "", 8, 0.4, 1, "diverged", 0},
    {"base", "", "", 8, 0.1, 2, "not_needed", 0},
    {"base", "", "", 8, 0.2, 2, "ok", 2.1},
    {"base", "", "", 8, 0.2, 3, "ok", 2.2},
    {"mlp", "off", "relu", 8, 0.1, 1, "ok", 1.8096748360719191}, /* loss 2.0 * e^-0.1 */
    {"mlp", "off", "relu", 8, 0.2, 1, "ok", 3.0},
    {"mlp", "off", "relu", 8, 0.1, 2, "ok", 1.7193345814637619}, /* loss 2.1 * e^-0.2 */
    {"mlp", "off", "relu", 8, 0.1, 3, "ok", 1.6298000854997794}, /* loss 2.2 * e^-0.3 */
    {"mlp", "off", "relu", 8, 0.4, 1, "diverged", 0},
};
enum { PLAIN = sizeof plain / sizeof *plain };

#define TUNED          "baseline: base\ntune: {axis: lr, seeds: [1]}\n"
#define ARMS           "arms: {base: , mlp: {proj: mlp}}\n"
#define SWEPT          "factors: {lr: [0.1, 0.2, 0.4], seed: 1-3}\n"
#define BY_LOSS        "metric: loss\nmargin: 0.01\n"
#define PLAIN_QUESTION TUNED ARMS SWEPT BY_LOSS

#endif
