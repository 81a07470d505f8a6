/* SPDX-License-Identifier: MIT
 * Lists the axes of models: task and data, model, training. The axes of kernel slots define the
 * variant; variant_layers and variant_in select the attention layers that use it. All other layers
 * use the baseline. */
#include "models/model_axes.h"

#include "models/simple_baselines/simple_baseline.h"
#include "models/tasks/tasks.h"

#include <limits.h>

#define AXES_OF model_cell

static const char *const no_yes[] = {"no", "yes", NULL};
static const int negated[] = {1, 0};
static const char *const score_lengths[] = {"1", "2", "4", "8", NULL};
static const int score_times[] = {1, 2, 4, 8};
static const char *const selections[] = {"last", "best", NULL};

/* clang-format off */
static const struct factor shape[] = {
    {"data", "text:builtin", "data set, with its options after a colon: babi:1, text:FILE",
     TEXT(data), SHAPE, DATA,
     .said = SAID("{}")},
    {"train_records", "0", "maximum number of training records; 0: all. Running text keeps its first lines; "
     "other data sets are sampled, and every seed uses the same sample",
     INTEGER(source.limit[SPLIT_TRAIN], 0, INT_MAX), SHAPE, QUIET, DATA,
     .said = SAID("{} training records")},
    {"valid_limit", "0", "maximum number of scored validation records, chosen like the training records; 0: all",
     INTEGER(source.limit[SPLIT_VALID], 0, INT_MAX), SHAPE, QUIET, DATA,
     .said = SAID("{} validation records")},
    {"task", "next_token", "what the model predicts", CHOICE(task_kind, task_names), SHAPE, DATA},
    {"tokenizer", "chars", "how text is split into tokens", CHOICE(task.tokenizer, tokenizer_kinds), SHAPE, DATA,
     .said = SAID("bytes", "characters", "words", "pieces (BPE)")},
    {"vocabulary", "0", "maximum vocabulary size; 0: all tokens that occur (bpe: 8000)",
     INTEGER(task.vocabulary, 0, 1000000), SHAPE, QUIET, DATA,
     .said = SAID("vocabulary {}")},
    {"min_count", "1", "words and characters that occur less often become the unknown token",
     INTEGER(task.min_count, 1, 1000000), SHAPE, QUIET, DATA,
     .said = SAID("words seen {} times")},
    {"mask_rate", "0.15", "masked_token: fraction of tokens to predict",
     REAL(task.mask_rate, 0.01, 0.9), SHAPE, QUIET, DATA,
     .said = SAID("mask rate {}")},
    {"patch", "4", "images: side of a patch in pixels", INTEGER(task.patch, 1, 256), SHAPE, QUIET, DATA,
     .said = SAID("patches of {} pixels")},
    {"augment", "no", "images: random shifts and flips in training", CHOICE(task.augment, no_yes),
     SHAPE, QUIET,
     .said = SAID("without augmentation", "with augmentation")},
    {"batch", "16", "sequences per training batch", INTEGER(task.batch, 1, 4096), SHAPE, DATA,
     .said = SAID("batch {}")},
    {"heads", "4", "heads", INTEGER(model.heads, 1, 256), SHAPE,
     .said = SAID("{} heads", "1: 1 head")},
    {"n", "128", "maximum number of positions of a sequence", INTEGER(task.n, 1, 65536), SHAPE, DATA,
     .said = SAID("length {}")},
    {"m", "n", "maximum number of positions of a source sequence", INTEGER(task.m, 1, 65536), SHAPE, DATA,
     .said = SAID("source length {}")},
    {"d_model", "128", "model width (d_model)", INTEGER(model.d_model, 1, 65536), SHAPE,
     .said = SAID("width {}")},
    {"layers", "4", "blocks of each stack", INTEGER(model.layers, 1, 64), SHAPE,
     .said = SAID("{} layers", "1: 1 layer")},
    {"ffn", "4 * d_model", "hidden width of the FFN", INTEGER(model.ffn, 1, 1048576), VARIANT,
     .said = SAID("feed-forward width {}")},
    {"ffn_act", "gelu", "activation of the FFN", CHOICE(model.ffn_act, activation_names),
     SHAPE, QUIET,
     .said = SAID("feed-forward net without activation", "ReLU in the feed-forward net",
                  "GELU in the feed-forward net", "SiLU in the feed-forward net",
                  "tanh in the feed-forward net", "squared ReLU in the feed-forward net",
                  "leaky ReLU in the feed-forward net", "Mish in the feed-forward net")},
    {"norm_place", "pre", "LayerNorm before or after each sublayer",
     CHOICE(model.norm_place, norm_place_names), SHAPE,
     .said = SAID("LayerNorm before each block", "LayerNorm after each block")},
    {"position", "learned", "encoding of positions", CHOICE(model.position, position_names), SHAPE,
     .said = SAID("learned positions", "sinusoidal positions", "rotary positions", "no positions", "ALiBi")},
    {"embedding_scale", "by_position", "factor that multiplies token embeddings; by_position: sqrt(d_model) with "
     "sinusoidal positions, otherwise 1", CHOICE(model.embedding_scale, embedding_scale_names), SHAPE,
     QUIET,
     .said = SAID("embeddings scaled to match positions", "embeddings not scaled",
                  "embeddings times sqrt(d_model)")},
    {"embedding_std", "0", "initial standard deviation of token embeddings; 0: init_std, or 0.02 if init_std is 0",
     REAL(model.embedding_std, 0, 10), SHAPE, QUIET,
     .said = SAID("embeddings with initial deviation {}", "0: embeddings initialised like other matrices")},
    {"pool", "mean", "input of the class head: mean of all positions, the first position, or the last position",
     CHOICE(model.pool, pool_names), SHAPE, QUIET,
     .said = SAID("mean over positions", "first position", "last position")},
    {"tied", "yes", "output projection and embedding share one matrix", CHOICE(model.tied, no_yes),
     SHAPE, QUIET,
     .said = SAID("untied embeddings", "tied embeddings")},
    {"dropout", "0", "dropout on embeddings and residual branches", REAL(model.dropout, 0, 0.9), SHAPE,
     .said = SAID("dropout {}")},
    {"attention_dropout", "0", "dropout on attention weights, after the normaliser",
     REAL(model.attention_dropout, 0, 0.9), SHAPE, QUIET,
     .said = SAID("attention dropout {}")},
    {"variant_layers", "all", "layers of each stack that use the variant: all, first, last, none, or "
     "indices from 0 such as 0+2+3", TEXT(variant_layers), VARIANT, QUIET,
     .said = SAID("in layer {}", "all: in all layers", "first: in the first layer", "last: in the last layer",
                  "none: in no layer")},
    {"variant_in", "all", "attention layers that use the variant", CHOICE(model.variant_in, variant_in_names),
     .values = variant_in_values,
     VARIANT, QUIET,
     .said = SAID("in all attention layers", "in the encoder", "in the decoder", "in cross-attention", "in self-attention")},
    {"init_std", "0.02", "standard deviation of initial matrices; 0 means the default of each choice",
     REAL(model.init_std, 0, 10), SHAPE, QUIET,
     .said = SAID("initial deviation {}", "0: initial deviation of each choice")},
    {"initial", "own", "initial values of slots that differ from the baseline. own: as the choice declares; published: as in "
     "the published code; matched: as declared, but two constant multipliers per attention layer make "
     "the initial logits and outputs as large as in the baseline model (models/README.md)",
     CHOICE(model.initial, initial_names), VARIANT, QUIET,
     .said = SAID("declared initial values", "initial values of the published code", "matched initial values")},
    {"residual_scale", "yes", "initial output projections divided by sqrt(2 layers), as in GPT-2",
     CHOICE(model.residual_scale, no_yes), SHAPE, QUIET,
     .said = SAID("residual scale off", "residual scale on")},
    {"bias", "yes", "biases of LayerNorm, FFN, patches and head, but not of slots", CHOICE(model.no_bias, no_yes),
     .values = negated, SHAPE, QUIET,
     .said = SAID("without biases", "with biases")},
};
static const struct factor training[] = {
    {"steps", "1000", "optimiser steps", INTEGER(training.steps, 1, INT_MAX), SHAPE, DATA,
     .said = SAID("{} steps")},
    {"lr", "0.001", "peak learning rate", REAL(training.lr, 1e-9, 100), VARIANT,
     .said = SAID("learning rate {}")},
    {"schedule", "cosine", "learning rate after warm-up; linear: falls to zero; wsd: constant, "
     "then falls linearly to lr_end",
     CHOICE(training.schedule, schedule_names), SHAPE, QUIET,
     .said = SAID("constant rate", "cosine schedule", "linear schedule", "constant rate with a decay at the end")},
    {"decay_share", "0.2", "wsd: fraction of the steps in which the rate decays",
     REAL(training.decay_share, 0, 1), SHAPE, QUIET,
     .said = SAID("decay over {} of the steps")},
    {"lr_end", "0.1", "cosine, wsd: final learning rate, as a fraction of lr", REAL(training.lr_end, 0, 1),
     SHAPE, QUIET,
     .said = SAID("end rate {}")},
    {"warmup", "floor(steps / 20)", "steps of linear warm-up", INTEGER(training.warmup, 0, INT_MAX),
     SHAPE, QUIET,
     .said = SAID("{} steps of warm-up")},
    {"accumulate", "1", "batches per step", INTEGER(training.accumulate, 1, 4096), SHAPE, QUIET, DATA,
     .said = SAID("{} batches per step", "1: 1 batch per step")},
    {"weight_decay", "0.1", "weight decay of AdamW, on the parameters that axis `decay` selects",
     REAL(training.weight_decay, 0, 10), SHAPE, QUIET,
     .said = SAID("weight decay {}")},
    {"decay", "matrices", "parameters with weight decay: all matrices except embeddings and "
     "positions, or all matrices (nanoGPT)", CHOICE(model.decay, decay_names), SHAPE, QUIET,
     .said = SAID("weight decay on matrices", "weight decay also on embeddings")},
    {"beta1", "0.9", "beta1 of AdamW", REAL(training.beta1, 0, 0.99999), SHAPE, QUIET,
     .said = SAID("beta1 {}")},
    {"beta2", "0.95", "beta2 of AdamW", REAL(training.beta2, 0, 0.99999), SHAPE, QUIET,
     .said = SAID("beta2 {}")},
    {"clip", "1", "maximum gradient norm; 0: no limit", REAL(training.clip, 0, 1e6), SHAPE, QUIET,
     .said = SAID("gradient clip {}", "0: no gradient clipping")},
    {"swap_steps", "0", "training steps of the baseline model before the variant replaces it and "
     "trains for `steps` more; 0: the variant trains from the start", INTEGER(training.swap.steps, 0, INT_MAX), SHAPE,
     QUIET, DATA,
     .said = SAID("swapped in after {} steps", "0: variant from the first step")},
    {"swap_lr", "0", "peak learning rate before the swap; 0: the value of lr",
     REAL(training.swap.lr, 0, 100), VARIANT, QUIET,
     .said = SAID("learning rate {} before the swap", "0: same learning rate before the swap")},
    {"swap_init", "fresh", "initial values of swapped slots: new random values, or values that "
     "reproduce the trained linear map", CHOICE(training.swap.init, swap_init_names), VARIANT, QUIET,
     .said = SAID("new initial values at the swap", "initial values equal to the linear map")},
    {"swap_slots", "variant", "more slots to initialise again at the swap, such as q+k+v; "
     "variant: only the slots that differ from the baseline", TEXT(swap_slots), VARIANT, QUIET,
     .said = SAID("{} initialised again at the swap", "variant: only the variant initialised again"
                  " at the swap")},
    {"evaluate_every", "max(1, floor(steps / 10))", "steps between points of the learning curve",
     INTEGER(training.evaluate_every, 1, INT_MAX), MEASURE, QUIET,
     .said = SAID("evaluated every {} steps")},
    {"evaluate_limit", "0", "number of validation records (evenly spread) or windows (the first ones) "
     "scored at each point; 0: all",
     INTEGER(training.evaluate_limit, 0, INT_MAX), MEASURE, QUIET,
     .said = SAID("evaluated on {} records")},
    {"select", "last", "parameters to score at the end: the last, or the best on validation",
     CHOICE(training.select_best, selections), MEASURE, QUIET,
     .said = SAID("last parameters", "best parameters on validation")},
    {"score_lengths", "1", "longest sequences that are scored at the end, as a multiple of n. The second "
     "half of sequences of 2 n, 4 n, ... positions gives loss_2n, loss_4n, ... Only for tasks next_token "
     "and positions, without learned positions",
     CHOICE(task.score_lengths, score_lengths), .values = score_times, MEASURE, QUIET, DATA,
     .said = SAID("scored at the training length", "scored up to twice the training length",
                  "scored up to four times the training length", "scored up to eight times the training length")},
    {"generate", "no", "decode text at the end, for BLEU and similar metrics", CHOICE(training.generate, no_yes),
     MEASURE, QUIET, DATA,
     .said = SAID("without decoding", "with decoding")},
    {"beam", "1", "beam size in decoding; 1: greedy", INTEGER(task.beam, 1, 64), MEASURE, QUIET, DATA,
     .said = SAID("beam {}")},
    {"test", "no", "score the test split at the end", CHOICE(training.scored[SPLIT_TEST], no_yes),
     MEASURE, QUIET, DATA,
     .said = SAID("test part not scored", "test part scored")},
    {"held_out", "no", "split validation in two: the first half selects, the second (held_out) is scored at "
     "the end", CHOICE(training.scored[SPLIT_HELD_OUT], no_yes), MEASURE, QUIET, DATA,
     .said = SAID("all of validation", "half of validation held out")},
};

static const char *const counted_kinds[COUNTED_KINDS + 1] = {"seen", "all", NULL};
static const struct factor simple_baseline[] = {
    {"simple_baseline", "majority", "simple baseline model", CHOICE(simple_baseline, simple_baseline_names), VARIANT},
    {"counted", "seen", "training data of the simple baseline: the tokens or records that `steps` training "
     "steps use, or all", CHOICE(counted, counted_kinds), VARIANT,
     .said = SAID("fitted to the data of a training run", "fitted to all training data")},
};
/* clang-format on */

static const struct factor head[] = {D_HEAD(model.d_head), KV_HEADS(model.kv_heads)};

const struct factor_list simple_baseline_axes = FACTOR_LIST(simple_baseline);
const struct factor_list model_shape_axes = FACTOR_LIST(shape);
const struct factor_list model_head_axes = FACTOR_LIST(head);
const struct factor_list model_training_axes = FACTOR_LIST(training);
