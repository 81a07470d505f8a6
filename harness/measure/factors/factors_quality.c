/* SPDX-License-Identifier: MIT
 * The factors of cells that are of models: task and data, model, training (models/task.h, model.h,
 * trainer.h). The slots say what the variant is; variant_layers and variant_in say where it
 * stands, and everywhere else is the plain layer. */
#include "harness/measure/factors/factor_table.h"

#include "models/simple_baselines/simple_baseline.h"
#include "models/tasks/tasks.h"

#include <limits.h>

static const char *const no_yes[] = {"no", "yes", NULL};
static const int negated[] = {1, 0};
static const char *const score_lengths[] = {"1", "2", "4", "8", NULL};
static const int score_times[] = {1, 2, 4, 8};
static const char *const selections[] = {"last", "best", NULL};

/* clang-format off */
static const struct factor shape[] = {
    {"data", "text:builtin", "the data set, with its options after a colon: babi:1, text:FILE",
     TEXT(data), SHAPE, DATA,
     .said = SAID("{}")},
    {"train_records", "0", "most records that are trained on: of running text the first lines, else a "
     "choice that is the same for every seed; 0: all", INTEGER(source.limit[SPLIT_TRAIN], 0, INT_MAX), SHAPE,
     QUIET, DATA,
     .said = SAID("{} training records")},
    {"valid_limit", "0", "most records of validation that are scored, chosen likewise; 0: all",
     INTEGER(source.limit[SPLIT_VALID], 0, INT_MAX), SHAPE, QUIET, DATA,
     .said = SAID("{} validation records")},
    {"task", "next_token", "what is asked of the model", CHOICE(task_kind, task_names), SHAPE, DATA},
    {"tokenizer", "chars", "how text becomes tokens", CHOICE(task.tokenizer, tokenizer_kinds), SHAPE, DATA,
     .said = SAID("bytes", "characters", "words", "pieces (BPE)")},
    {"vocabulary", "0", "most tokens that are told apart; 0: all that occur (bpe: 8000)",
     INTEGER(task.vocabulary, 0, 1000000), SHAPE, QUIET, DATA,
     .said = SAID("vocabulary {}")},
    {"min_count", "1", "words and characters that occur less often are unknown",
     INTEGER(task.min_count, 1, 1000000), SHAPE, QUIET, DATA,
     .said = SAID("words seen {} times")},
    {"mask_rate", "0.15", "masked_token: share of tokens that are asked for",
     REAL(task.mask_rate, 0.01, 0.9), SHAPE, QUIET, DATA,
     .said = SAID("mask rate {}")},
    {"patch", "4", "images: pixels on a side of a patch", INTEGER(task.patch, 1, 256), SHAPE, QUIET, DATA,
     .said = SAID("patches of {} pixels")},
    {"augment", "no", "images: random shifts and flips in training", CHOICE(task.augment, no_yes),
     SHAPE, QUIET,
     .said = SAID("without augmentation", "with augmentation")},
    {"batch", "16", "sequences of a training batch", INTEGER(task.batch, 1, 4096), SHAPE, DATA,
     .said = SAID("batch {}")},
    {"heads", "4", "heads", INTEGER(model.heads, 1, 256), SHAPE,
     .said = SAID("{} heads", "1: 1 head")},
    {"n", "128", "most positions of a sequence", INTEGER(task.n, 1, 65536), SHAPE, DATA,
     .said = SAID("length {}")},
    {"m", "n", "most positions of a source sequence", INTEGER(task.m, 1, 65536), SHAPE, DATA,
     .said = SAID("length {} of the source")},
    {"d_model", "128", "width of a token", INTEGER(model.d_model, 1, 65536), SHAPE,
     .said = SAID("width {}")},
    {"layers", "4", "blocks of each stack", INTEGER(model.layers, 1, 64), SHAPE,
     .said = SAID("{} layers", "1: 1 layer")},
    {"ffn", "4 * d_model", "width of the feed-forward net", INTEGER(model.ffn, 1, 1048576), VARIANT,
     .said = SAID("feed-forward width {}")},
    {"ffn_act", "gelu", "activation of the feed-forward net", CHOICE(model.ffn_act, activation_names),
     SHAPE, QUIET,
     .said = SAID("feed-forward net without activation", "ReLU in the feed-forward net",
                  "GELU in the feed-forward net", "SiLU in the feed-forward net",
                  "tanh in the feed-forward net", "squared ReLU in the feed-forward net",
                  "leaky ReLU in the feed-forward net", "Mish in the feed-forward net")},
    {"norm_place", "pre", "LayerNorm before each sublayer or after it",
     CHOICE(model.norm_place, norm_place_names), SHAPE,
     .said = SAID("LayerNorm before each block", "LayerNorm after each block")},
    {"position", "learned", "how positions enter", CHOICE(model.position, position_names), SHAPE,
     .said = SAID("learned positions", "sinusoidal positions", "rotary positions", "no positions", "ALiBi")},
    {"embedding_scale", "by_position", "what embeddings of tokens are multiplied by: sqrt(d_model) with "
     "sinusoidal positions, else 1; or either", CHOICE(model.embedding_scale, embedding_scale_names), SHAPE,
     QUIET,
     .said = SAID("embeddings scaled as positions need", "embeddings not scaled",
                  "embeddings times sqrt(d_model)")},
    {"embedding_std", "0", "initial deviation of embeddings of tokens; 0: that of other matrices, else 0.02",
     REAL(model.embedding_std, 0, 10), SHAPE, QUIET,
     .said = SAID("embeddings of deviation {}", "0: embeddings begin as other matrices")},
    {"pool", "mean", "what a class is read from: the mean of all positions, the first, or the last",
     CHOICE(model.pool, pool_names), SHAPE, QUIET,
     .said = SAID("mean over positions", "first position", "last position")},
    {"tied", "yes", "output projection and embedding are one matrix", CHOICE(model.tied, no_yes),
     SHAPE, QUIET,
     .said = SAID("untied embeddings", "tied embeddings")},
    {"dropout", "0", "on embeddings and residual branches", REAL(model.dropout, 0, 0.9), SHAPE,
     .said = SAID("dropout {}")},
    {"attention_dropout", "0", "on the weights of every attention, after the normaliser",
     REAL(model.attention_dropout, 0, 0.9), SHAPE, QUIET,
     .said = SAID("attention dropout {}")},
    {"variant_layers", "all", "layers of a stack that have the variant: all, first, last, none, or "
     "places from 0 such as 0+2+3", TEXT(variant_layers), VARIANT, QUIET,
     .said = SAID("in layer {}", "all: in all layers", "first: in the first layer", "last: in the last layer",
                  "none: in no layer")},
    {"variant_in", "all", "attentions that have the variant", CHOICE(model.variant_in, variant_in_names),
     .values = variant_in_values,
     VARIANT, QUIET,
     .said = SAID("in all attentions", "in the encoder", "in the decoder", "in cross-attention", "in self-attention")},
    {"init_std", "0.02", "standard deviation of initial matrices; 0: as each choice declares",
     REAL(model.init_std, 0, 10), SHAPE, QUIET,
     .said = SAID("initial deviation {}", "0: initial deviation of each choice")},
    {"initial", "own", "slots that differ from the plain layer begin as their choices declare (own), or as "
     "the code of their sources, where that is known to differ (published); matched: as declared, and each "
     "attention has two constant multipliers with which, on the first batch, the spread of its logits and the "
     "size of what it adds to the residual stream are those of the plain model (models/README.md)",
     CHOICE(model.initial, initial_names), VARIANT, QUIET,
     .said = SAID("our initial values", "initial values of its source", "even start")},
    {"residual_scale", "yes", "initial output projections over sqrt(2 layers), as in GPT-2",
     CHOICE(model.residual_scale, no_yes), SHAPE, QUIET,
     .said = SAID("residual scale off", "residual scale on")},
    {"bias", "yes", "biases of LayerNorm, feed-forward net, patches and head; what a slot's choice has "
     "stays its own", CHOICE(model.no_bias, no_yes),
     .values = negated, SHAPE, QUIET,
     .said = SAID("without biases", "with biases")},
};
static const struct factor training[] = {
    {"steps", "1000", "optimiser steps", INTEGER(training.steps, 1, INT_MAX), SHAPE, DATA,
     .said = SAID("{} steps")},
    {"lr", "0.001", "highest learning rate", REAL(training.lr, 1e-9, 100), VARIANT,
     .said = SAID("learning rate {}")},
    {"schedule", "cosine", "of the learning rate after the warm-up; linear goes to zero; wsd is constant, "
     "then decays on a line to lr_end",
     CHOICE(training.schedule, schedule_names), SHAPE, QUIET,
     .said = SAID("constant rate", "cosine schedule", "linear schedule", "constant rate with a decay at the end")},
    {"decay_share", "0.2", "wsd: share of the steps that decay; trainings that differ in steps and this "
     "alone share what comes before", REAL(training.decay_share, 0, 1), SHAPE, QUIET,
     .said = SAID("decay over {} of the steps")},
    {"lr_end", "0.1", "cosine, wsd: learning rate at the end, as a share of lr", REAL(training.lr_end, 0, 1),
     SHAPE, QUIET,
     .said = SAID("end rate {}")},
    {"warmup", "floor(steps / 20)", "steps of linear warm-up", INTEGER(training.warmup, 0, INT_MAX),
     SHAPE, QUIET,
     .said = SAID("{} steps of warm-up")},
    {"accumulate", "1", "batches a step", INTEGER(training.accumulate, 1, 4096), SHAPE, QUIET, DATA,
     .said = SAID("{} batches a step", "1: 1 batch a step")},
    {"weight_decay", "0.1", "of AdamW, on what `decay` names", REAL(training.weight_decay, 0, 10), SHAPE,
     QUIET,
     .said = SAID("weight decay {}")},
    {"decay", "matrices", "what weight decay applies to: weight matrices without embeddings and "
     "positions, or with them (nanoGPT)", CHOICE(model.decay, decay_names), SHAPE, QUIET,
     .said = SAID("weight decay on matrices", "weight decay on all of two dimensions")},
    {"beta1", "0.9", "of AdamW", REAL(training.beta1, 0, 0.99999), SHAPE, QUIET,
     .said = SAID("beta1 {}")},
    {"beta2", "0.95", "of AdamW", REAL(training.beta2, 0, 0.99999), SHAPE, QUIET,
     .said = SAID("beta2 {}")},
    {"clip", "1", "largest gradient norm; 0: no limit", REAL(training.clip, 0, 1e6), SHAPE, QUIET,
     .said = SAID("gradient clip {}", "0: no gradient clipping")},
    {"swap_steps", "0", "steps of the plain model before the variant takes its place and is trained "
     "for `steps` more; 0: the variant from the start", INTEGER(training.swap.steps, 0, INT_MAX), SHAPE,
     QUIET, DATA,
     .said = SAID("swapped in after {} steps", "0: there from the first step")},
    {"swap_lr", "0", "highest learning rate before the swap; 0: that after it",
     REAL(training.swap.lr, 0, 100), VARIANT, QUIET,
     .said = SAID("rate before the swap {}", "0: same rate before the swap")},
    {"swap_init", "fresh", "slots that start anew at the swap: initial values, or those that equal the "
     "linear map that was trained", CHOICE(training.swap.init, swap_init_names), VARIANT, QUIET,
     .said = SAID("fresh start at the swap", "start that equals the linear map")},
    {"swap_slots", "variant", "slots that start anew besides those that differ from the plain model: "
     "q+k+v; variant: none", TEXT(swap_slots), VARIANT, QUIET,
     .said = SAID("{} begun anew at the swap", "variant: only the variant begun anew at the swap")},
    {"evaluate_every", "max(1, floor(steps / 10))", "steps between points of the learning curve",
     INTEGER(training.evaluate_every, 1, INT_MAX), MEASURE, QUIET,
     .said = SAID("evaluated every {} steps")},
    {"evaluate_limit", "0", "records (spread evenly) or windows (the first) of validation at such a point; 0: all",
     INTEGER(training.evaluate_limit, 0, INT_MAX), MEASURE, QUIET,
     .said = SAID("evaluated on {} records")},
    {"select", "last", "parameters that are scored at the end: the last, or the best on validation",
     CHOICE(training.select_best, selections), MEASURE, QUIET,
     .said = SAID("last parameters", "best parameters on validation")},
    {"score_lengths", "1", "score, once, at the end, also sequences of 2, 4, 8 times n, up to so many times, "
     "each for its second half: loss_2n, loss_4n, ... (next_token, positions; no learned positions)",
     CHOICE(task.score_lengths, score_lengths), .values = score_times, MEASURE, QUIET, DATA,
     .said = SAID("scored at its length", "scored to twice its length", "scored to four times its length",
                  "scored to eight times its length")},
    {"generate", "no", "decode text at the end, for BLEU and the like", CHOICE(training.generate, no_yes),
     MEASURE, QUIET, DATA,
     .said = SAID("without decoding", "with decoding")},
    {"beam", "1", "hypotheses of decoding; 1: greedy", INTEGER(task.beam, 1, 64), MEASURE, QUIET, DATA,
     .said = SAID("beam {}")},
    {"test", "no", "score the test split, once, at the end", CHOICE(training.scored[SPLIT_TEST], no_yes),
     MEASURE, QUIET, DATA,
     .said = SAID("test part not scored", "test part scored")},
    {"held_out", "no", "halve validation: the first part chooses, the second, held_out, is scored once, at "
     "the end", CHOICE(training.scored[SPLIT_HELD_OUT], no_yes), MEASURE, QUIET, DATA,
     .said = SAID("all of validation", "half of validation held out")},
};

static const char *const counted_kinds[COUNTED_KINDS + 1] = {"seen", "all", NULL};
static const struct factor simple_baseline[] = {
    {"simple_baseline", "majority", "a model that only counts", CHOICE(simple_baseline, simple_baseline_names), VARIANT},
    {"counted", "seen", "what it counts: the places or records that a training of `steps` steps sees, "
     "or the whole training part", CHOICE(counted, counted_kinds), VARIANT,
     .said = SAID("counted on what a training sees", "counted on all")},
};
/* clang-format on */

const struct factor_section simple_baseline_choice =
    SECTION(simple_baseline, 1u << CELL_SIMPLE_BASELINE);
const struct factor_section quality_shape = SECTION(shape, CELLS_OF_MODELS);
const struct factor_section quality_training = SECTION(training, CELLS_OF_MODELS);
