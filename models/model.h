/* SPDX-License-Identifier: MIT
 * Transformers made of kernels: what a network is, and one build of the code that runs it.
 *
 * tokens -> embedding + positions -> layers -> (final norm) -> head -> loss. A layer is blocks:
 * attention, (cross-attention,) feed-forward, each with a residual connection and a norm before it
 * (pre-LN) or after it (post-LN). An attention is `struct layer` of kernels/kernels.h, so every
 * slot is a factor of a model, in the layers and attentions that `variant` is placed in; all others
 * are `plain`. The sources in models/net are compiled once a kernel build, in float and in double.
 */
#ifndef ATTNLAB_MODEL_H
#define ATTNLAB_MODEL_H

#include "kernels/kernels.h"
#include "models/batch.h"

#include <stdint.h>

/* Each enum with the names that specifications and results have for it. */
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
/* What embeddings of tokens are multiplied by: sqrt(d_model) where positions are sinusoidal, whose
 * rows would otherwise drown them, else 1; or 1; or sqrt(d_model) (arXiv 1706.03762 sec. 3.4). */
enum embedding_scale { SCALE_BY_POSITION, SCALE_ONE, SCALE_ROOT, EMBEDDING_SCALES };
static const char *const embedding_scale_names[] = {"by_position", "one", "sqrt_d", NULL};
enum norm_place { NORM_PRE, NORM_POST, NORM_PLACES };
static const char *const norm_place_names[] = {"pre", "post", NULL};
/* What a class is read from: the mean of the valid positions, the first or the last of them. */
enum pool { POOL_MEAN, POOL_FIRST, POOL_LAST, POOLS };
static const char *const pool_names[] = {"mean", "first", "last", NULL};
/* Matrices but embeddings and positions; or these too (nanoGPT: all that has two dimensions). */
enum decay { DECAY_MATRICES, DECAY_ALL_2D, DECAYS };
static const char *const decay_names[] = {"matrices", "all_2d", NULL};
/* How the slots that a variant chooses otherwise begin: as their choices declare; as the code of
 * their sources has it, where that is known to differ; or as declared, and each attention then
 * matched to that of the plain model (struct start). */
enum initial { INITIAL_OWN, INITIAL_PUBLISHED, INITIAL_MATCHED, INITIALS };
static const char *const initial_names[] = {"own", "published", "matched", NULL};
enum head_kind { HEAD_TOKENS, HEAD_CLASS, HEAD_SPAN };
/* Where the variant stands, besides in which layers; and the names of some sums. */
enum { IN_ENCODER = 1, IN_DECODER = 2, IN_CROSS = 4 };
static const char *const variant_in_names[] = {"all", "encoder", "decoder", "cross", "self", NULL};
static const int variant_in_values[] = {IN_ENCODER | IN_DECODER | IN_CROSS, IN_ENCODER, IN_DECODER,
                                        IN_CROSS, IN_ENCODER | IN_DECODER};

struct model_config {
    enum architecture architecture;
    int layers; /* of each stack, at most 64 */
    int d_model, heads, d_head;
    int kv_heads; /* of keys and values of every attention; as struct shape has it */
    int ffn;      /* width of the feed-forward net */
    int ffn_act;  /* index into enum activation of the kernels: relu or gelu, ... */
    enum norm_place norm_place;
    enum position position;
    enum embedding_scale embedding_scale;
    double embedding_std; /* initial deviation of embeddings of tokens; 0: as init_std says */
    bool tied;      /* output projection = embedding of the (target) tokens, HEAD_TOKENS only */
    double dropout; /* on embeddings and on each residual branch */
    double attention_dropout; /* on the weights of every attention, after the normaliser */
    int vocabulary;           /* ids of `tokens`; HEAD_TOKENS predicts these */
    int source_vocabulary;    /* ids of `source`; shares the embedding if shared_embedding */
    bool shared_embedding;
    enum head_kind head;
    int classes;                 /* HEAD_CLASS: logits */
    enum pool pool;              /* HEAD_CLASS; vision has a class token instead */
    int patch_dim;               /* ARCH_VISION: channels * patch * patch */
    int max_n, max_m, max_batch; /* most that a batch will have */
    /* Only choice, args, scale_place, score_scale and method of these two are read. */
    struct layer plain, variant;
    uint64_t variant_layers; /* bit l: layer l of a stack has the variant */
    int variant_in;          /* IN_... */
    /* Standard deviation of matrices: 0: per tensor as the kernels declare, embeddings N(0, 0.02);
     * else N(0, init_std) for all matrices (GPT-2: 0.02). residual_scale: output projections of
     * residual branches divided by sqrt(2 layers) (GPT-2). */
    double init_std;
    bool residual_scale;
    enum initial initial;
    enum decay decay; /* which tensors weight decay is for */
    bool no_bias;     /* LayerNorm, feed-forward net, patches and head without (nanoGPT): they stay
                       * 0; a variant's own tensors are not meant */
};

/* One parameter tensor of a model. Names: "embedding", "position", "decoder.3.attention.q.w",
 * "encoder.0.ffn.w1", "head.b". The same name means the same initial values across arms. */
struct model_tensor {
    char name[72];
    int rank, dim[3];
    size_t at, count; /* place in the flat parameter array, in reals */
    bool decay;       /* weight decay is for it, see enum decay */
    bool fixed;       /* no parameter, and no step moves it: a bias that stays 0, multipliers */
    bool swapped;     /* belongs to a slot that variant and plain choose differently */
    int slot;         /* enum slot_id; -1: stands in no attention */
    bool placed;      /* in an attention that has the variant */
};

/* Two sizes of one attention on a batch, or what each is multiplied by. */
struct start {
    double logits; /* spread of its logits: struct logit_spread of the kernels */
    double branch; /* root mean square of what it adds to the residual stream, of valid rows */
};
/* How an attention began in a model of INITIAL_MATCHED. Its logits and its branch times the
 * multipliers have the sizes of the plain model's; where one cannot be matched its multiplier is 1
 * and `left` says why. */
struct matched_start {
    char attention[40]; /* "decoder.3.cross" */
    struct start plain; /* of the model that it was matched to */
    struct start own;   /* logits without the multipliers; branch with that of the logits alone */
    struct start multiplier;
    const char *left_logits, *left_branch; /* NULL: matched; constant text */
};
/* Of a model: each stack has 64 layers of at most one self-attention, one has cross-attentions. */
enum { MOST_ATTENTIONS = 3 * 64 };

/* Where the time of a step goes. SCORES and WEIGHTS are those of attention, WEIGHTS with the sums
 * of values; PROJECTIONS all of its maps of rows. NORMS has the residual sums, bias and dropout,
 * which are made in the same pass. */
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
    double clip;  /* gradient norm above this is scaled down to it; 0: never */
    int64_t step; /* from 1 */
};

struct decoding; /* keys and values of sequences that grow a token at a time */
struct model;    /* one network with parameters, gradients, optimiser state and working memory */

struct model_memory { /* bytes */
    size_t parameters, gradients, optimizer, activations, working;
};

/* Of the encoder, of the decoder and across, each as the plain layer and as the variant. */
enum { MOST_ATTENTION_LAYERS = 6 };

/* One build: the functions below on `kernels->name`'s vector path. */
struct model_build {
    const char *name;
    const struct kernels *kernels;
    size_t real_size; /* 4, or 8 in the double build */
    /* NULL: fine; else the reason, constant text. */
    const char *(*refuse)(const struct model_config *);
    /* The slots, as bits 1 << slot, that a training step takes from their formulas in any of its
     * attentions; see struct kernels. */
    unsigned (*by_formula)(const struct model_config *);
    /* The layers that its attentions are, those that differ in no more than size and place once:
     * list (MOST_ATTENTION_LAYERS), written; returns how many. */
    int (*attention_layers)(const struct model_config *, struct layer *list);
    /* Declared FLOPs of a training step (forward + backward) on a batch of this size, of which so
     * many targets are asked for, as forward() counts them. */
    double (*step_flop)(const struct model_config *, int batch, int n, int m, double answers);
    /* Parameters initialised from (seed, name). Allocates all that it will ever use; training
     * false: no gradients, no optimiser state. */
    struct model *(*open)(const struct model_config *, uint64_t seed, bool training);
    void (*close)(struct model *);
    const struct model_tensor *(*tensors)(const struct model *, int *count);
    /* Flat arrays of reals, laid out by tensors(). moments: m then v, NULL unless training. */
    void *(*parameters)(struct model *);
    void *(*gradients)(struct model *);
    void *(*moments)(struct model *);
    struct model_memory (*memory)(const struct model *);
    /* The same without opening it: what a network would take. */
    struct model_memory (*measure)(const struct model_config *, bool training);
    /* Reals that a training moves: what a network has of parameters, without those that are fixed
     * and the gaps that its memory has between tensors. */
    double (*trainable)(const struct model_config *);
    /* From now on the passes and updates of the model say where they are; NULL: no longer. Not
     * copied. */
    void (*watch)(struct model *, const struct step_probe *);
    /* Sum over targets of -log p(target), and how many there were; dropout_step 0: no dropout,
     * else the masks are a function of (seed, dropout_step). Without targets only logits. */
    double (*forward)(struct model *, const struct batch *, uint64_t dropout_step, double *count);
    /* After forward: gradients += scale * d(sum loss)/d(parameters). */
    void (*backward)(struct model *, const struct batch *, double scale);
    /* Logits of the last forward as float. HEAD_TOKENS: of position n of row b (vocabulary);
     * HEAD_CLASS: of row b (classes), n 0; HEAD_SPAN: (2, N): starts, then ends. */
    void (*logits)(struct model *, int b, int n, float *out);
    void (*zero_gradients)(struct model *);
    /* Clips, then one AdamW step (Loshchilov & Hutter 2019, arXiv 1711.05101) with bias
     * correction. Returns the gradient norm before clipping. */
    double (*update)(struct model *, const struct adamw *);
    /* Of models of INITIAL_MATCHED. measure_starts: runs the batch without dropout and fills the
     * sizes of each attention: the encoder's, then the decoder's, layer by layer, self before
     * cross; returns how many. match_starts: the same batch from the bottom up, each attention
     * given the multipliers that make its sizes those of `plain`, those below it in force. starts:
     * what came of it, out of the model's parameters (so a checkpoint has it). */
    int (*measure_starts)(struct model *, const struct batch *, struct start *out);
    void (*match_starts)(struct model *, const struct batch *, const struct start *plain);
    int (*starts)(const struct model *, struct matched_start *out);
    /* Encoder-decoder decoding: encodes the source once; then forward_decoder runs only the
     * decoder on tokens (B, n) with what was encoded. */
    void (*encode)(struct model *, const struct batch *);
    void (*forward_decoder)(struct model *, const struct batch *);
    /* The same a token at a time, with the keys and values of what has been (the key/value cache).
     * refuse_steps: NULL, or the reason why this model needs its whole prefix at each step. open:
     * `batch` empty sequences of at most `most` tokens; sequence b belongs to source b / per_source
     * of the last encode(), whose batch is batch / per_source (without an encoder: any). No other
     * pass of the model may come before close. step: one more token of each sequence (batch) ->
     * logits of what follows (batch, vocabulary). reorder: sequence b goes on from what was
     * sequence from[b], of the same source. */
    const char *(*refuse_steps)(const struct model *);
    struct decoding *(*open_steps)(struct model *, int batch, int per_source, int most);
    void (*step)(struct decoding *, const int32_t *tokens, float *logits);
    void (*reorder)(struct decoding *, const int *from);
    void (*close_steps)(struct decoding *);
};
/* NULL if the kernels' build has no models. */
const struct model_build *model_build_for(const struct kernels *);

#endif
