/* SPDX-License-Identifier: MIT
 * Defines the interface of tasks. A task prepares a data set for a model: it sets the model's
 * architecture and head, makes batches and scores answers.
 *
 * Batches depend only on (seed, step), so every arm sees the same data in the same order, and
 * resumed runs continue. Evaluation reads a whole split in order. Each task has one file in
 * models/tasks and one line in its list.def. */
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
    const char *tokenizer; /* kind of tokenizer (tokenizer.h) */
    int vocabulary, min_count;
    int batch;
    /* Largest number of positions of the main sequence (n) and the source sequence (m). Longer
     * records are cut, and `cut` counts them. */
    int n, m;
    int patch;         /* images: side of a patch in pixels */
    double mask_rate;  /* masked language modelling: fraction of tokens to predict */
    int beam;          /* decoding: beam size; 1 is greedy */
    uint64_t seed;     /* random seed for data order and masks */
    bool augment;      /* images: random shift and flip, if the data set allows them */
    const char *cache; /* folder for learned vocabularies, or NULL */
    /* Final scoring also uses sequences of 2 n, 4 n, ... tokens, up to this multiple of n
     * (tasks/longer.h). 0 and 1 disable longer sequences. */
    int score_lengths;
    int from; /* first position that is scored; 0 except in tasks/longer.c */
};

/* Scores of one split. base/metric_list.def lists the metric names. metric[0] is "loss" in nats per
 * target; models are selected by this loss. */
struct task_score {
    int count;
    struct task_metric {
        const char *name;
        double value; /* NaN if not measured */
    } metric[MAX_METRICS];
    double targets; /* number of scored tokens or records */
    int records;    /* number of scored records; 0 for running text */
    /* true if there are no targets, so that metric[0] is not measured */
    bool no_loss;
};
/* Appends a metric. At most MAX_METRICS fit. */
void task_score_add(struct task_score *, const char *name, double value);
/* Returns the static name from base/metric_list.def, or NULL if there is no such metric. */
const char *task_metric_name(const char *name);

/* a task's report about one scored record */
struct prediction {
    enum split split;
    int record; /* index of the record in the split; for running text, index of the window */
    /* true answer and model's answer as text; NULL if there is no answer, or if the class does not
     * occur in training */
    const char *truth, *answer;
    const struct string *references; /* all correct answers, if there are several */
    int reference_count;
    /* total loss and number of tokens of a record without an answer; otherwise 0 */
    double nats, targets;
};
struct listener {
    /* called for each scored record; may be NULL */
    void (*hear)(void *context, const struct prediction *);
    void *context;
    /* Receives the numbers of each record, from which the metrics are computed. Called once per
     * split; may be NULL. */
    void (*keep)(void *context, enum split, const struct record_scores *);
};

struct task;
struct text_metric;
/* Computes metrics from the numbers of the scored records. Appends the metrics in list order, and
 * passes the numbers to the listener. */
void task_score_records(const struct task *, enum split, struct record_scores *,
                        struct task_score *);
/* Passes the numbers of each record or window to the listener, without computing metrics. */
void task_keep(const struct task *, enum split, struct record_scores *);
typedef void task_visit(void *to, const struct batch *);

/* Description of a task. Each task has a file in models/tasks, which exports the description. */
struct task_kind {
    const char *name; /* value of the axis `task`, such as "next_token" */
    const char *title;
    enum data_kind data;
    enum architecture architecture;
    enum head_kind head;
    /* Determines which simple baselines can solve the task: usually the task's own name, or the
     * name of a task with equivalent batches. NULL if none can. */
    const char *counted_as;
    /* Metrics that score() computes. Plans with other metrics are rejected. Each list is
     * NULL-terminated, or NULL if empty.
     *   over_tokens: metrics over tokens, loss first.
     *   columns: numbers per record, for metrics over records.
     *   texts: metrics of decoded texts. */
    const char *const *over_tokens, *const *columns;
    const struct text_metric *const *texts;
    struct task *(*open)(const struct dataset *, const struct task_options *, char **error);
    void (*close)(struct task *);
    /* Sets vocabulary, classes, head, patch_dim, max_n, max_m and max_batch. */
    void (*shape)(const struct task *, struct model_config *);
    /* Returns up to options.batch records of a split as an unmodified batch. The batch is valid
     * until the next call. The member is NULL if batches do not consist of whole records. */
    const struct batch *(*fill)(struct task *, enum split, const int *records, int rows);
    /* Returns the training batch of a step, starting at 0. The batch is valid until the next
     * call. */
    const struct batch *(*batch)(struct task *, int64_t step);
    /* Scores a split with the current model: at most `limit` records, evenly spread, or the first
     * `limit` windows; 0 scores all. `generate` also decodes text (slow), for BLEU, ROUGE and
     * similar metrics. */
    void (*score)(struct task *, enum split, const struct model_build *, struct model *,
                  bool generate, int limit, struct task_score *);
    bool
        any_length; /* true if the task can score sequences longer than n (options.score_lengths) */
    /* Returns the fraction of positions with a target. The member is NULL if the fraction depends
     * on the data. */
    double (*asked_share)(const struct task_options *);
    double (*epoch_steps)(const struct task *);
    /* Visits the training data for simple baselines: each position or record of batches
     * 0..batches-1 once (0: all training data). Visited batches may have any size; a batch is valid
     * only during its visit. The data are not masked, shifted or cut into windows. */
    void (*walk)(struct task *, int64_t batches, task_visit *, void *to);
};
/* First member of every task's struct. */
struct task {
    const struct task_kind *kind;
    const struct dataset *data;
    struct task_options options;
    struct tokenizer *tokenizer; /* NULL if the task has no text */
    struct order order;          /* order of the training records, if batches consist of records */
    long cut;                    /* number of records longer than n or m, over all splits */
    struct listener listener;    /* receives the per-record results of score() */
};

#endif
