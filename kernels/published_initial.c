/* SPDX-License-Identifier: MIT
 * Defines the initial values in the papers' published code. A sweep over the axis `initial` shows
 * whether a variant performs badly only because of its initial values. fan_in (inputs per output)
 * follows from the declared std = fan_in^-1/2. */
#include "kernels.h"

/* PyTorch's default: Kaiming's uniform distribution with a = sqrt(5) (code of arXiv 2502.17206) */
const struct recipe recipe_torch_linear = {
    .text = "nn.Linear in the code: weights and biases U(-1/sqrt(fan_in), 1/sqrt(fan_in))",
    .init = INIT_UNIFORM,
    .factor = 0.57735026918962576451, /* 1/sqrt(3), because U(-a, a) has variance a^2/3 */
    .biases = true,
};

/* GPT-2's N(0, std^2) (code of arXiv 2603.13381). The factor 1 / sqrt(2 layers) for o is a setting
 * of the model, `residual_scale`. */
const struct recipe recipe_gpt2 = {
    .text = "N(0, 0.02) for every linear map in the code; o is divided by sqrt(2 layers)",
    .init = INIT_NORMAL,
    .std = 0.02,
};

void recipe_apply(const struct recipe *recipe, struct tensor *t)
{
    bool bias = t->init == INIT_ZERO && t->std > 0;
    if (!recipe || (t->init != INIT_NORMAL && !(bias && recipe->biases))) return;
    t->init = recipe->init;
    t->std = recipe->factor > 0 ? recipe->factor * t->std : recipe->std;
}
