/* SPDX-License-Identifier: MIT
 * A task: a data set made ready for a model. It says which architecture and head the model needs,
 * makes batches, and scores what the model answers.
 *
 * Batches are a function of (seed, step) alone, so that every arm sees the same data in the same
 * order, and a resumed run goes on where it was. Evaluation walks a whole split in order. One file
 * in models/tasks a task, one line in its list.def. */
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
    int batch;         /* sequences of a training batch */
    int n, m;          /* most positions of the main and the source sequence; longer records are cut
                        * at n, and counted (task_cut) */
    int patch;         /* images: pixels on a side of a patch */
    double mask_rate;  /* masked language modelling: share of tokens asked for */
    int beam;          /* decoding: 1 is greedy */
    uint64_t seed;     /* order of the data, masks */
    bool augment;      /* images: random shift and flip where the set allows it */
    const char *cache; /* folder for learned vocabularies, or NULL */
    int score_lengths; /* at the end also scored on sequences of 2, 4, ... times n, up to so many
                        * times (tasks/longer.h); 0 and 1: no */
    int from;          /* scoring asks for no position before this; 0 but in tasks/longer.c */
};

/* Of one split. The name of a metric is of base/metric_list.def. metric[0] is "loss", nats per
 * target: what models are selected by. */
struct task_score {
    int count;
    struct task_metric {
        const char *name;
        double value; /* NaN: not measured */
    } metric[MAX_METRICS];
    double targets; /* tokens or records that were scored */
    int records;    /* that were; 0 of running text */
    bool no_loss;   /* none of them has a target, so metric[0] is not measured; nothing is wrong */
};
/* Appends one; there must be room. */
void task_score_add(struct task_score *, const char *name, double value);
/* The name as base/metric_list.def has it, for good; NULL: no metric is called that. */
const char *task_metric_name(const char *name);

/* What a task says of a record that it scored, to whoever listens. */
struct prediction {
    enum split split;
    int record; /* place in the split, from 0; of running text: which window of n tokens */
    /* As text; NULL: there is none. The truth of a class that training lacks has no name. */
    const char *truth, *answer;
    const struct string
        *references; /* where several answers are right: all, the truth among them */
    int reference_count;
    double nats,
        targets; /* where loss is all there is: its sum, and over how many tokens; else 0 */
};
struct listener {
    void (*hear)(void *context, const struct prediction *); /* NULL: nobody listens */
    void *context;
    /* What metrics over records were made of, once a split; NULL: nobody wants it. */
    void (*keep)(void *context, enum split, const struct record_scores *);
};

struct task;
struct text_metric;
/* Appends the metrics over records that these numbers of the first records of a split give, in the
 * order of the list, and tells the listener. */
void task_score_records(const struct task *, enum split, struct record_scores *,
                        struct task_score *);
typedef void task_visit(void *to, const struct batch *);

/* What a file of models/tasks exports. */
struct task_kind {
    const char *name;  /* "next_token": a value of the axis `task` */
    const char *title; /* one line */
    enum data_kind data;
    enum architecture architecture;
    enum head_kind head;
    /* Whose yardsticks (models/yardsticks) can answer it: the name of the task whose batches mean
     * the same, mostly its own. NULL: nothing that only counts answers it. */
    const char *counted_as;
    /* What score() gives, so that a plan can refuse a metric that no row would have (task_gives):
     * metrics over tokens, loss first; columns of records, of which metrics over records are made;
     * and how texts are scored where they are decoded too. All NULL-ended; NULL: none. */
    const char *const *over_tokens, *const *columns;
    const struct text_metric *const *texts;
    struct task *(*open)(const struct dataset *, const struct task_options *, char **error);
    void (*close)(struct task *);
    /* Fills vocabulary, classes, head, patch_dim, max_n, max_m, max_batch. */
    void (*shape)(const struct task *, struct model_config *);
    /* These records of a split as a batch, as they are; valid until the next call. At most
     * options.batch of them. NULL: batches are not made of whole records. */
    const struct batch *(*fill)(struct task *, enum split, const int *records, int rows);
    /* The training batch of step 0, 1, ...; valid until the next call. */
    const struct batch *(*batch)(struct task *, int64_t step);
    /* Scores a split with the model as it is. generate: also decode text (slow) where the task
     * can, for BLEU, ROUGE and the like. limit: records (spread evenly) or
     * windows (the first) at most, 0: all. */
    void (*score)(struct task *, enum split, const struct model_build *, struct model *,
                  bool generate, int limit, struct task_score *);
    bool any_length; /* scores sequences longer than n: options.score_lengths */
    /* The share of positions whose answer a step asks for; NULL: as the data say. */
    double (*asked_share)(const struct task_options *);
    /* Steps that see each training record once. */
    double (*epoch_steps)(const struct task *);
    /* The training part once, each place or record one time, in batches of whatever size that are
     * valid for that call alone: what batches 0 .. batches-1 show; 0: all of it. As it is: nothing
     * is masked, moved or cut into windows. For models that only count (models/yardsticks). */
    void (*walk)(struct task *, int64_t batches, task_visit *, void *to);
};
/* What every task begins with. */
struct task {
    const struct task_kind *kind;
    const struct dataset *data;
    struct task_options options;
    struct tokenizer *tokenizer; /* NULL: none */
    struct order order;          /* of the training records, where batches are made of them */
    long cut;                    /* records that were longer than n or m, all splits */
    struct listener listener;    /* of what score() finds of each record */
};

#endif
