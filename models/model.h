/* SPDX-License-Identifier: MIT
 * Declares transformers built from attention kernels: the configuration of a network, and the
 * functions of one build. A build is models/net compiled for one kernel build, in float or in
 * double.
 *
 * Data flow: tokens -> embedding + positions -> layers -> (final norm) -> head -> loss. A layer has
 * blocks: attention, optional cross-attention, and feed-forward. Each block has a residual
 * connection, and a norm before the block (pre-LN) or after it (post-LN). An attention layer is a
 * `struct layer` of kernels/kernels.h. Selected attention layers use `variant`; all others use
 * `plain`, the baseline. */
#ifndef ATTNLAB_MODEL_H
#define ATTNLAB_MODEL_H

#include "kernels/kernels.h"
#include "models/batch.h"

#include <stdint.h>

/* Each enum is followed by its names in specifications and results. */
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
/* Multiplier of token embeddings. SCALE_ROOT is sqrt(d_model) (arXiv 1706.03762 sec. 3.4).
 * SCALE_BY_POSITION is sqrt(d_model) with sinusoidal positions, which would otherwise dominate the
 * sum, and 1 with other positions. */
enum embedding_scale { SCALE_BY_POSITION, SCALE_ONE, SCALE_ROOT, EMBEDDING_SCALES };
static const char *const embedding_scale_names[] = {"by_position", "one", "sqrt_d", NULL};
enum norm_place { NORM_PRE, NORM_POST, NORM_PLACES };
static const char *const norm_place_names[] = {"pre", "post", NULL};
/* Input of a class head: the mean of the valid positions, the first position, or the last position.
 */
enum pool { POOL_MEAN, POOL_FIRST, POOL_LAST, POOLS };
static const char *const pool_names[] = {"mean", "first", "last", NULL};
/* DECAY_MATRICES applies weight decay to all matrices except embeddings and positions. DECAY_ALL_2D
 * also decays embeddings and positions (nanoGPT). */
enum decay { DECAY_MATRICES, DECAY_ALL_2D, DECAYS };
static const char *const decay_names[] = {"matrices", "all_2d", NULL};
/* Initial values of the slots in which variant and baseline differ.
 *   INITIAL_OWN: as the variant's choices declare.
 *   INITIAL_PUBLISHED: as in the published code, where known.
 *   INITIAL_MATCHED: as declared, then scaled to match each attention layer of the baseline model
 *   (struct start). */
enum initial { INITIAL_OWN, INITIAL_PUBLISHED, INITIAL_MATCHED, INITIALS };
static const char *const initial_names[] = {"own", "published", "matched", NULL};
enum head_kind { HEAD_TOKENS, HEAD_CLASS, HEAD_SPAN };
/* Bit flags that select the attention layers with the variant, and names of some combinations. */
enum { IN_ENCODER = 1, IN_DECODER = 2, IN_CROSS = 4 };
static const char *const variant_in_names[] = {"all", "encoder", "decoder", "cross", "self", NULL};
static const int variant_in_values[] = {IN_ENCODER | IN_DECODER | IN_CROSS, IN_ENCODER, IN_DECODER,
                                        IN_CROSS, IN_ENCODER | IN_DECODER};

struct model_config {
    enum architecture architecture;
    int layers; /* layers per stack, at most 64 */
    int d_model, heads, d_head;
    int kv_heads; /* number of key/value heads of every attention layer */
    int ffn;
    enum precision precision; /* precision of products in projections, gates, FFNs and the head */
    int ffn_act;              /* index into enum activation: relu, gelu, ... */
    enum norm_place norm_place;
    enum position position;
    enum embedding_scale embedding_scale;
    /* initial standard deviation of token embeddings; 0 selects the default, see init_std */
    double embedding_std;
    bool tied;      /* HEAD_TOKENS: true if the output matrix is the embedding of `tokens` */
    double dropout; /* dropout rate on embeddings and on each residual branch */
    /* dropout rate on the weights of every attention layer, after the normaliser */
    double attention_dropout;
    int vocabulary; /* number of ids of `tokens`, which HEAD_TOKENS predicts */
    /* number of ids of `source`; with shared_embedding, `source` and `tokens` use one embedding */
    int source_vocabulary;
    bool shared_embedding;
    enum head_kind head;
    int classes;    /* HEAD_CLASS: number of classes */
    enum pool pool; /* HEAD_CLASS: kind of pooling; ignored if there is a class token (vision) */
    int patch_dim;  /* ARCH_VISION: values per patch, channels * patch * patch */
    int max_n, max_m, max_batch;
    /* baseline and variant; only the members choice, args, scale_place, score_scale and method are
     * read */
    struct layer plain, variant;
    uint64_t variant_layers; /* bit l is set if layer l of each stack uses the variant */
    int variant_in;          /* bit flags IN_ENCODER, IN_DECODER, IN_CROSS */
    /* Standard deviation of initial matrices (GPT-2: 0.02). With 0, matrices are initialised as the
     * kernels declare, and embeddings with N(0, 0.02). If residual_scale is true, the output
     * projections of residual branches are divided by sqrt(2 layers) (GPT-2). */
    double init_std;
    bool residual_scale;
    enum initial initial;
    enum decay decay;
    /* true: the biases of LayerNorm, feed-forward network, patches and head remain 0, as in
     * nanoGPT; does not affect a variant's own tensors */
    bool no_bias;
};

/* One parameter tensor of a model, with a name such as "embedding", "position",
 * "decoder.3.attention.q.w", "encoder.0.ffn.w1" or "head.b". Tensors with equal names have equal
 * initial values in all arms. */
struct model_tensor {
    char name[72];
    int rank, dim[3];
    size_t at, count; /* position of the first element, and number of elements, in the flat
                         parameter array */
    bool decay;
    bool fixed;   /* true: the tensor is not trained (a bias that remains 0, or multipliers) */
    bool swapped; /* true: the tensor belongs to a slot in which variant and baseline differ */
    int slot;     /* enum slot_id; -1 outside attention layers */
    bool placed;  /* true: the tensor belongs to an attention layer that uses the variant */
};

/* magnitudes of one attention layer on a batch; also used for the two multipliers */
struct start {
    double logits; /* spread of the logits, as in struct logit_spread */
    double branch; /* root mean square of the output that is added to the residual stream */
};
/* Initial state of an attention layer with INITIAL_MATCHED. The multipliers give logits and branch
 * the same magnitudes as in the baseline model. If this is impossible, the multiplier is 1, and
 * left_logits or left_branch states the reason. */
struct matched_start {
    char attention[40]; /* name of the attention layer: "decoder.3.cross" */
    struct start plain; /* magnitudes in the baseline model */
    /* magnitudes before matching; `branch` is measured after the logits are matched */
    struct start own;
    struct start multiplier;
    const char *left_logits, *left_branch; /* reason why the logits (branch) are not matched, a
                                              constant string; NULL if matched */
};
/* largest number of attention layers: 64 self-attention layers in each stack, and 64
 * cross-attention layers */
enum { MOST_ATTENTIONS = 3 * 64 };

/* Timed parts of a step. SCORES, WEIGHTS and PROJECTIONS belong to attention; WEIGHTS includes the
 * weighted sums of values, and PROJECTIONS are all linear maps. NORMS includes residual sums, bias
 * and dropout. */
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
/* Listener that is called whenever the timed part changes. */
struct step_probe {
    void (*enter)(void *context, enum step_part);
    void *context;
};

struct adamw {
    double lr, beta1, beta2, eps, weight_decay;
    double clip;  /* maximum gradient norm; larger gradients are scaled down to it; 0 disables
                     clipping */
    int64_t step; /* step number, starting at 1 */
};

struct decoding; /* key/value cache of sequences that grow by one token per step */
struct model;    /* one network: parameters, gradients, optimizer state and working memory */

struct model_memory { /* memory of a model, in bytes */
    size_t parameters, gradients, optimizer, activations, working;
};

/* A model has at most six distinct attention layers: encoder, decoder and cross, each as baseline
 * and as variant. */
enum { MOST_ATTENTION_LAYERS = 6 };

/* The functions of one build of the networks. Like `struct kernels`, they are compiled once per
 * build. */
struct model_build {
    const char *name;
    const struct kernels *kernels;
    size_t real_size; /* bytes per real: 4, or 8 in the double build */
    /* Returns NULL if the configuration is valid, otherwise the reason as constant text. */
    const char *(*refuse)(const struct model_config *);
    /* Returns the slots without a fast function, as bit flags 1 << slot. In these slots, training
     * runs slow double-precision formulas (struct kernels). */
    unsigned (*by_formula)(const struct model_config *);
    /* Writes the distinct attention layers of a model to `list` (MOST_ATTENTION_LAYERS) and returns
     * their number. Layers that differ only in size and position are listed once. */
    int (*attention_layers)(const struct model_config *, struct layer *list);
    /* Returns the FLOPs of a training step (forward and backward) on a batch of this size; see
     * net/flop.c. `answers` is the number of targets, as counted by forward(). */
    double (*step_flop)(const struct model_config *, int batch, int n, int m, double answers);
    /* Opens a model: allocates all memory and initialises parameters from (seed, tensor name). If
     * `training` is false, there are no gradients and no optimizer state. */
    struct model *(*open)(const struct model_config *, uint64_t seed, bool training);
    void (*close)(struct model *);
    const struct model_tensor *(*tensors)(const struct model *, int *count);
    /* These functions return flat arrays in the order of tensors(). moments() contains m, then v.
     * Gradients and moments are NULL unless training. */
    void *(*parameters)(struct model *);
    void *(*gradients)(struct model *);
    void *(*moments)(struct model *);
    struct model_memory (*memory)(const struct model *);
    /* Returns the memory that open() would allocate. */
    struct model_memory (*measure)(const struct model_config *, bool training);
    /* Returns the number of trainable parameters, without fixed tensors and padding. */
    double (*trainable)(const struct model_config *);
    /* Sets the probe that receives the timed parts of later passes and updates; NULL for none. The
     * caller owns the probe. */
    void (*watch)(struct model *, const struct step_probe *);
    /* Returns the sum of -log p(target) over the targets and stores their number in *count. Dropout
     * masks depend on (seed, dropout_step); dropout_step 0 disables dropout. If there are no
     * targets, computes only logits. */
    double (*forward)(struct model *, const struct batch *, uint64_t dropout_step, double *count);
    /* Adds scale * d(sum of losses)/d(parameters) to the gradients. forward() must run first. */
    void (*backward)(struct model *, const struct batch *, double scale);
    /* Copies logits of the last forward() as floats.
     *   HEAD_TOKENS: logits of position n in row b, shape (vocabulary).
     *   HEAD_CLASS: logits of row b, shape (classes); n is 0.
     *   HEAD_SPAN: logits of all starts, then of all ends, shape (2, N). */
    void (*logits)(struct model *, int b, int n, float *out);
    /* HEAD_TOKENS: for each row b of the last forward(), adds the loss to nats[b] and the number of
     * targets to targets[b]. The member is NULL for simple baselines. */
    void (*row_losses)(const struct model *, double *nats, double *targets);
    void (*zero_gradients)(struct model *);
    /* Clips the gradients, then makes one AdamW step with bias correction (Loshchilov and Hutter
     * 2019, arXiv 1711.05101). Returns the gradient norm before clipping. */
    double (*update)(struct model *, const struct adamw *);
    /* These functions serve INITIAL_MATCHED.
     *
     * measure_starts() runs a batch without dropout, stores the magnitudes of each attention layer
     * and returns the number of layers. Layers are in the order encoder, then decoder; in each
     * layer of a stack, self-attention comes before cross-attention.
     *
     * match_starts() sets the multipliers from the bottom up, so that the magnitudes on this batch
     * equal `plain`.
     *
     * starts() reads the multipliers and magnitudes from the model's tensors, which checkpoints
     * contain. */
    int (*measure_starts)(struct model *, const struct batch *, struct start *out);
    void (*match_starts)(struct model *, const struct batch *, const struct start *plain);
    int (*starts)(const struct model *, struct matched_start *out);
    /* For an encoder-decoder, encode() runs the encoder once; then forward_decoder() runs only the
     * decoder on tokens (B, n). */
    void (*encode)(struct model *, const struct batch *);
    void (*forward_decoder)(struct model *, const struct batch *);
    /* These functions decode with a key/value cache, one token at a time.
     *
     * refuse_steps() returns NULL, or the reason why the model needs the whole prefix at each step.
     *
     * open_steps() starts `batch` empty sequences of at most `most` tokens. Sequence b belongs to
     * source b / per_source of the last encode(). No other pass may run before close_steps().
     *
     * step() adds one token per sequence (batch) and returns the logits of the next token (batch,
     * vocabulary).
     *
     * reorder() lets sequence b continue sequence from[b], which must have the same source. */
    const char *(*refuse_steps)(const struct model *);
    struct decoding *(*open_steps)(struct model *, int batch, int per_source, int most);
    void (*step)(struct decoding *, const int32_t *tokens, float *logits);
    void (*reorder)(struct decoding *, const int *from);
    void (*close_steps)(struct decoding *);
};
/* Returns the network functions for a kernel build, or NULL if there are none. */
const struct model_build *model_build_for(const struct kernels *);

#endif
