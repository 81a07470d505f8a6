/* SPDX-License-Identifier: MIT
 * Defines the names of masks, methods, scale positions, precisions, activations, position encodings
 * and phases in YAML and CSV. */
#include "kernels.h"

const char *const mask_names[MASKS + 1] = {"none", "causal", "padding", "causal_padding", NULL};
const char *const method_names[METHODS + 1] = {"streaming", "materialised", NULL};
const char *const scale_place_names[SCALE_PLACES + 1] = {"inside", "outside", NULL};
const char *const precision_names[PRECISIONS + 1] = {"float32", "bf16", NULL};
const char *const activation_names[ACTIVATIONS + 1] = {[ACT_IDENTITY] = "identity",
                                                       [ACT_RELU] = "relu",
                                                       [ACT_GELU] = "gelu",
                                                       [ACT_SILU] = "silu",
                                                       [ACT_TANH] = "tanh",
                                                       [ACT_RELU2] = "relu2",
                                                       [ACT_LEAKY_RELU] = "leaky_relu",
                                                       [ACT_MISH] = "mish"};
const char *const activation_words[ACTIVATIONS + 1] = {[ACT_IDENTITY] = "linear",
                                                       [ACT_RELU] = "ReLU",
                                                       [ACT_GELU] = "GELU",
                                                       [ACT_SILU] = "SiLU",
                                                       [ACT_TANH] = "tanh",
                                                       [ACT_RELU2] = "squared ReLU",
                                                       [ACT_LEAKY_RELU] = "leaky ReLU",
                                                       [ACT_MISH] = "Mish"};
const char *const rotary_names[3] = {"off", "on", NULL};
const char *const alibi_names[3] = {"off", "on", NULL};
const char *const phase_names[PHASES + 1] = {"projection", "score", "normalize", "sum",
                                             "output",     "wait",  NULL};
