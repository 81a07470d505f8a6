/* SPDX-License-Identifier: MIT
 * Names as specifications and results write them. */
#include "models/model.h"

const char *const architecture_names[ARCHITECTURES + 1] = {"decoder", "encoder", "encoder_decoder",
                                                           "vision", NULL};
const char *const position_names[POSITIONS + 1] = {"learned", "sinusoidal", "rotary", "none", NULL};
const char *const norm_place_names[NORM_PLACES + 1] = {"pre", "post", NULL};
const char *const decay_names[DECAYS + 1] = {"matrices", "all_2d", NULL};
const char *const pool_names[POOLS + 1] = {"mean", "first", "last", NULL};
