/* SPDX-License-Identifier: MIT
 * Implements diagnostic tasks (lookup, associative recall, induction, modular addition). A decoder
 * reads token sequences with targets at some positions. A record longer than n is an error, because
 * cutting would change the question. Longer records are allowed only for scoring at other lengths.
 */
#include "models/tasks/class_scores.h"
#include "models/tasks/longer.h"
#include "models/tasks/records.h"
#include "models/tasks/sequences.h"
#include "models/tasks/tasks.h"
#include "models/tasks/report_records.h"

#include "base/mem.h"

#include <stdlib.h>

struct positions {
    struct task task;
    struct sequences tokens[SPLITS], targets[SPLITS];
    struct padded padded, asked;
    struct batch batch;
};

static void close(struct task *task)
{
    struct positions *t = (struct positions *)task;
    for (int s = 0; s < SPLITS; s++) {
        sequences_close(&t->tokens[s]);
        sequences_close(&t->targets[s]);
    }
    order_close(&task->order);
    padded_close(&t->padded);
    padded_close(&t->asked);
    free(t);
}

/* Reads the records of a split. Returns false and sets *error if a record is too long, or if longer
 * records are needed but missing. */
static bool take(struct positions *t, enum split split, char **error)
{
    const struct dataset *data = t->task.data;
    int times = split == SPLIT_TRAIN ? 1 : longest_times(&t->task.options);
    int n = t->task.options.n * times, longest = 0;
    sequences_open(&t->tokens[split], data->count[split]);
    sequences_open(&t->targets[split], data->count[split]);
    for (int i = 0; i < data->count[split]; i++) {
        const struct record *r = &data->records[split][i];
        if (r->length > n) {
            *error = xformat("%s: %s record %d has %d tokens (expected at most n = %d)", data->name,
                             split_names[split], i, r->length, n);
            return false;
        }
        if (r->length > longest) longest = r->length;
        sequences_set(&t->tokens[split], i, r->tokens, r->length);
        sequences_set(&t->targets[split], i, r->targets, r->length);
    }
    if (!data->count[split] || times == 1 || longest > n / 2) return true;
    *error = xformat("%s: score_lengths=%d, but the longest record of %s has %d tokens (expected "
                     "more than %d); use a set with longer records, such as mqar with reach=%d",
                     data->name, times, split_names[split], longest, n / 2, times);
    return false;
}

static struct task *open(const struct dataset *data, const struct task_options *o, char **error)
{
    struct positions *t = xalloc(sizeof *t);
    bool good = records_present(data, error);
    t->task = (struct task){.kind = &task_positions, .data = data, .options = *o};
    for (int s = 0; s < SPLITS && good; s++) good = take(t, (enum split)s, error);
    if (!good) return close(&t->task), NULL;
    order_open(&t->task.order, o->seed, data->count[SPLIT_TRAIN], o->batch,
               t->tokens[SPLIT_TRAIN].lengths);
    padded_open(&t->padded, o->batch, o->n);
    padded_open(&t->asked, o->batch, o->n);
    return &t->task;
}

static void shape(const struct task *task, struct model_config *c)
{
    c->head = task->kind->head;
    c->vocabulary = task->data->vocabulary;
    c->max_n = task->options.n;
    c->max_batch = task->options.batch;
}

static const struct batch *fill(struct task *task, enum split split, const int *records, int rows)
{
    struct positions *t = (struct positions *)task;
    int n = padded_fill(&t->padded, &t->tokens[split], records, rows);
    padded_fill(&t->asked, &t->targets[split], records, rows);
    for (int b = 0; b < rows; b++)
        for (int i = 0; i < n; i++)
            if (i < t->task.options.from || i >= t->padded.lengths[b]) t->asked.ids[b * n + i] = -1;
    t->batch = (struct batch){.batch = rows,
                              .n = n,
                              .tokens = t->padded.ids,
                              .lengths = t->padded.lengths,
                              .targets = t->asked.ids};
    return &t->batch;
}

/* target ids and predicted ids of a row, separated by spaces */
struct row_words {
    struct text truth, answer;
};

static void add_words(struct row_words *w, int truth, int answer)
{
    const char *blank = w->truth.length ? " " : "";
    text_add(&w->truth, "%s%d", blank, truth);
    text_add(&w->answer, "%s%d", blank, answer);
}

enum { RIGHT, TARGETS };
static const char *const columns[] = {"right", "targets", NULL};

static double right_of_row(const struct positions *t, int b, const struct model_build *build,
                           struct model *model, float *logits, double *targets,
                           struct row_words *words)
{
    double right = 0;
    for (int i = 0; i < t->batch.n; i++) {
        int32_t target = t->batch.targets[b * t->batch.n + i];
        if (target < 0) continue;
        build->logits(model, b, i, logits);
        int answer = largest(logits, t->task.data->vocabulary);
        right += answer == target;
        ++*targets;
        if (t->task.listener.hear) add_words(words, target, answer);
    }
    return right;
}

/* Scores all rows of a batch. Row i is the scored record with the number `first + i`. */
static void score_rows(const struct positions *t, enum split split, const int *scored, int first,
                       const struct model_build *build, struct model *model, float *logits,
                       struct record_scores *records)
{
    for (int b = 0; b < t->batch.batch; b++) {
        struct row_words words = {0};
        records->column[RIGHT][first + b] =
            right_of_row(t, b, build, model, logits, &records->column[TARGETS][first + b], &words);
        report_prediction(&t->task, &(struct prediction){.split = split,
                                                         .record = scored[first + b],
                                                         .truth = words.truth.data,
                                                         .answer = words.answer.data});
        text_free(&words.truth);
        text_free(&words.answer);
    }
}

/* Returns the indices of records with a target and at most n positions, up to the limit. The caller
 * frees the array. */
static int *scored_records(const struct positions *t, enum split split, int limit, int *count)
{
    const int *lengths = t->tokens[split].lengths, all = t->task.data->count[split];
    int *list = xarray((size_t)all, sizeof *list), found = 0;
    for (int i = 0; i < all; i++)
        if (lengths[i] > t->task.options.from && lengths[i] <= t->task.options.n) list[found++] = i;
    int *records = spread(found, limit, count);
    for (int i = 0; i < *count; i++) records[i] = list[records[i]];
    free(list);
    return records;
}

static void score_records(struct positions *t, enum split split, const struct model_build *build,
                          struct model *model, int limit, struct task_score *s)
{
    struct task *task = &t->task;
    int end;
    double nats = 0, targets = 0;
    struct record_scores scores;
    int *records = scored_records(t, split, limit, &end);
    record_scores_open(&scores, end);
    record_scores_add_all(&scores, columns);
    float *logits = xarray((size_t)task->data->vocabulary, sizeof *logits);
    for (int i = 0; i < end; i += task->options.batch) {
        int rows = end - i < task->options.batch ? end - i : task->options.batch;
        double count;
        nats += build->forward(model, fill(task, split, records + i, rows), 0, &count);
        score_rows(t, split, records, i, build, model, logits, &scores);
        targets += count;
    }
    free(logits);
    free(records);
    if (targets > 0) {
        s->targets = targets;
        task_score_add(s, "loss", nats / targets);
        task_score_records(task, split, &scores, s);
    }
    record_scores_free(&scores);
}

/* Scores a split. If records are longer than in training, allocates larger buffers. */
static void score(struct task *task, enum split split, const struct model_build *build,
                  struct model *model, bool generate, int limit, struct task_score *s)
{
    struct positions *t = (struct positions *)task;
    struct padded padded = t->padded, asked = t->asked;
    bool longer = task->options.n > padded.n;
    (void)generate;
    if (longer) {
        padded_open(&t->padded, task->options.batch, task->options.n);
        padded_open(&t->asked, task->options.batch, task->options.n);
    }
    score_records(t, split, build, model, limit, s);
    if (!longer) return;
    padded_close(&t->padded);
    padded_close(&t->asked);
    t->padded = padded;
    t->asked = asked;
}

const struct task_kind task_positions = {
    .name = "positions",
    .title = "predict the target tokens of diagnostic sequences",
    .data = DATA_POSITIONS,
    .architecture = ARCH_DECODER,
    .head = HEAD_TOKENS,
    .counted_as = "positions",
    .any_length = true,
    .over_tokens = just_loss,
    .columns = columns,
    .open = open,
    .close = close,
    .shape = shape,
    .fill = fill,
    .batch = records_batch,
    .score = score,
    .epoch_steps = records_epoch_steps,
    .walk = records_walk,
};
