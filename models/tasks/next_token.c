/* SPDX-License-Identifier: MIT
 * Implements language modelling: predicts the next token of running text. Training batches are
 * windows at random positions, as in nanoGPT. Evaluation reads the split in windows that do not
 * overlap. Every token except the first of the split is predicted once, from at most n preceding
 * tokens of its window. */
#include "models/tasks/longer.h"
#include "models/tasks/sequences.h"
#include "models/tasks/tasks.h"
#include "models/tasks/report_records.h"
#include "models/tasks/windows.h"

#include "base/mem.h"
#include "models/metrics/metrics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct next_token {
    struct task task;
    struct windows windows;
    struct batch batch;
    int32_t *tokens, *targets; /* token ids and targets of a batch, shape (B, N) */
    int *lengths;              /* number of tokens per row, shape (B) */
};

static void close(struct task *task)
{
    struct next_token *t = (struct next_token *)task;
    windows_close(&t->windows);
    tokenizer_close(task->tokenizer);
    free(t->tokens);
    free(t->targets);
    free(t->lengths);
    free(t);
}

static struct task *open(const struct dataset *data, const struct task_options *o, char **error)
{
    struct next_token *t = xalloc(sizeof *t);
    size_t cells = longest_cells(o);
    t->task = (struct task){.kind = &task_next_token, .data = data, .options = *o};
    t->tokens = xarray(cells, sizeof *t->tokens);
    t->targets = xarray(cells, sizeof *t->targets);
    t->lengths = xarray((size_t)o->batch, sizeof *t->lengths);
    t->batch = (struct batch){.tokens = t->tokens, .targets = t->targets, .lengths = t->lengths};
    if (windows_open(&t->windows, data, o, &t->task.tokenizer, error)) return &t->task;
    close(&t->task);
    return NULL;
}

static void shape(const struct task *task, struct model_config *c)
{
    c->head = task->kind->head;
    c->vocabulary = tokenizer_size(task->tokenizer);
    c->max_n = task->options.n;
    c->max_batch = task->options.batch;
}

/* Fills row b of the batch with `length` tokens from position `at`. The target of each token is the
 * next token. */
static void fill_row(struct next_token *t, int b, const int32_t *at, int length)
{
    int n = t->task.options.n;
    int32_t *tokens = t->tokens + (size_t)b * (size_t)n,
            *targets = t->targets + (tokens - t->tokens);
    t->lengths[b] = length;
    memcpy(tokens, at, (size_t)length * sizeof *tokens);
    memcpy(targets, at + 1, (size_t)length * sizeof *targets);
    for (int i = length; i < n; i++) tokens[i] = TOKEN_PAD, targets[i] = -1;
}

static const struct batch *batch(struct task *task, int64_t step)
{
    struct next_token *t = (struct next_token *)task;
    const int32_t *ids = t->windows.ids[SPLIT_TRAIN];
    t->batch.batch = task->options.batch;
    t->batch.n = task->options.n;
    for (int b = 0; b < task->options.batch; b++)
        fill_row(t, b, ids + windows_start(&t->windows, &task->options, step, b), task->options.n);
    return &t->batch;
}

/* Fills a batch with windows of a split, starting at window `first`. Positions before options.from
 * get no target. Returns the number of windows. */
static int window_batch(struct next_token *t, enum split split, int first, int end)
{
    size_t n = (size_t)t->task.options.n, count = t->windows.count[split];
    int rows = end - first < t->task.options.batch ? end - first : t->task.options.batch;
    for (int b = 0; b < rows; b++) {
        size_t at = (size_t)(first + b) * n, left = count - 1 - at;
        fill_row(t, b, t->windows.ids[split] + at, (int)(left < n ? left : n));
        for (int i = 0; i < t->task.options.from; i++) t->targets[(size_t)b * n + (size_t)i] = -1;
    }
    t->batch.batch = rows;
    t->batch.n = t->task.options.n;
    return rows;
}

/* Returns true if a target is the unknown token. Bits per character are then not computed, because
 * the characters of the unknown token are lost. */
static bool asks_unknown(const struct batch *b)
{
    bool unknown = false;
    for (int i = 0; i < b->batch * b->n; i++) unknown |= b->targets[i] == TOKEN_UNKNOWN;
    return unknown;
}

static void score(struct task *task, enum split split, const struct model_build *build,
                  struct model *model, bool generate, int limit, struct task_score *s)
{
    struct next_token *t = (struct next_token *)task;
    struct likelihood all = {0};
    bool unknown = false;
    (void)generate;
    if (!t->windows.count[split]) return;
    int end = windows_of(t->windows.count[split] - 1, task->options.n);
    if (limit > 0 && limit < end) end = limit; /* a limit keeps the first windows of the text */
    struct record_scores kept;
    window_scores_open(&kept, end);
    int *windows = counting(end);
    for (int i = 0; i < end;) {
        double count;
        int first = i;
        i += window_batch(t, split, i, end);
        double nats = build->forward(model, &t->batch, 0, &count);
        report_losses(task, split, windows + first, build, model, &t->batch, &kept);
        likelihood_add(&all, nats, (uint64_t)count, 0);
        unknown |= asks_unknown(&t->batch);
    }
    free(windows);
    task_keep(task, split, &kept);
    record_scores_free(&kept);
    if (!all.tokens) return;
    /* number of characters, estimated from the fraction of predicted tokens */
    double part = (double)all.tokens / (double)t->windows.count[split];
    all.characters = (uint64_t)llround(part * t->windows.characters[split]);
    s->targets = (double)all.tokens;
    task_score_add(s, "loss", likelihood_loss(&all));
    task_score_add(s, "perplexity", perplexity(likelihood_loss(&all)));
    if (!unknown) task_score_add(s, "bits_per_char", likelihood_bits_per_char(&all));
}

static double epoch_steps(const struct task *task)
{
    const struct next_token *t = (const struct next_token *)task;
    return (double)t->windows.count[SPLIT_TRAIN] / ((double)task->options.batch * task->options.n);
}

static void walk(struct task *task, int64_t batches, task_visit *visit, void *to)
{
    windows_walk(&((struct next_token *)task)->windows, &task->options, batches, 1, visit, to);
}

static const char *const over_tokens[] = {"loss", "perplexity", "bits_per_char", NULL};

const struct task_kind task_next_token = {
    .name = "next_token",
    .title = "predict the next token of running text",
    .data = DATA_LANGUAGE,
    .architecture = ARCH_DECODER,
    .head = HEAD_TOKENS,
    .counted_as = "next_token",
    .any_length = true,
    .over_tokens = over_tokens,
    .open = open,
    .close = close,
    .shape = shape,
    .batch = batch,
    .score = score,
    .epoch_steps = epoch_steps,
    .walk = walk,
};
