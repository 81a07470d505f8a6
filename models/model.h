/* SPDX-License-Identifier: MIT
 * Transformers made of kernels: the configuration of a network, and one build of the code that runs
 * it.
 *
 * tokens -> embedding + positions -> layers -> (final norm) -> head -> loss. A layer has blocks:
 * attention, (cross-attention,) feed-forward, each with a residual connection and a norm before it
 * (pre-LN) or after it (post-LN). An attention is a `struct layer` of kernels/kernels.h, so every
 * slot is a factor of a model: `variant` in the chosen layers and attentions, `plain` in all
 * others. models/net is compiled once per kernel build, in float and in double. */
#ifndef ATTNLAB_MODEL_H
#define ATTNLAB_MODEL_H

#include "kernels/kernels.h"
#include "models/batch.h"

#include <stdint.h>

/* Enums and their names in specifications and results. */
enum architecture { ARCH_DECODER, ARCH_ENCODER, ARCH_ENCODER_DECODER, ARCH_VISION, ARCHITECTURES };
static const char *const architecture_names[] = {"decoder", "encoder", "encoder_decoder", "vision",
                                                 NULL};
enum position {
    POSITION_LEARNED,
    POSITION_SINUSOIDAL,
    POSITION_ROTARY,
    POSITION_NONE,
    POSITION_ALIBI,
    POSITIONS
};
static const char *const position_names[] = {"learned", "sinusoidal", "rotary",
                                             "none",    "alibi",      NULL};
/* Factor on token embeddings. SCALE_BY_POSITION: sqrt(d_model) with sinusoidal positions, whose
 * rows would otherwise dominate, else 1. SCALE_ROOT: sqrt(d_model) (arXiv 1706.03762 sec. 3.4). */
enum embedding_scale { SCALE_BY_POSITION, SCALE_ONE, SCALE_ROOT, EMBEDDING_SCALES };
static const char *const embedding_scale_names[] = {"by_position", "one", "sqrt_d", NULL};
enum norm_place { NORM_PRE, NORM_POST, NORM_PLACES };
static const char *const norm_place_names[] = {"pre", "post", NULL};
/* Input of a class: the mean of the valid positions, the first or the last of them. */
enum pool { POOL_MEAN, POOL_FIRST, POOL_LAST, POOLS };
static const char *const pool_names[] = {"mean", "first", "last", NULL};
/* DECAY_MATRICES: all except embeddings and positions. DECAY_ALL_2D: these too (nanoGPT). */
enum decay { DECAY_MATRICES, DECAY_ALL_2D, DECAYS };
static const char *const decay_names[] = {"matrices", "all_2d", NULL};
/* Initial values of the slots in which variant and plain differ: as their choices declare; as in
 * the code of their sources, where known; or as declared, with each attention then matched to the
 * plain model's (struct start). */
enum initial { INITIAL_OWN, INITIAL_PUBLISHED, INITIAL_MATCHED, INITIALS };
static const char *const initial_names[] = {"own", "published", "matched", NULL};
enum head_kind { HEAD_TOKENS, HEAD_CLASS, HEAD_SPAN };
/* The attentions that have the variant, in the chosen layers; and names of some sums. */
enum { IN_ENCODER = 1, IN_DECODER = 2, IN_CROSS = 4 };
static const char *const variant_in_names[] = {"all", "encoder", "decoder", "cross", "self", NULL};
static const int variant_in_values[] = {IN_ENCODER | IN_DECODER | IN_CROSS, IN_ENCODER, IN_DECODER,
                                        IN_CROSS, IN_ENCODER | IN_DECODER};

struct model_config {
    enum architecture architecture;
    int layers; /* per stack, at most 64 */
    int d_model, heads, d_head;
    int kv_heads; /* key/value heads of every attention, as in struct shape */
    int ffn;      /* width of the feed-forward network */
    int ffn_act;  /* index into the kernels' enum activation: relu, gelu, ... */
    enum norm_place norm_place;
    enum position position;
    enum embedding_scale embedding_scale;
    double embedding_std; /* initial standard deviation of token embeddings; 0: as for init_std */
    bool tied;      /* output projection = embedding of the (target) tokens, HEAD_TOKENS only */
    double dropout; /* on embeddings and on each residual branch */
    double attention_dropout; /* on the weights of every attention, after the normaliser */
    int vocabulary;           /* ids of `tokens`; HEAD_TOKENS predicts these */
    int source_vocabulary;    /* ids of `source`; with shared_embedding the embedding is shared */
    bool shared_embedding;
    enum head_kind head;
    int classes;                 /* HEAD_CLASS: logits */
    enum pool pool;              /* HEAD_CLASS; vision has a class token instead */
    int patch_dim;               /* ARCH_VISION: channels * patch * patch */
    int max_n, max_m, max_batch; /* largest sizes of a batch */
    /* Of these two, only choice, args, scale_place, score_scale and method are read. */
    struct layer plain, variant;
    uint64_t variant_layers; /* bit l: layer l of a stack has the variant */
    int variant_in;          /* IN_... */
    /* Standard deviation of matrices. 0: per tensor as the kernels declare, embeddings N(0, 0.02);
     * else N(0, init_std) for all matrices (GPT-2: 0.02). residual_scale: divides the output
     * projections of residual branches by sqrt(2 layers) (GPT-2). */
    double init_std;
    bool residual_scale;
    enum initial initial;
    enum decay decay; /* tensors with weight decay */
    bool no_bias; /* no biases in LayerNorm, feed-forward network, patches and head (nanoGPT): they
                     stay 0; a variant's own tensors are unaffected */
};

/* One parameter tensor of a model. Names: "embedding", "position", "decoder.3.attention.q.w",
 * "encoder.0.ffn.w1", "head.b". Equal names have equal initial values across arms. */
struct model_tensor {
    char name[72];
    int rank, dim[3];
    size_t at, count; /* place in the flat parameter array, in reals */
    bool decay;       /* subject to weight decay, see enum decay */
    bool fixed;       /* not trained: a bias that stays 0, or multipliers */
    bool swapped;     /* belongs to a slot in which variant and plain differ */
    int slot;         /* enum slot_id; -1: not in an attention */
    bool placed;      /* in an attention that has the variant */
};

/* Two sizes of one attention on a batch, or the multipliers of each. */
struct start {
    double logits; /* spread of its logits: the kernels' struct logit_spread */
    double
        branch; /* root mean square of its contribution to the residual stream, over valid rows */
};
/* The initial state of an attention in a model of INITIAL_MATCHED. Logits and branch times the
 * multipliers have the plain model's sizes; if one cannot be matched its multiplier is 1 and `left`
 * states why. */
struct matched_start {
    char attention[40]; /* "decoder.3.cross" */
    struct start plain; /* sizes in the plain model */
    struct start own; /* logits without the multipliers; branch with the logits' multiplier only */
    struct start multiplier;
    const char *left_logits, *left_branch; /* NULL: matched; constant text */
};
/* Limit: each stack has 64 layers with one self-attention, one stack also cross-attentions. */
enum { MOST_ATTENTIONS = 3 * 64 };

/* Parts of a step for timing. SCORES and WEIGHTS are attention's, WEIGHTS with the sums of values;
 * PROJECTIONS all its maps of rows. NORMS includes residual sums, bias and dropout, computed in the
 * same pass. */
enum step_part {
    STEP_BATCH,
    STEP_EMBEDDING,
    STEP_NORMS,
    STEP_PROJECTIONS,
    STEP_SCORES,
    STEP_WEIGHTS,
    STEP_FEED_FORWARD,
    STEP_HEAD,
    STEP_OPTIMIZER,
    STEP_EVALUATION,
    STEP_PARTS
};
static const char *const step_part_names[] = {
    "batch",        "embedding", "norms",     "projections", "scores", "weights",
    "feed-forward", "head",      "optimiser", "evaluation",  NULL};
/* Called at every change of part. */
struct step_probe {
    void (*enter)(void *context, enum step_part);
    void *context;
};

struct adamw {
    double lr, beta1, beta2, eps, weight_decay;
    double clip;  /* gradient norms above this are scaled down to it; 0: never */
    int64_t step; /* from 1 */
};

struct decoding; /* cached keys and values of sequences that grow one token at a time */
struct model;    /* one network: parameters, gradients, optimizer state and working memory */

struct model_memory { /* bytes */
    size_t parameters, gradients, optimizer, activations, working;
};

/* Encoder, decoder and cross-attention, each as plain and as variant. */
enum { MOST_ATTENTION_LAYERS = 6 };

/* One build: the functions below, compiled like `kernels`. */
struct model_build {
    const char *name;
    const struct kernels *kernels;
    size_t real_size; /* 4, or 8 in the double build */
    /* NULL: valid; else the reason, constant text. */
    const char *(*refuse)(const struct model_config *);
    /* Slots, as bits 1 << slot, that run by formula in any attention of a training step; see struct
     * kernels. */
    unsigned (*by_formula)(const struct model_config *);
    /* The different layers of its attentions, ignoring size and place: writes list
     * (MOST_ATTENTION_LAYERS), returns the count. */
    int (*attention_layers)(const struct model_config *, struct layer *list);
    /* Declared FLOPs of a training step (forward + backward) on a batch of this size with `answers`
     * targets, as counted by forward(). */
    double (*step_flop)(const struct model_config *, int batch, int n, int m, double answers);
    /* Parameters initialised from (seed, name). Allocates all memory; training false: no gradients,
     * no optimizer state. */
    struct model *(*open)(const struct model_config *, uint64_t seed, bool training);
    void (*close)(struct model *);
    const struct model_tensor *(*tensors)(const struct model *, int *count);
    /* Flat arrays of reals, laid out by tensors(). moments: m then v, NULL unless training. */
    void *(*parameters)(struct model *);
    void *(*gradients)(struct model *);
    void *(*moments)(struct model *);
    struct model_memory (*memory)(const struct model *);
    /* The memory that open() would need. */
    struct model_memory (*measure)(const struct model_config *, bool training);
    /* Number of trainable reals: without fixed tensors and alignment gaps. */
    double (*trainable)(const struct model_config *);
    /* Reports parts of later passes and updates to the probe, which is borrowed; NULL: stops. */
    void (*watch)(struct model *, const struct step_probe *);
    /* Sum over targets of -log p(target), and the number of targets. dropout_step 0: no dropout,
     * else the masks depend on (seed, dropout_step). Without targets: only logits. */
    double (*forward)(struct model *, const struct batch *, uint64_t dropout_step, double *count);
    /* After forward: gradients += scale * d(sum loss)/d(parameters). */
    void (*backward)(struct model *, const struct batch *, double scale);
    /* Logits of the last forward, as float. HEAD_TOKENS: position n of row b (vocabulary);
     * HEAD_CLASS: row b (classes), n 0; HEAD_SPAN: (2, N): starts, then ends. */
    void (*logits)(struct model *, int b, int n, float *out);
    /* HEAD_TOKENS: adds the loss of each row b of the last forward() to nats[b], and its number of
     * targets to targets[b]. NULL in simple baselines. */
    void (*row_losses)(const struct model *, double *nats, double *targets);
    void (*zero_gradients)(struct model *);
    /* Clips, then one AdamW step (Loshchilov & Hutter 2019, arXiv 1711.05101) with bias correction.
     * Returns the gradient norm before clipping. */
    double (*update)(struct model *, const struct adamw *);
    /* For INITIAL_MATCHED. measure_starts: runs the batch without dropout and fills the sizes of
     * each attention (encoder first, then decoder, layer by layer, self before cross); returns the
     * count. match_starts: sets the multipliers from the bottom up so that the sizes on this batch
     * match `plain`. starts: reads the result from the model's tensors, so checkpoints keep it. */
    int (*measure_starts)(struct model *, const struct batch *, struct start *out);
    void (*match_starts)(struct model *, const struct batch *, const struct start *plain);
    int (*starts)(const struct model *, struct matched_start *out);
    /* Encoder-decoder: encode() runs the encoder once; then forward_decoder() runs only the decoder
     * on tokens (B, n). */
    void (*encode)(struct model *, const struct batch *);
    void (*forward_decoder)(struct model *, const struct batch *);
    /* Decoding one token at a time with a key/value cache. refuse_steps: NULL, or why the model
     * needs the whole prefix at each step. open: `batch` empty sequences of at most `most` tokens;
     * sequence b belongs to source b / per_source of the last encode(), whose batch is batch /
     * per_source (any without an encoder). No other pass may run before close. step: one more token
     * per sequence (batch) -> logits of the next (batch, vocabulary). reorder: sequence b continues
     * sequence from[b] of the same source. */
    const char *(*refuse_steps)(const struct model *);
    struct decoding *(*open_steps)(struct model *, int batch, int per_source, int most);
    void (*step)(struct decoding *, const int32_t *tokens, float *logits);
    void (*reorder)(struct decoding *, const int *from);
    void (*close_steps)(struct decoding *);
};
/* NULL if this build of the kernels has no models. */
const struct model_build *model_build_for(const struct kernels *);

#endif
