/* SPDX-License-Identifier: MIT
 * Answers questions about stories, with one position per sentence, as in memory networks (arXiv
 * 1503.08895; transformers: arXiv 1807.03819, sec. 3.1). Position 0 is the question; position i is
 * the i-th line from the end of the story. Each position is the sum of its words' embeddings
 * (batch.words), so the model need not learn which words form a sentence.
 *
 * The model is an encoder; with pool=first, the answer is predicted at the question. Stories longer
 * than n positions lose their earliest lines. An answer that never occurs in training has no class
 * and counts as wrong. */
#include "models/tasks/class_scores.h"
#include "models/tasks/records.h"
#include "models/tasks/sequences.h"
#include "models/tasks/tasks.h"

#include "base/mem.h"

#include <stdlib.h>

struct stories {
    struct task task;
    int words;                          /* number of words in the longest sentence, at least 2 */
    struct sequences sequences[SPLITS]; /* ids; -1 marks a missing word; shape (positions, words) */
    int *positions;
    struct padded padded; /* token ids of a batch, shape (B, N * words) */
    int *lengths;         /* number of positions per record; shape (B) */
    int32_t *targets;
    struct batch batch;
};

static void close(struct task *task)
{
    struct stories *t = (struct stories *)task;
    for (int s = 0; s < SPLITS; s++) sequences_close(&t->sequences[s]);
    order_close(&task->order);
    padded_close(&t->padded);
    tokenizer_close(task->tokenizer);
    free(t->positions);
    free(t->lengths);
    free(t->targets);
    free(t);
}

/* ---- sentences of a record ---- */

/* Removes the last line from a text. Returns false if no line is left. */
static bool last_line(struct string *text, struct string *line)
{
    if (!text->size) return false;
    size_t begin = text->size;
    while (begin > 0 && text->at[begin - 1] != '\n') begin--;
    *line = (struct string){text->at + begin, text->size - begin};
    text->size = begin > 0 ? begin - 1 : 0;
    return true;
}

static int word_count(const struct stories *t, struct string sentence)
{
    struct token_list list = {0};
    tokenizer_encode(t->task.tokenizer, sentence, false, &list);
    free(list.ids);
    return (int)list.count;
}

/* Returns the number of words in the longest sentence of all splits, but at least 2: only with
 * several words per position does -1 mark missing words. */
static int longest_sentence(const struct stories *t)
{
    const struct dataset *data = t->task.data;
    int longest = 2;
    for (int s = 0; s < SPLITS; s++)
        for (int i = 0; i < data->count[s]; i++) {
            struct string story = data->records[s][i].text, line = data->records[s][i].second;
            do {
                int count = word_count(t, line);
                if (count > longest) longest = count;
            } while (last_line(&story, &line));
        }
    return longest;
}

static void write_sentence(const struct stories *t, struct string sentence, int32_t *ids)
{
    struct token_list list = {0};
    tokenizer_encode(t->task.tokenizer, sentence, false, &list);
    for (int j = 0; j < t->words; j++) ids[j] = j < (int)list.count ? list.ids[j] : -1;
    free(list.ids);
}

static void encode(struct stories *t, enum split split, int record)
{
    const struct record *r = &t->task.data->records[split][record];
    struct string story = r->text, line = r->second;
    int most = t->task.options.n, count = 0;
    int32_t *ids = xarray((size_t)most * (size_t)t->words, sizeof *ids);
    bool more = true;
    for (; more && count < most; count++) {
        write_sentence(t, line, ids + count * t->words);
        more = last_line(&story, &line);
    }
    t->task.cut += more;
    sequences_set(&t->sequences[split], record, ids, count * t->words);
    free(ids);
}

/* ---- the task ---- */

static bool has_questions(const struct dataset *data, char **error)
{
    if (!records_present(data, error)) return false;
    for (int s = 0; s < SPLITS; s++)
        for (int i = 0; i < data->count[s]; i++)
            if (!data->records[s][i].second.size) {
                *error = xformat("%s: %s record %d has no question; use task=classes for texts "
                                 "without questions",
                                 data->name, split_names[s], i);
                return false;
            }
    return true;
}

static void open_order(struct stories *t)
{
    int count = t->task.data->count[SPLIT_TRAIN];
    t->positions = xarray((size_t)count, sizeof *t->positions);
    for (int i = 0; i < count; i++)
        t->positions[i] = t->sequences[SPLIT_TRAIN].lengths[i] / t->words;
    order_open(&t->task.order, t->task.options.seed, count, t->task.options.batch, t->positions);
}

static struct task *open(const struct dataset *data, const struct task_options *o, char **error)
{
    struct stories *t = xalloc(sizeof *t);
    t->task = (struct task){.kind = &task_stories, .data = data, .options = *o};
    t->task.tokenizer = has_questions(data, error) ? learn_from_records(data, o, error) : NULL;
    if (!t->task.tokenizer) return close(&t->task), NULL;
    t->words = longest_sentence(t);
    for (int s = 0; s < SPLITS; s++) {
        sequences_open(&t->sequences[s], data->count[s]);
        for (int i = 0; i < data->count[s]; i++) encode(t, (enum split)s, i);
    }
    open_order(t);
    padded_open(&t->padded, o->batch, o->n * t->words);
    t->lengths = xarray((size_t)o->batch, sizeof *t->lengths);
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
    struct stories *t = (struct stories *)task;
    int n = padded_fill(&t->padded, &t->sequences[split], records, rows) / t->words;
    for (int b = 0; b < rows; b++) {
        t->lengths[b] = t->padded.lengths[b] / t->words;
        t->targets[b] = t->task.data->records[split][records[b]].label;
    }
    t->batch = (struct batch){.batch = rows,
                              .n = n,
                              .tokens = t->padded.ids,
                              .words = t->words,
                              .lengths = t->lengths,
                              .targets = t->targets};
    return &t->batch;
}

const struct task_kind task_stories = {
    .name = "stories",
    .title = "answer a question about a story, one position per sentence",
    .data = DATA_CLASSES,
    .architecture = ARCH_ENCODER,
    .head = HEAD_CLASS,
    .counted_as = "stories",
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
