/* SPDX-License-Identifier: MIT
 * Finds answers that are parts of a context (SQuAD). An encoder reads the question, TOKEN_SEPARATOR
 * and the context, and predicts the first and last token of the answer.
 *
 * A long context is cut at the end; a question is cut to n / 2 positions. If the answer is cut off,
 * a training record has no target, but an evaluation record still counts. The predicted answer has
 * at most MOST_ANSWER tokens; its first and last token have the largest sum of logits. */
#include "models/tasks/records.h"
#include "models/tasks/sequences.h"
#include "models/tasks/tasks.h"
#include "models/tasks/report_records.h"

#include "base/utf8.h"
#include "base/mem.h"
#include "models/metrics/metrics.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>

enum { MOST_ANSWER = 30 };

struct place {         /* position of a record's context in the sequence */
    int first, count;  /* range of the context tokens that were kept */
    size_t *ends;      /* end offset of each context token; shape (count); owned */
    int32_t target[2]; /* first and last token of the answer; -1 if cut off */
};
struct spans {
    struct task task;
    struct sequences sequences[SPLITS];
    struct place *places[SPLITS];
    struct padded padded;
    int32_t *targets; /* first and last token of each answer, shape (B, 2) */
    struct batch batch;
};

static void close(struct task *task)
{
    struct spans *t = (struct spans *)task;
    for (int s = 0; s < SPLITS; s++) {
        for (int i = 0; i < t->sequences[s].count; i++) free(t->places[s][i].ends);
        free(t->places[s]);
        sequences_close(&t->sequences[s]);
    }
    order_close(&task->order);
    padded_close(&t->padded);
    tokenizer_close(task->tokenizer);
    free(t->targets);
    free(t);
}

/* Returns the context token at a byte offset, or -1 if the token was cut off. */
static int token_at(const struct place *p, size_t byte)
{
    for (int i = 0; i < p->count; i++)
        if (byte < p->ends[i]) return p->first + i;
    return -1;
}

static void find_answer(const struct record *r, struct place *p)
{
    p->target[0] = p->target[1] = -1;
    if (!r->reference_count || !r->references[0].size) return;
    size_t from = utf8_offset(r->text, (size_t)r->starts[0]), to = from + r->references[0].size - 1;
    int first = token_at(p, from), last = token_at(p, to);
    if (first < 0 || last < 0) return;
    p->target[0] = first;
    p->target[1] = last;
}

static void encode(struct spans *t, enum split split, int record)
{
    const struct record *r = &t->task.data->records[split][record];
    struct place *p = &t->places[split][record];
    struct token_list question = {0}, context = {0};
    int n = t->task.options.n;
    tokenizer_encode(t->task.tokenizer, r->second, false, &question);
    tokenizer_encode(t->task.tokenizer, r->text, true, &context);
    int asked = (int)question.count < n / 2 ? (int)question.count : n / 2;
    int room = n - asked - 1, kept = (int)context.count < room ? (int)context.count : room;
    t->task.cut += (size_t)kept < context.count || (size_t)asked < question.count;
    *p = (struct place){.first = asked + 1, .count = kept, .ends = context.ends};
    int32_t *ids = xarray((size_t)n, sizeof *ids);
    for (int i = 0; i < asked; i++) ids[i] = question.ids[i];
    ids[asked] = TOKEN_SEPARATOR;
    for (int i = 0; i < kept; i++) ids[asked + 1 + i] = context.ids[i];
    sequences_set(&t->sequences[split], record, ids, asked + 1 + kept);
    find_answer(r, p);
    free(ids);
    free(question.ids);
    free(question.ends);
    free(context.ids);
}

static struct task *open(const struct dataset *data, const struct task_options *o, char **error)
{
    struct spans *t = xalloc(sizeof *t);
    t->task = (struct task){.kind = &task_spans, .data = data, .options = *o};
    t->task.tokenizer = records_present(data, error) ? learn_from_records(data, o, error) : NULL;
    if (!t->task.tokenizer) return close(&t->task), NULL;
    for (int s = 0; s < SPLITS; s++) {
        sequences_open(&t->sequences[s], data->count[s]);
        t->places[s] = xarray((size_t)data->count[s], sizeof *t->places[s]);
        for (int i = 0; i < data->count[s]; i++) encode(t, (enum split)s, i);
    }
    order_open(&t->task.order, o->seed, data->count[SPLIT_TRAIN], o->batch,
               t->sequences[SPLIT_TRAIN].lengths);
    padded_open(&t->padded, o->batch, o->n);
    t->targets = xarray(2 * (size_t)o->batch, sizeof *t->targets);
    return &t->task;
}

static void shape(const struct task *task, struct model_config *c)
{
    c->head = task->kind->head;
    c->vocabulary = tokenizer_size(task->tokenizer);
    c->max_n = task->options.n;
    c->max_batch = task->options.batch;
}

static const struct batch *fill(struct task *task, enum split split, const int *records, int rows)
{
    struct spans *t = (struct spans *)task;
    int n = padded_fill(&t->padded, &t->sequences[split], records, rows);
    for (int b = 0; b < rows; b++)
        for (int side = 0; side < 2; side++)
            t->targets[2 * b + side] = t->places[split][records[b]].target[side];
    t->batch = (struct batch){.batch = rows,
                              .n = n,
                              .tokens = t->padded.ids,
                              .lengths = t->padded.lengths,
                              .targets = t->targets};
    return &t->batch;
}

/* Finds the pair first <= last of context positions with the largest sum of logits (2, n). Returns
 * false if no context was kept. */
static bool best_span(const struct place *p, const float *logits, int n, int *first, int *last)
{
    float best = -INFINITY;
    for (int i = p->first; i < p->first + p->count; i++)
        for (int j = i; j < p->first + p->count && j < i + MOST_ANSWER; j++)
            if (logits[i] + logits[n + j] > best) {
                best = logits[i] + logits[n + j];
                *first = i;
                *last = j;
            }
    return best > -INFINITY;
}

/* Returns the text of the predicted answer. The caller frees the string. */
static char *answer(const struct spans *t, enum split split, int record, const float *logits, int n)
{
    const struct place *p = &t->places[split][record];
    struct string context = t->task.data->records[split][record].text;
    int first = 0, last = 0;
    if (!best_span(p, logits, n, &first, &last)) return xstrdup("");
    size_t from = first > p->first ? p->ends[first - p->first - 1] : 0,
           to = p->ends[last - p->first];
    while (from < to && isspace((unsigned char)context.at[from])) from++;
    return xformat("%.*s", (int)(to - from), context.at + from);
}

enum { EXACT_MATCH, F1 };
static const char *const columns[] = {"exact_match", "f1", NULL};

static void judge(const struct record *r, const char *text, int place, struct record_scores *scores)
{
    char **answers = xarray((size_t)r->reference_count, sizeof *answers);
    for (int i = 0; i < r->reference_count; i++)
        answers[i] = xformat("%.*s", (int)r->references[i].size, r->references[i].at);
    struct squad_score score =
        squad_of(SQUAD_V1, text, (const char *const *)answers, (size_t)r->reference_count);
    scores->column[EXACT_MATCH][place] = score.exact_match;
    scores->column[F1][place] = score.f1;
    for (int i = 0; i < r->reference_count; i++) free(answers[i]);
    free(answers);
}

static void score(struct task *task, enum split split, const struct model_build *build,
                  struct model *model, bool generate, int limit, struct task_score *s)
{
    struct spans *t = (struct spans *)task;
    int end, *records = spread(task->data->count[split], limit, &end);
    double nats = 0, targets = 0;
    struct record_scores scores;
    (void)generate;
    record_scores_open(&scores, end);
    record_scores_add_all(&scores, columns);
    float *logits = xarray(2 * (size_t)task->options.n, sizeof *logits);
    for (int i = 0; i < end; i += task->options.batch) {
        int rows = end - i < task->options.batch ? end - i : task->options.batch;
        const struct batch *b = fill(task, split, records + i, rows);
        double count;
        nats += build->forward(model, b, 0, &count);
        targets += count;
        for (int row = 0; row < rows; row++) {
            build->logits(model, row, 0, logits);
            int record = records[i + row];
            char *text = answer(t, split, record, logits, b->n);
            judge(&task->data->records[split][record], text, i + row, &scores);
            report_text(task, split, record, text);
            free(text);
        }
    }
    free(logits);
    free(records);
    if (end) {
        s->targets = end;
        s->no_loss = !(targets > 0);
        task_score_add(s, "loss", nats / targets);
        task_score_records(task, split, &scores, s);
    }
    record_scores_free(&scores);
}

const struct task_kind task_spans = {
    .name = "spans",
    .title = "select the part of a context that answers a question",
    .data = DATA_SPANS,
    .architecture = ARCH_ENCODER,
    .head = HEAD_SPAN,
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
