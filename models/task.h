/* SPDX-License-Identifier: MIT
 * A task: a data set prepared for a model. It sets the model's architecture and head, makes
 * batches, and scores answers.
 *
 * Batches depend on (seed, step) only, so every arm sees the same data in the same order, and
 * resumed runs continue. Evaluation reads a whole split in order. One file in models/tasks and one
 * line in its list.def per task. */
#ifndef ATTNLAB_TASK_H
#define ATTNLAB_TASK_H

#include "base/records/record_scores.h"
#include "datasets/dataset.h"
#include "datasets/tokenizers/tokenizer.h"
#include "models/batch.h"
#include "models/model.h"
#include "models/tasks/record_order.h"

enum { MAX_METRICS = 16 };

struct task_options {
    const char *tokenizer; /* a kind of tokenizer.h */
    int vocabulary, min_count;
    int batch; /* sequences per training batch */
    int n, m; /* largest number of positions of the main and the source sequence; longer records are
                 cut at n, and counted (task_cut) */
    int patch;         /* images: pixels per side of a patch */
    double mask_rate;  /* masked language modelling: share of tokens to predict */
    int beam;          /* decoding: 1 is greedy */
    uint64_t seed;     /* order of the data, masks */
    bool augment;      /* images: random shift and flip if the set allows it */
    const char *cache; /* folder for learned vocabularies, or NULL */
    int score_lengths; /* final scoring also on sequences of 2, 4, ... times n, up to this factor
                          (tasks/longer.h); 0 and 1: no */
    int from;          /* scoring ignores positions before this; 0 except in tasks/longer.c */
};

/* Scores of one split. Metric names are those of base/metric_list.def. metric[0] is "loss", nats
 * per target, by which models are selected. */
struct task_score {
    int count;
    struct task_metric {
        const char *name;
        double value; /* NaN: not measured */
    } metric[MAX_METRICS];
    double targets; /* scored tokens or records */
    int records;    /* scored records; 0 for running text */
    bool no_loss;   /* true: no target exists, so metric[0] is not measured; no error */
};
/* Appends a metric; there must be space. */
void task_score_add(struct task_score *, const char *name, double value);
/* The name as in base/metric_list.def, static; NULL if there is no such metric. */
const char *task_metric_name(const char *name);

/* What a task reports about each scored record. */
struct prediction {
    enum split split;
    int record; /* index in the split, from 0; running text: which window of n tokens */
    /* As text; NULL: none. A class that training lacks has no name. */
    const char *truth, *answer;
    const struct string *references; /* if several answers are right: all of them */
    int reference_count;
    double nats, targets; /* if only the loss is known: its sum, and the number of tokens; else 0 */
};
struct listener {
    void (*hear)(void *context, const struct prediction *); /* NULL: no listener */
    void *context;
    /* The numbers behind metrics over records, once per split; NULL: not wanted. */
    void (*keep)(void *context, enum split, const struct record_scores *);
};

struct task;
struct text_metric;
/* Appends the metrics over the first records of a split from these numbers, in list order, and
 * reports them to the listener. */
void task_score_records(const struct task *, enum split, struct record_scores *,
                        struct task_score *);
/* Passes the numbers of each record or window to the listener. */
void task_keep(const struct task *, enum split, struct record_scores *);
typedef void task_visit(void *to, const struct batch *);

/* What a file of models/tasks exports. */
struct task_kind {
    const char *name;  /* "next_token": a value of the axis `task` */
    const char *title; /* one line */
    enum data_kind data;
    enum architecture architecture;
    enum head_kind head;
    /* Selects the simple baselines (models/simple_baselines) that can answer it: the name of the
     * task with equivalent batches, usually its own. NULL: none can. */
    const char *counted_as;
    /* Output of score(), so that a plan can refuse a metric that no row would have (task_gives):
     * metrics over tokens, loss first; columns of records for metrics over records; and scores of
     * decoded texts. All NULL-terminated; NULL: none. */
    const char *const *over_tokens, *const *columns;
    const struct text_metric *const *texts;
    struct task *(*open)(const struct dataset *, const struct task_options *, char **error);
    void (*close)(struct task *);
    /* Fills vocabulary, classes, head, patch_dim, max_n, max_m, max_batch. */
    void (*shape)(const struct task *, struct model_config *);
    /* These records of a split as a batch, unmodified; valid until the next call. At most
     * options.batch records. NULL: batches are not made of whole records. */
    const struct batch *(*fill)(struct task *, enum split, const int *records, int rows);
    /* The training batch of step 0, 1, ...; valid until the next call. */
    const struct batch *(*batch)(struct task *, int64_t step);
    /* Scores a split with the current model. generate: also decode text (slow) for BLEU, ROUGE and
     * similar. limit: largest number of records (spread evenly) or windows (the first); 0: all. */
    void (*score)(struct task *, enum split, const struct model_build *, struct model *,
                  bool generate, int limit, struct task_score *);
    bool any_length; /* sequences longer than n can be scored: options.score_lengths */
    /* Share of positions with a target; NULL: depends on the data. */
    double (*asked_share)(const struct task_options *);
    /* Steps per epoch. */
    double (*epoch_steps)(const struct task *);
    /* Visits the training part once, each position or record one time, in batches of any size,
     * valid during the call: the content of batches 0 .. batches-1; 0: everything. Unmodified: not
     * masked, shifted or cut into windows. For simple baselines (models/simple_baselines). */
    void (*walk)(struct task *, int64_t batches, task_visit *, void *to);
};
/* Common first member of all tasks. */
struct task {
    const struct task_kind *kind;
    const struct dataset *data;
    struct task_options options;
    struct tokenizer *tokenizer; /* NULL: none */
    struct order order;          /* of the training records, if batches are made of them */
    long cut;                    /* records longer than n or m, over all splits */
    struct listener listener;    /* receives the results of score() per record */
};

#endif
