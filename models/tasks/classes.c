/* SPDX-License-Identifier: MIT
 * Classifies a text, or a story with a question: encoder, pooling (axis pool), softmax.
 *
 * A record is its text. If there is a question, TOKEN_SEPARATOR and the question follow. A long
 * text is cut at the end, or at the beginning if there is a question, so that the latest facts and
 * the question remain. An answer that never occurs in training has no class and counts as wrong. */
#include "models/tasks/records.h"
#include "models/tasks/sequences.h"
#include "models/tasks/tasks.h"

#include "base/mem.h"
#include "models/tasks/class_scores.h"

#include <math.h>
#include <stdlib.h>

struct classes {
    struct task task;
    struct sequences sequences[SPLITS];
    struct padded padded;
    int32_t *targets;
    struct batch batch;
};

static void close(struct task *task)
{
    struct classes *t = (struct classes *)task;
    for (int s = 0; s < SPLITS; s++) sequences_close(&t->sequences[s]);
    order_close(&task->order);
    padded_close(&t->padded);
    tokenizer_close(task->tokenizer);
    free(t->targets);
    free(t);
}

static void encode(struct classes *t, enum split split, int record)
{
    const struct record *r = &t->task.data->records[split][record];
    struct token_list story = {0}, question = {0};
    tokenizer_encode(t->task.tokenizer, r->text, false, &story);
    if (r->second.size) tokenizer_encode(t->task.tokenizer, r->second, false, &question);
    int most = t->task.options.n, tail = question.count ? (int)question.count + 1 : 0;
    if (tail > most) tail = most;
    int kept = (int)story.count < most - tail ? (int)story.count : most - tail;
    t->task.cut += (size_t)kept < story.count || (tail && (size_t)tail - 1 < question.count);
    int32_t *ids = xarray((size_t)(kept + tail) + 1, sizeof *ids);
    const int32_t *from = tail ? story.ids + (story.count - (size_t)kept) : story.ids;
    for (int i = 0; i < kept; i++) ids[i] = from[i];
    if (tail) ids[kept] = TOKEN_SEPARATOR;
    for (int i = 1; i < tail; i++) ids[kept + i] = question.ids[i - 1];
    if (kept + tail == 0)
        ids[kept++] = TOKEN_UNKNOWN; /* An empty sentence still needs one position. */
    sequences_set(&t->sequences[split], record, ids, kept + tail);
    free(ids);
    free(story.ids);
    free(question.ids);
}

static struct task *open(const struct dataset *data, const struct task_options *o, char **error)
{
    struct classes *t = xalloc(sizeof *t);
    t->task = (struct task){.kind = &task_classes, .data = data, .options = *o};
    t->task.tokenizer = records_present(data, error) ? learn_from_records(data, o, error) : NULL;
    if (!t->task.tokenizer) return close(&t->task), NULL;
    for (int s = 0; s < SPLITS; s++) {
        sequences_open(&t->sequences[s], data->count[s]);
        for (int i = 0; i < data->count[s]; i++) encode(t, (enum split)s, i);
    }
    order_open(&t->task.order, o->seed, data->count[SPLIT_TRAIN], o->batch,
               t->sequences[SPLIT_TRAIN].lengths);
    padded_open(&t->padded, o->batch, o->n);
    t->targets = xarray((size_t)o->batch, sizeof *t->targets);
    return &t->task;
}

static void shape(const struct task *task, struct model_config *c)
{
    c->head = task->kind->head;
    c->vocabulary = tokenizer_size(task->tokenizer);
    c->classes = task->data->classes;
    c->max_n = task->options.n;
    c->max_batch = task->options.batch;
}

static const struct batch *fill(struct task *task, enum split split, const int *records, int rows)
{
    struct classes *t = (struct classes *)task;
    int n = padded_fill(&t->padded, &t->sequences[split], records, rows);
    for (int b = 0; b < rows; b++) t->targets[b] = t->task.data->records[split][records[b]].label;
    t->batch = (struct batch){.batch = rows,
                              .n = n,
                              .tokens = t->padded.ids,
                              .lengths = t->padded.lengths,
                              .targets = t->targets};
    return &t->batch;
}

const struct task_kind task_classes = {
    .name = "classes",
    .title = "classify a text, or answer a question about it",
    .data = DATA_CLASSES,
    .architecture = ARCH_ENCODER,
    .head = HEAD_CLASS,
    .counted_as = "classes",
    .over_tokens = just_loss,
    .columns = class_columns,
    .open = open,
    .close = close,
    .shape = shape,
    .fill = fill,
    .batch = records_batch,
    .score = class_score,
    .epoch_steps = records_epoch_steps,
    .walk = records_walk,
};
